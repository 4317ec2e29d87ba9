/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * wb_check itself: it accepts what is sound and nothing else, names the fault
 * and the node, and ends on whatever it is given.
 */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

enum { NODES = 60 };

static struct item items[NODES];

/* A tree of unit weights with the keys 0 to NODES - 1. */
static struct wb_root build(void)
{
	struct rng rng = { 1 };
	size_t order[NODES];
	wb_weight_t weights[NODES];
	struct model model;

	memset(items, 0, sizeof(items));
	model_init(&model, NODES);
	for (size_t i = 0; i < NODES; i++)
		weights[i] = 1;
	rng_order(&rng, order, NODES);
	model_fill(&model, items, weights, order, NODES);
	free(model.items);
	return model.root;
}

static void check_fault(const struct wb_root *root, enum wb_fault_kind kind,
			const struct wb_node *node)
{
	static const char *const words[] = { "sound", "parent", "sum", "rotation", "compares" };
	struct wb_fault fault = { WB_FAULT_NONE, NULL, NULL };

	check_equal((uint64_t)wb_check(root, item_order, &fault), kind);
	check_equal(fault.kind, kind);
	check(fault.node == node);
	check(strstr(fault.what, words[kind]) != NULL);
	check_equal((uint64_t)wb_check(root, item_order, NULL), kind);
	if (kind != WB_FAULT_ORDER)
		check_equal((uint64_t)wb_check(root, NULL, NULL), kind);
}

static void test_a_sound_tree_has_no_fault(void **state)
{
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check_fault(&root, WB_FAULT_NONE, NULL);
	root = build();
	check_fault(&root, WB_FAULT_NONE, NULL);
}

static void test_a_wrong_parent_is_named_at_every_node(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		struct wb_root root = build();
		struct wb_node *node = &items[i].node, *parent = node->parent;

		for (size_t j = 0; j <= NODES; j++) {
			node->parent = j < NODES ? &items[j].node : NULL;
			if (node->parent != parent)
				check_fault(&root, WB_FAULT_LINK, node);
		}
	}
}

/* A link to a node that hangs elsewhere, an ancestor, or the node itself: a cycle or two parents.
 */
static void test_a_wrong_child_is_named_at_every_node(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		for (size_t j = 0; j < NODES; j++) {
			for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
				struct wb_root root = build();

				if (items[i].node.child[d] == &items[j].node)
					continue;
				items[i].node.child[d] = &items[j].node;
				check_fault(&root, WB_FAULT_LINK, &items[j].node);
			}
		}
	}
}

static void test_a_root_that_is_not_the_top_is_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		struct wb_root root = build();

		if (root.node == &items[i].node)
			continue;
		root.node = &items[i].node;
		check_fault(&root, WB_FAULT_LINK, root.node);
	}
}

static void test_a_sum_that_leaves_no_weight_is_named_at_every_node(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		struct wb_root root = build();
		struct wb_node *node = &items[i].node;

		node->sum -= wb_weight(node);
		check_fault(&root, WB_FAULT_SUM, node);
		node->sum = 0;
		check_fault(&root, WB_FAULT_SUM, node);
	}
}

static void test_a_sum_that_leaves_the_parent_no_weight_is_named_there(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		struct wb_root root = build();
		struct wb_node *node = &items[i].node;

		if (!node->parent)
			continue;
		node->sum++;
		check_fault(&root, WB_FAULT_SUM, node->parent);
		node->sum = UINT64_MAX;
		check_fault(&root, WB_FAULT_SUM, node->parent);
	}
}

static struct wb_node *set_node(size_t i, wb_weight_t weight, struct wb_node *left,
				struct wb_node *right)
{
	struct wb_node *node = &items[i].node;

	items[i].key = i;
	*node = (struct wb_node){ NULL, { left, right }, weight };
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (!node->child[d])
			continue;
		node->child[d]->parent = node;
		node->sum += node->child[d]->sum;
	}
	return node;
}

