/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The range layer against brute force, for keys of every width and sign. */
#include <string.h>

#include "promises.h"
#include "rng.h"
#include "size_cases.h"
#include "totals.h"
#include "wbtree.h"
#include "wbtree_map.h"

enum { FIELD_RANGES = 16 };

#define RANGE_START(range) ((range)->start)
#define RANGE_LAST(range) ((range)->last)
#define RANGE_WEIGHT(range) ((range)->weight)

#define PLACE uint64_t
#define RANDOM_PLACE(rng) rng_u64(rng)
#define SIZE_WEIGHT(start, last) ((last) > (start) ? (last) - (start) : 1)
#define DEFINE_SIZED(P, type, member, key_type)                                                    \
	WB_RANGE_DEFINE(P, type, member, key_type, RANGE_START, RANGE_LAST)

#define KEY uint64_t
#define KEY_NAME uint64
#define KEY_MIN 0
#define KEY_MAX UINT64_MAX
#include "range_cases.h"

#define KEY int64_t
#define KEY_NAME int64
#define KEY_MIN INT64_MIN
#define KEY_MAX INT64_MAX
#include "range_cases.h"

#define KEY uint32_t
#define KEY_NAME uint32
#define KEY_MIN 0
#define KEY_MAX UINT32_MAX
#include "range_cases.h"

#define KEY int32_t
#define KEY_NAME int32
#define KEY_MIN INT32_MIN
#define KEY_MAX INT32_MAX
#include "range_cases.h"

#define KEY uint16_t
#define KEY_NAME uint16
#define KEY_MIN 0
#define KEY_MAX UINT16_MAX
#include "range_cases.h"

#define KEY int16_t
#define KEY_NAME int16
#define KEY_MIN INT16_MIN
#define KEY_MAX INT16_MAX
#include "range_cases.h"

#define KEY uint8_t
#define KEY_NAME uint8
#define KEY_MIN 0
#define KEY_MAX UINT8_MAX
#include "range_cases.h"

#define KEY int8_t
#define KEY_NAME int8
#define KEY_MIN INT8_MIN
#define KEY_MAX INT8_MAX
#include "range_cases.h"

/* All keys and all spans there are, not only those about the ends of ranges. */
static void test_every_query_of_eight_bits(void **state)
{
	struct field_int8 field = { WB_ROOT_INIT, { { 0 } }, { 3 } };

	(void)state;
	check_context("all of int8");
	for (size_t i = 0; i < FIELD_RANGES; i++)
		try_insert_int8(&field, i);
	for (int start = INT8_MIN; start <= INT8_MAX; start++) {
		check_key_int8(&field, (int8_t)start);
		for (int last = INT8_MIN; last <= INT8_MAX; last++)
			check_span_int8(&field, (int8_t)start, (int8_t)last);
	}
	clear_int8(&field);
}

/* clang-format off */
#define RANGE_TESTS(key)                                                        \
	cmocka_unit_test(test_an_empty_tree_has_no_range_##key),                    \
	cmocka_unit_test(test_one_range_anywhere_is_found_by_its_keys_alone_##key), \
	cmocka_unit_test(test_touching_ranges_over_all_keys_##key),                 \
	cmocka_unit_test(test_single_keys_at_both_ends_##key),                      \
	cmocka_unit_test(test_random_changes_beside_brute_force_##key),             \
	cmocka_unit_test(test_who_owns_a_key_beside_an_array_##key),                \
	cmocka_unit_test(test_ranges_may_touch_but_not_overlap_##key),              \
	cmocka_unit_test(test_weights_of_the_user_are_taken_and_refused_##key)
/* clang-format on */

int main(void)
{
	const struct CMUnitTest tests[] = {
		RANGE_TESTS(uint64),
		RANGE_TESTS(int64),
		RANGE_TESTS(uint32),
		RANGE_TESTS(int32),
		RANGE_TESTS(uint16),
		RANGE_TESTS(int16),
		RANGE_TESTS(uint8),
		RANGE_TESTS(int8),
		cmocka_unit_test(test_every_query_of_eight_bits),
		cmocka_unit_test(test_no_size_is_the_whole_space_by_mistake),
		cmocka_unit_test(test_sizes_end_with_the_keys),
		cmocka_unit_test(test_signed_sizes_below_1_are_refused_int32),
		cmocka_unit_test(test_signed_sizes_below_1_are_refused_int64),
		cmocka_unit_test(test_blocks_are_merged_unless_no_size_holds_all),
	};

	return run_suite(tests);
}
