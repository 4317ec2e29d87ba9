/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Free runs of keys between ranges, aligned and not, against brute force. */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "range_world.h"
#include "totals.h"
#include "wbtree_debug.h"

struct query {
	uint64_t lo, hi, size, align;
};

/* Whether a run that starts at place is free and within the bounds. */
static bool fits(const struct world *world, const struct query *query, uint64_t place)
{
	if (place < query->lo || place > query->hi || query->hi - place < query->size - 1)
		return false;
	for (size_t i = 0; i < world->count; i++)
		if (world->in[i]->start <= place + (query->size - 1) && place <= world->in[i]->last)
			return false;
	return true;
}

/* Moves *start to place if that is the lower of the two and will do. */
static void prefer(const struct world *world, const struct query *query, uint64_t place,
		   bool *found, uint64_t *start)
{
	if (!world->ops->align(&place, query->align) || !fits(world, query, place))
		return;
	if (!*found || place < *start)
		*start = place;
	*found = true;
}

/* The lowest run starts at or soon after the lower bound or the last key of a range. */
static bool find_by_force(const struct world *world, const struct query *query, uint64_t *start)
{
	bool found = false;

	if (query->size < 1 || query->size > world->ops->most)
		return false;
	prefer(world, query, query->lo, &found, start);
	for (size_t i = 0; i < world->count; i++)
		if (world->in[i]->last < world->ops->span)
			prefer(world, query, world->in[i]->last + 1, &found, start);
	return found;
}

/* ---- all gaps, and from them the highest and the smallest ---- */

/* A run from start to last, if it is long enough; returns how many there are then. */
static size_t add_gap(const struct query *query, struct gap *gaps, size_t n, uint64_t start,
		      uint64_t last)
{
	if (start > last || last - start < query->size - 1)
		return n;
	gaps[n].start = start;
	gaps[n].last = last;
	return n + 1;
}

/* The runs of free places within the bounds, at most one more than there are ranges. */
static size_t gaps_by_force(const struct world *world, const struct query *query, struct gap *gaps)
{
	uint64_t from = query->lo;
	size_t n = 0;

	if (query->size < 1 || query->size > world->ops->most)
		return 0;
	for (size_t i = 0; i < world->count; i++) {
		const struct range *range = world->in[i];

		if (range->last < from)
			continue;
		if (range->start > query->hi)
			break;
		if (range->start > from)
			n = add_gap(query, gaps, n, from, range->start - 1);
		if (range->last >= query->hi)
			return n;
		from = range->last + 1;
	}
	return add_gap(query, gaps, n, from, query->hi);
}

static bool last_in_gap(const struct world *world, const struct query *query, const struct gap *gap,
			uint64_t *start)
{
	uint64_t place = gap->last - (query->size - 1);

	if (!world->ops->align_down(&place, query->align) || place < gap->start)
		return false;
	*start = place;
	return true;
}

static bool first_in_gap(const struct world *world, const struct query *query,
			 const struct gap *gap, uint64_t *start)
{
	uint64_t place = gap->start;

	if (!world->ops->align(&place, query->align) || place > gap->last - (query->size - 1))
		return false;
	*start = place;
	return true;
}

static bool best_of_gaps(const struct world *world, const struct query *query,
			 const struct gap *gaps, size_t n, uint64_t *start)
{
	const struct gap *best = NULL;

	for (size_t i = 0; i < n; i++)
		if ((!best || gaps[i].last - gaps[i].start < best->last - best->start) &&
		    first_in_gap(world, query, &gaps[i], start))
			best = &gaps[i];
	return best != NULL;
}

static void check_policies(const struct world *world, const struct query *query)
{
	struct gap gaps[WORLD_RANGES + 1], found[WORLD_RANGES + 1];
	const struct wb_root *root = &world->root;
	size_t n = gaps_by_force(world, query, gaps), last = n;
	uint64_t untouched = (query->lo + 1) & world->ops->span, expected = untouched;
	uint64_t start = untouched;

	check_equal(world->ops->gaps(root, query->lo, query->hi, query->size, found), n);
	for (size_t i = 0; i < n; i++)
		check(found[i].start == gaps[i].start && found[i].last == gaps[i].last);
	while (last && !last_in_gap(world, query, &gaps[last - 1], &expected))
		last--;
	check(world->ops->find_gap_last(root, query->lo, query->hi, query->size, query->align,
					&start) == (last != 0));
	check_equal(start, expected);
	expected = start = untouched;
	check(world->ops->find_gap_best(root, query->lo, query->hi, query->size, query->align,
					&start) == best_of_gaps(world, query, gaps, n, &expected));
	check_equal(start, expected);
}

