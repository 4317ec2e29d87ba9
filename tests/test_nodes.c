/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What embedding a node means: from node to item and back, zero is unlinked, replacing. */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

static bool is_less(const struct wb_node *a, const struct wb_node *b)
{
	return item_order(a, b) < 0;
}

struct node_first {
	struct wb_node node;
	int value;
};

struct node_last {
	char name[13];
	struct wb_node node;
};

static void test_entry_is_the_struct_around_the_node(void **state)
{
	struct node_first first = { .value = 1 };
	struct node_last last = { .name = "last" };

	(void)state;
	check(wb_entry(&first.node, struct node_first, node) == &first);
	check(wb_entry(&last.node, struct node_last, node) == &last);
	check(wb_entry((const struct wb_node *)&last.node, struct node_last, node) == &last);
}

static void test_entry_of_null_is_null_wherever_the_node_is(void **state)
{
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check(!wb_entry(NULL, struct node_first, node));
	check(!wb_entry(NULL, struct node_last, node));
	check(!wb_entry(root.node, struct node_last, node));
	check(!wb_entry(wb_first(&root), struct node_last, node));
}

static void test_entry_evaluates_its_argument_once(void **state)
{
	struct node_last lasts[2];
	struct wb_node *nodes[2] = { &lasts[0].node, &lasts[1].node }, **next = nodes;

	(void)state;
	check(wb_entry(*next++, struct node_last, node) == &lasts[0]);
	check(next == &nodes[1]);
}

static struct node_last in_static_memory;

static void test_zeroed_memory_is_an_unlinked_node_and_an_empty_tree(void **state)
{
	struct node_last *from_calloc = must_alloc(1, sizeof(*from_calloc));
	static struct wb_root root;

	(void)state;
	check(wb_is_empty(&root));
	check(!wb_is_linked(&in_static_memory.node));
	check(!wb_is_linked(&from_calloc->node));
	check_equal(wb_weight(&from_calloc->node), 0);
	check_status(wb_insert_at(&root, &from_calloc->node, NULL, &root.node, 5), WB_OK);
	check(wb_is_linked(&from_calloc->node));
	check_equal(wb_weight(&from_calloc->node), 5);
	check(wb_erase(&root, &from_calloc->node));
	check(!wb_is_linked(&from_calloc->node));
	check(wb_is_empty(&root));
	free(from_calloc);
}

static void test_init_makes_an_unlinked_node_of_anything(void **state)
{
	const struct wb_node zero = WB_NODE_INIT;
	struct node_last last;

	(void)state;
	memset(&last, 0xa5, sizeof(last));
	wb_init(&last.node);
	check(memcmp(&last.node, &zero, sizeof(zero)) == 0);
	check(!wb_is_linked(&last.node) && (unsigned char)last.name[12] == 0xa5);
}

enum { MOST = 40 };

static void fill_model(struct model *model, struct item *items, size_t set, size_t n)
{
	struct rng rng = { set };

	model_fill_set(model, items, &weight_sets[set], &rng, n);
}

static void test_a_tree_moves_with_its_root(void **state)
{
	struct item items[MOST] = { { 0 } };
	struct model model, moved;

	(void)state;
	model_init(&model, MOST);
	fill_model(&model, items, 1, MOST - 1);
	moved = model;
	memset(&model.root, 0xa5, sizeof(model.root));
	check_model(&moved);
	items[MOST - 1].key = MOST;
	model_insert(&moved, &items[MOST - 1], 1000000);
	check_model(&moved);
	while (moved.count) {
		model_erase(&moved, item_of(moved.root.node));
		check_model(&moved);
	}
	model_free(&moved);
}

/* now has the links that before had, with node put for victim. */
static void check_substituted(const struct wb_node *now, const struct wb_node *before,
			      const struct wb_node *victim, const struct wb_node *node)
{
	check(now->parent == (before->parent == victim ? node : before->parent));
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		check(now->child[d] == (before->child[d] == victim ? node : before->child[d]));
	check_equal(now->sum, before->sum);
}

/* Item i of n is replaced by item n, and then the other way round. */
static void replace_and_back(struct model *model, struct item *items, size_t i, size_t n)
{
	struct item before[MOST + 1];

	memcpy(before, items, sizeof(before));
	items[n].key = items[i].key;
	model_replace(model, &items[i], &items[n]);
	check_model(model);
	for (size_t j = 0; j < n; j++)
		if (j != i)
			check_substituted(&items[j].node, &before[j].node, &items[i].node,
					  &items[n].node);
	check_substituted(&items[n].node, &before[i].node, NULL, NULL);
	model_replace(model, &items[n], &items[i]);
	items[n].key = before[n].key;
	check(memcmp(before, items, sizeof(before)) == 0);
}

