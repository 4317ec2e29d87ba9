/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The bound on the height is tight, and the highest tree is a tree like any other. */
#include "items.h"
#include "promises.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "zigzag.h"

static struct item items[ZIGZAG_ITEMS], extra = { .key = 0 };

static void model_zigzag(struct model *model, unsigned int height)
{
	struct wb_node *pos;
	size_t count;

	model_clear(model);
	count = link_zigzag(items, &model->root, height);
	model->total = wb_total(&model->root);
	wb_for_each (pos, &model->root) {
		struct item *item = item_of(pos);

		item->key = 2 * model->count + 1;
		item->weight = wb_weight(pos);
		model->items[model->count++] = item;
	}
	check_equal(model->count, count);
}

static void test_a_tree_of_every_height_up_to_the_greatest_is_settled(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, ZIGZAG_ITEMS + 1);
	for (unsigned int height = 1; height <= WB_MAX_HEIGHT; height++) {
		struct wb_shape shape;

		check_context("height %u", height);
		model_zigzag(&model, height);
		check_model(&model);
		check_equal(model.total, fibonacci(height + 2) - 1);
		wb_measure(&model.root, &shape);
		check_equal(shape.height, height);
	}
	model_clear(&model);
	model_free(&model);
}

static void test_no_higher_tree_fits(void **state)
{
	(void)state;
	check(fibonacci(WB_MAX_HEIGHT + 2) - 1 > UINT64_MAX - fibonacci(WB_MAX_HEIGHT + 1));
}

static void change_and_check(struct model *model, struct item *item, unsigned int change)
{
	switch (change) {
	case 0:
		model_erase(model, item);
		break;
	case 1:
		model_reweigh(model, item, 1);
		break;
	case 2:
		model_reweigh(model, item, item->weight + 1);
		break;
	case 3:
		model_reweigh(model, item, item->weight + (UINT64_MAX - model->total));
		break;
	case 4:
		extra.key = item->key - 1;
		model_insert(model, &extra, 1);
		break;
	default:
		extra.key = item->key + 1;
		model_insert(model, &extra, UINT64_MAX - model->total);
		break;
	}
	check_model(model);
}

static void test_the_highest_tree_survives_every_change_of_every_node(void **state)
{
	struct model model;
	size_t count;

	(void)state;
	model_init(&model, ZIGZAG_ITEMS + 1);
	model_zigzag(&model, WB_MAX_HEIGHT);
	count = model.count;
	for (size_t i = 0; i < count; i++) {
		for (unsigned int change = 0; change < 6; change++) {
			check_context("node %u, change %u", (unsigned int)i, change);
			model_zigzag(&model, WB_MAX_HEIGHT);
			change_and_check(&model, model.items[i], change);
		}
	}
	model_clear(&model);
	model_free(&model);
}

static void test_the_highest_tree_is_taken_down_node_by_node(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, ZIGZAG_ITEMS + 1);
	model_zigzag(&model, WB_MAX_HEIGHT);
	/* from the end of the path, so that weight goes where the path is longest */
	for (size_t i = 0; i < ZIGZAG_ITEMS && model.count; i++) {
		model_erase(&model, &items[i]);
		check_model(&model);
	}
	check_equal(model.count, 0);
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_tree_of_every_height_up_to_the_greatest_is_settled),
		cmocka_unit_test(test_no_higher_tree_fits),
		cmocka_unit_test(test_the_highest_tree_survives_every_change_of_every_node),
		cmocka_unit_test(test_the_highest_tree_is_taken_down_node_by_node),
	};

	return run_suite(tests);
}
