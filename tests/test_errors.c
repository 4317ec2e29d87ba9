/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Every error of the calls that change a tree, at every node, and that a call
 * which fails has changed nothing: neither the tree nor the nodes outside it.
 */
#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "weights.h"

enum { IN = 20, ALL = IN + 4 };

/* Items 0 to IN - 1 are in the tree, those after it in none. */
struct world {
	struct wb_root root;
	struct item items[ALL];
};

static struct wb_node **find_place(struct world *world, const struct item *item,
				   struct wb_node **parent)
{
	struct wb_node **link = &world->root.node;

	*parent = NULL;
	while (*link) {
		*parent = *link;
		link = &(*parent)->child[item->key >= item_of(*parent)->key];
	}
	return link;
}

static int insert(struct world *world, struct item *item, wb_weight_t weight)
{
	struct wb_node *parent, **link = find_place(world, item, &parent);

	return wb_insert_at(&world->root, &item->node, parent, link, weight);
}

/* Keys in the tree are odd, weights 1 to IN in some order, total is IN * (IN + 1) / 2. */
static void make_world(struct world *world)
{
	memset(world, 0, sizeof(*world));
	for (size_t i = 0; i < IN; i++) {
		size_t place = i * 7 % IN;

		world->items[i].key = 2 * place + 1;
		check_status(insert(world, &world->items[i], place + 1), WB_OK);
	}
}

/* Checks what a call returned, and that the world is as it was. */
#define check_refused(in, call, expected)                                                          \
	do {                                                                                       \
		struct world before_;                                                              \
                                                                                                   \
		memcpy(&before_, (in), sizeof(before_));                                           \
		check_status((call), (expected));                                                  \
		check(memcmp(&before_, (in), sizeof(before_)) == 0);                               \
	} while (0)

/* Gives one node what is missing to a total of UINT64_MAX. */
static void fill_up(struct world *world, size_t i)
{
	wb_weight_t weight = wb_weight(&world->items[i].node) + UINT64_MAX - wb_total(&world->root);

	check_status(wb_set_weight(&world->root, &world->items[i].node, weight), WB_OK);
	check_equal(wb_total(&world->root), UINT64_MAX);
	check_promises(&world->root, item_order);
}

static void test_a_linked_node_is_not_inserted_again(void **state)
{
	struct world world;

	(void)state;
	make_world(&world);
	for (size_t i = 0; i < IN; i++) {
		struct item *item = &world.items[i];

		check_refused(&world, insert(&world, item, 1), WB_E_LINKED);
		check_refused(&world, insert(&world, item, 0), WB_E_LINKED);
		check_refused(&world, insert(&world, item, UINT64_MAX), WB_E_LINKED);
	}
}

static void test_a_node_of_one_tree_is_not_inserted_into_another(void **state)
{
	struct world world;
	struct wb_root other = WB_ROOT_INIT;

	(void)state;
	make_world(&world);
	for (size_t i = 0; i < IN; i++) {
		struct wb_node *node = &world.items[i].node;

		check_refused(&world, wb_insert_at(&other, node, NULL, &other.node, 1),
			      WB_E_LINKED);
		check(wb_is_empty(&other));
	}
}

static void test_nothing_weighs_0(void **state)
{
	struct world world;

	(void)state;
	make_world(&world);
	for (size_t place = 0; place <= IN; place++) {
		world.items[IN].key = 2 * place;
		check_refused(&world, insert(&world, &world.items[IN], 0), WB_E_WEIGHT);
	}
	for (size_t i = 0; i < IN; i++) {
		struct wb_node *node = &world.items[i].node;

		check_refused(&world, wb_set_weight(&world.root, node, 0), WB_E_WEIGHT);
		check_refused(&world, wb_credit(&world.root, node, 0), WB_E_WEIGHT);
	}
}

static void test_the_total_does_not_pass_its_limit_on_insert(void **state)
{
	struct world world;

	(void)state;
	for (size_t place = 0; place <= IN; place++) {
		struct item *item = &world.items[IN];
		wb_weight_t left;

		make_world(&world);
		item->key = 2 * place;
		left = UINT64_MAX - wb_total(&world.root);
		check_refused(&world, insert(&world, item, UINT64_MAX), WB_E_OVERFLOW);
		check_refused(&world, insert(&world, item, left + 1), WB_E_OVERFLOW);
		check_status(insert(&world, item, left), WB_OK);
		check_equal(wb_total(&world.root), UINT64_MAX);
		check_promises(&world.root, item_order);
		world.items[IN + 1].key = 2 * place;
		check_refused(&world, insert(&world, &world.items[IN + 1], 1), WB_E_OVERFLOW);
	}
}

