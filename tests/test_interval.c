/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Intervals that overlap, in keys of every width and sign, beside a plain array
 * that is sorted by start, equal starts in the order in which they came.
 */
#include <stdlib.h>
#include <string.h>

#include "intervals.h"
#include "items.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"
#include "wbtree_debug.h"

static void test_random_changes_and_queries_beside_brute_force(void **state)
{
	struct intervals *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < interval_ops_count; i++) {
		intervals_init(world, interval_ops[i], i);
		for (int n = 0; n < 1000; n++) {
			uint64_t start, last;

			check_context("%s, step %d", interval_ops[i]->name, n);
			intervals_step(world);
			start = intervals_place(world);
			last = intervals_place(world);
			intervals_check_query(world, start, last);
			intervals_check_next_of_all(world, start, last);
			intervals_check_stab(world, start);
			intervals_check_alike(world, start, last);
			intervals_check_nearest(world, start);
		}
	}
	free(world);
}

/* ---- by hand ---- */

static void put(struct intervals *world, uint64_t start, uint64_t last)
{
	struct interval *interval = intervals_unlinked(world);

	interval->start = start;
	interval->last = last;
	interval->weight = 1;
	check_status(world->ops->insert(&world->root, interval), WB_OK);
	intervals_take_in(world, interval);
	intervals_check(world);
}

/* What a test does for each definition, given an empty world. */
static void for_each_definition(void (*test)(struct intervals *world))
{
	struct intervals *world = must_alloc(1, sizeof(*world));

	for (size_t i = 0; i < interval_ops_count; i++) {
		intervals_init(world, interval_ops[i], i);
		test(world);
	}
	free(world);
}

static void query_the_ends(struct intervals *world)
{
	const uint64_t span = world->ops->span;
	const uint64_t places[] = { 0, 1, 2, span / 2, span / 2 + 1, span - 1, span };
	const size_t n = sizeof(places) / sizeof(places[0]);

	for (size_t i = 0; i <= n; i++) {
		for (size_t a = 0; a < n; a++) {
			intervals_check_stab(world, places[a]);
			intervals_check_nearest(world, places[a]);
			for (size_t b = 0; b < n; b++) {
				intervals_check_query(world, places[a], places[b]);
				intervals_check_alike(world, places[a], places[b]);
			}
		}
		if (i == n)
			break;
		put(world, places[i], span);
		put(world, 0, places[i]);
		put(world, places[i], places[i]);
	}
}

static void test_both_ends_of_the_key_space(void **state)
{
	(void)state;
	for_each_definition(query_the_ends);
}

/* All places of a span and about it, so that each end of an interval is met. */
static void erase_at_both_ends(struct intervals *world)
{
	const uint64_t span = world->ops->span;
	const uint64_t places[] = { 0, 1, span / 2, span / 2 + 1, span - 1, span };
	const size_t n = sizeof(places) / sizeof(places[0]);

	for (size_t a = 0; a < n; a++) {
		for (size_t b = 0; b < n; b++) {
			for (size_t i = 0; i < n; i++)
				for (size_t j = i; j < n; j++)
					put(world, places[i], places[j]);
			intervals_erase_range(world, places[a], places[b]);
			intervals_check(world);
			intervals_erase_range(world, 0, span);
			check(wb_is_empty(&world->root) && !world->count);
		}
	}
}

static void test_a_span_is_erased_at_both_ends_of_the_key_space(void **state)
{
	(void)state;
	for_each_definition(erase_at_both_ends);
}

/* All of one start: order of insertion, whatever the last, also when some are erased. */
static void insert_equal_starts(struct intervals *world)
{
	for (uint64_t i = 0; i < INTERVALS; i++)
		put(world, 7, 7 + i * 5 % INTERVALS);
	for (uint64_t place = 6; place < 8 + INTERVALS; place++)
		intervals_check_query(world, place, place + 1);
	for (size_t i = 0; i < INTERVALS / 2; i++) {
		struct interval *interval = world->in[i];

		check(world->ops->erase(&world->root, interval));
		intervals_take_out(world, interval);
		intervals_check(world);
		put(world, 7, 7 + i);
	}
}

