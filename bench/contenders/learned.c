/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The tree whose weights are learned from lookups, and the ways to look up in it. */
#include "contenders.h"

#include <stdlib.h>
#include <string.h>

#include "wbtree_learn.h"

struct item {
	struct wb_node node;
	struct range range;
};

#define ITEM_START(item) ((item)->range.start)
#define ITEM_LAST(item) ((item)->range.last)
WB_RANGE_DEFINE_LEARNED(learned, struct item, node, uint64_t, ITEM_START, ITEM_LAST);
WB_EXTENT_DEFINE(learned, struct item, node, uint64_t);

struct tree {
	struct wb_root root;
	struct wb_learner learner;
	struct items items;
	struct item *hint;
	struct learned_extent extent;
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

static int by_start(const void *a, const void *b)
{
	const struct item *const *x = a, *const *y = b;

	return ITEM_START(*x) < ITEM_START(*y) ? -1 : ITEM_START(*x) > ITEM_START(*y);
}

/* The items by their ranges; freed by the caller. */
static struct item **sorted_items(const struct tree *tree)
{
	struct item **sorted = allocate(tree->items.n, sizeof(*sorted));

	for (size_t i = 0; i < tree->items.n; i++)
		sorted[i] = item_at(&tree->items, i);
	qsort(sorted, tree->items.n, sizeof(*sorted), by_start);
	return sorted;
}

static bool build(void *index)
{
	struct tree *tree = index;
	struct item **sorted = sorted_items(tree);
	bool fine = learned_build(&tree->root, sorted, tree->items.n) == WB_OK;

	free(sorted);
	return fine;
}

static const void *root_of(const void *index)
{
	const struct tree *tree = index;

	return tree->root.node;
}

static const void *child_of(const void *node, bool right)
{
	return ((const struct wb_node *)node)->child[right];
}

static const struct range *range_of(const void *node)
{
	return &wb_entry((const struct wb_node *)node, struct item, node)->range;
}

static const struct walk walk = { root_of, child_of, range_of };

/* -------------------------------------------------------------------------
 * Learning before it is measured
 */

/* By then the tree has forgotten how it began: half the weights are gone after one window. */
#define WINDOWS 2
/* What the defaults come to. */
#define SEARCHES_OF_A_WINDOW 8 /* learned from, for each range */
#define LEAST_SEARCHES 4000
#define EVERY 64

/*
 * What a learner learns that takes one of EVERY lookups, without the others, which
 * would change nothing: the keys come round again and again, each some places on.
 */
static void teach_sample(struct tree *tree, const struct keys *keys)
{
	struct random random = random_start(tree->items.n, FOR_KEYS);
	size_t searches = WINDOWS * SEARCHES_OF_A_WINDOW * tree->items.n, at = 0;

	tree->learner = (struct wb_learner){ .sampling = { .every = 1 } };
	for (searches += LEAST_SEARCHES; searches; searches--) {
		learned_find_learn(&tree->root, keys->keys[at], &tree->learner);
		at = (at + 1 + random_below(&random, 2 * EVERY - 1)) % keys->n;
	}
}

static void teach_and_stop(void *index, const struct keys *keys)
{
	teach_sample(index, keys);
}

static void teach_for_64(void *index, const struct keys *keys)
{
	struct tree *tree = index;

	teach_sample(tree, keys);
	tree->learner.sampling.every = 64;
}

static void teach_for_256(void *index, const struct keys *keys)
{
	struct tree *tree = index;

	teach_sample(tree, keys);
	tree->learner.sampling.every = 256;
}

/* Each of the keys counts the same, and much more than the weight 1 that ranges begin with. */
static void teach_exactly(void *index, const struct keys *keys)
{
	struct tree *tree = index;
	struct wb_learner learner = {
		.sampling = { .every = 1 },
		.credit = 1000,
		.limit = UINT64_MAX,
	};

	for (size_t i = 0; i < keys->n; i++)
		learned_find_learn(&tree->root, keys->keys[i], &learner);
	wb_rebuild(&tree->root);
}

/* As when the limit is reached: halves all weights and builds the tree anew; then as before. */
static double rebuild(void *index)
{
	struct tree *tree = index;
	struct item **sorted = sorted_items(tree);
	wb_weight_t *weights = allocate(tree->items.n, sizeof(*weights));
	double begin, seconds;

	for (size_t i = 0; i < tree->items.n; i++)
		weights[i] = wb_weight(&sorted[i]->node);
	begin = cpu_seconds();
	wb_fade(&tree->root, wb_total(&tree->root) - 1);
	seconds = cpu_seconds() - begin;
	tree->root = WB_ROOT_EMPTY;
	items_clear(&tree->items);
	if (learned_build_learned(&tree->root, sorted, weights, tree->items.n) != WB_OK)
		fail(EXIT_FAULT, "wbtree-bench: learned weights can't be built from");
	free(weights);
	free(sorted);
	return seconds;
}

/* -------------------------------------------------------------------------
 * Lookups
 */

static inline const uint64_t *start_in(const struct item *item)
{
	return item ? &item->range.start : NULL;
}

static inline const uint64_t *plain_find(const void *index, uint64_t key)
{
	const struct tree *tree = index;

	return start_in(learned_find(&tree->root, key));
}

static inline const uint64_t *hint_find(const void *index, uint64_t key)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;