static void check_query(const struct world *world, const struct query *query)
{
	uint64_t untouched = (query->lo + 1) & world->ops->span;
	uint64_t expected = untouched, start = untouched;
	bool found = find_by_force(world, query, &expected);

	check(world->ops->find_gap_aligned(&world->root, query->lo, query->hi, query->size,
					   query->align, &start) == found);
	check_equal(start, expected);
	check_policies(world, query);
	if (query->align != 1)
		return;
	start = untouched;
	check(world->ops->find_gap(&world->root, query->lo, query->hi, query->size, &start) ==
	      found);
	check_equal(start, expected);
}

/* A size that a gap has, or one more or less, or any. */
static uint64_t any_size(struct world *world)
{
	uint64_t size = rng_bits(&world->rng, 64);

	if (world->count && rng_below(&world->rng, 4)) {
		size_t i = (size_t)rng_below(&world->rng, world->count);
		uint64_t from = i ? world->in[i - 1]->last + 1 : 0;

		size = world->in[i]->start - from + rng_below(&world->rng, 3) - 1;
	}
	return size & world->ops->most;
}

static uint64_t any_align(struct world *world)
{
	uint64_t align = 1;

	if (rng_below(&world->rng, 2))
		align = rng_bits(&world->rng, 64) & world->ops->most;
	return align ? align : 1;
}

static void check_random_queries(struct world *world, int count)
{
	for (int i = 0; i < count; i++) {
		struct query query;

		query.lo = world_place(world);
		query.hi = world_place(world);
		query.size = any_size(world);
		query.align = any_align(world);
		if (rng_below(&world->rng, 3) == 0)
			query.hi = world->ops->span;
		if (rng_below(&world->rng, 3) == 0)
			query.lo = 0;
		check_query(world, &query);
	}
}

static void test_gaps_are_the_lowest_free_runs_after_any_change(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		world_init(world, range_ops[i], i);
		for (int step = 0; step < 500; step++) {
			check_context("%s, step %d", range_ops[i]->name, step);
			world_step(world);
			check_random_queries(world, 20);
		}
	}
	free(world);
}

/* ---- every key of the narrow types ---- */

/* The lowest start by trying one after the other. */
static bool find_by_trying(const struct world *world, const struct query *query, uint64_t *start)
{
	if (query->size < 1)
		return false;
	for (uint64_t place = query->lo; place <= query->hi; place++) {
		uint64_t aligned = place;

		if (!world->ops->align(&aligned, query->align) || aligned != place ||
		    !fits(world, query, place))
			continue;
		*start = place;
		return true;
	}
	return false;
}

/* The highest start by trying one after the other. */
static void check_last_by_trying(const struct world *world, const struct query *query)
{
	uint64_t start = 0, expected = 0;
	bool found = false;

	for (uint64_t place = query->lo; query->size && place <= query->hi; place++) {
		uint64_t aligned = place;

		if (!world->ops->align_down(&aligned, query->align) || aligned != place ||
		    !fits(world, query, place))
			continue;
		expected = place;
		found = true;
	}
	check(world->ops->find_gap_last(&world->root, query->lo, query->hi, query->size,
					query->align, &start) == found);
	check_equal(start, expected);
}

static void check_bounds(const struct world *world, uint64_t lo, uint64_t hi)
{
	static const uint64_t sizes[] = { 0, 1, 2, 3, 8, 31, 127 }, aligns[] = { 1, 2, 7, 16, 127 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (size_t j = 0; j < sizeof(aligns) / sizeof(aligns[0]); j++) {
			struct query query = { lo, hi, sizes[i], aligns[j] };
			uint64_t by_force = 0, by_trying = 0;

			check_query(world, &query);
			check(find_by_force(world, &query, &by_force) ==
			      find_by_trying(world, &query, &by_trying));
			check_equal(by_force, by_trying);
			check_last_by_trying(world, &query);
		}
	}
}

