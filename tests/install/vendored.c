/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A program that brings its own copy of the tree, and uses as much of it as there are
 * headers included and BULK says; returns 0 if that works. See vendoring.sh.
 */
#include "wbtree.h"

struct item {
	struct wb_node node;
	unsigned int start, last, max_last;
};

#define START(item) ((item)->start)
#define LAST(item) ((item)->last)
#define MAX_LAST(item) ((item)->max_last)
WB_RANGE_DEFINE(item, struct item, node, unsigned int, START, LAST);

#define N 1000

static struct item items[N];

/* Calls the functions of another library, each of which returns 1. */
#ifdef OTHER_NAMES
int other_library(void);

static bool there_is_another_library(void)
{
	return other_library() == OTHER_NAMES;
}
#else
static bool there_is_another_library(void)
{
	return true;
}
#endif

static bool insert_all(struct wb_root *root)
{
	for (unsigned int i = 0; i < N; i++) {
		items[i].start = 3 * i;
		items[i].last = 3 * i + 1;
		if (item_insert(root, &items[i]))
			return false;
	}
	for (unsigned int key = 0; key < 3 * N; key++)
		if (item_find(root, key) != (key % 3 < 2 ? &items[key / 3] : NULL))
			return false;
	return true;
}

static bool erase_all(struct wb_root *root)
{
	for (unsigned int i = 0; i < N; i++)
		if (!item_erase(root, &items[i]))
			return false;
	return wb_is_empty(root);
}

/* Splits and joins, takes the tree apart by a span, and builds it again. */
static bool bulk(struct wb_root *root)
{
#ifdef BULK
	struct item *sorted[N];
	struct wb_root left, right;

	for (int i = 0; i < N; i++)
		sorted[i] = &items[i];
	if (item_split(root, &items[N / 2], &left, &right) ||
	    item_join(&left, &items[N / 2], &right))
		return false;
	return item_erase_range(&left, 0, 3 * N, NULL, NULL).count == N &&
	       item_build(root, sorted, N) == WB_OK;
#else
	return !wb_is_empty(root);
#endif
}

#ifdef WBTREE_INTERVAL_H
WB_INTERVAL_DEFINE(interval, struct item, node, unsigned int, START, LAST, MAX_LAST);

static bool intervals(void)
{
	struct wb_root root = WB_ROOT_INIT;

	for (unsigned int i = 0; i < N; i++) {
		items[i].start = i;
		items[i].last = i + 9;
		if (interval_insert(&root, &items[i]))
			return false;
	}
	return interval_count_overlaps(&root, 100, 100, N) == 10;
}
#else
static bool intervals(void)
{
	return true;
}
#endif

#ifdef WBTREE_SHARED_H
WB_SHARED_DEFINE(item, struct item, node, unsigned int);

static bool found_beside_a_writer(const struct wb_root *root)
{
	return item_find_shared(root, 4) == &items[1] && !item_find_shared(root, 5);
}
#else
static bool found_beside_a_writer(const struct wb_root *root)
{
	return !wb_is_empty(root);
}
#endif

#ifdef WBTREE_MAP_H
static void set_ends(struct item *item, unsigned int start, unsigned int last)
{
	item->start = start;
	item->last = last;
}

WB_MAP_DEFINE(item, struct item, node, unsigned int, set_ends);

static bool maps(void)
{
	struct wb_root root = WB_ROOT_INIT;

	items[0].start = 0;
	items[0].last = N;
	return !item_insert(&root, &items[0]) && !item_cut(&root, 5, 9, &items[1], NULL, NULL) &&
	       item_find(&root, 4) == &items[0] && item_find(&root, 10) == &items[1] &&
	       !item_find(&root, 5) && item_erase(&root, &items[0]) && item_erase(&root, &items[1]);
}
#else
static bool maps(void)
{
	return true;
}
#endif

static bool is_sound(const struct wb_root *root)
{
#ifdef WBTREE_DEBUG_H
	return !wb_check(root, item_order, NULL);
#else
	return !wb_is_empty(root);
#endif
}

int main(void)
{
	struct wb_root root = WB_ROOT_INIT;

	if (!there_is_another_library() || !insert_all(&root) || !bulk(&root) || !is_sound(&root))
		return 1;
	return found_beside_a_writer(&root) && erase_all(&root) && maps() && intervals() ? 0 : 1;
}