	return start_in(learned_find_hint(&tree->root, key, &tree->hint));
}

static inline const uint64_t *extent_find(const void *index, uint64_t key)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;

	return start_in(learned_find_extent(&tree->root, key, &tree->extent));
}

static inline const uint64_t *learn_find(const void *index, uint64_t key)
{
	struct tree *tree = (struct tree *)(uintptr_t)index;

	return start_in(learned_find_learn(&tree->root, key, &tree->learner));
}

DEFINE_LOOKUPS(plain, plain_find);
DEFINE_LOOKUPS(hint, hint_find);
DEFINE_LOOKUPS(extent, extent_find);
DEFINE_LOOKUPS(learn, learn_find);

/* -------------------------------------------------------------------------
 * The contenders
 */

/* What all rows have in common. */
#define IN_A_TREE                                                                                  \
	.kind = OURS, .bytes = sizeof(struct item), .most = MOST_IN_EXTRA_TREES, .create = create, \
	.destroy = destroy, .build = build, .walk = &walk

const struct contender contender_learned = {
	.name = "learned",
	.about = "weights learned from lookups, and P_find, which learns no more",
	IN_A_TREE,
	.lookups = { plain_throughput, plain_latency, plain_cold },
	.teach = teach_and_stop,
};

const struct contender contender_learned_hint = {
	.name = "learned+hint",
	.about = "the same tree, P_find_hint",
	IN_A_TREE,
	.lookups = { hint_throughput, hint_latency, hint_cold },
	.teach = teach_and_stop,
};

const struct contender contender_learned_extent = {
	.name = "learned+extent",
	.about = "the same tree, P_find_extent: the range or gap found last is tried first",
	IN_A_TREE,
	.lookups = { extent_throughput, extent_latency, extent_cold },
	.teach = teach_and_stop,
};

const struct contender contender_learn_64 = {
	.name = "learn 64",
	.about = "the same, and P_find_learn goes on to learn from one lookup in 64",
	IN_A_TREE,
	.lookups = { learn_throughput, learn_latency, learn_cold },
	.teach = teach_for_64,
	.rebuild = rebuild,
};

const struct contender contender_learn_256 = {
	.name = "learn 256",
	.about = "the same for one in 256",
	IN_A_TREE,
	.lookups = { learn_throughput, learn_latency, learn_cold },
	.teach = teach_for_256,
};

const struct contender contender_equal = {
	.name = "equal weights",
	.about = "this library's tree of weights of 1, P_find",
	IN_A_TREE,
	.lookups = { plain_throughput, plain_latency, plain_cold },
};

const struct contender contender_exact = {
	.name = "frequencies",
	.about = "weights are the exact numbers of lookups that end at an item, P_find",
	IN_A_TREE,
	.lookups = { plain_throughput, plain_latency, plain_cold },
	.teach = teach_exactly,
};
