/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "reference.h"

#include <stdlib.h>

enum { BLOCK_TREES = 4096 };

struct ref_block {
	struct ref_block *next;
	struct ref_tree trees[BLOCK_TREES];
};

void ref_free(struct ref_heap *heap)
{
	while (heap->blocks) {
		struct ref_block *block = heap->blocks;

		heap->blocks = block->next;
		free(block);
	}
	heap->used = 0;
	heap->rotations = 0;
}

static struct ref_tree *take(struct ref_heap *heap)
{
	if (!heap->blocks || heap->used == BLOCK_TREES) {
		struct ref_block *block = malloc(sizeof(*block));

		if (!block)
			abort();
		block->next = heap->blocks;
		heap->blocks = block;
		heap->used = 0;
	}
	return &heap->blocks->trees[heap->used++];
}

const struct ref_tree *ref_make(struct ref_heap *heap, uint64_t key, uint64_t weight,
				const struct ref_tree *left, const struct ref_tree *right)
{
	struct ref_tree *tree = take(heap);

	tree->key = key;
	tree->weight = weight;
	tree->left = left;
	tree->right = right;
	return tree;
}

/* The root of like with other subtrees. */
static const struct ref_tree *make(struct ref_heap *heap, const struct ref_tree *like,
				   const struct ref_tree *left, const struct ref_tree *right)
{
	return ref_make(heap, like->key, like->weight, left, right);
}

/* ---- cost ---- */

uint64_t ref_sum(const struct ref_tree *tree)
{
	return tree ? tree->weight + ref_sum(tree->left) + ref_sum(tree->right) : 0;
}

static struct ref_cost plus(struct ref_cost a, struct ref_cost b)
{
	struct ref_cost sum = { a.high + b.high, a.low + b.low };

	sum.high += sum.low < a.low;
	return sum;
}

