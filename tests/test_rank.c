/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Rank and select: weights laid end to end in order. check_model looks at the
 * ends of each node's stretch; here are all offsets, and the uses they have.
 */
#include "items.h"
#include "totals.h"
#include "weights.h"

enum { MOST = 64 };

static struct item items[MOST];

static void build(struct model *model, const wb_weight_t *weights, size_t n, uint64_t seed)
{
	struct rng rng = { seed };
	size_t order[MOST];

	model_init(model, n);
	rng_order(&rng, order, n);
	model_fill(model, items, weights, order, n);
	check_model(model);
}

static void drop(struct model *model)
{
	model_clear(model);
	model_free(model);
}

static void test_select_finds_every_offset(void **state)
{
	wb_weight_t weights[MOST], offset = 0;
	struct model model;

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		weights[i] = 1 + i * 5 % 13;
	build(&model, weights, MOST, 1);
	for (size_t i = 0; i < MOST; i++) {
		for (wb_weight_t k = 0; k < weights[i]; k++, offset++) {
			wb_weight_t within = UINT64_MAX;

			check(wb_select(&model.root, offset, &within) == &items[i].node);
			check_equal(within, k);
			check(wb_select(&model.root, offset, NULL) == &items[i].node);
		}
	}
	check_equal(offset, model.total);
	for (wb_weight_t past = 0; past < 3; past++)
		check(!wb_select(&model.root, model.total + past, NULL));
	check(!wb_select(&model.root, UINT64_MAX, NULL));
	drop(&model);
}

static void test_with_weights_of_1_rank_is_the_index_and_select_the_nth(void **state)
{
	wb_weight_t weights[MOST];
	struct model model;

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		weights[i] = 1;
	for (size_t n = 1; n <= MOST; n++) {
		build(&model, weights, n, n);
		for (size_t i = 0; i < n; i++) {
			check_equal(wb_rank(&items[i].node), i);
			check(wb_select(&model.root, i, NULL) == &items[i].node);
		}
		check(!wb_select(&model.root, n, NULL));
		drop(&model);
	}
}

static void test_an_empty_tree_covers_no_offset(void **state)
{
	const struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check(!wb_select(&root, 0, NULL));
	check(!wb_select(&root, UINT64_MAX, NULL));
}

static void test_offsets_reach_the_end_of_64_bits(void **state)
{
	const wb_weight_t weights[] = { 1, UINT64_MAX / 2, 1, UINT64_MAX / 2 - 2, 1 };
	struct model model;
	wb_weight_t within;

	(void)state;
	build(&model, weights, 5, 3);
	model_reweigh(&model, &items[4], weights[4] + (UINT64_MAX - model.total));
	check_equal(wb_total(&model.root), UINT64_MAX);
	check_model(&model);
	check(wb_select(&model.root, UINT64_MAX - 1, &within) == &items[4].node);
	check_equal(within, items[4].weight - 1);
	check(wb_select(&model.root, UINT64_MAX / 2, &within) == &items[1].node);
	check_equal(within, UINT64_MAX / 2 - 1);
	check(!wb_select(&model.root, UINT64_MAX, NULL));
	drop(&model);
}

static void test_every_weight_set_ranks_and_selects_at_random_offsets(void **state)
{
	wb_weight_t weights[MOST];

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		struct rng rng = { set };
		struct model model;

		check_context("%s", weight_sets[set].name);
		weight_sets[set].fill(&rng, weights, MOST);
		build(&model, weights, MOST, set);
		for (int i = 0; i < 2000; i++) {
			wb_weight_t offset = rng_below(&rng, model.total), within;
			const struct wb_node *node = wb_select(&model.root, offset, &within);

			check(node != NULL);
			check(within < wb_weight(node));
			check_equal(wb_rank(node) + within, offset);
		}
		drop(&model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_select_finds_every_offset),
		cmocka_unit_test(test_with_weights_of_1_rank_is_the_index_and_select_the_nth),
		cmocka_unit_test(test_an_empty_tree_covers_no_offset),
		cmocka_unit_test(test_offsets_reach_the_end_of_64_bits),
		cmocka_unit_test(test_every_weight_set_ranks_and_selects_at_random_offsets),
	};

	return run_suite(tests);
}
