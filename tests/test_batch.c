/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What makes many lookups faster: batches, hints, laying the items out in the
 * order in which they are visited, and weights that are smoothed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "range_world.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

enum { MANY = 4096, KEYS = 3000 };

/* Ranges of a width each and half of it apart, as many as there is room for up to the number. */
static size_t build_ranges(const struct range_ops *ops, struct wb_root *root, struct range *ranges,
			   size_t most)
{
	static struct range *sorted[MANY];
	const uint64_t step = ops->span / most < 3 ? 3 : ops->span / most;
	size_t n = 0;

	memset(ranges, 0, most * sizeof(*ranges));
	for (uint64_t start = 1; n < most && start < ops->span - step; start += step) {
		ranges[n].start = start;
		ranges[n].last = start + 2 * (step / 3);
		ranges[n].weight = 1 + (n % 16 == 3) * 1000;
		sorted[n] = &ranges[n];
		n++;
	}
	root->node = NULL;
	check_status(ops->build(root, sorted, n), WB_OK);
	check_promises(root, ops->order);
	return n;
}

/* ---- batches ---- */

/* What keys are looked up: any, or only such as are or are not found. */
enum { ANY, HITS, MISSES, MIXES };

static uint64_t any_place(const struct range_ops *ops, struct rng *rng, const struct range *ranges,
			  size_t n, int mix)
{
	const struct range *range = &ranges[rng_below(rng, n ? n : 1)];

	if (mix == ANY || !n)
		return rng_u64(rng) & ops->span;
	if (mix == MISSES)
		return range->last + 1;
	return range->start + rng_below(rng, range->last - range->start + 1);
}

/* Compares a batch of n with lookups one by one; nothing is written beside it. */
static void check_batch(const struct range_ops *ops, const struct wb_root *root,
			const uint64_t *places, size_t n)
{
	static struct range *room[1 + KEYS + 1], **found = &room[1], untouched;

	for (size_t i = 0; i < n + 2; i++)
		room[i] = &untouched;
	ops->find_batch(root, places, found, n);
	for (size_t i = 0; i < n; i++)
		check(found[i] == ops->find(root, places[i]));
	check(room[0] == &untouched);
	check(room[n + 1] == &untouched);
}

static void check_batches(const struct range_ops *ops, size_t most)
{
	const size_t lanes = WB_BATCH_LANES_;
	const size_t sizes[] = { 0,	    1,	       lanes - 1,     lanes,
				 lanes + 1, lanes + 2, 2 * lanes - 1, 2 * lanes + 1,
				 1000,	    KEYS };
	static uint64_t places[KEYS];
	struct range *ranges = must_alloc(MANY, sizeof(*ranges));
	struct rng rng = { most };
	struct wb_root root;
	size_t n = build_ranges(ops, &root, ranges, most);

	for (int mix = 0; mix < MIXES; mix++) {
		check_context("%s, %u ranges, mix %d", ops->name, (unsigned int)n, mix);
		for (size_t i = 0; i < KEYS; i++)
			places[i] = any_place(ops, &rng, ranges, n, mix);
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			check_batch(ops, &root, &places[KEYS - sizes[i]], sizes[i]);
	}
	free(ranges);
}

static void test_a_batch_finds_what_single_lookups_find(void **state)
{
	static const size_t numbers[] = { 1, 2, 15, 64, 256, MANY };

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++)
		for (size_t j = 0; j < sizeof(numbers) / sizeof(numbers[0]); j++)
			check_batches(range_ops[i], numbers[j]);
}

static const struct range *deepest(const struct wb_root *root)
{
	const struct wb_node *pos, *best = root->node;
	size_t most = 0;

	wb_for_each (pos, root) {
		size_t depth = 0;

		for (const struct wb_node *up = pos; up; up = up->parent)
			depth++;
		if (depth > most) {
			most = depth;
			best = pos;
		}
	}
	return wb_entry(best, struct range, node);
}

static void test_a_batch_of_near_ranges_and_a_far_one(void **state)
{
	struct range *ranges = must_alloc(MANY, sizeof(*ranges));
	static uint64_t places[KEYS];

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		const struct range *near, *far;
		struct wb_root root;

		build_ranges(range_ops[i], &root, ranges, MANY);
		near = wb_entry(root.node->child[WB_LEFT], struct range, node);
		far = deepest(&root);
		for (size_t key = 0; key < KEYS; key++)
			places[key] = key % WB_BATCH_LANES_ ? near->start : far->last;
		check_batch(range_ops[i], &root, places, KEYS);
	}
	free(ranges);
}