static bool is_less(struct ref_cost a, struct ref_cost b)
{
	return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Weight times nodes visited, over all nodes below one at the given depth. */
static struct ref_cost cost_from(const struct ref_tree *tree, unsigned int depth)
{
	struct ref_cost cost = { 0, 0 }, own;

	if (!tree)
		return cost;
	own.high = 0;
	own.low = tree->weight;
	for (unsigned int visited = 0; visited <= depth; visited++)
		cost = plus(cost, own);
	cost = plus(cost, cost_from(tree->left, depth + 1));
	return plus(cost, cost_from(tree->right, depth + 1));
}

struct ref_cost ref_cost(const struct ref_tree *tree)
{
	return cost_from(tree, 0);
}

/* ---- the four rotations; NULL where there is nothing to lift ---- */

static const struct ref_tree *lift_left(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *y = tree ? tree->left : NULL;

	return y ? make(heap, y, y->left, make(heap, tree, y->right, tree->right)) : NULL;
}

static const struct ref_tree *lift_right(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *y = tree ? tree->right : NULL;

	return y ? make(heap, y, make(heap, tree, tree->left, y->left), y->right) : NULL;
}

static const struct ref_tree *lift_left_right(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *z = lift_right(heap, tree->left);

	return z ? lift_left(heap, make(heap, tree, z, tree->right)) : NULL;
}

static const struct ref_tree *lift_right_left(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *z = lift_left(heap, tree->right);

	return z ? lift_right(heap, make(heap, tree, tree->left, z)) : NULL;
}

/*
 * The shape that the rule turns tree into, NULL if it is to stay: the cheapest,
 * and of equals the one that is tried first, which is a single rotation.
 */
static const struct ref_tree *improve(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *candidates[4], *best = NULL;
	struct ref_cost least = ref_cost(tree);
	unsigned int rotations = 0;

	candidates[0] = lift_left(heap, tree);
	candidates[1] = lift_right(heap, tree);
	candidates[2] = lift_left_right(heap, tree);
	candidates[3] = lift_right_left(heap, tree);
	for (size_t i = 0; i < 4; i++) {
		struct ref_cost cost;

		if (!candidates[i])
			continue;
		cost = ref_cost(candidates[i]);
		if (!is_less(cost, least))
			continue;
		least = cost;
		best = candidates[i];
		rotations = i < 2 ? 1 : 2;
	}
	heap->rotations += rotations;
	return best;
}

/* Settles a tree whose subtrees are settled. */
static const struct ref_tree *settle(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *better;

	while ((better = improve(heap, tree)) != NULL) {
		/* What sank may gain now; what did not sink is settled still. */
		tree = make(heap, better, better->left ? settle(heap, better->left) : NULL,
			    better->right ? settle(heap, better->right) : NULL);
	}
	return tree;
}

bool ref_gains(struct ref_heap *heap, const struct ref_tree *tree)
{
	return improve(heap, tree) != NULL;
}

bool ref_is_settled(struct ref_heap *heap, const struct ref_tree *tree)
{
	return !tree || (!ref_gains(heap, tree) && ref_is_settled(heap, tree->left) &&
			 ref_is_settled(heap, tree->right));
}

/* make, and settle what it made. */
static const struct ref_tree *grow(struct ref_heap *heap, const struct ref_tree *like,
				   const struct ref_tree *left, const struct ref_tree *right)
{
	return settle(heap, make(heap, like, left, right));
}

/* ---- operations ---- */

const struct ref_tree *ref_insert(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key,
				  uint64_t weight)
{
	if (!tree)
		return ref_make(heap, key, weight, NULL, NULL);
	if (key < tree->key)
		return grow(heap, tree, ref_insert(heap, tree->left, key, weight), tree->right);
	return grow(heap, tree, tree->left, ref_insert(heap, tree->right, key, weight));
}

/* The root sinks, the heavier child rising over it, at a tie the left one, until it has but one. */
static const struct ref_tree *erase_root(struct ref_heap *heap, const struct ref_tree *tree)
{
	const struct ref_tree *left = tree->left, *right = tree->right;

	if (!left)
		return right;
	if (!right)
		return left;
	heap->rotations++;
	if (ref_sum(right) > ref_sum(left))
		return grow(heap, right, erase_root(heap, make(heap, tree, left, right->left)),
			    right->right);
	return grow(heap, left, left->left, erase_root(heap, make(heap, tree, left->right, right)));
}

const struct ref_tree *ref_erase(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key)
{
	if (key == tree->key)
		return erase_root(heap, tree);
	if (key < tree->key)
		return grow(heap, tree, ref_erase(heap, tree->left, key), tree->right);
	return grow(heap, tree, tree->left, ref_erase(heap, tree->right, key));
}

const struct ref_tree *ref_reweigh(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key,
				   uint64_t weight)
{
	struct ref_tree like = *tree;

	if (key == tree->key) {
		like.weight = weight;
		return grow(heap, &like, tree->left, tree->right);
	}
	if (key < tree->key)
		return grow(heap, tree, ref_reweigh(heap, tree->left, key, weight), tree->right);
	return grow(heap, tree, tree->left, ref_reweigh(heap, tree->right, key, weight));
}

/*
 * mid goes down the inner spine of the heavier tree, at a tie the left one, past
 * all that weigh more, with their outer subtrees, than mid and the lighter tree.
 */
static const struct ref_tree *join_right(struct ref_heap *heap, const struct ref_tree *tree,
					 const struct ref_tree *mid, const struct ref_tree *light)
{
	if (tree && ref_sum(tree) - ref_sum(tree->right) > mid->weight + ref_sum(light))
		return grow(heap, tree, tree->left, join_right(heap, tree->right, mid, light));
	return grow(heap, mid, tree, light);
}

static const struct ref_tree *join_left(struct ref_heap *heap, const struct ref_tree *light,
					const struct ref_tree *mid, const struct ref_tree *tree)
{
	if (tree && ref_sum(tree) - ref_sum(tree->left) > mid->weight + ref_sum(light))
		return grow(heap, tree, join_left(heap, light, mid, tree->left), tree->right);
	return grow(heap, mid, light, tree);
}

const struct ref_tree *ref_join(struct ref_heap *heap, const struct ref_tree *left,
				const struct ref_tree *mid, const struct ref_tree *right)
{
	if (ref_sum(right) > ref_sum(left))
		return join_left(heap, left, mid, right);
	return join_right(heap, left, mid, right);
}

struct ref_parts ref_split(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key)
{
	struct ref_parts parts = { tree->left, tree->right };

	if (key < tree->key) {
		parts = ref_split(heap, tree->left, key);
		parts.right = ref_join(heap, parts.right, tree, tree->right);
	} else if (key > tree->key) {
		parts = ref_split(heap, tree->right, key);
		parts.left = ref_join(heap, tree->left, tree, parts.left);
	}
	return parts;
}