static void test_equal_starts_stay_in_order_of_insertion(void **state)
{
	(void)state;
	for_each_definition(insert_equal_starts);
}

/* By the starts alone, at both ends of the key space as well. */
static void compare_all(struct intervals *world)
{
	const uint64_t span = world->ops->span,
		       starts[] = { 0, 0, 1, span / 2, span / 2 + 1, span };

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		put(world, starts[i], span);
	for (size_t i = 0; i < world->count; i++) {
		for (size_t j = 0; j < world->count; j++) {
			int order = world->ops->order(&world->in[i]->node, &world->in[j]->node);

			check((order > 0) - (order < 0) ==
			      (starts[i] > starts[j]) - (starts[i] < starts[j]));
		}
	}
}

static void test_order_compares_the_starts(void **state)
{
	(void)state;
	for_each_definition(compare_all);
}

static void nothing_in_an_empty_tree(struct intervals *world)
{
	intervals_check_query(world, 0, world->ops->span);
	intervals_check_query(world, world->ops->span, 0);
	intervals_check_stab(world, 0);
	intervals_check(world);
}

static void test_an_empty_tree_has_no_interval(void **state)
{
	(void)state;
	for_each_definition(nothing_in_an_empty_tree);
}

/* ---- build ---- */

enum { BUILT = 6 };

static void check_build_refused(struct intervals *world, struct interval *const *sorted,
				int expected)
{
	check_refused(world, world->ops->build(&world->root, sorted, BUILT), expected);
}

static void build_of_each_size(struct intervals *world)
{
	struct interval *sorted[BUILT];

	for (uint64_t i = 0; i < BUILT; i++)
		put(world, i / 2, 40 - i);
	memcpy(sorted, world->in, sizeof(sorted));
	for (size_t n = 0; n <= BUILT; n++) {
		intervals_clear(world);
		check_status(world->ops->build(&world->root, sorted, n), WB_OK);
		memcpy(world->in, sorted, sizeof(sorted));
		world->count = n;
		intervals_check(world);
		intervals_check_query(world, 0, world->ops->span);
		if (n)
			check_build_refused(world, sorted, WB_E_NOT_EMPTY);
	}
}

static void build_of_what_does_not_do(struct intervals *world)
{
	struct interval *sorted[BUILT];

	for (uint64_t i = 0; i < BUILT; i++)
		put(world, 2 * i + 1, 40 - i);
	memcpy(sorted, world->in, sizeof(sorted));
	intervals_clear(world);
	for (size_t i = 0; i < BUILT; i++) {
		struct interval *interval = sorted[i];
		const struct interval old = *interval;

		interval->start = interval->last + 1;
		check_build_refused(world, sorted, WB_E_RANGE);
		*interval = old;
		if (i) {
			interval->start = sorted[i - 1]->start - 1;
			check_build_refused(world, sorted, WB_E_ORDER);
			*interval = old;
			sorted[i] = sorted[i - 1];
			check_build_refused(world, sorted, WB_E_LINKED);
			sorted[i] = interval;
		}
		if (!world->ops->weighted)
			continue;
		interval->weight = 0;
		check_build_refused(world, sorted, WB_E_WEIGHT);
		interval->weight = UINT64_MAX - (BUILT - 2);
		check_build_refused(world, sorted, WB_E_OVERFLOW);
		interval->weight = 1;
	}
}

static void test_build_takes_any_number(void **state)
{
	(void)state;
	for_each_definition(build_of_each_size);
}

static void test_build_refuses_what_does_not_do(void **state)
{
	(void)state;
	for_each_definition(build_of_what_does_not_do);
}

/* ---- what it costs ---- */

enum { MANY = 4096 };