static const struct ref_tree *to_reference(struct ref_heap *heap, const struct wb_node *x)
{
	if (!x)
		return NULL;
	return ref_make(heap, item_of(x)->key, wb_weight(x), to_reference(heap, x->child[WB_LEFT]),
			to_reference(heap, x->child[WB_RIGHT]));
}

/* The first node in order at which some rotation would gain, of a tree with sound links. */
static const struct wb_node *first_unsettled(const struct wb_root *root)
{
	struct ref_heap heap = { NULL, 0, 0 };
	const struct wb_node *pos;

	wb_for_each (pos, root)
		if (ref_gains(&heap, to_reference(&heap, pos)))
			break;
	ref_free(&heap);
	return pos;
}

/* Two children whose sums wrap to less than the node's own. */
static void test_sums_that_wrap_are_named(void **state)
{
	struct wb_root root;

	(void)state;
	root.node =
		set_node(1, 8, set_node(0, UINT64_MAX - 1, NULL, NULL), set_node(2, 3, NULL, NULL));
	check_equal(root.node->sum, 9); /* sound, if one adds without a look */
	check_fault(&root, WB_FAULT_SUM, root.node);
	root.node =
		set_node(1, 8, set_node(0, 3, NULL, NULL), set_node(2, UINT64_MAX - 1, NULL, NULL));
	check_fault(&root, WB_FAULT_SUM, root.node);
}

/* x over y on side d, with y's outer child and something beside them. */
static struct wb_root single(int d, wb_weight_t x, wb_weight_t y, wb_weight_t outer,
			     wb_weight_t beside)
{
	struct wb_node *o = outer ? set_node(d ? 3 : 0, outer, NULL, NULL) : NULL, *upper, *r;
	struct wb_root root;

	upper = set_node(d ? 2 : 1, y, d ? NULL : o, d ? o : NULL);
	r = beside ? set_node(d ? 0 : 3, beside, NULL, NULL) : NULL;
	root.node = set_node(d ? 1 : 2, x, d ? r : upper, d ? upper : r);
	return root;
}

static void test_a_single_rotation_that_gains_is_named_and_one_that_does_not_is_none(void **state)
{
	(void)state;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		struct wb_root root;

		root = single(d, 5, 5, 0, 0);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = single(d, 5, 6, 0, 0);
		check_fault(&root, WB_FAULT_RULE, root.node);
		root = single(d, 5, 4, 4, 3);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = single(d, 5, 5, 4, 3);
		check_fault(&root, WB_FAULT_RULE, root.node);
		root = single(d, UINT64_C(1) << 62, (UINT64_C(1) << 62) - 1,
			      (UINT64_C(1) << 62) - 1, (UINT64_C(1) << 62) - 2);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = single(d, UINT64_C(1) << 62, (UINT64_C(1) << 62) + 1, UINT64_C(1) << 62,
			      (UINT64_C(1) << 62) - 2);
		check_fault(&root, WB_FAULT_RULE, root.node);
	}
}

/* x over y on side d, with y's inner child z, which has two or no children, and r beside y. */
static struct wb_root inner(int d, wb_weight_t x, wb_weight_t y, wb_weight_t z, wb_weight_t below,
			    wb_weight_t r)
{
	struct wb_node *a = NULL, *b = NULL, *middle, *upper, *beside;
	struct wb_root root;

	if (below) {
		a = set_node(d ? 2 : 1, below, NULL, NULL);
		b = set_node(d ? 4 : 3, below, NULL, NULL);
	}
	middle = set_node(d ? 3 : 2, z, a, b);
	upper = set_node(d ? 5 : 0, y, d ? middle : NULL, d ? NULL : middle);
	beside = r ? set_node(d ? 0 : 5, r, NULL, NULL) : NULL;
	root.node = set_node(d ? 1 : 4, x, d ? beside : upper, d ? upper : beside);
	return root;
}

