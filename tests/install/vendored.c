/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* A program that brings its own copy of the tree; returns 0 if that works. */
#include "wbtree.h"

struct item {
	struct wb_node node;
	unsigned int start, last;
};

#define START(item) ((item)->start)
#define LAST(item) ((item)->last)
WB_RANGE_DEFINE(item, struct item, node, unsigned int, START, LAST);

#define N 1000

/* Calls the functions of another library, each of which returns 1; see vendoring.sh. */
#ifdef OTHER_NAMES
int other_library(void);
#endif

int main(void)
{
	static struct item items[N];
	struct wb_root root = WB_ROOT_INIT;

#ifdef OTHER_NAMES
	if (other_library() != OTHER_NAMES)
		return 1;
#endif
	for (unsigned int i = 0; i < N; i++) {
		items[i].start = 3 * i;
		items[i].last = 3 * i + 1;
		if (item_insert(&root, &items[i]))
			return 1;
	}
	for (unsigned int key = 0; key < 3 * N; key++)
		if (item_find(&root, key) != (key % 3 < 2 ? &items[key / 3] : NULL))
			return 1;
	for (unsigned int i = 0; i < N; i++)
		if (!item_erase(&root, &items[i]))
			return 1;
	return wb_is_empty(&root) ? 0 : 1;
}