static void test_the_total_does_not_pass_its_limit_on_reweigh(void **state)
{
	struct world world;

	(void)state;
	for (size_t i = 0; i < IN; i++) {
		struct wb_node *node = &world.items[i].node,
			       *other = &world.items[(i + 1) % IN].node;
		wb_weight_t left;

		make_world(&world);
		left = UINT64_MAX - wb_total(&world.root);
		check_refused(&world, wb_set_weight(&world.root, node, wb_weight(node) + left + 1),
			      WB_E_OVERFLOW);
		check_refused(&world, wb_set_weight(&world.root, node, UINT64_MAX), WB_E_OVERFLOW);
		fill_up(&world, i);
		check_refused(&world, wb_set_weight(&world.root, other, wb_weight(other) + 1),
			      WB_E_OVERFLOW);
		check_refused(&world, wb_set_weight(&world.root, node, wb_weight(node) + 1),
			      WB_E_OVERFLOW);
		check_status(wb_set_weight(&world.root, node, wb_weight(node)), WB_OK);
		check_status(wb_set_weight(&world.root, node, wb_weight(node) - 1), WB_OK);
		check_status(wb_set_weight(&world.root, other, wb_weight(other) + 1), WB_OK);
		check_promises(&world.root, item_order);
	}
}

static void test_the_total_does_not_pass_its_limit_on_credit(void **state)
{
	struct world world;

	(void)state;
	for (size_t i = 0; i < IN; i++) {
		struct wb_node *node = &world.items[i].node;
		wb_weight_t left;

		make_world(&world);
		left = UINT64_MAX - wb_total(&world.root);
		check_refused(&world, wb_credit(&world.root, node, left + 1), WB_E_OVERFLOW);
		check_refused(&world, wb_credit(&world.root, node, UINT64_MAX), WB_E_OVERFLOW);
		check_status(wb_credit(&world.root, node, left), WB_OK);
		check_equal(wb_total(&world.root), UINT64_MAX);
		check_promises(&world.root, item_order);
		for (size_t j = 0; j < IN; j++)
			check_refused(&world, wb_credit(&world.root, &world.items[j].node, 1),
				      WB_E_OVERFLOW);
	}
}

static void test_two_weights_of_half_the_limit_do_not_fit(void **state)
{
	const wb_weight_t half = UINT64_C(1) << 63;
	struct world world;

	(void)state;
	memset(&world, 0, sizeof(world));
	check_status(insert(&world, &world.items[0], half), WB_OK);
	check_refused(&world, insert(&world, &world.items[1], half), WB_E_OVERFLOW);
	check_status(insert(&world, &world.items[1], half - 1), WB_OK);
	check_equal(wb_total(&world.root), UINT64_MAX);
	check_promises(&world.root, item_order);
}

static void test_one_node_takes_the_whole_limit(void **state)
{
	struct world world;

	(void)state;
	memset(&world, 0, sizeof(world));
	check_status(insert(&world, &world.items[0], UINT64_MAX), WB_OK);
	check_promises(&world.root, item_order);
	check_refused(&world, insert(&world, &world.items[1], 1), WB_E_OVERFLOW);
	check_status(wb_set_weight(&world.root, &world.items[0].node, 1), WB_OK);
	check_status(wb_set_weight(&world.root, &world.items[0].node, UINT64_MAX), WB_OK);
	check(wb_erase(&world.root, &world.items[0].node));
	check(wb_is_empty(&world.root));
}

static void test_an_unlinked_node_is_not_reweighed(void **state)
{
	struct world world;

	(void)state;
	make_world(&world);
	for (size_t i = IN; i < ALL; i++) {
		struct wb_node *node = &world.items[i].node;

		check_refused(&world, wb_set_weight(&world.root, node, 1), WB_E_UNLINKED);
		check_refused(&world, wb_set_weight(&world.root, node, 0), WB_E_UNLINKED);
		check_refused(&world, wb_set_weight(&world.root, node, UINT64_MAX), WB_E_UNLINKED);
		check_refused(&world, wb_credit(&world.root, node, 1), WB_E_UNLINKED);
		check_refused(&world, wb_credit(&world.root, node, 0), WB_E_UNLINKED);
	}
}

