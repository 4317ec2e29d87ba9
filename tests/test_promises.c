/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Every tree keeps the promises, whatever the weights and however it came
 * about: check_promises looks at all of them.
 */
#include <stdlib.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

enum { SMALL = 48, LARGE = 1000 };

/* One insertion after the other, then erasing in another order, with a look at each tree. */
static void grow_and_shrink(struct model *model, struct item *items, const wb_weight_t *weights,
			    const size_t *order, const size_t *erase_order)
{
	for (size_t i = 0; i < SMALL; i++) {
		items[order[i]].key = order[i];
		model_insert(model, &items[order[i]], weights[order[i]]);
		check_promises(&model->root, item_order);
	}
	for (size_t i = 0; i < SMALL; i++) {
		model_erase(model, &items[erase_order[i]]);
		check_promises(&model->root, item_order);
	}
}

static void test_they_hold_after_every_change_in_every_order(void **state)
{
	struct item items[SMALL] = { { 0 } };
	wb_weight_t weights[SMALL];
	size_t order[SMALL], erase_order[SMALL];
	struct model model;

	(void)state;
	model_init(&model, SMALL);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t i = 0; i < insert_order_count; i++) {
			struct rng rng = { i };

			weight_sets[set].fill(&rng, weights, SMALL);
			insert_orders[i].fill(&rng, order, SMALL);
			for (size_t j = 0; j < insert_order_count; j++) {
				check_context("%s, %s in, %s out", weight_sets[set].name,
					      insert_orders[i].name, insert_orders[j].name);
				insert_orders[j].fill(&rng, erase_order, SMALL);
				grow_and_shrink(&model, items, weights, order, erase_order);
			}
		}
	}
	model_free(&model);
}

static void test_they_hold_in_large_trees_in_every_order(void **state)
{
	struct item *items = must_alloc(LARGE, sizeof(*items));
	static wb_weight_t weights[LARGE];
	static size_t order[LARGE];
	struct model model;

	(void)state;
	model_init(&model, LARGE);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t i = 0; i < insert_order_count; i++) {
			struct rng rng = { i };

			check_context("%s, %s", weight_sets[set].name, insert_orders[i].name);
			weight_sets[set].fill(&rng, weights, LARGE);
			insert_orders[i].fill(&rng, order, LARGE);
			model_fill(&model, items, weights, order, LARGE);
			check_model(&model);
			model_clear(&model);
		}
	}
	model_free(&model);
	free(items);
}

static struct item *root_item(const struct model *model)
{
	return item_of(model->root.node);
}

static struct item *first_item(const struct model *model)
{
	return item_of(wb_first(&model->root));
}

static struct item *last_item(const struct model *model)
{
	return item_of(wb_last(&model->root));
}

static struct item *heavier_child_of_root(const struct model *model)
{
	const struct wb_node *root = model->root.node, *child = root->child[WB_RIGHT];

	if (!child || (root->child[WB_LEFT] && root->child[WB_LEFT]->sum > child->sum))
		child = root->child[WB_LEFT];
	return item_of(child ? child : root);
}

static void test_they_hold_while_one_end_or_the_root_is_erased_again_and_again(void **state)
{
	struct item *(*const picks[])(const struct model *) = { root_item, first_item, last_item,
								heavier_child_of_root };
	static struct item items[4 * SMALL];
	struct model model;

	(void)state;
	model_init(&model, 4 * SMALL);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t pick = 0; pick < 4; pick++) {
			struct rng rng = { pick };

			check_context("%s, pick %u", weight_sets[set].name, (unsigned int)pick);
			model_fill_set(&model, items, &weight_sets[set], &rng, 4 * SMALL);
			while (model.count) {
				model_erase(&model, picks[pick](&model));
				check_promises(&model.root, item_order);
			}
		}
	}
	model_free(&model);
}

/* A light node that becomes the heaviest by far, and light again. */
static void test_they_hold_while_a_node_is_toggled(void **state)
{
	static struct item items[SMALL];
	struct model model;

	(void)state;
	model_init(&model, SMALL);
	for (size_t set = 0; set < weight_set_count; set++) {
		struct rng rng = { set };

		check_context("%s", weight_sets[set].name);
		model_fill_set(&model, items, &weight_sets[set], &rng, SMALL);
		for (size_t i = 0; i < SMALL; i++) {
			model_reweigh(&model, &items[i], UINT64_C(1) << 38);
			check_model(&model);
			model_reweigh(&model, &items[i], 1);
			check_model(&model);
		}
		model_clear(&model);
	}
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_they_hold_after_every_change_in_every_order),
		cmocka_unit_test(test_they_hold_in_large_trees_in_every_order),
		cmocka_unit_test(
			test_they_hold_while_one_end_or_the_root_is_erased_again_and_again),
		cmocka_unit_test(test_they_hold_while_a_node_is_toggled),
	};

	return run_suite(tests);
}
