/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Whole trees of ranges at once: build, join, split, erasing a span; and these
 * mixed at random with all other changes, for keys of every width and sign.
 */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "range_world.h"
#include "totals.h"

enum { STEPS = 400, PART = 8 };

static void test_random_changes_of_all_kinds_beside_a_sorted_array(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		for (unsigned int seed = 1; seed <= 2; seed++) {
			world_init(world, range_ops[i], seed);
			for (int step = 0; step < STEPS; step++) {
				uint64_t start;

				check_context("%s, seed %u, step %d", range_ops[i]->name, seed,
					      step);
				world_step(world);
				world_check_key(world, world_place(world));
				start = world_place(world);
				world_check_span(world, start, world_place(world));
			}
		}
	}
	free(world);
}

/* Eight ranges of a tenth of the keys each, with as much before, between and behind as is left. */
static void put_eight(struct world *world, size_t kind)
{
	const uint64_t tenth = range_ops[kind]->span / 10;

	check_context("%s", range_ops[kind]->name);
	world_init(world, range_ops[kind], kind);
	for (uint64_t i = 0; i < PART; i++)
		world_put(world, tenth / 2 + i * tenth + i, tenth / 2 + (i + 1) * tenth);
}

/* What a test does for each kind of ranges, given eight. */
static void for_each_kind(void (*test)(struct world *world))
{
	struct world *world = must_alloc(1, sizeof(*world));

	for (size_t kind = 0; kind < range_ops_count; kind++) {
		put_eight(world, kind);
		test(world);
	}
	free(world);
}

static void compare_all(struct world *world)
{
	for (size_t i = 0; i < PART; i++) {
		for (size_t j = 0; j < PART; j++) {
			int order = world->ops->order(&world->in[i]->node, &world->in[j]->node);

			check((order > 0) - (order < 0) == (i > j) - (i < j));
		}
	}
}

static void test_order_is_0_for_a_range_and_itself_alone(void **state)
{
	(void)state;
	for_each_kind(compare_all);
}

/* ---- build ---- */

/* Takes the tree apart and says what building it anew is to be said; nothing may change. */
static void check_build_refused(struct world *world, struct range *const *sorted, size_t n,
				int expected)
{
	check_refused(world, world->ops->build(&world->root, sorted, n), expected);
}

static void build_of_each_size(struct world *world)
{
	struct range *sorted[PART];

	memcpy(sorted, world->in, sizeof(sorted));
	for (size_t n = 0; n <= PART; n++) {
		world_clear(world);
		check_status(world->ops->build(&world->root, sorted, n), WB_OK);
		memcpy(world->in, sorted, sizeof(sorted));
		world->count = n;
		world_check(world);
	}
}

static void build_of_what_is_not_sorted(struct world *world)
{
	struct range *sorted[PART], *wrong[PART];

	memcpy(sorted, world->in, sizeof(sorted));
	world_clear(world);
	for (size_t i = 0; i + 1 < PART; i++) {
		memcpy(wrong, sorted, sizeof(wrong));
		wrong[i] = sorted[i + 1];
		wrong[i + 1] = sorted[i];
		check_build_refused(world, wrong, PART, WB_E_ORDER);
		wrong[i] = sorted[i];
		wrong[i + 1] = sorted[i];
		check_build_refused(world, wrong, PART, WB_E_LINKED);
	}
	check_status(world->ops->build(&world->root, sorted, PART), WB_OK);
}

/* Range i has the last key of the one before it, or its ends the wrong way round. */
static void build_of_ranges_that_overlap_or_are_reversed(struct world *world)
{
	struct range *sorted[PART];

	memcpy(sorted, world->in, sizeof(sorted));
	world_clear(world);
	for (size_t i = 0; i < PART; i++) {
		const struct range old = *sorted[i];

		if (i) {
			sorted[i]->start = sorted[i - 1]->last;
			check_build_refused(world, sorted, PART, WB_E_OVERLAP);
		}
		sorted[i]->start = old.last;
		sorted[i]->last = old.start;
		check_build_refused(world, sorted, PART, WB_E_RANGE);
		*sorted[i] = old;
	}
	check_status(world->ops->build(&world->root, sorted, PART), WB_OK);
}