/* Intervals of one key at 2 i, but those with a multiple of every for i reach to the end. */
static struct interval *build_many(const struct interval_ops *ops, struct wb_root *root,
				   uint64_t every)
{
	struct interval *intervals = must_alloc(MANY, sizeof(*intervals)), *sorted[MANY];

	for (uint64_t i = 0; i < MANY; i++) {
		intervals[i].start = 2 * i;
		intervals[i].last = i % every ? 2 * i : ops->span;
		intervals[i].weight = 1;
		sorted[i] = &intervals[i];
	}
	check_status(ops->build(root, sorted, MANY), WB_OK);
	check_promises(root, ops->order);
	return intervals;
}

/*
 * Each one found takes a way down and a way up at most, with three looks at ends
 * at each node; and so does finding that there are no more.
 */
static void check_looks(const struct interval_ops *ops, uint64_t every)
{
	struct wb_root root = WB_ROOT_INIT;
	struct interval *intervals = build_many(ops, &root, every);
	uint64_t before = interval_looks;
	size_t k = (size_t)((MANY + every - 1) / every);
	struct wb_shape shape;

	wb_measure(&root, &shape);
	check_equal(ops->count_overlaps(&root, 2 * MANY, ops->span, SIZE_MAX), k);
	check(interval_looks - before <= 2 * 3 * shape.height * (k + 1));
	before = interval_looks;
	check_equal(ops->count_overlaps(&root, 2 * MANY, ops->span, 1), 1);
	check(interval_looks - before <= 3 * shape.height);
	before = interval_looks;
	check(ops->first_containing(&root, 2 * MANY, ops->span) == intervals);
	check(interval_looks - before <= 3 * shape.height);
	before = interval_looks;
	check(ops->find_before(&root, 2 * MANY) == &intervals[MANY - 1]);
	check(interval_looks - before <= 3 * 3 * shape.height * (k + 1));
	before = interval_looks;
	check(ops->find_after(&root, MANY) == &intervals[MANY / 2 + 1]);
	check(interval_looks - before <= 3 * shape.height);
	before = interval_looks;
	check(ops->first_equal(&root, MANY + 2, MANY + 2) == &intervals[MANY / 2 + 1]);
	check(interval_looks - before <= 2 * 3 * shape.height);
	free(intervals);
}

/* Where all are neighbours, the way from one to the next is short on the whole. */
static void check_looks_at_neighbours(const struct interval_ops *ops)
{
	struct wb_root root = WB_ROOT_INIT;
	struct interval *intervals = build_many(ops, &root, 1);
	uint64_t before = interval_looks;
	struct wb_shape shape;

	wb_measure(&root, &shape);
	check_equal(ops->count_overlaps(&root, 2 * MANY, ops->span, SIZE_MAX), MANY);
	check(interval_looks - before <= 3 * (shape.height + 2 * MANY));
	free(intervals);
}

static void test_a_query_looks_at_a_path_per_interval_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < interval_ops_count; i++) {
		if (interval_ops[i]->span < UINT32_MAX)
			continue;
		check_context("%s", interval_ops[i]->name);
		for (uint64_t every = 512; every <= MANY; every *= 2)
			check_looks(interval_ops[i], every);
		check_looks_at_neighbours(interval_ops[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_changes_and_queries_beside_brute_force),
		cmocka_unit_test(test_both_ends_of_the_key_space),
		cmocka_unit_test(test_a_span_is_erased_at_both_ends_of_the_key_space),
		cmocka_unit_test(test_equal_starts_stay_in_order_of_insertion),
		cmocka_unit_test(test_order_compares_the_starts),
		cmocka_unit_test(test_an_empty_tree_has_no_interval),
		cmocka_unit_test(test_build_takes_any_number),
		cmocka_unit_test(test_build_refuses_what_does_not_do),
		cmocka_unit_test(test_a_query_looks_at_a_path_per_interval_found),
	};

	return run_suite(tests);
}
