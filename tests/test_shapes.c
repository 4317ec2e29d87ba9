/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The tree has exactly the shape that the rule gives, by the independent reference. */
#include "totals.h"
#include "twin.h"
#include "weights.h"

/* Which key the root has after what a line says. */
static void check_root(const char *line, size_t key)
{
	struct twin twin;

	check_context("%s", line);
	twin_init(&twin, 4);
	twin_run(&twin, line);
	check_equal(item_of(twin.model.root.node)->key, key);
	twin_free(&twin);
}

static void test_single_rotation_lifts_an_outer_child(void **state)
{
	(void)state;
	check_root("+0 +1 +2", 1);
	check_root("+2 +1 +0", 1);
}

static void test_double_rotation_lifts_an_inner_grandchild(void **state)
{
	(void)state;
	check_root("+0 +2 +1", 1);
	check_root("+2 +0 +1", 1);
}

static void test_no_gain_is_no_rotation(void **state)
{
	(void)state;
	check_root("+0:2 +1:2", 0);
	check_root("+1:2 +0:2", 1);
	check_root("+0:2 +1:3", 1);
	check_root("+0:4 +2:2 +1:2", 0); /* lifting 1, which is below 2, would gain 0 */
	check_root("+0:3 +2:2 +1:2", 1);
}

/* Below 0 are 2 and, on its inner side, 1: both would gain 1. */
static void test_tie_goes_to_the_single_rotation(void **state)
{
	(void)state;
	check_root("+0:3 +2:2 +1:1", 0);
	check_root("+0:3 +2:2 +1:1 =0:1", 2);
	check_root("+2:3 +0:2 +1:1 =2:1", 0);
}

/* Below 0 are 2 and, on its inner side, 1, which weigh the same: lifting 1 gains more. */
static void test_larger_gain_wins(void **state)
{
	(void)state;
	check_root("+0:4 +2:2 +1:2 =0:1", 1);
	check_root("+2:4 +0:2 +1:2 =2:1", 1);
}

/* A node that sinks to the bottom, its heavier child rising, at a tie the left one. */
static void test_erase_lifts_the_heavier_child(void **state)
{
	(void)state;
	check_root("+1:9 +0:2 +2:3 -1", 2);
	check_root("+1:9 +0:3 +2:2 -1", 0);
	check_root("+1:9 +0:3 +2:3 -1", 0);
}

static void test_small_inputs_that_wrong_rules_fail_on(void **state)
{
	static const char *const lines[] = {
		"+3 +0 +2 +1",
		"+6 +5 +4 +1 +0 +3 +2 -5",
		"+6 +1 +0 +3 +2 +5 +4 -1",
		"+0 +2 +5 +1 +6 +4 +8 +9 +7 +11 +10 +3 -0 -1",
		"+0:100 +1 +2 -0 +0:100 -1 -2",
		"+0:1000 +1 +2 +3 +4 -0 -2",
		"+1:1 +0:1000 +2 +4 +3 =0:1 =0:1000 -4",
		/* a light node toggled between 1 and 2^38 */
		"+0 +1 +2 +3 +4 +5 +6 =0:274877906944 =0:1 =1:274877906944 =1:1",
		"+0 +1 +2 +3 +4 +5 +6 =3:274877906944 =3:1 =6:274877906944 =6:1",
		/* all weight on one inner grandchild */
		"+0 +8 +2 +4 +6 +5 +7 =5:1000000 =5:1 =2:1000000 -2",
		/* two weights of 2^63 do not fit, one and all the rest does */
		"+0:9223372036854775808 +1:9223372036854775808 +1:9223372036854775807 =0:1 -1",
		"+1:6148914691236517205 +0:6148914691236517205 +2:6148914691236517205 +3 -1 +3",
	};
	struct twin twin;

	(void)state;
	twin_init(&twin, 12);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		check_context("%s", lines[i]);
		twin_run(&twin, lines[i]);
		twin_clear(&twin);
	}
	twin_free(&twin);
}

static void swap_keys(size_t *a, size_t *b)
{
	size_t key = *a;

	*a = *b;
	*b = key;
}

/* The order after this one, as numbers are ordered; false after the last. */
static bool next_permutation(size_t *order, size_t n)
{
	size_t tail = n - 1, next = n - 1;

	while (tail > 0 && order[tail - 1] >= order[tail])
		tail--;
	if (tail == 0)
		return false;
	while (order[next] <= order[tail - 1])
		next--;
	swap_keys(&order[next], &order[tail - 1]);
	for (size_t a = tail, b = n - 1; a < b; a++, b--)
		swap_keys(&order[a], &order[b]);
	return true;
}

enum { MOST_KEYS = 7 };