/* Nodes visited by a lookup of each of the places, one after the other. */
static uint64_t visits_of(const struct wb_root *root, const uint64_t *places, size_t n)
{
	uint64_t visits = 0;

	for (size_t i = 0; i < n; i++) {
		const struct wb_node *node = root->node;

		while (node) {
			const struct range *range = wb_entry(node, const struct range, node);

			visits++;
			if (places[i] >= range->start && places[i] <= range->last)
				break;
			node = node->child[places[i] < range->start ? WB_LEFT : WB_RIGHT];
		}
	}
	return visits;
}

/* A few looks at the ends of a range for each visit, however deep the deepest lookup is. */
static void test_a_batch_costs_the_sum_of_the_visits(void **state)
{
	enum { LOOKS_A_VISIT = 4 };
	const struct range_ops *ops = range_ops[0];
	struct range *ranges = must_alloc(MANY, sizeof(*ranges)), *found[KEYS];
	static uint64_t places[KEYS];
	struct rng rng = { 1 };

	(void)state;
	for (size_t most = 4; most <= MANY; most *= 4) {
		struct wb_root root;
		size_t n = build_ranges(ops, &root, ranges, most);

		for (int mix = 0; mix < MIXES; mix++) {
			uint64_t before, visits;

			for (size_t i = 0; i < KEYS; i++)
				places[i] = any_place(ops, &rng, ranges, n, mix);
			visits = visits_of(&root, places, KEYS);
			before = range_looks;
			ops->find_batch(&root, places, found, KEYS);
			check(range_looks - before <= LOOKS_A_VISIT * visits);
		}
	}
	free(ranges);
}

#define RANGE_START(range) ((range)->start)
#define RANGE_LAST(range) ((range)->last)
WB_RANGE_DEFINE(plain, struct range, node, uint64_t, RANGE_START, RANGE_LAST);

/* Each range is larger than all before it, so each is the parent of the one before. */
static void test_batches_in_a_tree_that_is_a_list(void **state)
{
	enum { LONG = 40, LANES = WB_BATCH_LANES_ };
	static const size_t sizes[] = { 1, 2, LANES - 1, LANES, LANES + 1, 2 * LANES, KEYS };
	struct range ranges[LONG], *sorted[LONG];
	struct wb_root root = WB_ROOT_INIT;
	static uint64_t places[KEYS];
	struct rng rng = { 1 };

	(void)state;
	memset(ranges, 0, sizeof(ranges));
	for (size_t i = 0; i < LONG; i++) {
		ranges[i].start = (uint64_t)4 << i;
		ranges[i].last = 2 * ranges[i].start - 1;
		sorted[i] = &ranges[i];
	}
	check_status(plain_build(&root, sorted, LONG), WB_OK);
	check_promises(&root, plain_order);
	for (size_t i = 0; i < KEYS; i++)
		places[i] = ((uint64_t)1 << rng_below(&rng, LONG)) + rng_below(&rng, 4);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check_batch(range_ops[0], &root, places, sizes[i]);
}

static void test_a_batch_in_an_empty_tree_finds_nothing(void **state)
{
	const struct wb_root root = WB_ROOT_INIT;
	static uint64_t places[KEYS];

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++)
		for (size_t n = 0; n <= KEYS; n = 2 * n + 1)
			check_batch(range_ops[i], &root, places, n);
}

/* ---- hints ---- */

/* What find says, whatever the hint; then the hint is what was found, or what it was. */
static void check_hint(const struct range_ops *ops, const struct wb_root *root, uint64_t place,
		       struct range *before)
{
	struct range *hint = before, *expected = ops->find(root, place);

	check(ops->find_hint(root, place, &hint) == expected);
	check(hint == (expected ? expected : before));
}

static void test_a_hint_changes_nothing_but_the_cost(void **state)
{
	struct range *ranges = must_alloc(64, sizeof(*ranges));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		struct wb_root root;
		size_t n = build_ranges(range_ops[i], &root, ranges, 64);
		struct rng rng = { i };

		for (int k = 0; k < 3000; k++) {
			uint64_t place = any_place(range_ops[i], &rng, ranges, n, k % MIXES);
			struct range *hint = &ranges[rng_below(&rng, n)];

			check_hint(range_ops[i], &root, place, hint);
			check_hint(range_ops[i], &root, place, NULL);
			check_hint(range_ops[i], &root, place, range_ops[i]->find(&root, place));
		}
	}
	free(ranges);
}

/* It is no use any more, but does no harm while its memory is there. */
static void test_an_erased_hint_is_not_found(void **state)
{
	struct range *ranges = must_alloc(64, sizeof(*ranges));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		struct wb_root root;
		size_t n = build_ranges(range_ops[i], &root, ranges, 64);

		for (size_t k = 0; k < n; k++) {
			struct range *hint = &ranges[k];

			check(range_ops[i]->find_hint(&root, ranges[k].start, &hint) == hint);
			check(range_ops[i]->erase(&root, &ranges[k]));
			check(!range_ops[i]->find_hint(&root, ranges[k].start, &hint));
			check(hint == &ranges[k]);
		}
	}
	free(ranges);
}

