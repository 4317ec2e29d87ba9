/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The balance rule once more, written to be read and not to be fast: trees are
 * values that never change, an operation makes a new tree, and what a rotation
 * gains is found by computing the cost of both shapes from nothing. It shares
 * no code and no formula with the library and says which shape the library
 * must come to.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ref_tree {
	uint64_t key, weight;
	const struct ref_tree *left, *right;
};

/* The memory that trees live in until it is freed. All zero is ready for use. */
struct ref_heap {
	struct ref_block *blocks;
	size_t used;
	uint64_t rotations; /* done in all operations so far; a double is two */
};

void ref_free(struct ref_heap *heap);

/* A tree of these parts, as it is. */
const struct ref_tree *ref_make(struct ref_heap *heap, uint64_t key, uint64_t weight,
				const struct ref_tree *left, const struct ref_tree *right);

/* Whether some rotation at the root would gain, and whether none would anywhere. */
bool ref_gains(struct ref_heap *heap, const struct ref_tree *tree);
bool ref_is_settled(struct ref_heap *heap, const struct ref_tree *tree);

/* NULL is the empty tree. Keys equal to the new one come before it. */
const struct ref_tree *ref_insert(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key,
				  uint64_t weight);

/* Of keys that are there once. */
const struct ref_tree *ref_erase(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key);
const struct ref_tree *ref_reweigh(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key,
				   uint64_t weight);

/* Both trees, which may be empty, with mid between them. mid's own subtrees do not matter. */
const struct ref_tree *ref_join(struct ref_heap *heap, const struct ref_tree *left,
				const struct ref_tree *mid, const struct ref_tree *right);

/* What is before key, which is there, and what is after it. */
struct ref_parts {
	const struct ref_tree *left, *right;
};

struct ref_parts ref_split(struct ref_heap *heap, const struct ref_tree *tree, uint64_t key);

/* Costs need more than 64 bits when weights fill them. */
struct ref_cost {
	uint64_t high, low;
};

struct ref_cost ref_cost(const struct ref_tree *tree);
uint64_t ref_sum(const struct ref_tree *tree);

#endif /* REFERENCE_H */
