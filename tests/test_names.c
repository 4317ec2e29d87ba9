/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What generated functions are called inside is their own matter: the caller's
 * macros see the caller's globals, whatever these are called, and the ends of a
 * range count as keys of the type that was given.
 */
#include "totals.h"
#include "wbtree_interval.h"

enum { N = 64 };

/* Globals that are called as parameters and locals of the generated functions might be. */
static uint64_t keys[N], found[N], key, start, last, size, node, item, root, left, right, n, i;
static uint64_t hint, array, list, status, update, from, to, span, next, lanes, visits;

struct indexed {
	struct wb_node node;
	unsigned int i;
	uint64_t max;
};
#define INDEXED_START(indexed)                                                                     \
	(keys[(indexed)->i] + key + start + size + node + item + root + left + n + i + hint +      \
	 array + list)
#define INDEXED_LAST(indexed)                                                                      \
	(found[(indexed)->i] + last + right + status + update + from + to + span + next + lanes +  \
	 visits)
#define INDEXED_MAX(indexed) ((indexed)->max)
WB_RANGE_DEFINE(indexed, struct indexed, node, uint64_t, INDEXED_START, INDEXED_LAST);
WB_INTERVAL_DEFINE(timed, struct indexed, node, uint64_t, INDEXED_START, INDEXED_LAST, INDEXED_MAX);

static void test_macros_see_the_globals_of_the_caller(void **state)
{
	static struct indexed ranges[N], *results[N], *cached;
	struct wb_root tree = WB_ROOT_INIT;
	static uint64_t wanted[N];

	(void)state;
	for (unsigned int k = 0; k < N; k++) {
		keys[k] = 10 * k;
		found[k] = 10 * k + 4;
		wanted[k] = 10 * ((k * 7) % N) + k % 5;
		ranges[k].i = k;
		check_status(indexed_insert(&tree, &ranges[k]), WB_OK);
	}
	indexed_find_batch(&tree, wanted, results, N);
	for (unsigned int k = 0; k < N; k++) {
		check(results[k] == &ranges[(k * 7) % N]);
		check(indexed_find(&tree, wanted[k]) == results[k]);
		check(indexed_find_hint(&tree, wanted[k], &cached) == results[k]);
		check(indexed_floor(&tree, wanted[k] + 5) == results[k]);
	}
	for (unsigned int k = 0; k < N; k++)
		check(indexed_erase(&tree, &ranges[k]));
	for (unsigned int k = 0; k < N; k++)
		check_status(timed_insert(&tree, &ranges[k]), WB_OK);
	for (unsigned int k = 0; k < N; k++)
		check(timed_stab(&tree, wanted[k]) == &ranges[(k * 7) % N]);
}

/* A network prefix, whose last address is computed in int: negative, unless converted. */
struct prefix {
	struct wb_node node;
	uint8_t address, mask;
};
#define PREFIX_START(prefix) ((prefix)->address & (prefix)->mask)
#define PREFIX_LAST(prefix) ((prefix)->address | ~(prefix)->mask)
WB_RANGE_DEFINE(prefix, struct prefix, node, uint8_t, PREFIX_START, PREFIX_LAST);

static void test_ends_are_converted_to_the_key_type(void **state)
{
	struct prefix a = { .address = 0x10, .mask = 0xf0 }, b = { .address = 0x40, .mask = 0xf0 };
	struct wb_root tree = WB_ROOT_INIT;

	(void)state;
	check_status(prefix_insert(&tree, &a), WB_OK);
	check_status(prefix_insert(&tree, &b), WB_OK);
	check(prefix_find(&tree, 0x1f) == &a && prefix_find(&tree, 0x40) == &b);
	check(!prefix_find(&tree, 0x80) && !prefix_find(&tree, 0x20));
	check_equal(wb_total(&tree), 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_macros_see_the_globals_of_the_caller),
		cmocka_unit_test(test_ends_are_converted_to_the_key_type),
	};

	return run_suite(tests);
}
