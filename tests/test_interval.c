/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Intervals that overlap, in keys of every width and sign, beside a plain array
 * that is sorted by start, equal starts in the order in which they came.
 */
#include <stdlib.h>
#include <string.h>

#include "interval_ops.h"
#include "items.h"
#include "places.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"
#include "wbtree_debug.h"

enum { MOST = 24 };

struct world {
	const struct interval_ops *ops;
	struct rng rng;
	struct wb_root root;
	struct interval *in[MOST]; /* those in the tree, in order */
	size_t count;
	struct interval slots[MOST];
};

#define interval_of(ptr) wb_entry(ptr, struct interval, node)

/* ---- the model ---- */

static void world_init(struct world *world, const struct interval_ops *ops, uint64_t seed)
{
	memset(world, 0, sizeof(*world));
	world->ops = ops;
	world->rng.state = seed;
	check_context("%s", ops->name);
}

static void clear(struct world *world)
{
	for (size_t i = 0; i < world->count; i++)
		memset(&world->in[i]->node, 0, sizeof(world->in[i]->node));
	world->root.node = NULL;
	world->count = 0;
}

static size_t index_of(const struct world *world, const struct interval *interval)
{
	size_t i = 0;

	while (world->in[i] != interval)
		i++;
	return i;
}

static struct interval *at(const struct world *world, size_t i)
{
	return i < world->count ? world->in[i] : NULL;
}

/* Puts an interval behind all that start where it does or before. */
static void take_in(struct world *world, struct interval *interval)
{
	size_t i = world->count++;

	for (; i && world->in[i - 1]->start > interval->start; i--)
		world->in[i] = world->in[i - 1];
	world->in[i] = interval;
}

static void take_out(struct world *world, const struct interval *interval)
{
	size_t i = index_of(world, interval);

	world->count--;
	memmove(&world->in[i], &world->in[i + 1], (world->count - i) * sizeof(world->in[0]));
}

static bool overlaps(const struct interval *interval, uint64_t start, uint64_t last)
{
	return interval->start <= last && start <= interval->last;
}

/* The first from index i on that overlaps; NULL if none does or the query is reversed. */
static struct interval *overlap_from(const struct world *world, size_t i, uint64_t start,
				     uint64_t last)
{
	while (i < world->count && !overlaps(world->in[i], start, last))
		i++;
	return start <= last ? at(world, i) : NULL;
}

/* ---- checks ---- */

static uint64_t greatest_last(const struct wb_node *x)
{
	uint64_t greatest;

	if (!x)
		return 0;
	greatest = interval_of(x)->last;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if (greatest_last(x->child[d]) > greatest)
			greatest = greatest_last(x->child[d]);
	return greatest;
}

/* Promises, order, both ways, weights and what the augmentation keeps. */
static void check_world(const struct world *world)
{
	const struct interval_ops *ops = world->ops;
	struct interval *pos = ops->first(&world->root), *before = NULL;

	check_promises(&world->root, ops->order);
	for (size_t i = 0; i < world->count; i++) {
		check(pos == world->in[i]);
		check(ops->prev(pos) == before);
		check_equal(wb_weight(&pos->node), ops->weighted ? pos->weight : 1);
		check_equal(ops->max_last(pos), greatest_last(&pos->node));
		before = pos;
		pos = ops->next(pos);
	}
	check(!pos && ops->last(&world->root) == before);
	for (size_t i = 0; i < MOST; i++)
		if (!wb_is_linked(&world->slots[i].node))
			check(!world->slots[i].node.parent && !world->slots[i].node.child[0] &&
			      !world->slots[i].node.child[1]);
}

static void check_query(const struct world *world, uint64_t start, uint64_t last)
{
	const struct interval_ops *ops = world->ops;
	struct interval *found[MOST], *expected = overlap_from(world, 0, start, last);
	struct interval *pos = ops->first_overlap(&world->root, start, last);
	size_t n = ops->collect(&world->root, start, last, found), count = 0;

	for (; expected; count++) {
		check(pos == expected);
		check(count < n && found[count] == expected);
		expected = overlap_from(world, index_of(world, expected) + 1, start, last);
		pos = ops->next_overlap(pos, start, last);
	}
	check(!pos);
	check_equal(n, count);
	check_equal(ops->count_overlaps(&world->root, start, last, SIZE_MAX), count);
	for (size_t limit = 0; limit <= count + 1; limit++)
		check_equal(ops->count_overlaps(&world->root, start, last, limit),
			    limit < count ? limit : count);
}