static void test_a_double_rotation_that_gains_is_named_and_one_that_does_not_is_none(void **state)
{
	const wb_weight_t big = UINT64_C(1) << 60;

	(void)state;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		struct wb_root root;

		root = inner(d, 8, 4, 4, 0, 0);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = inner(d, 7, 4, 4, 0, 0);
		check_fault(&root, WB_FAULT_RULE, root.node);
		root = inner(d, 7, 6, 2, 2, 1);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = inner(d, 6, 6, 2, 2, 1);
		check_fault(&root, WB_FAULT_RULE, root.node);
		/* with z heavier than all that is beside y, y gains as well, which may come first
		 */
		root = inner(d, 1, 1, 1, 5, 1);
		check_fault(&root, WB_FAULT_RULE, first_unsettled(&root));
		root = inner(d, 1, 4, 2, 2, 6);
		check_fault(&root, WB_FAULT_RULE, root.node);
		root = inner(d, 3 * big, 4 * big, big, 2 * big, 3 * big);
		check_fault(&root, WB_FAULT_NONE, NULL);
		root = inner(d, 3 * big, 4 * big, big, 2 * big, 3 * big - 1);
		check_fault(&root, WB_FAULT_RULE, root.node);
	}
}

/* A leaf that has become heavier than its parent, wherever it is. */
static void test_the_rule_is_looked_at_everywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < NODES; i++) {
		struct wb_root root = build();
		struct wb_node *leaf = &items[i].node;

		if (leaf->child[WB_LEFT] || leaf->child[WB_RIGHT] || !leaf->parent ||
		    leaf->parent->sum != 2)
			continue;
		for (struct wb_node *up = leaf; up; up = up->parent)
			up->sum++;
		check_fault(&root, WB_FAULT_RULE, first_unsettled(&root));
	}
}

static void test_a_node_that_is_greater_than_the_next_is_named(void **state)
{
	(void)state;
	for (size_t i = 0; i + 1 < NODES; i++) {
		struct wb_root root = build();

		items[i].key++;
		check_fault(&root, WB_FAULT_NONE, NULL); /* equal is no fault */
		items[i + 1].key--;
		check_fault(&root, WB_FAULT_ORDER, &items[i].node);
		check_equal((uint64_t)wb_check(&root, NULL, NULL), WB_FAULT_NONE);
	}
}

/* ---- any graph of nodes, beside a plain definition of soundness ---- */

enum { MOST = 6 };

struct graph {
	struct wb_root root;
	struct item items[MOST];
	size_t nodes;
};

/* Whether the graph below x is a tree with sums, no node of which was met before. */
static bool is_tree(const struct graph *graph, const struct wb_node *x,
		    const struct wb_node *parent, bool *met)
{
	wb_weight_t sum = 0;
	size_t i;

	if (!x)
		return true;
	i = (size_t)(item_of(x) - graph->items);
	if (met[i] || x->parent != parent)
		return false;
	met[i] = true;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (!is_tree(graph, x->child[d], x, met))
			return false;
		if (x->child[d])
			sum += x->child[d]->sum;
	}
	return x->sum > sum;
}

static bool is_sound(const struct graph *graph)
{
	bool met[MOST] = { false };

	return is_tree(graph, graph->root.node, NULL, met) && !first_unsettled(&graph->root);
}

/* Node number i of the graph, NULL for the number of nodes. */
static struct wb_node *numbered(struct graph *graph, uint64_t i)
{
	return i < graph->nodes ? &graph->items[i].node : NULL;
}

static void check_graph(const struct graph *graph)
{
	struct wb_fault fault;
	int kind = wb_check(&graph->root, NULL, &fault);

	check((kind == WB_FAULT_NONE) == is_sound(graph));
	check_equal((uint64_t)kind, fault.kind);
	check(!fault.node == (kind == WB_FAULT_NONE));
	if (kind == WB_FAULT_RULE)
		check(fault.node == first_unsettled(&graph->root));
}

/* All graphs of two nodes with sums of 0 to 3. */
static void test_every_graph_of_two_nodes_is_judged_rightly(void **state)
{
	struct graph graph = { WB_ROOT_INIT, { { 0 } }, 2 };

	(void)state;
	for (unsigned int code = 0; code < 3u * 108 * 108; code++) {
		unsigned int rest = code;

		graph.root.node = numbered(&graph, rest % 3);
		rest /= 3;
		for (size_t i = 0; i < 2; i++) {
			struct wb_node *node = &graph.items[i].node;

			node->parent = numbered(&graph, rest % 3);
			node->child[WB_LEFT] = numbered(&graph, rest / 3 % 3);
			node->child[WB_RIGHT] = numbered(&graph, rest / 9 % 3);
			node->sum = rest / 27 % 4;
			rest /= 108;
		}
		check_context("graph %u", code);
		check_graph(&graph);
	}
}

