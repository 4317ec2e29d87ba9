/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * How much is done when whole trees are changed, counted and not timed: the
 * rotations, by a copy of the library in this program that counts them, and the
 * nodes visited on the way up, by an update function that never stops early.
 * Prints the most that was seen.
 */
#define WB_COUNT_ROTATIONS
#include "wbtree.c"

#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

enum { MANY = 4096 };

static struct item items[MANY];
static struct wb_node *nodes[MANY];
static wb_weight_t weights[MANY];
static uint64_t visits;

static bool visit(struct wb_node *node)
{
	(void)node;
	visits++;
	return true;
}

/* Rotations and visits since this was last asked. */
static uint64_t work_done(void)
{
	uint64_t done = visits + wb_rotations_;

	visits = 0;
	wb_rotations_ = 0;
	return done;
}

static unsigned int depth_of(const struct wb_node *node)
{
	unsigned int depth = 0;

	for (; node; node = node->parent)
		depth++;
	return depth;
}

static void fill_tree(size_t set)
{
	struct rng rng = { set };

	check_context("%s", weight_sets[set].name);
	weight_sets[set].fill(&rng, weights, MANY);
	for (size_t i = 0; i < MANY; i++) {
		items[i].key = i;
		nodes[i] = &items[i].node;
	}
}

/* Builds items first to end - 1, wherever they have been. */
static void build_items(struct wb_root *root, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		memset(nodes[i], 0, sizeof(*nodes[i]));
	root->node = NULL;
	check_status(wb_build_augmented(root, &nodes[first], &weights[first], end - first, visit),
		     WB_OK);
}

/*
 * Does something to a tree of all nodes, at one of them; returns the steps that
 * it took per unit of what the documentation says that it costs.
 */
typedef double measure_fn(struct wb_root *root, size_t at);

/*
 * Checks that no more steps are taken on any set of weights. Runs of Fibonacci
 * numbers have ties everywhere, so that the whole path can turn: they are allowed
 * the greatest height in place of a small constant.
 */
static void check_steps(measure_fn *measure, const char *what, double most)
{
	double seen = 0, seen_fibonacci = 0;

	for (size_t set = 0; set < weight_set_count; set++) {
		bool fibonacci_runs = !strncmp(weight_sets[set].name, "Fibonacci", 9);
		double *seen_here = fibonacci_runs ? &seen_fibonacci : &seen;

		fill_tree(set);
		for (size_t at = 0; at + 1 < MANY; at += 1 + at / 3) {
			struct wb_root root = WB_ROOT_INIT;
			double steps = measure(&root, at);

			check(steps <= (fibonacci_runs ? WB_MAX_HEIGHT : most));
			check_promises(&root, item_order);
			*seen_here = steps > *seen_here ? steps : *seen_here;
		}
	}
	print_message("steps per %s: %.2f, with Fibonacci weights %.2f\n", what, seen,
		      seen_fibonacci);
}

static double steps_of_build(struct wb_root *root, size_t at)
{
	work_done();
	build_items(root, at, MANY);
	return (double)work_done() / (double)(MANY - at);
}

static double steps_of_rebuild(struct wb_root *root, size_t at)
{
	build_items(root, at, MANY);
	work_done();
	wb_rebuild_augmented(root, visit);
	return (double)work_done() / (double)(MANY - at);
}

static double steps_of_join(struct wb_root *root, size_t at)
{
	struct wb_root right;

	build_items(root, 0, at);
	build_items(&right, at + 1, MANY);
	memset(nodes[at], 0, sizeof(*nodes[at]));
	work_done();
	check_status(wb_join_augmented(root, nodes[at], weights[at], &right, visit), WB_OK);
	return (double)work_done() / depth_of(nodes[at]);
}

static double steps_of_split(struct wb_root *root, size_t at)
{
	struct wb_root right;
	unsigned int depth;

	build_items(root, 0, MANY);
	depth = depth_of(nodes[at]);
	work_done();
	check_status(wb_split_augmented(root, nodes[at], root, &right, visit), WB_OK);
	check_promises(&right, item_order);
	return (double)work_done() / depth;
}

/* Up to 100 nodes; how many does not matter to what is visited on the way up. */
static double steps_of_extract(struct wb_root *root, size_t at)
{
	size_t last = at + 100 < MANY - 1 ? at + 100 : MANY - 2;
	unsigned int depths;

	build_items(root, 0, MANY);
	depths = depth_of(nodes[at]) + depth_of(nodes[last]) + depth_of(nodes[last + 1]);
	work_done();
	check(wb_extract_augmented(root, nodes[at], nodes[last], visit) == nodes[at]);
	return (double)work_done() / depths;
}

static void test_build_takes_a_few_steps_per_node(void **state)
{
	(void)state;
	check_steps(steps_of_build, "node built", 4);
	check_steps(steps_of_rebuild, "node rebuilt", 4);
}

static void test_join_takes_a_few_steps_per_level_above_the_middle(void **state)
{
	(void)state;
	check_steps(steps_of_join, "level of the node joined at", 12);
}

static void test_split_takes_a_few_steps_per_level_above_the_node(void **state)
{
	(void)state;
	check_steps(steps_of_split, "level of the node split at", 8);
}

static void test_extract_takes_a_few_steps_per_level_above_its_ends(void **state)
{
	(void)state;
	check_steps(steps_of_extract, "level of the nodes extracted between", 6);
}

/* Two equal trees meet at the top: a handful of steps, be they as large as they may. */
static void test_join_of_equals_does_not_depend_on_their_size(void **state)
{
	struct wb_root left, right;

	(void)state;
	fill_tree(0);
	for (size_t n = 1; n < MANY / 2; n *= 2) {
		build_items(&left, 0, n);
		build_items(&right, n + 1, 2 * n + 1);
		memset(nodes[n], 0, sizeof(*nodes[n]));
		work_done();
		check_status(wb_join_augmented(&left, nodes[n], 1, &right, visit), WB_OK);
		check_equal(work_done(), 1);
		check_promises(&left, item_order);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_build_takes_a_few_steps_per_node),
		cmocka_unit_test(test_join_takes_a_few_steps_per_level_above_the_middle),
		cmocka_unit_test(test_split_takes_a_few_steps_per_level_above_the_node),
		cmocka_unit_test(test_extract_takes_a_few_steps_per_level_above_its_ends),
		cmocka_unit_test(test_join_of_equals_does_not_depend_on_their_size),
	};

	return run_suite(tests);
}
