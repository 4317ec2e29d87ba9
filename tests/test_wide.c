/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Keys of 128 bits, and ranges with a size in place of a last key, where sizes of 128
 * bits tell the whole of 64 bits from nothing; against brute force. Nothing is tested
 * where the compiler has no type of 128 bits.
 */
#include "totals.h"

#ifdef __SIZEOF_INT128__

#define WB_WIDE_KEYS
#include <string.h>

#include "promises.h"
#include "rng.h"
#include "size_cases.h"
#include "wbtree.h"
#include "wbtree_map.h"

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

enum { FIELD_RANGES = 16 };

#define RANGE_START(range) ((range)->start)
#define RANGE_LAST(range) ((range)->last)
#define RANGE_WEIGHT(range) ((range)->weight)

#define PLACE uint128
#define RANDOM_PLACE(rng) ((uint128)rng_u64(rng) << 64 | rng_u64(rng))
#define SIZE_WEIGHT(start, last)                                                                   \
	(((last) - (start)) >> 65 ? (wb_weight_t)(((last) - (start)) >> 65) : 1)
#define DEFINE_SIZED(P, type, member, key_type)                                                    \
	WB_RANGE_DEFINE(P, type, member, key_type, RANGE_START, RANGE_LAST)

#define KEY uint128
#define KEY_NAME uint128
#define KEY_MIN 0
#define KEY_MAX (~(uint128)0)
#include "range_cases.h"

#define INT128_MAX ((int128)(~(uint128)0 >> 1))
#define KEY int128
#define KEY_NAME int128
#define KEY_MIN (-INT128_MAX - 1)
#define KEY_MAX INT128_MAX
#include "range_cases.h"

#undef SIZE_WEIGHT
#undef DEFINE_SIZED
#define SIZE_WEIGHT(start, last) ((wb_weight_t)((last) > (start) ? (last) - (start) : 1))
/* Differs from what a reversed range has, and from 0 for the whole of 64 bits. */
#define RANGE_SIZE(range) ((uint128)(range)->last - (uint128)(range)->start + 1)
#define DEFINE_SIZED(P, type, member, key_type)                                                    \
	WB_RANGE_DEFINE_SIZED(P, type, member, key_type, RANGE_START, RANGE_SIZE)

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

#define KEY int8_t
#define KEY_NAME int8
#define KEY_MIN INT8_MIN
#define KEY_MAX INT8_MAX
#include "range_cases.h"

/* All of the key space weighs less than 2^63, and each range at most 1 more. */
static void test_wide_weights_do_not_overflow(void **state)
{
	const uint128 ends[] = { 0, 1, (uint128)1 << 64, (uint128)1 << 65, (uint128)1 << 127 };
	struct range_uint128 ranges[5];
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	memset(ranges, 0, sizeof(ranges));
	for (size_t i = 0; i < 5; i++) {
		ranges[i].start = ends[i];
		ranges[i].last = i < 4 ? ends[i + 1] - 1 : ~(uint128)0;
		check_status(keyed_uint128_insert(&root, &ranges[i]), WB_OK);
	}
	check_equal(wb_weight(&ranges[0].node), 1);
	check_equal(wb_weight(&ranges[2].node), 1);
	check_equal(wb_weight(&ranges[4].node), ((uint64_t)1 << 62) - 1);
	check_promises(&root, keyed_uint128_order);
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
		RANGE_TESTS(uint128),
		RANGE_TESTS(int128),
		RANGE_TESTS(uint64),
		RANGE_TESTS(int64),
		RANGE_TESTS(uint32),
		RANGE_TESTS(int8),
		cmocka_unit_test(test_no_size_is_the_whole_space_by_mistake),
		cmocka_unit_test(test_sizes_end_with_the_keys),
		cmocka_unit_test(test_signed_sizes_below_1_are_refused_int32),
		cmocka_unit_test(test_signed_sizes_below_1_are_refused_int64),
		cmocka_unit_test(test_blocks_are_merged_unless_no_size_holds_all),
		cmocka_unit_test(test_wide_weights_do_not_overflow),
	};

	return run_suite(tests);
}

#else

static void test_nothing_without_a_type_of_128_bits(void **state)
{
	(void)state;
	check(sizeof(void *) < 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_without_a_type_of_128_bits),
	};

	return run_suite(tests);
}

#endif
