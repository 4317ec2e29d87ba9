/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* How near the tree's cost comes to the least that any tree has. */
#include <stdlib.h>

#include "items.h"
#include "knuth.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

/* All trees over weights[first] to weights[last - 1] and the misses at them, by trying each root.
 */
static double least_of_all(const wb_weight_t *weights, const wb_weight_t *misses, size_t first,
			   size_t last)
{
	double least = 0, sum = 0;

	for (size_t i = first; i < last; i++)
		sum += (double)weights[i];
	for (size_t i = first; i <= last && first < last; i++)
		sum += (double)misses[i];
	for (size_t root = first; root < last; root++) {
		double cost = least_of_all(weights, misses, first, root) +
			      least_of_all(weights, misses, root + 1, last);

		if (root == first || cost < least)
			least = cost;
	}
	return least + sum;
}

static void test_optimum_is_the_least_of_all_trees(void **state)
{
	enum { MOST = 10 };
	wb_weight_t weights[MOST], misses[MOST + 1], none[MOST + 1] = { 0 };

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= MOST; n++) {
			struct rng rng = { n };
			double least;

			check_context("%s, n = %u", weight_sets[set].name, (unsigned int)n);
			weight_sets[set].fill(&rng, weights, n);
			least = least_of_all(weights, none, 0, n);
			check(knuth_optimum(weights, n) <= least * (1 + 1e-12));
			check(knuth_optimum(weights, n) >= least * (1 - 1e-12));
			for (size_t i = 0; i < n; i++) {
				weights[i] = rng_below(&rng, 3) ? weights[i] >> 8 : 0;
				misses[i] = rng_below(&rng, 3) ? weights[n - 1 - i] >> 8 : 0;
			}
			misses[n] = rng_below(&rng, 1000);
			least = least_of_all(weights, misses, 0, n);
			check(knuth_optimum_with_misses(weights, misses, n) <= least * (1 + 1e-12));
			check(knuth_optimum_with_misses(weights, misses, n) >= least * (1 - 1e-12));
		}
	}
}

enum { NODES = 1500, CHURN = 20 * NODES };

static double cost_of(const struct wb_root *root)
{
	struct wb_node *pos;
	double cost = 0;

	wb_for_each (pos, root)
		cost += (double)pos->sum;
	return cost;
}

static void check_ratio(const struct model *model, double optimum, double most)
{
	double ratio = cost_of(&model->root) / optimum;

	check_promises(&model->root, item_order);
	check(ratio >= 1 - 1e-12);
	check(ratio <= most);
}

static void check_set(const struct weight_set *set, struct rng *rng, struct item *items)
{
	static wb_weight_t weights[NODES];
	struct model model;
	double optimum;

	model_init(&model, NODES);
	model_fill_set(&model, items, set, rng, NODES);
	for (size_t i = 0; i < NODES; i++)
		weights[i] = items[i].weight;
	optimum = knuth_optimum(weights, NODES);
	check_ratio(&model, optimum, 1.12);
	for (int i = 0; i < CHURN; i++) {
		size_t key = (size_t)rng_below(rng, NODES);

		model_erase(&model, &items[key]);
		model_insert(&model, &items[key], weights[key]);
	}
	check_ratio(&model, optimum, 1.12);
	model_clear(&model);
	model_free(&model);
}

static void test_cost_is_at_most_12_percent_over_the_optimum(void **state)
{
	struct item *items = must_alloc(NODES, sizeof(*items));

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		for (unsigned int seed = 1; seed <= 3; seed++) {
			struct rng rng = { seed };

			check_context("%s, seed %u", weight_sets[set].name, seed);
			check_set(&weight_sets[set], &rng, items);
		}
	}
	free(items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_optimum_is_the_least_of_all_trees),
		cmocka_unit_test(test_cost_is_at_most_12_percent_over_the_optimum),
	};

	return run_suite(tests);
}