/* One upper bound in so many, others for each lower bound. */
static uint64_t stride = 5;

static void test_every_lower_bound_of_eight_bits(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		if (range_ops[i]->span != UINT8_MAX)
			continue;
		check_context("%s", range_ops[i]->name);
		world_init(world, range_ops[i], i);
		while (world->count < 8)
			world_try_insert(world);
		for (uint64_t lo = 0; lo <= UINT8_MAX; lo++)
			for (uint64_t hi = lo % stride; hi <= UINT8_MAX; hi += stride)
				check_bounds(world, lo, hi);
	}
	free(world);
}

/* ---- no range, and no gap ---- */

static void check_all_free(struct world *world)
{
	const uint64_t span = world->ops->span, most = world->ops->most;
	const struct query queries[] = {
		{ 0, span, 1, 1 },	     { 0, span, most, 1 },    { span, span, 1, 1 },
		{ span, span, 2, 1 },	     { 0, 0, 1, 1 },	      { 0, 0, 2, 1 },
		{ span, 0, 1, 1 },	     { 1, span, most, most }, { 1, span, 1, most },
		{ span - most, span, 1, 3 }, { 0, span, 0, 1 },	      { 0, span, most + 1, 1 },
	};

	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
		check_query(world, &queries[i]);
	check_random_queries(world, 200);
}

static void check_none_free(struct world *world)
{
	uint64_t start = 5;

	check(!world->ops->find_gap(&world->root, 0, world->ops->span, 1, &start));
	check(!world->ops->find_gap_aligned(&world->root, 0, world->ops->span, 1, 2, &start));
	check(!world->ops->find_gap_last(&world->root, 0, world->ops->span, 1, 1, &start));
	check(!world->ops->find_gap_best(&world->root, 0, world->ops->span, 1, 1, &start));
	check_equal(start, 5);
	check_random_queries(world, 100);
}

static void test_no_range_leaves_all_free_and_touching_ones_nothing(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		const uint64_t span = range_ops[i]->span, part = span / WORLD_RANGES;

		check_context("%s", range_ops[i]->name);
		world_init(world, range_ops[i], i);
		check_all_free(world);
		world_put(world, 0, span);
		check_none_free(world);
		world_clear(world);
		for (uint64_t k = 0; k < WORLD_RANGES; k++)
			world_put(world, k * part,
				  k + 1 < WORLD_RANGES ? k * part + part - 1 : span);
		check_none_free(world);
		world_clear(world);
	}
	free(world);
}

/* Only the lowest or only the highest key is free. */
static void test_gaps_of_one_key_at_both_ends(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		const uint64_t span = range_ops[i]->span;

		for (uint64_t free_end = 0; free_end < 2; free_end++) {
			uint64_t start = 77;

			check_context("%s", range_ops[i]->name);
			world_init(world, range_ops[i], i);
			world_put(world, !free_end, span / 2);
			world_put(world, span / 2 + 1, span - free_end);
			check(world->ops->find_gap(&world->root, 0, span, 1, &start));
			check_equal(start, free_end * span);
			check(!world->ops->find_gap(&world->root, 0, span, 2, &start));
			check(!world->ops->find_gap(&world->root, 1, span - 1, 1, &start));
			check_equal(start, free_end * span);
			check_random_queries(world, 100);
			world_clear(world);
		}
	}
	free(world);
}

/* Sizes and alignments below 1: the size is refused, the alignment is none. See check_all_free. */
static void test_signed_sizes_and_alignments_below_1(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		const struct range_ops *ops = range_ops[i];
		bool is_signed = ops->most < ops->span;
		uint64_t start = 3;

		check_context("%s", ops->name);
		world_init(world, ops, i);
		world_put(world, 0, 6);
		check(!ops->find_gap(&world->root, 0, ops->span, 0, &start));
		check(!ops->find_gap_aligned(&world->root, 0, ops->span, 0, 0, &start));
		if (is_signed)
			check(!ops->find_gap(&world->root, 0, ops->span, UINT64_MAX, &start));
		check_equal(start, 3);
		check(ops->find_gap_aligned(&world->root, 0, ops->span, 1, 0, &start));
		check_equal(start, 7);
		start = 3;
		if (is_signed)
			check(ops->find_gap_aligned(&world->root, 0, ops->span, 1, UINT64_MAX - 6,
						    &start) &&
			      start == 7);
		world_clear(world);
	}
	free(world);
}