/* At most the start and both ends of one range are looked at, however deep it is. */
static void test_a_hint_that_hits_costs_one_comparison(void **state)
{
	struct range *ranges = must_alloc(MANY, sizeof(*ranges));

	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		struct wb_root root;
		size_t n = build_ranges(range_ops[i], &root, ranges, MANY);

		for (size_t k = 0; k < n; k += 7) {
			struct range *hint = &ranges[k];
			uint64_t before = range_looks;

			check(range_ops[i]->find_hint(&root, ranges[k].last, &hint) == hint);
			check(range_looks - before <= 3);
		}
	}
	free(ranges);
}

/* ---- move and relayout ---- */

/* In O(1) each: no key is asked for. */
static void move_all(const struct range_ops *ops, struct wb_root *root, struct range *from,
		     struct range *to, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t looks = range_looks;

		check_status(ops->move(root, &from[i], &to[i]), WB_OK);
		check_equal(range_looks, looks);
		check_promises(root, ops->order);
	}
}

/* An array that grows by half when it is full: then all items move, one by one. */
static void grow_array(const struct range_ops *ops)
{
	struct range *array = must_alloc(1, sizeof(*array));
	struct wb_root root = WB_ROOT_INIT;
	size_t room = 1;

	for (size_t n = 0; n < 50; n++) {
		if (n == room) {
			struct range *grown;

			room += room / 2 + 1;
			grown = must_alloc(room, sizeof(*grown));
			move_all(ops, &root, array, grown, n);
			free(array);
			array = grown;
		}
		array[n].start = array[n].last = 5 * (n * 7 % 50);
		array[n].weight = 1;
		check_status(ops->insert(&root, &array[n]), WB_OK);
		for (size_t i = 0; i <= n; i++)
			check(ops->find(&root, array[i].start) == &array[i]);
	}
	free(array);
}

static void test_a_growing_array_moves_its_items(void **state)
{
	(void)state;
	for (size_t i = 0; i < range_ops_count; i++) {
		check_context("%s", range_ops[i]->name);
		grow_array(range_ops[i]);
	}
}

static void test_relayout_uses_no_more_of_the_array_than_it_needs(void **state)
{
	static const struct range untouched;

	(void)state;
	for (size_t kind = 0; kind < range_ops_count; kind++) {
		const struct range_ops *ops = range_ops[kind];
		struct range ranges[16], array[17];
		struct wb_root root = WB_ROOT_INIT;
		size_t n;

		memset(array, 0, sizeof(array));
		check_equal(ops->relayout(&root, array, 17), 0);
		n = build_ranges(ops, &root, ranges, 16);
		check_equal(ops->relayout(&root, array, 17), n);
		check(memcmp(&array[n], &untouched, sizeof(untouched)) == 0);
		check(root.node == &array[0].node);
		check_promises(&root, ops->order);
		for (size_t i = 0; i < n; i++) {
			check(!wb_is_linked(&ranges[i].node));
			check(ops->find(&root, array[i].start) == &array[i]);
		}
	}
}

/* Checks that preorder goes on to x and from there through its subtree. */
static const struct wb_node *check_preorder(const struct wb_node *x, const struct wb_node *next)
{
	const struct wb_node *left, *right;
	bool right_first;

	if (!x)
		return next;
	check(next == x);
	left = x->child[WB_LEFT];
	right = x->child[WB_RIGHT];
	right_first = right && (!left || right->sum > left->sum);
	next = check_preorder(right_first ? right : left, wb_next_preorder(x));
	return check_preorder(right_first ? left : right, next);
}

static void test_preorder_visits_parents_first_and_the_heavier_child(void **state)
{
	enum { MOST = 100 };
	static struct item items[MOST];
	wb_weight_t weights[MOST];
	size_t order[MOST];
	struct model model;

	(void)state;
	model_init(&model, MOST);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= MOST; n += n < 10 ? 1 : 30) {
			struct rng rng = { n };

			check_context("%s, %u nodes", weight_sets[set].name, (unsigned int)n);
			weight_sets[set].fill(&rng, weights, n);
			rng_order(&rng, order, n);
			model_fill(&model, items, weights, order, n);
			check(!check_preorder(model.root.node, model.root.node));
			model_clear(&model);
		}
	}
	model_free(&model);
}

/* ---- smoothing ---- */

