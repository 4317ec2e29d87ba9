/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Exact keys of every width and sign, and floating-point numbers mapped to keys. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "promises.h"
#include "refused.h"
#include "rng.h"
#include "totals.h"
#include "wbtree.h"
#include "wbtree_float.h"
#include "wbtree_interval.h"

enum { EACH = 9, KEYS = 4 * EACH };

#define ITEM_KEY(item) ((item)->key)
#define ITEM_WEIGHT(item) ((item)->weight)

#define KEY uint64_t
#define KEY_NAME uint64
#define KEY_MIN 0
#define KEY_MAX UINT64_MAX
#include "key_cases.h"

#define KEY int64_t
#define KEY_NAME int64
#define KEY_MIN INT64_MIN
#define KEY_MAX INT64_MAX
#include "key_cases.h"

#define KEY uint32_t
#define KEY_NAME uint32
#define KEY_MIN 0
#define KEY_MAX UINT32_MAX
#include "key_cases.h"

#define KEY int32_t
#define KEY_NAME int32
#define KEY_MIN INT32_MIN
#define KEY_MAX INT32_MAX
#include "key_cases.h"

#define KEY uint8_t
#define KEY_NAME uint8
#define KEY_MIN 0
#define KEY_MAX UINT8_MAX
#include "key_cases.h"

#define KEY int8_t
#define KEY_NAME int8
#define KEY_MIN INT8_MIN
#define KEY_MAX INT8_MAX
#include "key_cases.h"

/* ---- floating point ---- */

static const double doubles[] = {
	-INFINITY, -DBL_MAX, -1.5, -1, -FLT_MIN,	-DBL_MIN, -4.9e-324, 0,	      4.9e-324,
	DBL_MIN,   FLT_MIN,  0.1,  1,  1 + DBL_EPSILON, 1.5,	  DBL_MAX,   INFINITY
};
enum { DOUBLES = sizeof(doubles) / sizeof(doubles[0]) };

static void test_numbers_are_mapped_in_their_order_and_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < DOUBLES; i++) {
		const float narrow = (float)doubles[i];

		check(wb_double_of(wb_double_start(doubles[i])) == doubles[i]);
		check(wb_float_of(wb_float_start(narrow)) == narrow);
		check(wb_double_start(doubles[i]) == wb_double_last(doubles[i]));
		check(wb_float_start(narrow) == wb_float_last(narrow));
		for (size_t j = 0; j < DOUBLES; j++) {
			check((wb_double_start(doubles[i]) < wb_double_start(doubles[j])) ==
			      (doubles[i] < doubles[j]));
			check((wb_float_start(narrow) < wb_float_start((float)doubles[j])) ==
			      (narrow < (float)doubles[j]));
		}
	}
}

static void test_0_and_minus_0_are_one_key(void **state)
{
	(void)state;
	check(signbit(-0.0));
	check_equal(wb_double_start(-0.0), wb_double_start(0.0));
	check_equal(wb_double_last(-0.0), wb_double_last(0.0));
	check_equal(wb_float_start(-0.0f), wb_float_start(0.0f));
	check_equal(wb_float_last(-0.0f), wb_float_last(0.0f));
	check(!signbit(wb_double_of(wb_double_start(-0.0))));
}

struct spell {
	struct wb_node node;
	double start, last;
	uint64_t max_last;
};
#define SPELL_START(spell) wb_double_start((spell)->start)
#define SPELL_LAST(spell) wb_double_last((spell)->last)
#define SPELL_MAX_LAST(spell) ((spell)->max_last)
WB_INTERVAL_DEFINE(spell, struct spell, node, uint64_t, SPELL_START, SPELL_LAST, SPELL_MAX_LAST);
WB_RANGE_DEFINE(apart, struct spell, node, uint64_t, SPELL_START, SPELL_LAST);