static void test_replace_keeps_the_shape_at_every_node(void **state)
{
	static struct item items[MOST + 1];
	struct model model;

	(void)state;
	model_init(&model, MOST);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= MOST; n += n < 8 ? 1 : 8) {
			fill_model(&model, items, set, n);
			for (size_t i = 0; i < n; i++) {
				check_context("%s, %u nodes, number %u", weight_sets[set].name,
					      (unsigned int)n, (unsigned int)i);
				replace_and_back(&model, items, i, n);
			}
			model_clear(&model);
		}
	}
	model_free(&model);
}

/* ---- clear ---- */

/* Fills with items that are allocated one by one, and so can be freed one by one. */
static void fill_root(struct wb_root *root, const struct weight_set *set, size_t n)
{
	struct rng rng = { n };
	wb_weight_t weights[MOST];

	if (n)
		set->fill(&rng, weights, n);
	for (size_t i = 0; i < n; i++) {
		struct item *item = must_alloc(1, sizeof(*item));

		item->key = rng_u64(&rng);
		item->weight = weights[i];
		check_status(wb_add(root, &item->node, item->weight, is_less), WB_OK);
	}
}

static void free_released(struct wb_node *node, void *ctx)
{
	const struct wb_node zero = WB_NODE_INIT;
	size_t *count = ctx;

	check(memcmp(node, &zero, sizeof(zero)) == 0);
	memset(node, 0xa5, sizeof(*node));
	free(item_of(node));
	++*count;
}

static void test_clear_zeroes_and_hands_out_every_node_once(void **state)
{
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 0; n <= MOST; n++) {
			size_t count = 0;

			fill_root(&root, &weight_sets[set], n);
			wb_clear(&root, free_released, &count);
			check_equal(count, n);
			check(wb_is_empty(&root));
		}
	}
}

static void test_clear_without_a_function_leaves_all_nodes_unlinked(void **state)
{
	const struct wb_node zero = WB_NODE_INIT;
	struct item items[MOST] = { { 0 } };
	struct model model;

	(void)state;
	model_init(&model, MOST);
	fill_model(&model, items, 1, MOST);
	wb_clear(&model.root, NULL, NULL);
	check(wb_is_empty(&model.root));
	for (size_t i = 0; i < MOST; i++)
		check(memcmp(&items[i].node, &zero, sizeof(zero)) == 0);
	model_free(&model);
}

/* Back into the tree that is being emptied, or into another one. */
static void put_back(struct wb_node *node, void *ctx)
{
	struct wb_root *roots = ctx;

	check_status(wb_add(&roots[item_of(node)->key % 2], node, 1, is_less), WB_OK);
}

static void test_what_clear_hands_out_may_be_inserted_at_once(void **state)
{
	struct wb_root roots[2] = { WB_ROOT_INIT, WB_ROOT_INIT };
	size_t count = 0;

	(void)state;
	fill_root(&roots[0], &weight_sets[0], MOST);
	wb_clear(&roots[0], put_back, roots);
	check_promises(&roots[0], item_order);
	check_promises(&roots[1], item_order);
	check_equal(wb_total(&roots[0]) + wb_total(&roots[1]), MOST);
	wb_clear(&roots[0], free_released, &count);
	wb_clear(&roots[1], free_released, &count);
	check_equal(count, MOST);
}

/* ---- depth ---- */

static void check_depths(const struct wb_node *x, unsigned int depth)
{
	if (!x)
		return;
	check_equal(wb_depth(x), depth);
	check_depths(x->child[WB_LEFT], depth + 1);
	check_depths(x->child[WB_RIGHT], depth + 1);
}

static void test_depth_counts_the_nodes_from_the_root_on(void **state)
{
	struct item items[MOST] = { { 0 } };
	struct model model;

	(void)state;
	model_init(&model, MOST);
	check_equal(wb_depth(&items[0].node), 0);
	for (size_t set = 0; set < weight_set_count; set++) {
		fill_model(&model, items, set, MOST);
		check_depths(model.root.node, 1);
		model_clear(&model);
	}
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entry_is_the_struct_around_the_node),
		cmocka_unit_test(test_entry_of_null_is_null_wherever_the_node_is),
		cmocka_unit_test(test_entry_evaluates_its_argument_once),
		cmocka_unit_test(test_zeroed_memory_is_an_unlinked_node_and_an_empty_tree),
		cmocka_unit_test(test_a_tree_moves_with_its_root),
		cmocka_unit_test(test_replace_keeps_the_shape_at_every_node),
		cmocka_unit_test(test_init_makes_an_unlinked_node_of_anything),
		cmocka_unit_test(test_clear_zeroes_and_hands_out_every_node_once),
		cmocka_unit_test(test_clear_without_a_function_leaves_all_nodes_unlinked),
		cmocka_unit_test(test_what_clear_hands_out_may_be_inserted_at_once),
		cmocka_unit_test(test_depth_counts_the_nodes_from_the_root_on),
	};

	return run_suite(tests);
}
