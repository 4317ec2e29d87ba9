/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The tree, and the forms in which it can be used. rotations.c compiles this
 * file a second time, with other names.
 */
#include "contenders.h"

#include <stdlib.h>
#include <string.h>

#include "wbtree.h"

#ifndef CONTENDER
#define CONTENDER(name) contender_##name
#endif

struct item {
	struct wb_node node;
	struct range range;
	wb_weight_t weight; /* of trees that are not weighted by size */
};

/* An item and what is left of its cache line: what P_relayout makes an array of. */
union slot {
	struct item item;
	char line[CACHE_LINE];
};

#define SLOT_START(slot) ((slot)->item.range.start)
#define SLOT_LAST(slot) ((slot)->item.range.last)
#define SLOT_WEIGHT(slot) ((slot)->item.weight)
WB_RANGE_DEFINE(sized, union slot, item.node, uint64_t, SLOT_START, SLOT_LAST);
WB_RANGE_DEFINE_WEIGHTED(weighted, union slot, item.node, uint64_t, SLOT_START, SLOT_LAST,
			 SLOT_WEIGHT);

struct tree {
	struct wb_root root;
	struct items items;
	union slot *hint;
	union slot *preorder; /* the items after relayout */
};

static union slot *slot_at(const struct tree *tree, size_t i)
{
	return item_at(&tree->items, i);
}

static inline const uint64_t *start_in(const union slot *slot)
{
	return slot ? &slot->item.range.start : NULL;
}

static void *tree_create(const struct set *set)
{
	struct tree *tree = allocate_zeroed(1, sizeof(*tree));

	tree->items = items_create(set, offsetof(struct item, range));
	return tree;
}

static void tree_destroy(void *index)
{
	struct tree *tree = index;

	free(tree->items.lines);
	free(tree->preorder);
	free(tree);
}

static bool tree_build(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->items.n; i++)
		fine &= sized_insert(&tree->root, slot_at(tree, i)) == WB_OK;
	return fine;
}

static void tree_clear(void *index)
{
	struct tree *tree = index;

	tree->root = (struct wb_root)WB_ROOT_INIT;
	items_clear(&tree->items);
}

/* -------------------------------------------------------------------------
 * Walking
 */

static const void *tree_root(const void *index)
{
	const struct tree *tree = index;

	return tree->root.node;
}

static const void *tree_child(const void *node, bool right)
{
	return ((const struct wb_node *)node)->child[right];
}

static const struct range *tree_range(const void *node)
{
	const union slot *slot = wb_entry((const struct wb_node *)node, union slot, item.node);

	return &slot->item.range;
}

static const struct walk tree_walk = { tree_root, tree_child, tree_range };

/* -------------------------------------------------------------------------
 * Lookups
 */

static inline const uint64_t *tree_find(const void *index, uint64_t key)
{
	const struct tree *tree = index;

	return start_in(sized_find(&tree->root, key));
}

static inline const uint64_t *hint_find(const void *index, uint64_t key)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;

	return start_in(sized_find_hint(&tree->root, key, &tree->hint));
}

DEFINE_LOOKUPS(tree, tree_find);
DEFINE_LOOKUPS(hint, hint_find);

/* Keys that are handed to P_find_batch at once. */
#define BATCH 1024

static uint64_t batch_throughput(const void *index, const uint64_t *keys, size_t n)
{
	const struct tree *tree = index;
	union slot *found[BATCH], none = { .item.range.start = 0 };
	uint64_t sum = 0;

	for (size_t length; n; n -= length, keys += length) {
		length = n < BATCH ? n : BATCH;
		sized_find_batch(&tree->root, keys, found, length);
		for (size_t i = 0; i < length; i++) {
			const union slot *slot = choose(!found[i], found[i], &none);

			sum += SLOT_START(slot);
		}
	}
	return sum;
}

/* -------------------------------------------------------------------------
 * Updates
 */

static inline bool tree_insert_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return sized_insert(&tree->root, slot_at(tree, batch->arrivals[i])) == WB_OK;
}

static inline bool tree_erase_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return sized_erase(&tree->root, sized_find(&tree->root, batch->before[i].start));
}

static inline bool tree_erase_handle_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return sized_erase(&tree->root, slot_at(tree, batch->arrivals[i]));
}

static inline bool tree_resize_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	union slot *slot = sized_find(&tree->root, batch->before[i].start);

	slot->item.range = batch->ranges[i];
	return sized_update(&tree->root, slot) == WB_OK;
}

static inline bool tree_move_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	union slot *slot = sized_find(&tree->root, batch->before[i].start);
	bool fine = sized_erase(&tree->root, slot);

	slot->item.range = batch->ranges[i];
	return fine && sized_insert(&tree->root, slot) == WB_OK;
}

DEFINE_UPDATE(tree_insert, tree_insert_one);
DEFINE_UPDATE(tree_erase, tree_erase_one);
DEFINE_UPDATE(tree_erase_handle, tree_erase_handle_one);
DEFINE_UPDATE(tree_resize, tree_resize_one);
DEFINE_UPDATE(tree_move, tree_move_one);

/* -------------------------------------------------------------------------
 * Other ways to build
 */

static int by_start(const void *a, const void *b)
{
	const union slot *const *x = a, *const *y = b;

	return SLOT_START(*x) < SLOT_START(*y) ? -1 : SLOT_START(*x) > SLOT_START(*y);
}