static void test_every_pointer_graph_ends(void **state)
{
	struct graph graph = { WB_ROOT_INIT, { { 0 } }, 0 };
	struct rng rng = { 1 };

	(void)state;
	for (unsigned int run = 0; run < 200000; run++) {
		graph.nodes = 1 + (size_t)rng_below(&rng, MOST);
		graph.root.node = numbered(&graph, rng_below(&rng, graph.nodes));
		for (size_t i = 0; i < graph.nodes; i++) {
			struct wb_node *node = &graph.items[i].node;

			node->parent = numbered(&graph, rng_below(&rng, graph.nodes + 1));
			for (int d = WB_LEFT; d <= WB_RIGHT; d++)
				node->child[d] = numbered(&graph, rng_below(&rng, graph.nodes + 1));
			node->sum = rng_bits(&rng, 64);
		}
		check_context("graph %u", run);
		check_graph(&graph);
	}
}

/* A sound tree in which one or two fields of any node are changed to anything. */
static void corrupt(struct graph *graph, struct rng *rng)
{
	struct wb_node *node = numbered(graph, rng_below(rng, graph->nodes));
	int d;

	switch (rng_below(rng, 4)) {
	case 0:
		node->parent = numbered(graph, rng_below(rng, graph->nodes + 1));
		break;
	case 1:
		node->sum =
			rng_below(rng, 2) ? rng_bits(rng, 64) : node->sum + rng_below(rng, 5) - 2;
		break;
	default:
		d = (int)rng_below(rng, 2);
		node->child[d] = numbered(graph, rng_below(rng, graph->nodes + 1));
		break;
	}
}

static void test_damaged_trees_are_judged_rightly(void **state)
{
	static struct graph graph;
	struct rng rng = { 2 };

	(void)state;
	for (unsigned int run = 0; run < 100000; run++) {
		struct model model;

		memset(&graph, 0, sizeof(graph));
		graph.nodes = 2 + (size_t)rng_below(&rng, MOST - 1);
		model_init(&model, MOST);
		for (size_t i = 0; i < graph.nodes; i++) {
			graph.items[i].key = rng_below(&rng, 100);
			model_insert(&model, &graph.items[i], 1 + rng_below(&rng, 9));
		}
		graph.root = model.root;
		model_free(&model);
		for (uint64_t damage = rng_below(&rng, 3); damage > 0; damage--)
			corrupt(&graph, &rng);
		check_context("run %u", run);
		check_graph(&graph);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_sound_tree_has_no_fault),
		cmocka_unit_test(test_a_wrong_parent_is_named_at_every_node),
		cmocka_unit_test(test_a_wrong_child_is_named_at_every_node),
		cmocka_unit_test(test_a_root_that_is_not_the_top_is_named),
		cmocka_unit_test(test_a_sum_that_leaves_no_weight_is_named_at_every_node),
		cmocka_unit_test(test_a_sum_that_leaves_the_parent_no_weight_is_named_there),
		cmocka_unit_test(test_sums_that_wrap_are_named),
		cmocka_unit_test(
			test_a_single_rotation_that_gains_is_named_and_one_that_does_not_is_none),
		cmocka_unit_test(
			test_a_double_rotation_that_gains_is_named_and_one_that_does_not_is_none),
		cmocka_unit_test(test_the_rule_is_looked_at_everywhere),
		cmocka_unit_test(test_a_node_that_is_greater_than_the_next_is_named),
		cmocka_unit_test(test_every_graph_of_two_nodes_is_judged_rightly),
		cmocka_unit_test(test_every_pointer_graph_ends),
		cmocka_unit_test(test_damaged_trees_are_judged_rightly),
	};

	return run_suite(tests);
}
