/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "contenders.h"

#include <stdlib.h>
#include <string.h>

const struct contender *const all_contenders[] = {
	&contender_wbtree,	 &contender_batch,	    &contender_hint,
	&contender_relayout,	 &contender_relayout_batch, &contender_smooth,
	&contender_hits,	 &contender_built,	    &contender_learned,
	&contender_learned_hint, &contender_learned_extent, &contender_learn_64,
	&contender_learn_256,	 &contender_equal,	    &contender_exact,
	&contender_bsd,		 &contender_bsd_contains,   &contender_bsd_cached,
	&contender_boost_rb,	 &contender_boost_treap,    &contender_boost_treap_contains,
	&contender_splay,	 &contender_tsearch,	    &contender_bsearch,
	&contender_branchless,	 &contender_prefetch,	    &contender_split,
	&contender_array_batch,	 &contender_cached,	    &contender_array_extent,
	&contender_eytzinger,	 &contender_scan,
};
const size_t n_all_contenders = COUNT(all_contenders);

/* What is not compiled for want of a header has a name all the same. */
#ifndef BENCH_BOOST
const struct contender contender_boost_rb = { .name = "boost rbtree" };
const struct contender contender_boost_treap = { .name = "boost treap" };
const struct contender contender_boost_treap_contains = { .name = "treap our loop" };
#endif

uint64_t opaque_zero(void)
{
	static volatile uint64_t zero;

	return zero;
}

struct items items_create(const struct set *set, size_t range_at)
{
	struct items items = { allocate_lines(set->n * CACHE_LINE), set->n, range_at };

	for (size_t i = 0; i < set->n; i++)
		memcpy((char *)item_at(&items, i) + range_at, &set->ranges[set->arrival[i]],
		       sizeof(struct range));
	return items;
}

void items_clear(struct items *items)
{
	for (size_t i = 0; i < items->n; i++)
		memset(item_at(items, i), 0, items->range_at);
}

/* -------------------------------------------------------------------------
 * Walks
 */

double walk_nodes(const struct walk *walk, const void *index, const uint64_t *keys, size_t n)
{
	double nodes = 0;

	for (size_t i = 0; i < n; i++) {
		const void *node = walk->root(index);

		while (node) {
			const struct range *range = walk->range(node);

			nodes++;
			node = range_contains(range, keys[i])
				       ? NULL
				       : walk->child(node, keys[i] > range->start);
		}
	}
	return nodes / (double)n;
}

static size_t height_below(const struct walk *walk, const void *node)
{
	size_t left, right;

	if (!node)
		return 0;
	left = height_below(walk, walk->child(node, false));
	right = height_below(walk, walk->child(node, true));
	return 1 + (left > right ? left : right);
}

size_t walk_height(const struct walk *walk, const void *index)
{
	return height_below(walk, walk->root(index));
}

static uint64_t digest_below(const struct walk *walk, const void *node, uint64_t digest)
{
	if (!node)
		return digest;
	digest = digest_below(walk, walk->child(node, false), digest);
	digest = digest_range(digest, walk->range(node));
	return digest_below(walk, walk->child(node, true), digest);
}

/* -------------------------------------------------------------------------
 * Indexes
 */

void contender_check(const struct contender *contender, const void *index, const struct set *set)
{
	const struct walk *walk = contender->walk;
	uint64_t digest = 0, held;

	held = walk ? digest_below(walk, walk->root(index), 0) : contender->digest(index);
	for (size_t i = 0; i < set->n; i++)
		digest = digest_range(digest, &set->ranges[i]);
	if (held != digest)
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s does not hold the set's ranges",
		     set->name, (unsigned long)set->n, contender->name);
}

void *contender_start(const struct contender *contender, const struct set *set)
{
	void *index = contender->create(set);

	if (!contender->build(index))
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s can't be built", set->name,
		     (unsigned long)set->n, contender->name);
	contender_check(contender, index, set);
	return index;
}

bool contender_takes(const struct contender *contender, size_t n)
{
	return contender->create && (!contender->most || n <= contender->most);
}