static void test_smoothing_adds_an_eighth_of_the_mean_and_1(void **state)
{
	(void)state;
	check_equal(wb_smooth_weight(5, 8000, 10), 5 + 100 + 1);
	check_equal(wb_smooth_weight(5, 7999, 10), 5 + 99 + 1);
	check_equal(wb_smooth_weight(0, 0, 1), 1);
	check_equal(wb_smooth_weight(7, 3, 100), 8);
	check_equal(wb_smooth_weight(1, UINT64_MAX, 1), 1 + UINT64_MAX / 8 + 1);
	check_equal(wb_smooth_weight(UINT64_MAX, UINT64_MAX, 1), UINT64_MAX);
	check_equal(wb_smooth_weight(UINT64_MAX, 1, SIZE_MAX), UINT64_MAX);
	check_equal(wb_smooth_weight(UINT64_MAX - 1, 0, 1), UINT64_MAX);
	check_equal(wb_smooth_weight(UINT64_MAX - 2, 0, 1), UINT64_MAX - 1);
	check_equal(wb_smooth_weight(UINT64_MAX - 1, UINT64_MAX, 1), UINT64_MAX);
	check_equal(wb_smooth_weight(1, UINT64_MAX, SIZE_MAX / 8 + 1),
		    1 + UINT64_MAX / (SIZE_MAX / 8 + 1) / 8 + 1);
	check_equal(wb_smooth_weight(UINT64_MAX - UINT64_MAX / 8 - 1, UINT64_MAX, 1), UINT64_MAX);
}

enum { SMOOTHED = 1500 };

/* Builds items 0 to n - 1 and returns the mean depth of a hit by the weights as they are. */
static double mean_hit(struct wb_root *root, struct item *items, const wb_weight_t *built_with,
		       const wb_weight_t *weights)
{
	static struct wb_node *nodes[SMOOTHED];
	double hits = 0, total = 0;

	for (size_t i = 0; i < SMOOTHED; i++) {
		memset(&items[i], 0, sizeof(items[i]));
		nodes[i] = &items[i].node;
	}
	root->node = NULL;
	check_status(wb_build(root, nodes, built_with, SMOOTHED), WB_OK);
	check_promises(root, NULL);
	for (size_t i = 0; i < SMOOTHED; i++) {
		double depth = 0;

		for (const struct wb_node *x = nodes[i]; x; x = x->parent)
			depth++;
		hits += depth * (double)weights[i];
		total += (double)weights[i];
	}
	return hits / total;
}

static double height_of(const struct wb_root *root)
{
	struct wb_shape shape;

	wb_measure(root, &shape);
	return (double)shape.height;
}

/* A few per cent: at most 4 on these sets, some of which pass the bound without. */
static void test_smoothing_bounds_the_height_and_costs_hits_little(void **state)
{
	const double most_height = 1.4405 * log2(9.0 * (double)SMOOTHED) + 2;
	struct item *items = must_alloc(SMOOTHED, sizeof(*items));
	static wb_weight_t weights[SMOOTHED], smooth[SMOOTHED];
	unsigned int were_higher = 0;

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		struct rng rng = { set };
		struct wb_root root;
		wb_weight_t total = 0;
		double before, after;

		check_context("%s", weight_sets[set].name);
		weight_sets[set].fill(&rng, weights, SMOOTHED);
		for (size_t i = 0; i < SMOOTHED; i++) {
			weights[i] -= weights[i] / 4; /* so that the smoothed total fits */
			total += weights[i];
		}
		for (size_t i = 0; i < SMOOTHED; i++)
			smooth[i] = wb_smooth_weight(weights[i], total, SMOOTHED);
		before = mean_hit(&root, items, weights, weights);
		were_higher += height_of(&root) > most_height;
		after = mean_hit(&root, items, smooth, weights);
		check(height_of(&root) <= most_height);
		check(after <= 1.04 * before);
		print_message("smoothed: %-24s height %.0f, hits %+.2f %%\n", weight_sets[set].name,
			      height_of(&root), 100 * (after / before - 1));
	}
	check(were_higher > 0);
	free(items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_batch_finds_what_single_lookups_find),
		cmocka_unit_test(test_a_batch_of_near_ranges_and_a_far_one),
		cmocka_unit_test(test_a_batch_costs_the_sum_of_the_visits),
		cmocka_unit_test(test_batches_in_a_tree_that_is_a_list),
		cmocka_unit_test(test_a_batch_in_an_empty_tree_finds_nothing),
		cmocka_unit_test(test_a_hint_changes_nothing_but_the_cost),
		cmocka_unit_test(test_an_erased_hint_is_not_found),
		cmocka_unit_test(test_a_hint_that_hits_costs_one_comparison),
		cmocka_unit_test(test_a_growing_array_moves_its_items),
		cmocka_unit_test(test_relayout_uses_no_more_of_the_array_than_it_needs),
		cmocka_unit_test(test_preorder_visits_parents_first_and_the_heavier_child),
		cmocka_unit_test(test_smoothing_adds_an_eighth_of_the_mean_and_1),
		cmocka_unit_test(test_smoothing_bounds_the_height_and_costs_hits_little),
	};

	return run_suite(tests);
}