static void test_intervals_of_doubles_overlap_as_doubles_do(void **state)
{
	static struct spell spells[DOUBLES * DOUBLES];
	struct wb_root root = WB_ROOT_INIT;
	size_t n = 0;

	(void)state;
	memset(spells, 0, sizeof(spells));
	for (size_t i = 0; i < DOUBLES; i++)
		for (size_t j = i; j < DOUBLES; j++) {
			spells[n].start = doubles[i];
			spells[n].last = doubles[j];
			check_status(spell_insert(&root, &spells[n++]), WB_OK);
		}
	check_promises(&root, spell_order);
	for (size_t i = 0; i < DOUBLES; i++)
		for (size_t j = i; j < DOUBLES; j++) {
			size_t expected = 0;

			for (size_t k = 0; k < n; k++)
				expected += spells[k].start <= doubles[j] &&
					    doubles[i] <= spells[k].last;
			check_equal(spell_count_overlaps(&root, wb_double_start(doubles[i]),
							 wb_double_start(doubles[j]), SIZE_MAX),
				    expected);
		}
}

static void test_ranges_apart_in_doubles_do_not_overlap(void **state)
{
	struct spell low = { .start = 1.25, .last = 1.5 }, high = { .start = 1.75, .last = 1.875 };
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check_status(apart_insert(&root, &low), WB_OK);
	check_status(apart_insert(&root, &high), WB_OK);
	check(!apart_find(&root, wb_double_start(1.99)));
	check(!apart_find(&root, wb_double_start(1.6)));
	check(apart_find(&root, wb_double_start(1.375)) == &low);
	check(apart_find(&root, wb_double_start(1.875)) == &high);
}

static void test_NaN_is_refused_at_either_end_and_found_nowhere(void **state)
{
	const double nans[] = { NAN, -NAN, copysign(NAN, -1) };
	struct spell all = { .start = -INFINITY, .last = INFINITY };
	struct wb_root root = WB_ROOT_INIT, ranges = WB_ROOT_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(nans) / sizeof(nans[0]); i++) {
		struct spell spell = { .start = nans[i], .last = nans[i] };

		check_status(spell_insert(&root, &spell), WB_E_RANGE);
		check_status(apart_insert(&ranges, &spell), WB_E_RANGE);
		for (size_t j = 0; j < DOUBLES; j++) {
			spell.start = doubles[j];
			check_status(spell_insert(&root, &spell), WB_E_RANGE);
			spell.start = nans[i];
			spell.last = doubles[j];
			check_status(spell_insert(&root, &spell), WB_E_RANGE);
			spell.last = nans[i];
		}
		check(isnan(wb_double_of(wb_double_start(nans[i]))));
		check(wb_float_start((float)nans[i]) > wb_float_start(INFINITY));
		check(wb_float_last((float)nans[i]) < wb_float_start(-INFINITY));
	}
	check_status(apart_insert(&ranges, &all), WB_OK);
	for (size_t i = 0; i < sizeof(nans) / sizeof(nans[0]); i++)
		check(!apart_find(&ranges, wb_double_start(nans[i])));
}

/* clang-format off */
#define KEY_TESTS(key)                                           \
	cmocka_unit_test(test_exact_keys_beside_a_model_##key),      \
	cmocka_unit_test(test_exact_keys_in_bulk_##key),             \
	cmocka_unit_test(test_exact_keys_with_weights_and_free_keys_##key)
/* clang-format on */

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEY_TESTS(uint64),
		KEY_TESTS(int64),
		KEY_TESTS(uint32),
		KEY_TESTS(int32),
		KEY_TESTS(uint8),
		KEY_TESTS(int8),
		cmocka_unit_test(test_numbers_are_mapped_in_their_order_and_back),
		cmocka_unit_test(test_0_and_minus_0_are_one_key),
		cmocka_unit_test(test_intervals_of_doubles_overlap_as_doubles_do),
		cmocka_unit_test(test_ranges_apart_in_doubles_do_not_overlap),
		cmocka_unit_test(test_NaN_is_refused_at_either_end_and_found_nowhere),
	};

	return run_suite(tests);
}