/* ---- what it costs ---- */

enum { MANY = 4096 };

/* Ranges of 6 keys each, 2 apart, but 9 before the one with that index. */
static struct range *build_many(const struct range_ops *ops, struct wb_root *root, uint64_t wide)
{
	struct range *ranges = must_alloc(MANY, sizeof(*ranges)), *sorted[MANY];

	for (uint64_t i = 0; i < MANY; i++) {
		ranges[i].start = 8 * i + (i < wide ? 0 : 7);
		ranges[i].last = ranges[i].start + 5;
		ranges[i].weight = 1;
		sorted[i] = &ranges[i];
	}
	check_status(ops->build(root, sorted, MANY), WB_OK);
	check_promises(root, ops->order);
	return ranges;
}

/*
 * Each pass over a path looks at both ends of each node: to go to the bound is
 * one, to go up again two, as each is also looked at from below, and to go down to the
 * gap one more. 8 looks are for the ranges at both ends.
 */
static uint64_t most_looks(uint64_t height)
{
	return (1 + 2 + 1) * 2 * height + 8;
}

/* The one gap that will do, from above, and as the best of one; and a loop over it. */
static void check_looks_of_policies(const struct range_ops *ops, const struct wb_root *root,
				    uint64_t wide, uint64_t height)
{
	const uint64_t hi = 8 * MANY + 4; /* where the last range is */
	uint64_t start = 0, before = range_looks;
	struct gap gap[1];

	check(ops->find_gap_last(root, 0, hi, 3, 1, &start));
	check_equal(start, 8 * wide + 4);
	if (ops->gapped)
		check(range_looks - before <= most_looks(height));
	before = range_looks;
	check(ops->find_gap_best(root, 0, hi, 3, 1, &start));
	check_equal(start, 8 * wide - 2);
	check_equal(ops->gaps(root, 0, hi, 3, gap), 1);
	check(gap->start == 8 * wide - 2 && gap->last == 8 * wide + 6);
	if (ops->gapped)
		check(range_looks - before <= 2 * 2 * most_looks(height));
}

/* Ends looked at to find 3 keys where 9 are free before the given range. */
static void check_looks(const struct range_ops *ops, uint64_t wide)
{
	struct wb_root root = WB_ROOT_INIT;
	struct range *ranges = build_many(ops, &root, wide);
	uint64_t start = 0, before = range_looks;
	struct wb_shape shape;

	check(ops->find_gap(&root, 0, ops->span, 3, &start));
	check_equal(start, 8 * wide - 2);
	wb_measure(&root, &shape);
	if (ops->gapped)
		check(range_looks - before <= most_looks(shape.height));
	else
		check(range_looks - before >= wide);
	check_looks_of_policies(ops, &root, wide, shape.height);
	free(ranges);
}

static void test_with_gaps_kept_only_a_few_paths_are_looked_at(void **state)
{
	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		if (range_ops[i]->span < UINT32_MAX)
			continue;
		check_context("%s", range_ops[i]->name);
		for (uint64_t wide = 1; wide < MANY; wide += 97)
			check_looks(range_ops[i], wide);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gaps_are_the_lowest_free_runs_after_any_change),
		cmocka_unit_test(test_every_lower_bound_of_eight_bits),
		cmocka_unit_test(test_no_range_leaves_all_free_and_touching_ones_nothing),
		cmocka_unit_test(test_gaps_of_one_key_at_both_ends),
		cmocka_unit_test(test_signed_sizes_and_alignments_below_1),
		cmocka_unit_test(test_with_gaps_kept_only_a_few_paths_are_looked_at),
	};

	if (argc > 1)
		stride = strcmp(argv[1], "small") == 0 ? 31 : strcmp(argv[1], "full") == 0 ? 1 : 5;
	return run_suite(tests);
}