static void build_of_ranges_that_are_in_a_tree(struct world *world)
{
	struct range *sorted[PART];
	struct wb_root other = WB_ROOT_INIT;

	memcpy(sorted, world->in, sizeof(sorted));
	check_build_refused(world, sorted, PART, WB_E_NOT_EMPTY);
	check_build_refused(world, sorted, 0, WB_E_NOT_EMPTY);
	world_clear(world);
	for (size_t i = 0; i < PART; i++) {
		check_status(world->ops->insert(&other, sorted[i]), WB_OK);
		check_build_refused(world, sorted, PART, WB_E_LINKED);
		check(world->ops->erase(&other, sorted[i]));
	}
	check_status(world->ops->build(&other, &sorted[0], 1), WB_OK);
	check_refused(world, world->ops->build(&other, &sorted[1], PART - 1), WB_E_NOT_EMPTY);
}

static void build_of_weights_that_do_not_do(struct world *world)
{
	struct range *sorted[PART];

	if (world->ops->sized || world->ops->find_learn)
		return;
	memcpy(sorted, world->in, sizeof(sorted));
	world_clear(world);
	for (size_t i = 0; i < PART; i++) {
		sorted[i]->weight = 0;
		check_build_refused(world, sorted, PART, WB_E_WEIGHT);
		sorted[i]->weight = UINT64_MAX - (PART - 2);
		check_build_refused(world, sorted, PART, WB_E_OVERFLOW);
		sorted[i]->weight = UINT64_MAX - (PART - 1);
		check_status(world->ops->build(&world->root, sorted, PART), WB_OK);
		check_promises(&world->root, world->ops->order);
		check_equal(wb_total(&world->root), UINT64_MAX);
		memcpy(world->in, sorted, sizeof(sorted));
		world->count = PART;
		world_clear(world);
		sorted[i]->weight = 1;
	}
}

static void test_build_takes_any_number(void **state)
{
	(void)state;
	for_each_kind(build_of_each_size);
}

static void test_build_refuses_what_is_not_sorted_or_there_twice(void **state)
{
	(void)state;
	for_each_kind(build_of_what_is_not_sorted);
}

static void test_build_refuses_ranges_that_overlap_or_are_reversed(void **state)
{
	(void)state;
	for_each_kind(build_of_ranges_that_overlap_or_are_reversed);
}

static void test_build_refuses_what_is_linked_and_a_tree_that_is_not_empty(void **state)
{
	(void)state;
	for_each_kind(build_of_ranges_that_are_in_a_tree);
}

static void test_build_refuses_weights_of_0_and_too_great_a_total(void **state)
{
	(void)state;
	for_each_kind(build_of_weights_that_do_not_do);
}

/* ---- join and split ---- */

/* Splits at range i, which is then free. */
static struct range *split_at(struct world *world, size_t i, struct wb_root *right)
{
	struct range *mid = world->in[i];

	check_status(world->ops->split(&world->root, mid, &world->root, right), WB_OK);
	return mid;
}

static void check_join_refused(struct world *world, struct range *mid, struct wb_root *right,
			       int expected)
{
	const struct wb_root before = *right;

	check_refused(world, world->ops->join(&world->root, mid, right), expected);
	check(right->node == before.node);
}

