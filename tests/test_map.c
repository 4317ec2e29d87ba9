/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Range maps: cut, overwrite and coalesce, beside pieces in an array. */
#include <stdlib.h>

#include "items.h"
#include "map_world.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "wbtree_map.h"

enum { STEPS = 2000 };

static void test_random_changes_beside_pieces(void **state)
{
	struct map *map = must_alloc(1, sizeof(*map));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		map_init(map, range_ops[i], i);
		for (int step = 0; step < STEPS; step++) {
			check_context("%s, step %d", range_ops[i]->name, step);
			map_step(map);
		}
	}
	free(map);
}

/* All spans of what matters at both ends of the key space and about a range in the middle. */
static void check_spans(struct map *map, const struct range_ops *ops, uint64_t seed)
{
	const uint64_t span = ops->span, mid = span / 2;
	const uint64_t places[] = { 0, 1, 2, mid - 1, mid, mid + 1, span - 2, span - 1, span };
	const size_t n = sizeof(places) / sizeof(places[0]);

	for (size_t a = 0; a < n; a++) {
		for (size_t b = 0; b < n; b++) {
			for (int spare = 0; spare < 2; spare++) {
				map_init(map, ops, seed + a + b);
				map_overwrite(map, 1, span - 1, false);
				map_overwrite(map, 0, 1, false);
				map_overwrite(map, span - 1, span, false);
				map_overwrite(map, mid, mid, true);
				map_cut(map, places[a], places[b], spare);
				map_overwrite(map, places[a], places[b], spare);
				for (size_t i = 0; i < map->count; i++)
					map_coalesce(map, i);
			}
		}
	}
}

static void test_both_ends_of_the_key_space(void **state)
{
	struct map *map = must_alloc(1, sizeof(*map));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		check_context("%s", range_ops[i]->name);
		for (uint64_t seed = 0; seed < 8; seed++)
			check_spans(map, range_ops[i], 100 * seed);
	}
	free(map);
}

/* Ranges of 50 keys are too heavy for two of them to be in one tree. */
struct part {
	struct wb_node node;
	int start, last;
};

static wb_weight_t part_weight(const struct part *part)
{
	return part->last - part->start == 49 ? UINT64_MAX - 1 : 1;
}

static void part_set(struct part *part, int start, int last)
{
	part->start = start;
	part->last = last;
}

#define PART_START(part) ((part)->start)
#define PART_LAST(part) ((part)->last)
WB_RANGE_DEFINE_WEIGHTED(part, struct part, node, int, PART_START, PART_LAST, part_weight);
WB_MAP_DEFINE(part, struct part, node, int, part_set);

static void test_weight_may_go_from_one_end_of_a_cut_to_the_other(void **state)
{
	static const struct {
		int left_last, right_last, start, last, status;
	} tries[] = {
		{ 60, 149, 50, 119, WB_OK }, /* the left one gains what the right one loses */
		{ 49, 160, 40, 110, WB_OK }, /* the other way round */
		{ 60, 160, 50, 110, WB_E_OVERFLOW },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		const bool done = tries[i].status == WB_OK;
		struct part left = { WB_NODE_INIT, 0, tries[i].left_last };
		struct part right = { WB_NODE_INIT, 100, tries[i].right_last };
		struct wb_root root = WB_ROOT_INIT;

		check_context("try %u", (unsigned int)i);
		check_status(part_insert(&root, &left), WB_OK);
		check_status(part_insert(&root, &right), WB_OK);
		check_status(part_cut(&root, tries[i].start, tries[i].last, NULL, NULL, NULL),
			     tries[i].status);
		check(left.start == 0 && right.last == tries[i].right_last);
		check(left.last == (done ? tries[i].start - 1 : tries[i].left_last));
		check(right.start == (done ? tries[i].last + 1 : 100));
		check_equal(wb_weight(&left.node), part_weight(&left));
		check_equal(wb_weight(&right.node), part_weight(&right));
		check(!wb_check(&root, part_order, NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_changes_beside_pieces),
		cmocka_unit_test(test_both_ends_of_the_key_space),
		cmocka_unit_test(test_weight_may_go_from_one_end_of_a_cut_to_the_other),
	};

	return run_suite(tests);
}
