/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* wb_measure against sums over a plain walk. */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

enum { MOST = 200 };

/* Depth by walking up, which wb_measure does not. */
static size_t depth_of(const struct wb_node *node)
{
	size_t depth = 0;

	for (; node; node = node->parent)
		depth++;
	return depth;
}

static bool is_near(double actual, double expected)
{
	return actual >= expected * (1 - 1e-12) && actual <= expected * (1 + 1e-12);
}

static void check_measures(const struct model *model)
{
	struct wb_shape shape;
	size_t height = 0, depths = 0;
	double cost = 0;

	memset(&shape, 0xa5, sizeof(shape));
	wb_measure(&model->root, &shape);
	for (size_t i = 0; i < model->count; i++) {
		size_t depth = depth_of(&model->items[i]->node);

		height = depth > height ? depth : height;
		depths += depth;
		cost += (double)model->items[i]->weight * (double)depth;
	}
	check_equal(shape.nodes, model->count);
	check_equal(shape.height, height);
	check_equal(shape.total, model->total);
	check(is_near(shape.cost, cost));
	check(is_near(shape.mean_weighted, cost / (double)model->total));
	check(is_near(shape.mean_plain, (double)depths / (double)model->count));
}

static void test_an_empty_tree_measures_0(void **state)
{
	const struct wb_root root = WB_ROOT_INIT;
	struct wb_shape shape;

	(void)state;
	memset(&shape, 0xa5, sizeof(shape));
	wb_measure(&root, &shape);
	check_equal(shape.nodes, 0);
	check_equal(shape.height, 0);
	check_equal(shape.total, 0);
	check(shape.cost <= 0 && shape.cost >= 0);
	check(shape.mean_weighted <= 0 && shape.mean_weighted >= 0);
	check(shape.mean_plain <= 0 && shape.mean_plain >= 0);
}

static void test_the_root_is_at_depth_1(void **state)
{
	struct item items[3] = { { .key = 0 }, { .key = 1 }, { .key = 2 } };
	struct wb_shape shape;
	struct model model;

	(void)state;
	model_init(&model, 3);
	model_insert(&model, &items[1], 10);
	check_measures(&model);
	wb_measure(&model.root, &shape);
	check_equal(shape.height, 1);
	model_insert(&model, &items[0], 4);
	model_insert(&model, &items[2], 6);
	check_measures(&model);
	wb_measure(&model.root, &shape);
	check_equal(shape.height, 2);
	check(is_near(shape.mean_weighted, 1.5));
	model_free(&model);
}

static void test_measures_agree_with_a_plain_walk_for_every_weight_set(void **state)
{
	static struct item items[MOST];
	struct model model;

	(void)state;
	model_init(&model, MOST);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= MOST; n = 2 * n + 1) {
			struct rng rng = { n };

			check_context("%s, n = %u", weight_sets[set].name, (unsigned int)n);
			model_fill_set(&model, items, &weight_sets[set], &rng, n);
			check_measures(&model);
			model_clear(&model);
		}
	}
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_empty_tree_measures_0),
		cmocka_unit_test(test_the_root_is_at_depth_1),
		cmocka_unit_test(test_measures_agree_with_a_plain_walk_for_every_weight_set),
	};

	return run_suite(tests);
}
