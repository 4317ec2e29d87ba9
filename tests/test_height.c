/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The bound on the height is tight: a path of nodes of weight 1 that turns at
 * each, and on the other side of each a leaf that weighs what hangs two levels
 * further down the path. Nothing gains there, and it weighs F(h + 2) - 1.
 */
#include "items.h"
#include "promises.h"
#include "totals.h"
#include "wbtree_debug.h"

enum { PATH = WB_MAX_HEIGHT, MOST_ITEMS = 2 * PATH };

static struct item items[MOST_ITEMS], extra = { .key = 0 };

static void hang(struct wb_node *parent, int d, struct wb_node *child)
{
	parent->child[d] = child;
	child->parent = parent;
}

/* Items 0 to height - 1 are the path from its end up, the others its leaves. */
static size_t link_zigzag(struct wb_root *root, unsigned int height)
{
	size_t count = height;

	items[0].node.sum = 1;
	for (unsigned int i = 1; i < height; i++) {
		struct wb_node *x = &items[i].node;
		int d = i % 2;

		hang(x, d, &items[i - 1].node);
		x->sum = 1 + items[i - 1].node.sum;
		if (i < 2)
			continue;
		items[count].node.sum = items[i - 2].node.sum;
		x->sum += items[count].node.sum;
		hang(x, !d, &items[count++].node);
	}
	root->node = &items[height - 1].node;
	return count;
}

static void model_zigzag(struct model *model, unsigned int height)
{
	struct wb_node *pos;
	size_t count;

	model_clear(model);
	count = link_zigzag(&model->root, height);
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
	model_init(&model, MOST_ITEMS + 1);
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
	model_init(&model, MOST_ITEMS + 1);
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
	model_init(&model, MOST_ITEMS + 1);
	model_zigzag(&model, WB_MAX_HEIGHT);
	/* from the end of the path, so that weight goes where the path is longest */
	for (size_t i = 0; i < MOST_ITEMS && model.count; i++) {
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
