/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The C library's tsearch(3): its nodes are its own, and hold pointers to the ranges. */
#include "contenders.h"

#include <search.h>
#include <stdlib.h>

struct item {
	struct range range;
	uint64_t count;
};

struct tree {
	void *root;
	struct item *items; /* in the order of arrival */
	size_t n;
};

static void *tsearch_create(const struct set *set)
{
	struct tree *tree = allocate_zeroed(1, sizeof(*tree));

	tree->n = set->n;
	tree->items = allocate_zeroed(set->n, sizeof(*tree->items));
	for (size_t i = 0; i < set->n; i++)
		tree->items[i].range = set->ranges[set->arrival[i]];
	return tree;
}

static int by_range(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->range.last < y->range.start ? -1 : x->range.start > y->range.last;
}

static struct item *item_of(const void *node)
{
	return node ? *(struct item *const *)node : NULL;
}

static void tsearch_clear(void *index)
{
	struct tree *tree = index;

	while (tree->root)
		tdelete(item_of(tree->root), &tree->root, by_range);
}

static void tsearch_destroy(void *index)
{
	struct tree *tree = index;

	tsearch_clear(tree);
	free(tree->items);
	free(tree);
}

static bool insert(struct tree *tree, struct item *item)
{
	void *node = tsearch(item, &tree->root, by_range);

	return node && item_of(node) == item;
}

static bool tsearch_build(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->n; i++)
		fine &= insert(tree, &tree->items[i]);
	return fine;
}

static inline struct item *find(const struct tree *tree, uint64_t key)
{
	const struct item wanted = { .range = { key, key } };

	return item_of(tfind(&wanted, &tree->root, by_range));
}

static inline const uint64_t *tsearch_find(const void *index, uint64_t key)
{
	const struct item *item = find(index, key);

	return item ? &item->range.start : NULL;
}

static inline void count_hit(const void *index, const uint64_t *start)
{
	(void)index;
	((struct item *)((uintptr_t)start - offsetof(struct item, range)))->count++;
}

DEFINE_LOOKUPS(tsearch, tsearch_find);
DEFINE_COUNTING(tsearch, tsearch_find, count_hit);

static inline bool insert_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return insert(tree, &tree->items[batch->arrivals[i]]);
}

static inline bool erase_one(void *index, const struct batch *batch, size_t i)
{
	const struct item wanted = { .range = batch->before[i] };
	struct tree *tree = index;

	return tdelete(&wanted, &tree->root, by_range);
}

DEFINE_UPDATE(tsearch_insert, insert_one);
DEFINE_UPDATE(tsearch_erase, erase_one);

/* twalk() hands nothing on to its action. */
static uint64_t walk_digest;

static void add_to_digest(const void *node, VISIT visit, int depth)
{
	(void)depth;
	if (visit == postorder || visit == leaf)
		walk_digest = digest_range(walk_digest, &item_of(node)->range);
}

static uint64_t tsearch_digest(const void *index)
{
	const struct tree *tree = index;

	walk_digest = 0;
	twalk(tree->root, add_to_digest);
	return walk_digest;
}

const struct contender contender_tsearch = {
	.name = "tsearch(3)",
	.about = "the C library's tree, with calls of a comparison function",
	.kind = TREES,
	/* glibc: a node of three pointers, and malloc's word before it */
	.bytes = sizeof(struct range) + 4 * sizeof(void *),
	.most = MOST_IN_EXTRA_TREES,
	.create = tsearch_create,
	.destroy = tsearch_destroy,
	.build = tsearch_build,
	.clear = tsearch_clear,
	.digest = tsearch_digest,
	.lookups = { tsearch_throughput, tsearch_latency, tsearch_cold, tsearch_counting },
	.updates = { tsearch_insert, tsearch_erase },
};