static void check_stab(const struct world *world, uint64_t place)
{
	struct interval *expected = overlap_from(world, 0, place, place);
	struct interval *pos = world->ops->stab(&world->root, place);

	while (expected) {
		check(pos == expected);
		expected = overlap_from(world, index_of(world, expected) + 1, place, place);
		pos = world->ops->next_stab(pos, place);
	}
	check(!pos);
}

/* The next overlap from any interval, be it of the query or not. */
static void check_next_of_all(const struct world *world, uint64_t start, uint64_t last)
{
	for (size_t i = 0; start <= last && i < world->count; i++)
		check(world->ops->next_overlap(world->in[i], start, last) ==
		      overlap_from(world, i + 1, start, last));
}

/* ---- changes at random ---- */

static struct interval *any_of(struct world *world)
{
	return world->count ? world->in[rng_below(&world->rng, world->count)] : NULL;
}

static struct interval *unlinked(struct world *world)
{
	for (size_t i = 0; i < MOST; i++)
		if (!wb_is_linked(&world->slots[i].node))
			return &world->slots[i];
	return NULL;
}

static uint64_t any_place(struct world *world)
{
	const struct interval *interval = any_of(world);
	const uint64_t span = world->ops->span;

	return interval ? place_near(&world->rng, span, interval->start, interval->last)
			: rng_u64(&world->rng) & span;
}

/* Gives new ends and a new weight, which are now and then not to be accepted. */
static void set_any(struct world *world, struct interval *interval)
{
	const uint64_t span = world->ops->span;
	const struct interval *other = any_of(world);

	interval->start = any_place(world);
	if (other && rng_below(&world->rng, 4) == 0)
		interval->start = other->start;
	interval->last = place_last(&world->rng, span, interval->start, span / 4);
	if (interval->start && rng_below(&world->rng, 32) == 0)
		interval->last = interval->start - 1;
	interval->weight = 1 + (rng_u64(&world->rng) >> (8 + rng_below(&world->rng, 56)));
	if (rng_below(&world->rng, 64) == 0)
		interval->weight = rng_below(&world->rng, 2) ? 0 : UINT64_MAX;
}

static int expected_of_weight(const struct world *world, const struct interval *interval)
{
	wb_weight_t others = wb_total(&world->root) - wb_weight(&interval->node);

	if (!world->ops->weighted)
		return WB_OK;
	if (!interval->weight)
		return WB_E_WEIGHT;
	return interval->weight > UINT64_MAX - others ? WB_E_OVERFLOW : WB_OK;
}

static int expected_of_insert(const struct world *world, const struct interval *interval)
{
	if (wb_is_linked(&interval->node))
		return WB_E_LINKED;
	if (interval->start > interval->last)
		return WB_E_RANGE;
	return expected_of_weight(world, interval);
}

static void try_insert(struct world *world)
{
	struct interval *interval = unlinked(world);
	int expected;

	if (!interval || rng_below(&world->rng, 32) == 0)
		interval = any_of(world);
	if (!interval)
		return;
	if (!wb_is_linked(&interval->node))
		set_any(world, interval);
	expected = expected_of_insert(world, interval);
	if (expected) {
		check_refused(world, world->ops->insert(&world->root, interval), expected);
		return;
	}
	check_status(world->ops->insert(&world->root, interval), WB_OK);
	take_in(world, interval);
}

static void erase_any(struct world *world)
{
	struct interval *interval = any_of(world), *none = unlinked(world);

	if (none)
		check_refused(world, world->ops->erase(&world->root, none), false);
	check_refused(world, world->ops->erase(&world->root, NULL), false);
	if (!interval)
		return;
	check(world->ops->erase(&world->root, interval));
	take_out(world, interval);
}

static int expected_of_update(const struct world *world, const struct interval *interval)
{
	size_t i;

	if (!wb_is_linked(&interval->node))
		return WB_E_UNLINKED;
	if (interval->start > interval->last)
		return WB_E_RANGE;
	i = index_of(world, interval);
	if (i && world->in[i - 1]->start > interval->start)
		return WB_E_ORDER;
	if (i + 1 < world->count && world->in[i + 1]->start < interval->start)
		return WB_E_ORDER;
	return expected_of_weight(world, interval);
}

static void try_update(struct world *world)
{
	struct interval *interval = any_of(world), old;
	int expected;

	if (!interval || rng_below(&world->rng, 32) == 0)
		interval = unlinked(world);
	if (!interval)
		return;
	old = *interval;
	set_any(world, interval);
	if (rng_below(&world->rng, 4))
		interval->start = old.start;
	expected = expected_of_update(world, interval);
	if (!expected) {
		check_status(world->ops->update(&world->root, interval), WB_OK);
		return;
	}
	check_refused(world, world->ops->update(&world->root, interval), expected);
	interval->start = old.start;
	interval->last = old.last;
	interval->weight = old.weight;
}

