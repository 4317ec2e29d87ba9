/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A program that uses every part of the installed library, in C and in C++:
 * prints its version, and returns 0 if all works.
 */
#include <wbtree.h>
#include <wbtree_debug.h>
#include <wbtree_interval.h>

struct item {
	struct wb_node node;
	int start, last, max_last;
};

#define START(item) ((item)->start)
#define LAST(item) ((item)->last)
#define MAX_LAST(item) ((item)->max_last)
WB_RANGE_DEFINE(range, struct item, node, int, START, LAST);
WB_INTERVAL_DEFINE(interval, struct item, node, int, START, LAST, MAX_LAST);

#define N 100

static struct item ranges[N], intervals[N];

static bool insert_all(struct wb_root *disjoint, struct wb_root *overlapping)
{
	for (int i = 0; i < N; i++) {
		ranges[i].start = intervals[i].start = 10 * i;
		ranges[i].last = 10 * i + 9;
		intervals[i].last = 10 * i + 14;
		if (range_insert(disjoint, &ranges[i]) ||
		    interval_insert(overlapping, &intervals[i]))
			return false;
	}
	return true;
}

int main(void)
{
	struct wb_root disjoint = WB_ROOT_INIT, overlapping = WB_ROOT_INIT;
	bool fine = insert_all(&disjoint, &overlapping);

	fine = fine && range_find(&disjoint, 555) == &ranges[55];
	fine = fine && interval_count_overlaps(&overlapping, 501, 501, N) == 2;
	wb_rebuild(&disjoint);
	fine = fine && !wb_check(&disjoint, range_order, NULL);
	fine = fine && !wb_check(&overlapping, interval_order, NULL);
	puts(wb_version());
	return fine ? 0 : 1;
}
