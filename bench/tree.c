/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The tree: items that hold links and range in one cache line, one allocated after the other. */
#include "contenders.h"

#include <stdlib.h>
#include <string.h>

#include "wbtree.h"

struct item {
	struct wb_node node;
	struct range range;
};

#define ITEM_START(item) ((item)->range.start)
#define ITEM_LAST(item) ((item)->range.last)
WB_RANGE_DEFINE(item, struct item, node, uint64_t, ITEM_START, ITEM_LAST);

/* An item and what is left of its cache line. */
union slot {
	struct item item;
	char line[CACHE_LINE];
};

struct tree {
	struct wb_root root;
	union slot *slots; /* in the order of arrival */
	size_t n;
};

static void *tree_create(const struct set *set)
{
	struct tree *tree = allocate_zeroed(1, sizeof(*tree));

	tree->n = set->n;
	tree->slots = allocate_lines(set->n * sizeof(*tree->slots));
	for (size_t i = 0; i < set->n; i++)
		tree->slots[i].item.range = set->ranges[set->arrival[i]];
	return tree;
}

static void tree_destroy(void *index)
{
	struct tree *tree = index;

	free(tree->slots);
	free(tree);
}

static bool tree_build(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->n; i++)
		fine &= item_insert(&tree->root, &tree->slots[i].item) == WB_OK;
	return fine;
}

static void tree_clear(void *index)
{
	struct tree *tree = index;

	tree->root = (struct wb_root)WB_ROOT_INIT;
	for (size_t i = 0; i < tree->n; i++)
		tree->slots[i].item.node = (struct wb_node){ 0 };
}

static inline const struct range *tree_find(const void *index, uint64_t key)
{
	const struct tree *tree = index;
	const struct item *item = item_find(&tree->root, key);

	return item ? &item->range : NULL;
}

DEFINE_LOOKUPS(tree, tree_find);

static inline bool tree_insert_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return item_insert(&tree->root, &tree->slots[batch->arrivals[i]].item) == WB_OK;
}

static inline bool tree_erase_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return item_erase(&tree->root, item_find(&tree->root, batch->ranges[i].start));
}

static inline bool tree_resize_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	struct item *item = item_find(&tree->root, batch->ranges[i].start);

	item->range.last = batch->ranges[i].last;
	return item_update(&tree->root, item) == WB_OK;
}

DEFINE_UPDATE(tree_insert, tree_insert_one);
DEFINE_UPDATE(tree_erase, tree_erase_one);
DEFINE_UPDATE(tree_resize, tree_resize_one);

static uint64_t tree_digest(const void *index)
{
	const struct tree *tree = index;
	uint64_t digest = 0;

	for (struct item *item = item_first(&tree->root); item; item = item_next(item))
		digest = digest_range(digest, &item->range);
	return digest;
}

struct visits wbtree_visits(const void *index, const uint64_t *keys, size_t n)
{
	const struct tree *tree = index;
	struct visits visits = { 0, 0 };

	for (size_t i = 0; i < n; i++) {
		const struct item *hit = item_find(&tree->root, keys[i]);
		const struct wb_node *node = tree->root.node;

		visits.hits += hit != NULL;
		while (node) {
			const struct item *item = wb_entry(node, struct item, node);

			visits.nodes++;
			node = item == hit ? NULL : node->child[keys[i] > item->range.start];
		}
	}
	visits.nodes /= (double)n;
	visits.hits /= (double)n;
	return visits;
}

const struct contender contender_wbtree = {
	.name = "wbtree",
	.about = "this library's tree, its find loop",
	.create = tree_create,
	.destroy = tree_destroy,
	.build = tree_build,
	.clear = tree_clear,
	.lookups = { tree_throughput, tree_latency },
	.updates = { tree_insert, tree_erase, tree_resize },
	.digest = tree_digest,
};