static void join_of_what_is_out_of_order(struct world *world)
{
	for (size_t i = 0; i < PART; i++) {
		struct range *before = i ? world->in[i - 1] : NULL;
		struct range *after = i + 1 < PART ? world->in[i + 1] : NULL;
		struct wb_root right;
		struct range *mid = split_at(world, i, &right);
		const struct range old = *mid;

		if (before) {
			mid->start = before->last;
			check_join_refused(world, mid, &right, WB_E_OVERLAP);
			mid->start = mid->last = before->start - 1;
			check_join_refused(world, mid, &right, WB_E_ORDER);
		}
		if (after) {
			mid->start = old.start;
			mid->last = after->start;
			check_join_refused(world, mid, &right, WB_E_OVERLAP);
			mid->start = mid->last = after->last + 1;
			check_join_refused(world, mid, &right, WB_E_ORDER);
		}
		mid->start = old.last;
		mid->last = old.start;
		check_join_refused(world, mid, &right, WB_E_RANGE);
		*mid = old;
		if (before)
			check_join_refused(world, before, &right, WB_E_LINKED);
		check_status(world->ops->join(&world->root, mid, &right), WB_OK);
		world_check(world);
	}
}

static void join_of_weights_that_do_not_do(struct world *world)
{
	if (world->ops->sized || world->ops->find_learn)
		return;
	for (size_t i = 0; i < PART; i++) {
		struct wb_root right;
		struct range *mid = split_at(world, i, &right);

		mid->weight = 0;
		check_join_refused(world, mid, &right, WB_E_WEIGHT);
		mid->weight = UINT64_MAX - (PART - 2);
		check_join_refused(world, mid, &right, WB_E_OVERFLOW);
		mid->weight = UINT64_MAX - (PART - 1);
		check_status(world->ops->join(&world->root, mid, &right), WB_OK);
		world_check(world);
		mid->weight = 1;
		check_status(world->ops->update(&world->root, mid), WB_OK);
		world_check(world);
	}
}

static void split_at_what_is_in_no_tree(struct world *world)
{
	struct range *none = world_take(world, 0, 0);
	struct wb_root left = { &world->in[0]->node, 0 }, right = { &world->in[1]->node, 0 };

	check_refused(world, world->ops->split(&world->root, none, &left, &right), WB_E_UNLINKED);
	check(left.node == &world->in[0]->node && right.node == &world->in[1]->node);
}

static void test_join_refuses_what_is_out_of_order(void **state)
{
	(void)state;
	for_each_kind(join_of_what_is_out_of_order);
}

static void test_join_refuses_weights_of_0_and_too_great_a_total(void **state)
{
	(void)state;
	for_each_kind(join_of_weights_that_do_not_do);
}

static void test_split_refuses_what_is_in_no_tree(void **state)
{
	(void)state;
	for_each_kind(split_at_what_is_in_no_tree);
}

/* ---- erasing a span ---- */

/* The ends of all ranges, their neighbours outside, and the ends of the key space. */
static size_t edges(const struct world *world, uint64_t *places)
{
	size_t n = 0;

	places[n++] = 0;
	for (size_t i = 0; i < PART; i++) {
		places[n++] = world->in[i]->start - 1;
		places[n++] = world->in[i]->start;
		places[n++] = world->in[i]->last;
		places[n++] = world->in[i]->last + 1;
	}
	places[n++] = world->ops->span;
	return n;
}

static void erase_every_span(struct world *world)
{
	struct world *fresh = must_alloc(1, sizeof(*fresh));
	uint64_t places[4 * PART + 2];
	size_t n = edges(world, places);

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++) {
			world_init(fresh, world->ops, 0);
			for (size_t k = 0; k < PART; k++)
				world_put(fresh, world->in[k]->start, world->in[k]->last);
			world_erase_range(fresh, places[i], places[j]);
			world_check(fresh);
			world_clear(fresh);
		}
	}
	free(fresh);
}

static void test_erase_range_takes_out_what_is_inside_and_names_what_is_across(void **state)
{
	(void)state;
	for_each_kind(erase_every_span);
}