static void move_any(struct world *world)
{
	struct interval *from = any_of(world), *to = unlinked(world), spare;

	if (!to)
		return;
	check_refused(world, world->ops->move(&world->root, to, &spare), WB_E_UNLINKED);
	if (!from)
		return;
	memset(to, 0xa5, sizeof(*to));
	check_status(world->ops->move(&world->root, from, to), WB_OK);
	check(!wb_is_linked(&from->node));
	check(to->start == from->start && to->last == from->last);
	world->in[index_of(world, from)] = to;
}

static void build_anew(struct world *world)
{
	struct interval *sorted[MOST];
	size_t n = world->count;

	memcpy(sorted, world->in, sizeof(sorted));
	clear(world);
	check_status(world->ops->build(&world->root, sorted, n), WB_OK);
	memcpy(world->in, sorted, sizeof(sorted));
	world->count = n;
}

static void step(struct world *world)
{
	switch (rng_below(&world->rng, 20)) {
	case 0:
		move_any(world);
		break;
	case 1:
		build_anew(world);
		break;
	case 2:
	case 3:
	case 4:
		erase_any(world);
		break;
	case 5:
	case 6:
	case 7:
	case 8:
	case 9:
		try_update(world);
		break;
	default:
		try_insert(world);
		break;
	}
	check_world(world);
}

static void test_random_changes_and_queries_beside_brute_force(void **state)
{
	struct world *world = must_alloc(1, sizeof(*world));

	(void)state;
	for (size_t i = 0; i < interval_ops_count; i++) {
		world_init(world, interval_ops[i], i);
		for (int n = 0; n < 1000; n++) {
			uint64_t start, last;

			check_context("%s, step %d", interval_ops[i]->name, n);
			step(world);
			start = any_place(world);
			last = any_place(world);
			check_query(world, start, last);
			check_next_of_all(world, start, last);
			check_stab(world, start);
		}
	}
	free(world);
}

/* ---- by hand ---- */

static void put(struct world *world, uint64_t start, uint64_t last)
{
	struct interval *interval = unlinked(world);

	interval->start = start;
	interval->last = last;
	interval->weight = 1;
	check_status(world->ops->insert(&world->root, interval), WB_OK);
	take_in(world, interval);
	check_world(world);
}

/* What a test does for each definition, given an empty world. */
static void for_each_definition(void (*test)(struct world *world))
{
	struct world *world = must_alloc(1, sizeof(*world));

	for (size_t i = 0; i < interval_ops_count; i++) {
		world_init(world, interval_ops[i], i);
		test(world);
	}
	free(world);
}

static void query_the_ends(struct world *world)
{
	const uint64_t span = world->ops->span;
	const uint64_t places[] = { 0, 1, 2, span / 2, span / 2 + 1, span - 1, span };
	const size_t n = sizeof(places) / sizeof(places[0]);

	for (size_t i = 0; i <= n; i++) {
		for (size_t a = 0; a < n; a++) {
			check_stab(world, places[a]);
			for (size_t b = 0; b < n; b++)
				check_query(world, places[a], places[b]);
		}
		if (i == n)
			break;
		put(world, places[i], span);
		put(world, 0, places[i]);
		put(world, places[i], places[i]);
	}
}

static void test_both_ends_of_the_key_space(void **state)
{
	(void)state;
	for_each_definition(query_the_ends);
}

/* All of one start: order of insertion, whatever the last, also when some are erased. */
static void insert_equal_starts(struct world *world)
{
	for (uint64_t i = 0; i < MOST; i++)
		put(world, 7, 7 + i * 5 % MOST);
	for (uint64_t place = 6; place < 8 + MOST; place++)
		check_query(world, place, place + 1);
	for (size_t i = 0; i < MOST / 2; i++) {
		struct interval *interval = world->in[i];

		check(world->ops->erase(&world->root, interval));
		take_out(world, interval);
		check_world(world);
		put(world, 7, 7 + i);
	}
}

static void test_equal_starts_stay_in_order_of_insertion(void **state)
{
	(void)state;
	for_each_definition(insert_equal_starts);
}

static void nothing_in_an_empty_tree(struct world *world)
{
	check_query(world, 0, world->ops->span);
	check_query(world, world->ops->span, 0);
	check_stab(world, 0);
	check_world(world);
}

static void test_an_empty_tree_has_no_interval(void **state)
{
	(void)state;
	for_each_definition(nothing_in_an_empty_tree);
}

/* ---- build ---- */

enum { BUILT = 6 };

