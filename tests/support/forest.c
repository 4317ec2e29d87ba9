/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "forest.h"

#include <string.h>

#include "totals.h"

void forest_init(struct forest *forest, const struct weight_set *set, uint64_t seed)
{
	*forest = (struct forest){ .rng = { seed } };
	for (size_t i = 0; i < FOREST_TREES; i++)
		model_init(&forest->trees[i], FOREST_POOL);
	for (size_t i = 0; i < FOREST_POOL; i++)
		forest->pool[i].key = i / 2;
	set->fill(&forest->rng, forest->weights, FOREST_POOL);
}

void forest_free(struct forest *forest)
{
	for (size_t i = 0; i < FOREST_TREES; i++)
		model_free(&forest->trees[i]);
}

static struct item *any_item(struct forest *forest)
{
	return &forest->pool[rng_below(&forest->rng, FOREST_POOL)];
}

static size_t any_below(struct forest *forest, size_t limit)
{
	return (size_t)rng_below(&forest->rng, limit);
}

static wb_weight_t any_weight(struct forest *forest)
{
	wb_weight_t weight = forest->weights[any_below(forest, FOREST_POOL)];

	return rng_below(&forest->rng, 32) ? weight : UINT64_MAX - rng_below(&forest->rng, 64);
}

/* Whether key may stand behind all of the trees before tree, and all that is in it from index on.
 */
static bool has_place(const struct forest *forest, uint64_t key, size_t tree)
{
	for (size_t i = 0; i < FOREST_TREES; i++) {
		const struct model *model = &forest->trees[i];

		if (!model->count)
			continue;
		if (i < tree && model->items[model->count - 1]->key > key)
			return false;
		if (i > tree && model->items[0]->key < key)
			return false;
	}
	return true;
}

static bool is_in(const struct model *model, const struct item *item)
{
	for (size_t i = 0; i < model->count; i++)
		if (model->items[i] == item)
			return true;
	return false;
}

/* Inserts, erases, reweighs or replaces an item of one tree. */
static void change_one(struct forest *forest, size_t tree)
{
	struct model *model = &forest->trees[tree];
	struct item *item = any_item(forest), *twin = &forest->pool[(item - forest->pool) ^ 1];

	if (!item->weight) {
		if (has_place(forest, item->key, tree))
			model_insert(model, item, any_weight(forest));
		return;
	}
	if (!is_in(model, item))
		return;
	if (rng_below(&forest->rng, 3) == 0)
		model_erase(model, item);
	else if (rng_below(&forest->rng, 2))
		model_reweigh(model, item, any_weight(forest));
	else
		model_replace(model, item, twin);
}

/* Moves what the model has from index first on to the end of another one. */
static void move_items(struct model *from, size_t first, struct model *to)
{
	for (size_t i = first; i < from->count; i++) {
		to->items[to->count++] = from->items[i];
		to->total += from->items[i]->weight;
		from->total -= from->items[i]->weight;
	}
	from->count = first;
}

static void split_one(struct forest *forest, size_t tree)
{
	struct model *left = &forest->trees[tree], *right = left + 1;
	struct item *at;
	size_t i;

	if (tree + 1 == FOREST_TREES || right->count || !left->count)
		return;
	i = any_below(forest, left->count);
	at = left->items[i];
	check_status(wb_split(&left->root, &at->node, &left->root, &right->root), WB_OK);
	move_items(left, i + 1, right);
	left->count--;
	left->total -= at->weight;
	at->weight = 0;
}

static void join_two(struct forest *forest, size_t tree)
{
	struct model *left = &forest->trees[tree], *right = left + 1;
	struct item *mid = any_item(forest);
	wb_weight_t weight = any_weight(forest);
	int expected = WB_OK;

	if (tree + 1 == FOREST_TREES || mid->weight || !has_place(forest, mid->key, tree) ||
	    !has_place(forest, mid->key, tree + 1))
		return;
	if (left->total > UINT64_MAX - weight || right->total > UINT64_MAX - weight - left->total)
		expected = WB_E_OVERFLOW;
	check_status(wb_join(&left->root, &mid->node, weight, &right->root), expected);
	if (expected)
		return;
	mid->weight = weight;
	left->items[left->count++] = mid;
	left->total += weight;
	move_items(right, 0, left);
}

static void extract_some(struct forest *forest, size_t tree)
{
	struct model *model = &forest->trees[tree];
	struct wb_node *node, *next;
	size_t first, last;

	if (!model->count)
		return;
	first = any_below(forest, model->count);
	last = first + any_below(forest, model->count - first);
	node = wb_extract(&model->root, &model->items[first]->node, &model->items[last]->node);
	for (size_t i = first; i <= last; i++) {
		check(node == &model->items[i]->node);
		next = node->child[WB_RIGHT];
		node->child[WB_RIGHT] = NULL;
		check(!node->parent && !node->child[WB_LEFT] && !node->sum);
		model->total -= model->items[i]->weight;
		model->items[i]->weight = 0;
		node = next;
	}
	check(!node);
	memmove(&model->items[first], &model->items[last + 1],
		(model->count - last - 1) * sizeof(model->items[0]));
	model->count -= last + 1 - first;
}

void forest_step(struct forest *forest)
{
	size_t tree = any_below(forest, FOREST_TREES);

	switch (rng_below(&forest->rng, 32)) {
	case 0:
		wb_rebuild(&forest->trees[tree].root);
		break;
	case 1:
		extract_some(forest, tree);
		break;
	case 2:
	case 3:
		split_one(forest, tree);
		break;
	case 4:
	case 5:
	case 6:
	case 7:
		join_two(forest, tree);
		break;
	default:
		change_one(forest, tree);
		break;
	}
	for (size_t i = 0; i < FOREST_TREES; i++)
		check_model(&forest->trees[i]);
}
