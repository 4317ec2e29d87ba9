/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Searching and inserting with a comparator, with and without equal keys. */
#include <string.h>

#include "items.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"
#include "weights.h"

enum { MOST = 60 };

static int compare_key(const void *key, const struct wb_node *node)
{
	uint64_t left = *(const uint64_t *)key, right = item_of(node)->key;

	return (left > right) - (left < right);
}

/* The same order, with values that overflow when they are negated. */
static int compare_key_widely(const void *key, const struct wb_node *node)
{
	int order = compare_key(key, node);

	return order < 0 ? INT32_MIN : order > 0 ? INT32_MAX : 0;
}

static bool is_less(const struct wb_node *a, const struct wb_node *b)
{
	return item_of(a)->key < item_of(b)->key;
}

/* The model's item at an index, as a node; NULL past the end. */
static struct wb_node *at(const struct model *model, size_t index)
{
	return index < model->count ? &model->items[index]->node : NULL;
}

static void check_searches(const struct model *model, uint64_t key)
{
	const struct wb_root *root = &model->root;
	size_t lower = key ? model_upper_bound(model, key - 1) : 0;
	size_t upper = model_upper_bound(model, key);
	struct wb_node *found = wb_find(root, &key, compare_key);
	struct wb_root copy = *root;
	struct wb_node *parent, **link = wb_find_link(&copy, &key, compare_key, &parent);

	check(!link == (found != NULL));
	if (found)
		check(parent == found);
	else
		check(!*link && (parent ? link == &parent->child[item_of(parent)->key < key]
					: link == &copy.node));
	check(!found == (lower == upper));
	check(!found || item_of(found)->key == key);
	for (const struct wb_node *up = found ? found->parent : NULL; up; up = up->parent)
		check(item_of(up)->key != key); /* of equals the nearest to the root */
	check(wb_find(root, &key, compare_key_widely) == found);
	check(wb_lower_bound(root, &key, compare_key) == at(model, lower));
	check(wb_upper_bound(root, &key, compare_key) == at(model, upper));
	check(wb_lower_bound(root, &key, compare_key_widely) == at(model, lower));
	check(wb_upper_bound(root, &key, compare_key_widely) == at(model, upper));
}

static void check_all_searches(const struct model *model, uint64_t keys)
{
	for (uint64_t key = 0; key <= keys; key++)
		check_searches(model, key);
	check_searches(model, UINT64_MAX);
}

static void test_nothing_is_found_in_an_empty_tree(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, 0);
	check_all_searches(&model, 1);
	model_free(&model);
}

/* Of few keys many are equal, of many few. */
static void test_searches_agree_with_the_sorted_array(void **state)
{
	static const uint64_t keys[] = { 1, 3, MOST, 4 * MOST };
	static struct item items[MOST];
	wb_weight_t weights[MOST];

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t k = 0; k < 4; k++) {
			struct rng rng = { set };
			struct model model;

			check_context("%s, %u keys", weight_sets[set].name, (unsigned int)keys[k]);
			model_init(&model, MOST);
			weight_sets[set].fill(&rng, weights, MOST);
			for (size_t i = 0; i < MOST; i++) {
				items[i].key = rng_below(&rng, keys[k]);
				model_insert(&model, &items[i], weights[i]);
				check_all_searches(&model, keys[k]);
			}
			check_model(&model);
			model_clear(&model);
			model_free(&model);
		}
	}
}

static void test_add_puts_equals_behind_those_that_are_there(void **state)
{
	static struct item items[MOST];
	struct rng rng = { 1 };
	struct wb_root root = WB_ROOT_INIT;
	struct item *pos, *before = NULL;

	(void)state;
	for (size_t i = 0; i < MOST; i++) {
		items[i].key = rng_below(&rng, 5);
		check_status(wb_add(&root, &items[i].node, 1 + rng_below(&rng, 50), is_less),
			     WB_OK);
		check_promises(&root, item_order);
	}
	wb_for_each_entry (pos, &root, struct item, node) {
		check(!before || before->key < pos->key ||
		      (before->key == pos->key && before < pos));
		before = pos;
	}
}

static void test_add_passes_on_the_errors_of_insert(void **state)
{
	struct item a = { .key = 1 }, b = { .key = 2 };
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check_status(wb_add(&root, &a.node, UINT64_MAX, is_less), WB_OK);
	check_status(wb_add(&root, &a.node, 1, is_less), WB_E_LINKED);
	check_status(wb_add(&root, &b.node, 0, is_less), WB_E_WEIGHT);
	check_status(wb_add(&root, &b.node, 1, is_less), WB_E_OVERFLOW);
	check(!wb_is_linked(&b.node));
	check_promises(&root, item_order);
}

static void test_find_add_reports_the_node_that_is_there(void **state)
{
	static struct item items[MOST];
	struct item other = { 0 };
	struct wb_root root = WB_ROOT_INIT;
	struct wb_node *existing = &other.node;

	(void)state;
	for (size_t i = 0; i < MOST; i++) {
		struct wb_node *node = &items[i].node;

		items[i].key = i * 7 % MOST;
		other.key = items[i].key;
		existing = &other.node;
		check_status(wb_find_add(&root, node, 1 + i, item_order, &existing), WB_OK);
		check(!existing);
		check_promises(&root, item_order);
		check_status(wb_find_add(&root, &other.node, 1, item_order, &existing),
			     WB_E_EXISTS);
		check(existing == node);
		check(!wb_is_linked(&other.node));
		check_equal(wb_weight(node), 1 + i);
	}
}