static void test_erasing_what_is_in_no_tree_does_nothing(void **state)
{
	struct world world;

	(void)state;
	make_world(&world);
	check_refused(&world, wb_erase(&world.root, NULL), false);
	for (size_t i = IN; i < ALL; i++)
		check_refused(&world, wb_erase(&world.root, &world.items[i].node), false);
	for (size_t i = 0; i < IN; i++) {
		check(wb_erase(&world.root, &world.items[i].node));
		check_promises(&world.root, item_order);
		check_refused(&world, wb_erase(&world.root, &world.items[i].node), false);
	}
	check(wb_is_empty(&world.root));
}

static void test_replace_wants_one_linked_and_one_unlinked_node(void **state)
{
	struct world world;
	struct wb_node *free_node = &world.items[IN].node, *other_free = &world.items[IN + 1].node;

	(void)state;
	make_world(&world);
	check_refused(&world, wb_replace(&world.root, free_node, other_free), WB_E_UNLINKED);
	check_refused(&world, wb_replace(&world.root, free_node, free_node), WB_E_UNLINKED);
	for (size_t i = 0; i < IN; i++) {
		struct wb_node *node = &world.items[i].node;

		check_refused(&world, wb_replace(&world.root, free_node, node), WB_E_UNLINKED);
		for (size_t j = 0; j < IN; j++)
			check_refused(&world, wb_replace(&world.root, node, &world.items[j].node),
				      WB_E_LINKED);
	}
}

/* Programs are compiled with the numbers, and print the texts. */
static void test_every_status_has_its_number_and_its_text(void **state)
{
	static const struct {
		int status, number;
		const char *text;
	} statuses[] = {
		{ WB_OK, 0, "success" },
		{ WB_E_LINKED, -1, "the node is in a tree already" },
		{ WB_E_UNLINKED, -2, "the node is in no tree" },
		{ WB_E_WEIGHT, -3, "the weight is 0" },
		{ WB_E_OVERFLOW, -4, "the total weight would overflow" },
		{ WB_E_RANGE, -5, "the range's start is greater than its last" },
		{ WB_E_OVERLAP, -6, "the range overlaps another" },
		{ WB_E_ORDER, -7, "the order would be broken" },
		{ WB_E_EXISTS, -8, "an equal node is in the tree already" },
		{ WB_E_WRITE, -9, "the file could not be written" },
		{ WB_E_BUSY, -10, "the tree is being changed" },
		{ WB_E_NOT_EMPTY, -11, "the root is not that of an empty tree" },
		{ WB_E_SPLIT, -12, "a range would have to be split" },
		{ WB_E_SPLIT - 1, -13, "unknown status" },
		{ 1, 1, "unknown status" },
		{ INT32_MIN, INT32_MIN, "unknown status" },
		{ INT32_MAX, INT32_MAX, "unknown status" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		check_context("%s", statuses[i].text);
		check_equal((uint64_t)statuses[i].status, (uint64_t)statuses[i].number);
		check(strcmp(wb_strerror(statuses[i].status), statuses[i].text) == 0);
	}
}

/* The version is that of NEWS.md; the height follows from 64 bits, see wbtree.c. */
static void test_the_constants_of_the_header_are_what_they_are_said_to_be(void **state)
{
	(void)state;
	check_equal(WB_VERSION_MAJOR, 0);
	check_equal(WB_VERSION_MINOR, 2);
	check_equal(WB_VERSION_PATCH, 0);
	check(strcmp(wb_version(), "0.2.0") == 0);
	check_equal(WB_MAX_HEIGHT, 91);
	check_equal(WB_LEFT, 0);
	check_equal(WB_RIGHT, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_linked_node_is_not_inserted_again),
		cmocka_unit_test(test_a_node_of_one_tree_is_not_inserted_into_another),
		cmocka_unit_test(test_nothing_weighs_0),
		cmocka_unit_test(test_the_total_does_not_pass_its_limit_on_insert),
		cmocka_unit_test(test_the_total_does_not_pass_its_limit_on_reweigh),
		cmocka_unit_test(test_the_total_does_not_pass_its_limit_on_credit),
		cmocka_unit_test(test_two_weights_of_half_the_limit_do_not_fit),
		cmocka_unit_test(test_one_node_takes_the_whole_limit),
		cmocka_unit_test(test_an_unlinked_node_is_not_reweighed),
		cmocka_unit_test(test_erasing_what_is_in_no_tree_does_nothing),
		cmocka_unit_test(test_replace_wants_one_linked_and_one_unlinked_node),
		cmocka_unit_test(test_every_status_has_its_number_and_its_text),
		cmocka_unit_test(test_the_constants_of_the_header_are_what_they_are_said_to_be),
	};

	return run_suite(tests);
}