static void insert_all(struct twin *twin, const wb_weight_t *weights, const size_t *order, size_t n)
{
	twin_clear(twin);
	for (size_t i = 0; i < n; i++)
		twin_insert(twin, order[i], weights[order[i]]);
}

/* Inserts in this order; takes out, or reweighs, one after the other in another. */
static void build_and_change(struct twin *twin, const wb_weight_t *weights, const size_t *order,
			     size_t n)
{
	insert_all(twin, weights, order, n);
	for (size_t i = 0; i < n; i++)
		twin_reweigh(twin, order[n - 1 - i], weights[order[i]]);
	for (size_t i = 0; i < n; i++)
		twin_erase(twin, order[i]);
	insert_all(twin, weights, order, n);
	for (size_t key = 0; key < n; key++)
		twin_erase(twin, key);
}

static void test_every_insert_order_of_small_sets(void **state)
{
	static const struct {
		size_t n;
		wb_weight_t weights[MOST_KEYS];
	} sets[] = {
		{ 3, { 100, 1, 1 } },
		{ 3, { 1, 100, 1 } },
		{ 5, { 1000, 1, 1, 1, 1 } },
		{ 5, { 1, 1, 1000, 1, 1 } },
		{ 6, { 1, 1, 1, 1, 1, 1 } },
		{ 6, { 1, 2, 4, 8, 16, 32 } },
		{ 6, { 32, 16, 8, 4, 2, 1 } },
		{ 6, { 1, 1, 2, 3, 5, 8 } },
		{ 6, { 8, 5, 3, 2, 1, 1 } },
		{ 6, { 1, UINT64_C(1) << 38, 1, 1, UINT64_C(1) << 38, 1 } },
		{ 6, { 3, 1, 2, 2, 1, 3 } },
		{ 6,
		  { UINT64_MAX / 6, UINT64_MAX / 6, UINT64_MAX / 6, UINT64_MAX / 6, UINT64_MAX / 6,
		    UINT64_MAX / 6 } },
	};
	struct twin twin;

	(void)state;
	twin_init(&twin, MOST_KEYS);
	for (size_t set = 0; set < sizeof(sets) / sizeof(sets[0]); set++) {
		size_t order[MOST_KEYS] = { 0, 1, 2, 3, 4, 5, 6 };

		check_context("set %u", (unsigned int)set);
		do
			build_and_change(&twin, sets[set].weights, order, sets[set].n);
		while (next_permutation(order, sets[set].n));
	}
	twin_free(&twin);
}

/* All weights of four keys out of 1, 2, 3 and 7, all orders. */
static void test_every_weight_of_four_keys(void **state)
{
	static const wb_weight_t choice[] = { 1, 2, 3, 7 };
	struct twin twin;

	(void)state;
	twin_init(&twin, 4);
	for (unsigned int code = 0; code < 256; code++) {
		wb_weight_t weights[4];
		size_t order[4] = { 0, 1, 2, 3 };

		for (unsigned int key = 0; key < 4; key++)
			weights[key] = choice[code >> 2 * key & 3];
		check_context("weights %u", code);
		do
			build_and_change(&twin, weights, order, 4);
		while (next_permutation(order, 4));
	}
	twin_free(&twin);
}

enum { RUN_KEYS = 48, RUN_STEPS = 300 };

static void test_random_changes_of_every_weight_set(void **state)
{
	wb_weight_t weights[RUN_KEYS];
	struct twin twin;

	(void)state;
	twin_init(&twin, RUN_KEYS);
	for (size_t set = 0; set < weight_set_count; set++) {
		struct rng rng = { set };

		weight_sets[set].fill(&rng, weights, RUN_KEYS);
		for (int step = 0; step < RUN_STEPS; step++) {
			check_context("%s, step %d", weight_sets[set].name, step);
			twin_step(&twin, &rng, weights);
		}
		twin_clear(&twin);
	}
	twin_free(&twin);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_single_rotation_lifts_an_outer_child),
		cmocka_unit_test(test_double_rotation_lifts_an_inner_grandchild),
		cmocka_unit_test(test_no_gain_is_no_rotation),
		cmocka_unit_test(test_tie_goes_to_the_single_rotation),
		cmocka_unit_test(test_larger_gain_wins),
		cmocka_unit_test(test_erase_lifts_the_heavier_child),
		cmocka_unit_test(test_small_inputs_that_wrong_rules_fail_on),
		cmocka_unit_test(test_every_insert_order_of_small_sets),
		cmocka_unit_test(test_every_weight_of_four_keys),
		cmocka_unit_test(test_random_changes_of_every_weight_set),
	};

	return run_suite(tests);
}