static void test_find_add_passes_on_the_errors_of_insert(void **state)
{
	struct item a = { .key = 1 }, b = { .key = 2 };
	struct wb_root root = WB_ROOT_INIT, other = WB_ROOT_INIT;
	struct wb_node *existing;

	(void)state;
	check_status(wb_find_add(&root, &a.node, UINT64_MAX, item_order, &existing), WB_OK);
	check_status(wb_find_add(&other, &a.node, 1, item_order, &existing), WB_E_LINKED);
	check(!existing);
	check_status(wb_find_add(&root, &b.node, 0, item_order, &existing), WB_E_WEIGHT);
	check_status(wb_find_add(&root, &b.node, 1, item_order, &existing), WB_E_OVERFLOW);
	check(!existing && !wb_is_linked(&b.node) && wb_is_empty(&other));
}

static void test_find_add_without_existing_says_whether_there_is_one(void **state)
{
	struct item a = { .key = 1 }, b = { .key = 1 };
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check_status(wb_find_add(&root, &a.node, 1, item_order, NULL), WB_OK);
	check_status(wb_find_add(&root, &b.node, 1, item_order, NULL), WB_E_EXISTS);
	check(root.node == &a.node && !wb_is_linked(&b.node));
}

/* The item comes to be after its place is known. */
static void test_what_is_inserted_at_a_link_that_was_found_is_in_order(void **state)
{
	static struct item items[MOST];
	struct wb_root root = WB_ROOT_INIT;
	struct wb_node *parent;

	(void)state;
	memset(items, 0, sizeof(items));
	for (size_t i = 0; i < MOST; i++) {
		const uint64_t key = i * 23 % MOST;
		struct wb_node **link = wb_find_link(&root, &key, compare_key, &parent);

		items[i].key = key;
		check_status(wb_insert_at(&root, &items[i].node, parent, link, 1 + i), WB_OK);
		check_promises(&root, item_order);
		check(!wb_find_link(&root, &key, compare_key, &parent));
		check(parent == &items[i].node);
	}
}

/* ---- beside another node ---- */

static void check_sequence(const struct wb_root *root, struct wb_node *const *in, size_t count)
{
	const struct wb_node *pos;

	check_promises(root, NULL);
	wb_for_each (pos, root)
		check(count-- > 0 && pos == *in++);
	check_equal(count, 0);
}

static void test_nodes_go_right_before_and_behind_the_one_named(void **state)
{
	struct wb_root root;
	struct wb_node *in[MOST];

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		struct item items[MOST] = { { 0 } };
		struct rng rng = { set };
		wb_weight_t weights[MOST];

		root = WB_ROOT_EMPTY;
		weight_sets[set].fill(&rng, weights, MOST);
		for (size_t n = 0; n < MOST; n++) {
			struct wb_node *node = &items[n].node;
			size_t i = (size_t)rng_below(&rng, n + 1);
			struct wb_node *next = i < n ? in[i] : NULL, *prev = i ? in[i - 1] : NULL;

			check_context("%s, node %u", weight_sets[set].name, (unsigned int)n);
			if (rng_below(&rng, 2))
				check_status(wb_insert_before(&root, node, next, weights[n]),
					     WB_OK);
			else
				check_status(wb_insert_after(&root, node, prev, weights[n]), WB_OK);
			memmove(&in[i + 1], &in[i], (n - i) * sizeof(in[0]));
			in[i] = node;
			check_sequence(&root, in, n + 1);
		}
	}
}

static void test_beside_refuses_what_it_must(void **state)
{
	struct item items[4] = { { 0 } };
	struct wb_root root = WB_ROOT_INIT;
	struct wb_node *a = &items[0].node, *b = &items[1].node, *c = &items[2].node;

	(void)state;
	items[3].node.child[WB_RIGHT] = c; /* as in a list from wb_extract */
	check_status(wb_insert_before(&root, a, NULL, 5), WB_OK);
	check_refused(&items, wb_insert_before(&root, b, c, 1), WB_E_UNLINKED);
	check_refused(&items, wb_insert_after(&root, b, c, 1), WB_E_UNLINKED);
	check_refused(&items, wb_insert_after(&root, a, &items[3].node, 1), WB_E_UNLINKED);
	check_refused(&items, wb_insert_before(&root, a, a, 1), WB_E_LINKED);
	check_refused(&items, wb_insert_after(&root, a, a, 1), WB_E_LINKED);
	check_refused(&items, wb_insert_after(&root, a, NULL, 1), WB_E_LINKED);
	check_refused(&items, wb_insert_before(&root, b, a, 0), WB_E_WEIGHT);
	check_refused(&items, wb_insert_after(&root, b, NULL, 0), WB_E_WEIGHT);
	check_refused(&items, wb_insert_before(&root, b, a, UINT64_MAX - 4), WB_E_OVERFLOW);
	check_refused(&items, wb_insert_after(&root, b, a, UINT64_MAX - 4), WB_E_OVERFLOW);
	check_status(wb_insert_after(&root, b, a, UINT64_MAX - 5), WB_OK);
	check(root.node == b && b->child[WB_LEFT] == a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_is_found_in_an_empty_tree),
		cmocka_unit_test(test_searches_agree_with_the_sorted_array),
		cmocka_unit_test(test_add_puts_equals_behind_those_that_are_there),
		cmocka_unit_test(test_add_passes_on_the_errors_of_insert),
		cmocka_unit_test(test_find_add_reports_the_node_that_is_there),
		cmocka_unit_test(test_find_add_passes_on_the_errors_of_insert),
		cmocka_unit_test(test_find_add_without_existing_says_whether_there_is_one),
		cmocka_unit_test(test_what_is_inserted_at_a_link_that_was_found_is_in_order),
		cmocka_unit_test(test_nodes_go_right_before_and_behind_the_one_named),
		cmocka_unit_test(test_beside_refuses_what_it_must),
	};

	return run_suite(tests);
}
