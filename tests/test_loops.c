/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The for-each macros: their arguments are evaluated once, whatever the body does to
 * what they name, and in the safe forms the body may erase and overwrite pos.
 */
#include <string.h>

#include "promises.h"
#include "totals.h"
#include "wbtree.h"
#include "wbtree_interval.h"

enum { ITEMS = 40, WIDTH = 10 };

struct item {
	struct wb_node node;
	int start, last, max_last;
};
#define ITEM_START(item) ((item)->start)
#define ITEM_LAST(item) ((item)->last)
#define ITEM_MAX_LAST(item) ((item)->max_last)
WB_RANGE_DEFINE(range, struct item, node, int, ITEM_START, ITEM_LAST);
WB_INTERVAL_DEFINE(interval, struct item, node, int, ITEM_START, ITEM_LAST, ITEM_MAX_LAST);

static struct item items[ITEMS];

/* Items of a width each, one beside the other; step 5 makes those after it overlap. */
static void fill(struct wb_root *root, int step, int (*insert)(struct wb_root *, struct item *))
{
	memset(items, 0, sizeof(items));
	for (int i = 0; i < ITEMS; i++) {
		items[i].start = step * i;
		items[i].last = step * i + WIDTH - 1;
		check_status(insert(root, &items[i]), WB_OK);
	}
}

static size_t evaluated;

static int counted(int value)
{
	evaluated++;
	return value;
}

static const struct wb_root *counted_root(const struct wb_root *root)
{
	evaluated++;
	return root;
}

static void test_arguments_are_evaluated_once(void **state)
{
	struct wb_root ranges = WB_ROOT_INIT, intervals = WB_ROOT_INIT;
	struct item *pos;
	size_t turns = 0;

	(void)state;
	fill(&ranges, WIDTH, range_insert);
	evaluated = 0;
	WB_RANGE_FOR_EACH (range, pos, counted_root(&ranges), counted(15), counted(44))
		turns++;
	check_equal(turns, 4);
	WB_RANGE_FOR_EACH_SAFE (range, pos, counted_root(&ranges), counted(15), counted(44))
		turns++;
	check_equal(turns, 8);
	fill(&intervals, WIDTH, interval_insert);
	WB_INTERVAL_FOR_EACH (interval, pos, counted_root(&intervals), counted(15), counted(44))
		turns++;
	WB_INTERVAL_FOR_EACH_SAFE (interval, pos, counted_root(&intervals), counted(15),
				   counted(44))
		turns++;
	check_equal(turns, 16);
	check_equal(evaluated, 4 * 3);
	check(!pos);
}

/* The span of the loop is that of its start, though pos is what it was read from. */
static void test_a_loop_over_the_span_of_its_own_variable(void **state)
{
	struct wb_root ranges = WB_ROOT_INIT, intervals = WB_ROOT_INIT;
	struct item wide = { .start = 15, .last = 24 }, *pos = &wide;
	size_t turns = 0;

	(void)state;
	fill(&ranges, WIDTH, range_insert);
	WB_RANGE_FOR_EACH (range, pos, &ranges, pos->start, pos->last)
		turns++;
	check_equal(turns, 2);
	fill(&intervals, 5, interval_insert);
	pos = &items[4];
	turns = 0;
	WB_INTERVAL_FOR_EACH (interval, pos, &intervals, pos->start, pos->last)
		turns++;
	check_equal(turns, 3); /* 15 to 24, 20 to 29, 25 to 34 */
}

static void test_a_safe_loop_bears_that_its_body_frees_items(void **state)
{
	for (int first = 0; first < ITEMS; first++) {
		struct wb_root ranges = WB_ROOT_INIT, intervals = WB_ROOT_INIT;
		struct item *pos;
		size_t turns = 0;

		(void)state;
		fill(&ranges, WIDTH, range_insert);
		WB_RANGE_FOR_EACH_SAFE (range, pos, &ranges, first * WIDTH, ITEMS * WIDTH) {
			check(range_erase(&ranges, pos));
			memset(pos, 0xff, sizeof(*pos));
			check_promises(&ranges, range_order);
			turns++;
		}
		check_equal(turns, (size_t)(ITEMS - first));
		fill(&intervals, 5, interval_insert); /* those that overlap the first by a half */
		WB_INTERVAL_FOR_EACH_SAFE (interval, pos, &intervals, first * 5 + 5,
					   ITEMS * WIDTH) {
			check(interval_erase(&intervals, pos));
			memset(pos, 0xff, sizeof(*pos));
			check_promises(&intervals, interval_order);
			turns--;
		}
		check_equal(turns, 0);
	}
}

static void test_a_reversed_span_has_no_turn(void **state)
{
	struct wb_root ranges = WB_ROOT_INIT, intervals = WB_ROOT_INIT;
	struct item *pos;

	(void)state;
	fill(&ranges, WIDTH, range_insert);
	WB_RANGE_FOR_EACH (range, pos, &ranges, 25, 24)
		check(false);
	fill(&intervals, WIDTH, interval_insert);
	WB_INTERVAL_FOR_EACH (interval, pos, &intervals, 25, 24)
		check(false);
	for (int i = 0; i < ITEMS; i++)
		check(!interval_next_overlap(&items[i], ITEMS * WIDTH, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments_are_evaluated_once),
		cmocka_unit_test(test_a_loop_over_the_span_of_its_own_variable),
		cmocka_unit_test(test_a_safe_loop_bears_that_its_body_frees_items),
		cmocka_unit_test(test_a_reversed_span_has_no_turn),
	};

	return run_suite(tests);
}
