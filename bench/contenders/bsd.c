/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The red-black tree of BSD's tree.h, searched in three ways: with the
 * three-way descent that its users write; with this library's loop, so that the
 * gain from the loop and that from the balance rule can be told apart; and as
 * KVM does it since 2021, after a look at the slot used last.
 */
#include "contenders.h"

#ifdef BENCH_BSD

#include <bsd/sys/tree.h>
#include <stdlib.h>

#include "wbtree.h"

struct item {
	RB_ENTRY(item) links;
	struct range range;
	uint64_t count;
};

RB_HEAD(head, item);

static inline int by_range(const struct item *a, const struct item *b)
{
	return a->range.last < b->range.start ? -1 : a->range.start > b->range.last;
}

RB_GENERATE_INTERNAL(head, item, links, by_range, __attribute__((unused)) static inline)

struct tree {
	struct head head;
	struct items items;
	struct item *used; /* the item found last */
};

static void *bsd_create(const struct set *set)
{
	struct tree *tree = allocate_zeroed(1, sizeof(*tree));

	tree->items = items_create(set, offsetof(struct item, range));
	return tree;
}

static void bsd_destroy(void *index)
{
	struct tree *tree = index;

	free(tree->items.lines);
	free(tree);
}

static bool insert(struct tree *tree, struct item *item)
{
	return !RB_INSERT(head, &tree->head, item);
}

static bool bsd_build(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->items.n; i++)
		fine &= insert(tree, item_at(&tree->items, i));
	return fine;
}

static void bsd_clear(void *index)
{
	struct tree *tree = index;

	RB_INIT(&tree->head);
	items_clear(&tree->items);
}

static const void *bsd_root(const void *index)
{
	const struct tree *tree = index;

	return RB_ROOT(&tree->head);
}

static const void *bsd_child(const void *node, bool right)
{
	const struct item *item = node;

	return right ? RB_RIGHT(item, links) : RB_LEFT(item, links);
}

static const struct range *bsd_range(const void *node)
{
	return &((const struct item *)node)->range;
}

static const struct walk bsd_walk = { bsd_root, bsd_child, bsd_range };

/* -------------------------------------------------------------------------
 * Lookups
 */

static inline struct item *find_three_way(const struct tree *tree, uint64_t key)
{
	struct item wanted;

	wanted.range = (struct range){ key, key };
	return RB_FIND(head, (struct head *)(uintptr_t)&tree->head, &wanted);
}

/* P_find, but for the names of the links. */
static inline struct item *find_contains(const struct tree *tree, uint64_t key)
{
	struct item *item = RB_ROOT(&tree->head);

	while (item) {
		struct item *left = RB_LEFT(item, links), *right = RB_RIGHT(item, links);

		WB_BOTH_LOADED_(left, right);
		if (range_contains(&item->range, key))
			break;
		item = key > item->range.start ? right : left;
	}
	return item;
}

static inline struct item *find_cached(struct tree *tree, uint64_t key)
{
	struct item *item = tree->used;

	if (item && range_contains(&item->range, key))
		return item;
	item = find_three_way(tree, key);
	if (item)
		tree->used = item;
	return item;
}

static inline const uint64_t *start_in(const struct item *item)
{
	return item ? &item->range.start : NULL;
}

static inline const uint64_t *bsd_find(const void *index, uint64_t key)
{
	return start_in(find_three_way(index, key));
}

static inline const uint64_t *contains_find(const void *index, uint64_t key)
{
	return start_in(find_contains(index, key));
}

static inline const uint64_t *cached_find(const void *index, uint64_t key)
{
	return start_in(find_cached((struct tree *)(uintptr_t)index, key));
}

DEFINE_LOOKUPS(bsd, bsd_find);
DEFINE_LOOKUPS(contains, contains_find);
DEFINE_LOOKUPS(cached, cached_find);

/* -------------------------------------------------------------------------
 * Updates
 */

static inline bool insert_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return insert(tree, item_at(&tree->items, batch->arrivals[i]));
}

static inline bool erase_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	struct item *item = find_three_way(tree, batch->before[i].start);

	return RB_REMOVE(head, &tree->head, item);
}

static inline bool erase_handle_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;

	return RB_REMOVE(head, &tree->head, item_at(&tree->items, batch->arrivals[i]));
}

/* The tree does not change: only the neighbours' ends must leave the range its place. */
static inline bool resize_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	struct item *item = find_three_way(tree, batch->before[i].start);
	const struct item *next = RB_NEXT(head, &tree->head, item);

	item->range = batch->ranges[i];
	return !next || item->range.last < next->range.start;
}

static inline bool move_one(void *index, const struct batch *batch, size_t i)
{
	struct tree *tree = index;
	struct item *item = find_three_way(tree, batch->before[i].start);

	RB_REMOVE(head, &tree->head, item);
	item->range = batch->ranges[i];
	return insert(tree, item);
}

DEFINE_UPDATE(bsd_insert, insert_one);
DEFINE_UPDATE(bsd_erase, erase_one);
DEFINE_UPDATE(bsd_erase_handle, erase_handle_one);
DEFINE_UPDATE(bsd_resize, resize_one);
DEFINE_UPDATE(bsd_move, move_one);

static inline void count_hit(const void *index, const uint64_t *start)
{
	(void)index;
	((struct item *)((uintptr_t)start - offsetof(struct item, range)))->count++;
}

DEFINE_COUNTING(bsd, bsd_find, count_hit);

/* What all rows have in common. */
#define IN_A_TREE                                                                                  \
	.bytes = offsetof(struct item, count), .create = bsd_create, .destroy = bsd_destroy,       \
	.build = bsd_build, .clear = bsd_clear, .walk = &bsd_walk
#define BSD_UPDATES                                                                                \
	{                                                                                          \
		bsd_insert, bsd_erase, bsd_erase_handle, bsd_resize, bsd_move                      \
	}

#endif /* BENCH_BSD */

/* -------------------------------------------------------------------------
 * The contenders: by name only where the header is missing
 */

const struct contender contender_bsd = {
	.name = "rb 3-way",
	.about = "red-black tree of BSD's tree.h, searched with its three-way RB_FIND",
	.kind = TREES,
#ifdef BENCH_BSD
	IN_A_TREE,
	.lookups = { bsd_throughput, bsd_latency, bsd_cold, bsd_counting },
	.updates = BSD_UPDATES,
#endif
};

const struct contender contender_bsd_contains = {
	.name = "rb our loop",
	.about = "the same tree, searched by this library's loop",
	.kind = TREES,
#ifdef BENCH_BSD
	IN_A_TREE,
	.lookups = { contains_throughput, contains_latency, contains_cold },
#endif
};

const struct contender contender_bsd_cached = {
	.name = "rb cached",
	.about = "the same tree, RB_FIND after a look at the range found last: KVM since 2021",
	.kind = TREES,
#ifdef BENCH_BSD
	IN_A_TREE,
	.lookups = { cached_throughput, cached_latency, cached_cold },
	.updates = BSD_UPDATES,
#endif
};
