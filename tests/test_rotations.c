/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The tree comes to its shape by the rotations of the rule and by no others:
 * their number is the reference's. The library is compiled into this program
 * once more, so that it counts.
 */
#define WB_COUNT_ROTATIONS
#include "wbtree.c"

#include "totals.h"
#include "twin.h"
#include "weights.h"

enum { KEYS = 40, STEPS = 300 };

static void check_rotations(const struct twin *twin, unsigned long long before)
{
	check_equal(wb_rotations_ - before, twin->heap.rotations);
}

static void test_small_inputs_take_the_rotations_of_the_rule(void **state)
{
	static const struct {
		const char *line;
		unsigned int rotations;
	} runs[] = {
		{ "+0 +1 +2", 1 },	  { "+0 +2 +1", 2 },	   { "+1 +0 +2", 0 },
		{ "+0:100 +1 +2", 0 },	  { "+2 +1 +0:100", 2 },   { "+3 +0 +2 +1", 2 },
		{ "+1 +0 +2 -1", 1 },	  { "+1 +0 +2 -0 -2", 0 }, { "+1:3 +0 +2 =1:1", 0 },
		{ "+1:3 +0 +2 =0:9", 1 },
	};
	struct twin twin;

	(void)state;
	twin_init(&twin, 4);
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		unsigned long long before = wb_rotations_;

		check_context("%s", runs[i].line);
		twin_run(&twin, runs[i].line);
		check_equal(wb_rotations_ - before, runs[i].rotations);
		check_rotations(&twin, before);
		twin_clear(&twin);
	}
	twin_free(&twin);
}

static void test_every_change_takes_the_rotations_of_the_rule(void **state)
{
	wb_weight_t weights[KEYS];
	struct twin twin;

	(void)state;
	twin_init(&twin, KEYS);
	for (size_t set = 0; set < weight_set_count; set++) {
		struct rng rng = { set };
		unsigned long long before = wb_rotations_;

		weight_sets[set].fill(&rng, weights, KEYS);
		for (int step = 0; step < STEPS; step++) {
			check_context("%s, step %d", weight_sets[set].name, step);
			twin_step(&twin, &rng, weights);
			check_rotations(&twin, before);
		}
		twin_clear(&twin);
	}
	twin_free(&twin);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_small_inputs_take_the_rotations_of_the_rule),
		cmocka_unit_test(test_every_change_takes_the_rotations_of_the_rule),
	};

	return run_suite(tests);
}
