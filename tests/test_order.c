/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* First, last, next, prev and the loops over trees of no, one and many nodes. */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

enum { MOST = 100 };

/* Items of their own memory each, so that reading one after free is seen. */
static void build(struct wb_root *root, size_t n, uint64_t seed)
{
	struct item *items[MOST];
	struct rng rng = { seed };
	size_t order[MOST];
	struct model model;

	model_init(&model, n);
	rng_order(&rng, order, n);
	for (size_t i = 0; i < n; i++) {
		items[i] = must_alloc(1, sizeof(*items[i]));
		items[i]->key = order[i];
		model_insert(&model, items[i], 1 + rng_below(&rng, 100));
	}
	*root = model.root;
	free(model.items);
}

static void poison_and_free(struct item *item)
{
	memset(item, 0xa5, sizeof(*item));
	free(item);
}

/* Ends in the way that wb_for_each_postorder_safe is for. */
static void destroy(struct wb_root *root)
{
	struct wb_node *pos, *tmp;

	wb_for_each_postorder_safe (pos, tmp, root)
		poison_and_free(item_of(pos));
	root->node = NULL;
}

/* Looks at trees of several sizes, with the keys 0 to n - 1; what look leaves is freed. */
static void for_each_size(void (*look)(struct wb_root *root, size_t n))
{
	static const size_t sizes[] = { 0, 1, 2, 3, 4, 7, 20, MOST };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct wb_root root;

		check_context("%u nodes", (unsigned int)sizes[i]);
		build(&root, sizes[i], i);
		look(&root, sizes[i]);
		destroy(&root);
	}
}

static void test_an_empty_tree_has_no_first_and_no_last(void **state)
{
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check(wb_is_empty(&root));
	check(!wb_first(&root));
	check(!wb_last(&root));
	check(!wb_first_postorder(&root));
	check_equal(wb_total(&root), 0);
}

static void check_loops(struct wb_root *root, size_t n)
{
	struct wb_node *pos, *tmp;
	size_t count = 0;

	wb_for_each (pos, root)
		check_equal(item_of(pos)->key, count++);
	check_equal(count, n);
	check(!pos);
	wb_for_each_reverse (pos, root)
		check_equal(item_of(pos)->key, --count);
	check_equal(count, 0);
	wb_for_each_safe (pos, tmp, root)
		check_equal(item_of(pos)->key, count++);
	check_equal(count, n);
}

static void test_loops_visit_all_in_order(void **state)
{
	(void)state;
	for_each_size(check_loops);
}

static void check_entry_loops(struct wb_root *root, size_t n)
{
	struct item *pos, *tmp;
	size_t count = 0;

	wb_for_each_entry (pos, root, struct item, node)
		check_equal(pos->key, count++);
	check_equal(count, n);
	check(!pos);
	wb_for_each_entry_reverse (pos, root, struct item, node)
		check_equal(pos->key, --count);
	check_equal(count, 0);
	wb_for_each_entry_safe (pos, tmp, root, struct item, node)
		check_equal(pos->key, count++);
	check_equal(count, n);
}

static void test_loops_over_entries_visit_all_in_order(void **state)
{
	(void)state;
	for_each_size(check_entry_loops);
}

static void test_next_and_prev_are_neighbours_at_every_node(void **state)
{
	struct wb_root root;
	struct wb_node *pos, *before = NULL;

	(void)state;
	build(&root, MOST, 1);
	for (pos = wb_first(&root); pos; pos = wb_next(pos)) {
		check(wb_prev(pos) == before);
		check(!before || wb_next(before) == pos);
		before = pos;
	}
	check(wb_last(&root) == before);
	check(!wb_next(before));
	check(!wb_prev(wb_first(&root)));
	destroy(&root);
}

/* What the body erases and frees, every second, is not read again. */
static void erase_every_second(struct wb_root *root, size_t n)
{
	struct wb_node *pos, *tmp;
	size_t count = 0;

	wb_for_each_safe (pos, tmp, root) {
		check_equal(item_of(pos)->key, count);
		if (count++ % 2)
			continue;
		check(wb_erase(root, pos));
		poison_and_free(item_of(pos));
	}
	check_equal(count, n);
}

static void erase_all(struct wb_root *root, size_t n)
{
	struct item *pos, *tmp;
	size_t count = 0;

	wb_for_each_entry_safe (pos, tmp, root, struct item, node) {
		check_equal(pos->key, count++);
		check(wb_erase(root, &pos->node));
		poison_and_free(pos);
	}
	check_equal(count, n);
	check(wb_is_empty(root));
}

static void test_safe_loops_allow_to_erase_and_free(void **state)
{
	(void)state;
	for_each_size(erase_every_second);
	for_each_size(erase_all);
}