static void check_build_refused(struct world *world, struct interval *const *sorted, int expected)
{
	check_refused(world, world->ops->build(&world->root, sorted, BUILT), expected);
}

static void build_of_each_size(struct world *world)
{
	struct interval *sorted[BUILT];

	for (uint64_t i = 0; i < BUILT; i++)
		put(world, i / 2, 40 - i);
	memcpy(sorted, world->in, sizeof(sorted));
	for (size_t n = 0; n <= BUILT; n++) {
		clear(world);
		check_status(world->ops->build(&world->root, sorted, n), WB_OK);
		memcpy(world->in, sorted, sizeof(sorted));
		world->count = n;
		check_world(world);
		check_query(world, 0, world->ops->span);
		if (n)
			check_build_refused(world, sorted, WB_E_LINKED);
	}
}

static void build_of_what_does_not_do(struct world *world)
{
	struct interval *sorted[BUILT];

	for (uint64_t i = 0; i < BUILT; i++)
		put(world, 2 * i + 1, 40 - i);
	memcpy(sorted, world->in, sizeof(sorted));
	clear(world);
	for (size_t i = 0; i < BUILT; i++) {
		struct interval *interval = sorted[i];
		const struct interval old = *interval;

		interval->start = interval->last + 1;
		check_build_refused(world, sorted, WB_E_RANGE);
		*interval = old;
		if (i) {
			interval->start = sorted[i - 1]->start - 1;
			check_build_refused(world, sorted, WB_E_ORDER);
			*interval = old;
			sorted[i] = sorted[i - 1];
			check_build_refused(world, sorted, WB_E_LINKED);
			sorted[i] = interval;
		}
		if (!world->ops->weighted)
			continue;
		interval->weight = 0;
		check_build_refused(world, sorted, WB_E_WEIGHT);
		interval->weight = UINT64_MAX - (BUILT - 2);
		check_build_refused(world, sorted, WB_E_OVERFLOW);
		interval->weight = 1;
	}
}

static void test_build_takes_any_number(void **state)
{
	(void)state;
	for_each_definition(build_of_each_size);
}

static void test_build_refuses_what_does_not_do(void **state)
{
	(void)state;
	for_each_definition(build_of_what_does_not_do);
}

/* ---- what it costs ---- */

enum { MANY = 4096 };

/* Intervals of one key at 2 i, but every one whose index is a multiple of every reaches to the end.
 */
static struct interval *build_many(const struct interval_ops *ops, struct wb_root *root,
				   uint64_t every)
{
	struct interval *intervals = must_alloc(MANY, sizeof(*intervals)), *sorted[MANY];

	for (uint64_t i = 0; i < MANY; i++) {
		intervals[i].start = 2 * i;
		intervals[i].last = i % every ? 2 * i : ops->span;
		intervals[i].weight = 1;
		sorted[i] = &intervals[i];
	}
	check_status(ops->build(root, sorted, MANY), WB_OK);
	check_promises(root, ops->order);
	return intervals;
}

/*
 * Each one found takes a way down and a way up at most, with three looks at ends
 * at each node; and so does finding that there are no more.
 */
static void check_looks(const struct interval_ops *ops, uint64_t every)
{
	struct wb_root root = WB_ROOT_INIT;
	struct interval *intervals = build_many(ops, &root, every);
	uint64_t before = interval_looks;
	size_t k = (MANY + every - 1) / every;
	struct wb_shape shape;

	wb_measure(&root, &shape);
	check_equal(ops->count_overlaps(&root, 2 * MANY, ops->span, SIZE_MAX), k);
	check(interval_looks - before <= 2 * 3 * shape.height * (k + 1));
	before = interval_looks;
	check_equal(ops->count_overlaps(&root, 2 * MANY, ops->span, 1), 1);
	check(interval_looks - before <= 3 * shape.height);
	free(intervals);
}

static void test_a_query_looks_at_a_path_per_interval_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < interval_ops_count; i++) {
		if (interval_ops[i]->span < UINT32_MAX)
			continue;
		check_context("%s", interval_ops[i]->name);
		for (uint64_t every = 512; every <= MANY; every *= 2)
			check_looks(interval_ops[i], every);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_changes_and_queries_beside_brute_force),
		cmocka_unit_test(test_both_ends_of_the_key_space),
		cmocka_unit_test(test_equal_starts_stay_in_order_of_insertion),
		cmocka_unit_test(test_an_empty_tree_has_no_interval),
		cmocka_unit_test(test_build_takes_any_number),
		cmocka_unit_test(test_build_refuses_what_does_not_do),
		cmocka_unit_test(test_a_query_looks_at_a_path_per_interval_found),
	};

	return run_suite(tests);
}