static bool built_build(void *index)
{
	struct tree *tree = index;
	size_t n = tree->items.n;
	union slot **sorted = allocate(n, sizeof(*sorted));
	bool fine;

	for (size_t i = 0; i < n; i++)
		sorted[i] = slot_at(tree, i);
	qsort(sorted, n, sizeof(*sorted), by_start);
	fine = sized_build(&tree->root, sorted, n) == WB_OK;
	free(sorted);
	return fine;
}

static bool relayout_build(void *index)
{
	struct tree *tree = index;
	size_t n = tree->items.n;

	if (!tree_build(tree))
		return false;
	tree->preorder = allocate_lines(n * sizeof(*tree->preorder));
	return sized_relayout(&tree->root, tree->preorder, n) == n;
}

static bool weighted_build_one_by_one(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->items.n; i++)
		fine &= weighted_insert(&tree->root, slot_at(tree, i)) == WB_OK;
	return fine;
}

static void *smooth_create(const struct set *set)
{
	struct tree *tree = tree_create(set);
	wb_weight_t total = 0;

	for (size_t i = 0; i < set->n; i++)
		total += range_size(&set->ranges[i]);
	for (size_t i = 0; i < set->n; i++)
		slot_at(tree, i)->item.weight =
			wb_smooth_weight(range_size(&set->ranges[set->arrival[i]]), total, set->n);
	return tree;
}

/* -------------------------------------------------------------------------
 * Weights that count hits
 */

static void *hits_create(const struct set *set)
{
	struct tree *tree = tree_create(set);

	for (size_t i = 0; i < set->n; i++)
		slot_at(tree, i)->item.weight = 1;
	return tree;
}

static inline void hits_count(const void *index, const uint64_t *start)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;
	struct item *item = (struct item *)((uintptr_t)start - offsetof(struct item, range));
	int status = wb_set_weight(&tree->root, &item->node, ++item->weight);

	(void)status;
}

DEFINE_COUNTING(hits, tree_find, hits_count);

static inline bool hits_hit_one(void *index, const struct batch *batch, size_t i)
{
	hits_counting(index, &batch->before[i].start, 1);
	return true;
}

DEFINE_UPDATE(hits_hit, hits_hit_one);

/* -------------------------------------------------------------------------
 * The contenders
 */

#define LINKS_AND_RANGE (sizeof(struct wb_node) + sizeof(struct range))

/* What all rows have in common. */
#define IN_A_TREE .kind = OURS, .destroy = tree_destroy, .walk = &tree_walk
#define BY_SIZE_IN_A_TREE IN_A_TREE, .bytes = LINKS_AND_RANGE, .create = tree_create

const struct contender CONTENDER(wbtree) = {
	.name = "wbtree",
	.about = "this library's tree, ranges inserted one by one, P_find",
	BY_SIZE_IN_A_TREE,
	.build = tree_build,
	.clear = tree_clear,
	.lookups = { tree_throughput, tree_latency, tree_cold },
	.updates = { tree_insert, tree_erase, tree_erase_handle, tree_resize, tree_move },
};

const struct contender CONTENDER(batch) = {
	.name = "batch",
	.about = "the same tree, P_find_batch with 1024 keys at a time",
	BY_SIZE_IN_A_TREE,
	.build = tree_build,
	.lookups = { batch_throughput },
};

const struct contender CONTENDER(hint) = {
	.name = "hint",
	.about = "the same tree, P_find_hint: the range found last is tried first",
	BY_SIZE_IN_A_TREE,
	.build = tree_build,
	.lookups = { hint_throughput, hint_latency, hint_cold },
};

const struct contender CONTENDER(relayout) = {
	.name = "relayout",
	.about = "the same tree after P_relayout: items lie in the order of the tree",
	BY_SIZE_IN_A_TREE,
	.build = relayout_build,
	.lookups = { tree_throughput, tree_latency, tree_cold },
};

const struct contender CONTENDER(relayout_batch) = {
	.name = "relayout+batch",
	.about = "both",
	BY_SIZE_IN_A_TREE,
	.build = relayout_build,
	.lookups = { batch_throughput },
};

const struct contender CONTENDER(smooth) = {
	.name = "smooth",
	.about = "weights by wb_smooth_weight, which bounds the depth of rare targets and misses",
	IN_A_TREE,
	.bytes = LINKS_AND_RANGE,
	.most = MOST_IN_EXTRA_TREES,
	.create = smooth_create,
	.build = weighted_build_one_by_one,
	.lookups = { tree_throughput, tree_latency, tree_cold },
};

const struct contender CONTENDER(hits) = {
	.name = "wbtree hits",
	.about = "weights are 1 and grow by 1 with each hit; wb_set_weight after P_find",
	IN_A_TREE,
	.bytes = LINKS_AND_RANGE + sizeof(wb_weight_t),
	.most = MOST_IN_EXTRA_TREES,
	.create = hits_create,
	.build = weighted_build_one_by_one,
	.lookups = { [COUNTING] = hits_counting },
	.updates = { [HIT] = hits_hit },
};

const struct contender CONTENDER(built) = {
	.name = "P_build",
	.about = "all ranges at once: sorted by qsort(3), then P_build",
	BY_SIZE_IN_A_TREE,
	.build = built_build,
	.clear = tree_clear,
	.lookups = { tree_throughput, tree_latency, tree_cold },
};