static bool item_less(const struct wb_node *a, const struct wb_node *b)
{
	return item_of(a)->key < item_of(b)->key;
}

/* Behind all items of the same key. */
static void add_another(struct wb_root *root, uint64_t key, wb_weight_t weight)
{
	struct item *item = must_alloc(1, sizeof(*item));

	item->key = key;
	check_status(wb_add(root, &item->node, weight, item_less), WB_OK);
}

/* What a loop does to the tree while it is at pos, by what its key leaves over 4. */
static void change_around(struct wb_root *root, struct wb_node *pos)
{
	struct item *item = item_of(pos);
	struct wb_node *prev = wb_prev(pos);

	switch (item->key % 4) {
	case 0:
		add_another(root, item->key, 1000 * item->key + 1);
		break;
	case 1:
		add_another(root, item->key - 1, 1000 * item->key + 1);
		break;
	case 2:
		check_status(wb_set_weight(root, pos, 1 + item->key * item->key), WB_OK);
		break;
	default:
		check(wb_erase(root, prev));
		poison_and_free(item_of(prev));
	}
	check_promises(root, item_order);
}

/* What is put behind the position is visited, what is put before it is not. */
static void change_in_loop(struct wb_root *root, size_t n)
{
	struct wb_node *pos;
	uint64_t key = 0;
	size_t count = 0;

	wb_for_each (pos, root) {
		check(!count || key <= item_of(pos)->key);
		count++;
		if (item_of(pos)->weight) { /* not added here */
			key = item_of(pos)->key;
			change_around(root, pos);
		}
	}
	check_equal(count, n + (n + 3) / 4);
}

static void test_loops_go_on_when_the_tree_changes_around_them(void **state)
{
	(void)state;
	for_each_size(change_in_loop);
}

static void check_postorder(struct wb_root *root, size_t n)
{
	bool seen[MOST] = { false };
	struct wb_node *pos, *tmp;
	size_t count = 0;

	wb_for_each_postorder_safe (pos, tmp, root) {
		for (int d = WB_LEFT; d <= WB_RIGHT; d++)
			check(!pos->child[d] || seen[item_of(pos->child[d])->key]);
		check(!seen[item_of(pos)->key]);
		seen[item_of(pos)->key] = true;
		count++;
	}
	check_equal(count, n);
}

static void test_postorder_visits_children_before_their_parent(void **state)
{
	(void)state;
	for_each_size(check_postorder);
}

/* After a right or only child comes the parent, after a left one something from its right. */
static void test_postorder_goes_left_before_right(void **state)
{
	struct wb_root root;
	struct wb_node *pos;

	(void)state;
	build(&root, MOST, 2);
	for (pos = wb_first_postorder(&root); pos; pos = wb_next_postorder(pos)) {
		const struct wb_node *parent = pos->parent, *next = wb_next_postorder(pos);

		check(!parent == !next);
		if (parent && (pos == parent->child[WB_RIGHT] || !parent->child[WB_RIGHT]))
			check(next == parent);
		else if (parent)
			check(item_of(next)->key > item_of(parent)->key);
	}
	destroy(&root);
}

static void free_all(struct wb_root *root, size_t n)
{
	struct item *pos, *tmp;
	size_t count = 0;

	wb_for_each_entry_postorder_safe (pos, tmp, root, struct item, node) {
		poison_and_free(pos);
		count++;
	}
	check_equal(count, n);
	root->node = NULL;
}

static void test_postorder_loop_over_entries_frees_without_erasing(void **state)
{
	(void)state;
	for_each_size(free_all);
}

/* Each loop is one statement: it takes an else that follows, and nests. */
static void test_loops_are_single_statements(void **state)
{
	struct wb_root root;
	struct wb_node *outer, *inner;
	size_t pairs = 0;

	(void)state;
	build(&root, 7, 3);
	if (!wb_is_empty(&root))
		wb_for_each (outer, &root)
			wb_for_each_reverse (inner, &root)
				pairs++;
	else
		check(false);
	check_equal(pairs, 49);
	destroy(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_empty_tree_has_no_first_and_no_last),
		cmocka_unit_test(test_loops_visit_all_in_order),
		cmocka_unit_test(test_loops_over_entries_visit_all_in_order),
		cmocka_unit_test(test_next_and_prev_are_neighbours_at_every_node),
		cmocka_unit_test(test_safe_loops_allow_to_erase_and_free),
		cmocka_unit_test(test_loops_go_on_when_the_tree_changes_around_them),
		cmocka_unit_test(test_postorder_visits_children_before_their_parent),
		cmocka_unit_test(test_postorder_goes_left_before_right),
		cmocka_unit_test(test_postorder_loop_over_entries_frees_without_erasing),
		cmocka_unit_test(test_loops_are_single_statements),
	};

	return run_suite(tests);
}
