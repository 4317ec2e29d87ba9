/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "items.h"

#include <stdlib.h>
#include <string.h>

#include "promises.h"
#include "totals.h"

void *must_alloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		abort();
	return memory;
}

int item_order(const struct wb_node *a, const struct wb_node *b)
{
	uint64_t left = item_of(a)->key, right = item_of(b)->key;

	return (left > right) - (left < right);
}

void model_init(struct model *model, size_t capacity)
{
	*model = (struct model){ .items = must_alloc(capacity, sizeof(struct item *)) };
}

void model_clear(struct model *model)
{
	for (size_t i = 0; i < model->count; i++) {
		memset(&model->items[i]->node, 0, sizeof(model->items[i]->node));
		model->items[i]->weight = 0;
	}
	model->root.node = NULL;
	model->count = 0;
	model->total = 0;
}

void model_free(struct model *model)
{
	free(model->items);
	*model = (struct model){ .items = NULL };
}

size_t model_upper_bound(const struct model *model, uint64_t key)
{
	size_t low = 0, high = model->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (model->items[middle]->key <= key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where an item is; it is there. */
static size_t model_index(const struct model *model, const struct item *item)
{
	size_t at = model_upper_bound(model, item->key);

	while (model->items[--at] != item)
		;
	return at;
}

static int tree_insert(struct wb_root *root, struct item *item, wb_weight_t weight)
{
	struct wb_node **link = &root->node, *parent = NULL;

	while (*link) {
		parent = *link;
		link = &parent->child[item->key >= item_of(parent)->key];
	}
	return wb_insert_at(root, &item->node, parent, link, weight);
}

/* What is said to a weight in a tree that weighs this much without it. */
static int expected_of_weight(wb_weight_t weight, wb_weight_t others)
{
	if (!weight)
		return WB_E_WEIGHT;
	return weight > UINT64_MAX - others ? WB_E_OVERFLOW : WB_OK;
}

int model_insert(struct model *model, struct item *item, wb_weight_t weight)
{
	int expected = item->weight ? WB_E_LINKED : expected_of_weight(weight, model->total);
	size_t at = model_upper_bound(model, item->key);

	check_status(tree_insert(&model->root, item, weight), expected);
	if (expected)
		return expected;
	memmove(&model->items[at + 1], &model->items[at],
		(model->count - at) * sizeof(model->items[0]));
	model->items[at] = item;
	model->count++;
	model->total += weight;
	item->weight = weight;
	return WB_OK;
}

bool model_erase(struct model *model, struct item *item)
{
	const struct wb_node zero = { NULL, { NULL, NULL }, 0 };
	bool expected = item->weight != 0;
	size_t at;

	check(wb_erase(&model->root, &item->node) == expected);
	check(memcmp(&item->node, &zero, sizeof(zero)) == 0);
	if (!expected)
		return false;
	at = model_index(model, item);
	model->count--;
	memmove(&model->items[at], &model->items[at + 1],
		(model->count - at) * sizeof(model->items[0]));
	model->total -= item->weight;
	item->weight = 0;
	return true;
}

int model_reweigh(struct model *model, struct item *item, wb_weight_t weight)
{
	wb_weight_t others = model->total - item->weight;
	int expected = item->weight ? expected_of_weight(weight, others) : WB_E_UNLINKED;

	check_status(wb_set_weight(&model->root, &item->node, weight), expected);
	if (expected)
		return expected;
	model->total = others + weight;
	item->weight = weight;
	return WB_OK;
}

int model_replace(struct model *model, struct item *victim, struct item *item)
{
	int expected = !victim->weight ? WB_E_UNLINKED : item->weight ? WB_E_LINKED : WB_OK;

	check_status(wb_replace(&model->root, &victim->node, &item->node), expected);
	if (expected)
		return expected;
	check(!wb_is_linked(&victim->node));
	model->items[model_index(model, victim)] = item;
	item->weight = victim->weight;
	victim->weight = 0;
	return WB_OK;
}

static void check_item(const struct wb_root *root, const struct item *item, wb_weight_t before)
{
	wb_weight_t within;

	check(wb_is_linked(&item->node));
	check_equal(wb_weight(&item->node), item->weight);
	check_equal(wb_rank(&item->node), before);
	check(wb_select(root, before, &within) == &item->node);
	check_equal(within, 0);
	check(wb_select(root, before + (item->weight - 1), &within) == &item->node);
	check_equal(within, item->weight - 1);
}

void check_model(const struct model *model)
{
	const struct wb_root *root = &model->root;
	struct wb_node *pos;
	wb_weight_t before = 0;
	size_t i = 0;

	check_promises(root, item_order);
	check_equal(wb_total(root), model->total);
	wb_for_each (pos, root) {
		check(i < model->count && pos == &model->items[i]->node);
		check_item(root, model->items[i++], before);
		before += item_of(pos)->weight;
	}
	check_equal(i, model->count);
	check(!wb_select(root, model->total, NULL));
	wb_for_each_reverse (pos, root)
		check(i > 0 && pos == &model->items[--i]->node);
	check_equal(i, 0);
}

static void check_subtree(const struct wb_node *x, const struct wb_node *parent,
			  const struct ref_tree *tree)
{
	check(!x == !tree);
	if (!x)
		return;
	check(x->parent == parent);
	check_equal(item_of(x)->key, tree->key);
	check_equal(wb_weight(x), tree->weight);
	check_subtree(x->child[WB_LEFT], x, tree->left);
	check_subtree(x->child[WB_RIGHT], x, tree->right);
}

void check_shape(const struct wb_root *root, const struct ref_tree *tree)
{
	check_subtree(root->node, NULL, tree);
}

void model_fill(struct model *model, struct item *items, const wb_weight_t *weights,
		const size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct item *item = &items[order[i]];

		item->key = order[i];
		model_insert(model, item, weights[order[i]]);
	}
}

void model_fill_set(struct model *model, struct item *items, const struct weight_set *set,
		    struct rng *rng, size_t n)
{
	wb_weight_t *weights = must_alloc(n, sizeof(*weights));
	size_t *order = must_alloc(n, sizeof(*order));

	set->fill(rng, weights, n);
	rng_order(rng, order, n);
	model_fill(model, items, weights, order, n);
	free(weights);
	free(order);
}
