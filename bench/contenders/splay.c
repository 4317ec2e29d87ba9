/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The splay tree of BSD's tree.h: each lookup brings what it found, or came to, to the root. */
#include "contenders.h"

#ifdef BENCH_BSD

#include <bsd/sys/tree.h>
#include <stdlib.h>

struct item {
	SPLAY_ENTRY(item) links;
	struct range range;
};

SPLAY_HEAD(bench_splay, item);

static inline int by_range(const struct item *a, const struct item *b)
{
	return a->range.last < b->range.start ? -1 : a->range.start > b->range.last;
}

/* Of what SPLAY_PROTOTYPE would declare, what is used here. */
void bench_splay_SPLAY(struct bench_splay *head, struct item *item);
void bench_splay_SPLAY_MINMAX(struct bench_splay *head, int which);
SPLAY_GENERATE(bench_splay, item, links, by_range)

struct tree {
	struct bench_splay head;
	struct items items;
};

static void *create(const struct set *set)
{
	struct tree *tree = allocate_zeroed(1, sizeof(*tree));

	tree->items = items_create(set, offsetof(struct item, range));
	return tree;
}

static void destroy(void *index)
{
	struct tree *tree = index;

	free(tree->items.lines);
	free(tree);
}

static bool build(void *index)
{
	struct tree *tree = index;
	bool fine = true;

	for (size_t i = 0; i < tree->items.n; i++)
		fine &= !SPLAY_INSERT(bench_splay, &tree->head, item_at(&tree->items, i));
	return fine;
}

/* After insertions in random order the tree is not deep. */
static uint64_t digest_below(const struct item *item, uint64_t digest)
{
	if (!item)
		return digest;
	digest = digest_below(SPLAY_LEFT(item, links), digest);
	digest = digest_range(digest, &item->range);
	return digest_below(SPLAY_RIGHT(item, links), digest);
}

static uint64_t digest(const void *index)
{
	const struct tree *tree = index;

	return digest_below(SPLAY_ROOT(&tree->head), 0);
}

static inline const uint64_t *splay_find(const void *index, uint64_t key)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;
	struct item wanted, *item;

	wanted.range = (struct range){ key, key };
	bench_splay_SPLAY(&tree->head, &wanted);
	item = SPLAY_ROOT(&tree->head);
	return range_contains(&item->range, key) ? &item->range.start : NULL;
}

DEFINE_LOOKUPS(splay, splay_find);

#endif /* BENCH_BSD */

const struct contender contender_splay = {
	.name = "splay",
	.about = "splay tree of BSD's tree.h: each lookup brings what it found to the root",
	.kind = TREES,
#ifdef BENCH_BSD
	.bytes = sizeof(struct item),
	.most = MOST_IN_EXTRA_TREES,
	.create = create,
	.destroy = destroy,
	.build = build,
	.digest = digest,
	.lookups = { splay_throughput, splay_latency, splay_cold },
#endif
};