static void erase_across_one_range(struct world *world)
{
	const struct range *range = world->in[PART / 2];
	struct range_erased erased = world->ops->erase_range(&world->root, range->start + 1,
							     range->last - 1, NULL, NULL);

	check(erased.count == 0 && erased.left == range && erased.right == range);
	erased = world->ops->erase_range(&world->root, range->start, range->last - 1, NULL, NULL);
	check(erased.count == 0 && !erased.left && erased.right == range);
	erased = world->ops->erase_range(&world->root, range->start + 1, range->last, NULL, NULL);
	check(erased.count == 0 && erased.left == range && !erased.right);
	world_check(world);
}

static void test_a_range_that_crosses_both_ends_is_named_twice_and_stays(void **state)
{
	(void)state;
	for_each_kind(erase_across_one_range);
}

static void erase_without_release(struct world *world)
{
	struct range_erased erased =
		world->ops->erase_range(&world->root, 0, world->ops->span, NULL, NULL);

	check(erased.count == PART && !erased.left && !erased.right);
	check(wb_is_empty(&world->root));
	world->count = 0;
	world_check(world);
	erased = world->ops->erase_range(&world->root, 0, world->ops->span, NULL, NULL);
	check(erased.count == 0 && !erased.left && !erased.right);
	erased = world->ops->erase_range(&world->root, world->ops->span, 0, NULL, NULL);
	check(erased.count == 0 && !erased.left && !erased.right);
	for (uint64_t i = 0; i < PART; i++)
		world_put(world, i, i);
}

static void test_erased_ranges_are_free_and_may_be_inserted_again(void **state)
{
	(void)state;
	for_each_kind(erase_without_release);
}

static void free_range(struct range *range, void *ctx)
{
	++*(size_t *)ctx;
	memset(range, 0xa5, sizeof(*range));
	free(range);
}

/* Ranges of their own memory each, so that reading one after free is seen. */
static void erase_and_free(struct world *world)
{
	size_t count = 0;
	struct range_erased erased;

	for (size_t i = 0; i < PART; i++) {
		struct range *range = must_alloc(1, sizeof(*range));

		check_status(world->ops->move(&world->root, world->in[i], range), WB_OK);
	}
	world->count = 0;
	erased = world->ops->erase_range(&world->root, 0, world->ops->span / 2, free_range, &count);
	check(count > 0 && count < PART);
	check_equal(erased.count, count);
	check_promises(&world->root, world->ops->order);
	world->ops->erase_range(&world->root, 0, world->ops->span, free_range, &count);
	check_equal(count, PART);
	check(wb_is_empty(&world->root));
}

static void test_release_may_free_what_is_erased(void **state)
{
	(void)state;
	for_each_kind(erase_and_free);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_changes_of_all_kinds_beside_a_sorted_array),
		cmocka_unit_test(test_order_is_0_for_a_range_and_itself_alone),
		cmocka_unit_test(test_build_takes_any_number),
		cmocka_unit_test(test_build_refuses_what_is_not_sorted_or_there_twice),
		cmocka_unit_test(test_build_refuses_ranges_that_overlap_or_are_reversed),
		cmocka_unit_test(test_build_refuses_what_is_linked_and_a_tree_that_is_not_empty),
		cmocka_unit_test(test_build_refuses_weights_of_0_and_too_great_a_total),
		cmocka_unit_test(test_join_refuses_what_is_out_of_order),
		cmocka_unit_test(test_join_refuses_weights_of_0_and_too_great_a_total),
		cmocka_unit_test(test_split_refuses_what_is_in_no_tree),
		cmocka_unit_test(
			test_erase_range_takes_out_what_is_inside_and_names_what_is_across),
		cmocka_unit_test(test_a_range_that_crosses_both_ends_is_named_twice_and_stays),
		cmocka_unit_test(test_erased_ranges_are_free_and_may_be_inserted_again),
		cmocka_unit_test(test_release_may_free_what_is_erased),
	};

	return run_suite(tests);
}
