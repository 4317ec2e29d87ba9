/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Small scope, exhaustively: every settled tree of up to so many nodes, with
 * weights out of a small set, and on each every call with every argument that
 * makes a difference. The result must have the shape of the independent
 * reference and have taken as many rotations, with and without an update
 * function.
 *
 * The counts are golden numbers: they say that nothing was left out. The
 * argument, "small", "usual" or "full", says how great the scope is.
 */
#define WB_COUNT_ROTATIONS
#include "wbtree.c"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "wbtree_debug.h"

enum { MOST_NODES = 16, MOST_WEIGHTS = 5, ITEMS = MOST_NODES + 1 };

/* What a test goes through, and how much that is known to be. */
struct scope {
	const char *name;
	size_t nodes, joined; /* the most nodes, of one tree and of two that are joined */
	size_t weight_count;
	wb_weight_t weights[MOST_WEIGHTS];
	uint64_t trees, calls, joins;
};

enum { SMALL, USUAL, FULL, SIZES, KINDS = 2 };

static const char *const size_names[SIZES] = { "small", "usual", "full" };
static const struct scope scopes[SIZES][KINDS] = {
	{
		{ "weight 1", 10, 10, 1, { 1 }, 144, 24400, 1766 },
		{ "five weights", 4, 4, 5, { 1, 2, 3, 100, UINT64_MAX / 7 }, 1185, 171214, 52640 },
	},
	{
		{ "weight 1", 14, 14, 1, { 1 }, 1234, 378292, 16936 },
		{ "five weights",
		  6,
		  5,
		  5,
		  { 1, 2, 3, 100, UINT64_MAX / 7 },
		  42649,
		  9656834,
		  368480 },
	},
	{
		{ "weight 1", 16, 16, 1, { 1 }, 3667, 1404766, 53824 },
		{ "five weights",
		  7,
		  6,
		  5,
		  { 1, 2, 3, 100, UINT64_MAX / 7 },
		  260250,
		  70348004,
		  2535610 },
	},
};
static const struct scope *size = scopes[USUAL];

static struct ref_heap kept, scratch; /* of the tree itself; of what becomes of it */

/* ---- all settled trees, in order of their number of nodes ---- */

struct shelf {
	const struct scope *scope;
	struct ref_heap heap, scratch; /* trees share subtrees, and have no keys yet */
	const struct ref_tree **of[MOST_NODES + 1];
	size_t count[MOST_NODES + 1], room[MOST_NODES + 1];
};

static void keep(struct shelf *shelf, size_t nodes, const struct ref_tree *tree)
{
	size_t at = shelf->count[nodes]++;

	if (at == shelf->room[nodes]) {
		shelf->room[nodes] = 2 * at + 64;
		shelf->of[nodes] = realloc(shelf->of[nodes], shelf->room[nodes] * sizeof(tree));
		if (!shelf->of[nodes])
			abort();
	}
	shelf->of[nodes][at] = tree;
}

/* Whether all of them together come to no more than the limit. */
static bool fits(wb_weight_t a, wb_weight_t b, wb_weight_t c)
{
	return a <= UINT64_MAX - b && c <= UINT64_MAX - b - a;
}

/* Keeps the tree of these parts if there is one and it is settled. */
static void consider(struct shelf *shelf, size_t nodes, wb_weight_t weight,
		     const struct ref_tree *left, const struct ref_tree *right)
{
	const struct ref_tree tree = { 0, weight, left, right };

	if (!fits(weight, ref_sum(left), ref_sum(right)))
		return;
	shelf->scratch.used = 0;
	if (!ref_gains(&shelf->scratch, &tree))
		keep(shelf, nodes, ref_make(&shelf->heap, 0, weight, left, right));
}

static void fill_shelf(struct shelf *shelf, const struct scope *scope)
{
	*shelf = (struct shelf){ .scope = scope };
	keep(shelf, 0, NULL);
	for (size_t nodes = 1; nodes <= scope->nodes; nodes++) {
		for (size_t before = 0; before < nodes; before++) {
			const size_t after = nodes - 1 - before;

			for (size_t i = 0; i < shelf->count[before]; i++)
				for (size_t j = 0; j < shelf->count[after]; j++)
					for (size_t w = 0; w < scope->weight_count; w++)
						consider(shelf, nodes, scope->weights[w],
							 shelf->of[before][i], shelf->of[after][j]);
		}
	}
}

static void clear_shelf(struct shelf *shelf)
{
	for (size_t nodes = 0; nodes <= MOST_NODES; nodes++)
		free(shelf->of[nodes]);
	ref_free(&shelf->heap);
	ref_free(&shelf->scratch);
	ref_free(&kept);
	ref_free(&scratch);
}

/* ---- one tree, as the library's and as the reference's ---- */

/* Items 0 to nodes - 1 are in the tree, with the keys 1, 3, 5 and so on; the next one is not. */
struct world {
	struct wb_root root;
	struct item items[ITEMS];
	uint64_t key_sums[ITEMS]; /* what the update function keeps of each subtree */
	size_t nodes;
	const struct ref_tree *tree;
};

static struct world world, before;
static uint64_t calls;

static uint64_t *key_sum(const struct wb_node *x)
{
	return &world.key_sums[item_of(x) - world.items];
}

static uint64_t key_sum_of(const struct wb_node *x)
{
	return item_of(x)->key + (x->child[WB_LEFT] ? *key_sum(x->child[WB_LEFT]) : 0) +
	       (x->child[WB_RIGHT] ? *key_sum(x->child[WB_RIGHT]) : 0);
}

static bool update_key_sum(struct wb_node *x)
{
	const uint64_t old = *key_sum(x);

	*key_sum(x) = key_sum_of(x);
	return *key_sum(x) != old;
}

/* Adds a tree of the shelf to the world, behind what is there; it becomes *tree, too. */
static struct wb_node *lay(const struct ref_tree *like, const struct ref_tree **tree)
{
	const struct ref_tree *left = NULL, *right = NULL;
	struct wb_node *child[2];
	struct item *item;

	if (!like)
		return NULL;
	child[WB_LEFT] = lay(like->left, &left);
	item = &world.items[world.nodes];
	item->key = 2 * world.nodes++ + 1;
	child[WB_RIGHT] = lay(like->right, &right);
	item->weight = like->weight;
	item->node = (struct wb_node){ NULL, { child[WB_LEFT], child[WB_RIGHT] }, like->weight };
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (!child[d])
			continue;
		child[d]->parent = &item->node;
		item->node.sum += child[d]->sum;
	}
	update_key_sum(&item->node);
	*tree = ref_make(&kept, item->key, like->weight, left, right);
	return &item->node;
}

static void lay_world(const struct ref_tree *like)
{
	memset(&world, 0, sizeof(world));
	kept.used = 0;
	world.root.node = lay(like, &world.tree);
	before = world;
}

/* Undoes what was done to the world, and begins with something else. */
static void begin(void)
{
	world = before;
	wb_rotations_ = 0;
	calls++;
}

static void begin_reference(void)
{
	scratch.used = 0;
	scratch.rotations = 0;
}

static void check_key_sums(const struct wb_node *x)
{
	if (!x)
		return;
	check_equal(*key_sum(x), key_sum_of(x));
	check_key_sums(x->child[WB_LEFT]);
	check_key_sums(x->child[WB_RIGHT]);
}

static void check_tree(const struct wb_root *root, const struct ref_tree *tree, bool augmented)
{
	check(wb_check(root, item_order, NULL) == WB_FAULT_NONE);
	check_shape(root, tree);
	if (augmented)
		check_key_sums(root->node);
}

/* Checks what a call has returned and made of the tree. */
static void check_result(int status, int expected, const struct ref_tree *tree, bool augmented)
{
	check_status(status, expected);
	if (expected) {
		check(memcmp(&world, &before, sizeof(world)) == 0);
		return;
	}
	check_tree(&world.root, tree, augmented);
	check_equal(wb_rotations_, scratch.rotations);
}

static int expected_of(wb_weight_t weight, wb_weight_t others)
{
	return weight > UINT64_MAX - others ? WB_E_OVERFLOW : WB_OK;
}

/* ---- every call ---- */

static int insert(struct item *item, wb_weight_t weight, bool augmented)
{
	struct wb_node **link = &world.root.node, *parent = NULL;

	while (*link) {
		parent = *link;
		link = &parent->child[item->key > item_of(parent)->key];
	}
	return augmented ? wb_insert_at_augmented(&world.root, &item->node, parent, link, weight,
						  update_key_sum)
			 : wb_insert_at(&world.root, &item->node, parent, link, weight);
}

static void try_insert(size_t place, wb_weight_t weight)
{
	const int expected = expected_of(weight, ref_sum(world.tree));
	const struct ref_tree *tree = NULL;
	struct item *item = &world.items[world.nodes];

	begin_reference();
	if (!expected)
		tree = ref_insert(&scratch, before.tree, 2 * place, weight);
	for (int augmented = 0; augmented < 2; augmented++) {
		before.items[before.nodes].key = 2 * place;
		begin();
		check_result(insert(item, weight, augmented), expected, tree, augmented);
	}
}

static void try_reweigh(size_t i, wb_weight_t weight)
{
	struct item *item = &world.items[i];
	const int expected = expected_of(weight, ref_sum(before.tree) - before.items[i].weight);
	const struct ref_tree *tree = NULL;

	begin_reference();
	if (!expected)
		tree = ref_reweigh(&scratch, before.tree, item->key, weight);
	begin();
	check_result(wb_set_weight(&world.root, &item->node, weight), expected, tree, false);
	begin();
	check_result(wb_set_weight_augmented(&world.root, &item->node, weight, update_key_sum),
		     expected, tree, true);
	if (weight <= before.items[i].weight)
		return;
	weight -= before.items[i].weight;
	begin();
	check_result(wb_credit(&world.root, &item->node, weight), expected, tree, false);
	begin();
	check_result(wb_credit_augmented(&world.root, &item->node, weight, update_key_sum),
		     expected, tree, true);
}

static void try_erase(size_t i)
{
	struct wb_node *node = &world.items[i].node;
	const struct ref_tree *tree;

	begin_reference();
	tree = ref_erase(&scratch, before.tree, before.items[i].key);
	begin();
	check_result(!wb_erase(&world.root, node), WB_OK, tree, false);
	begin();
	check_result(!wb_erase_augmented(&world.root, node, update_key_sum), WB_OK, tree, true);
}

/* The spare item takes the place and the key. */
static void try_replace(size_t i)
{
	struct item *item = &world.items[i], *spare = &world.items[world.nodes];

	begin_reference();
	begin();
	spare->key = item->key;
	check_result(wb_replace(&world.root, &item->node, &spare->node), WB_OK, before.tree, false);
	begin();
	spare->key = item->key;
	check_result(wb_replace_augmented(&world.root, &item->node, &spare->node, update_key_sum),
		     WB_OK, before.tree, true);
}

static void try_split(size_t i)
{
	struct wb_root left, right;
	struct ref_parts parts;

	begin_reference();
	parts = ref_split(&scratch, before.tree, before.items[i].key);
	for (int augmented = 0; augmented < 2; augmented++) {
		struct wb_node *at = &world.items[i].node;

		begin();
		check_status(augmented ? wb_split_augmented(&world.root, at, &left, &right,
							    update_key_sum)
				       : wb_split(&world.root, at, &left, &right),
			     WB_OK);
		check(wb_is_empty(&world.root) && !wb_is_linked(at));
		check_tree(&left, parts.left, augmented);
		check_tree(&right, parts.right, augmented);
		check_equal(wb_rotations_, scratch.rotations);
	}
}

static const struct ref_tree *concatenated(const struct ref_tree *left,
					   const struct ref_tree *right)
{
	const struct ref_tree *mid = right;

	if (!left || !right)
		return left ? left : right;
	while (mid->left)
		mid = mid->left;
	return ref_join(&scratch, left, mid, ref_split(&scratch, right, mid->key).right);
}

static const struct ref_tree *without(size_t first, size_t last)
{
	struct ref_parts parts = ref_split(&scratch, before.tree, before.items[first].key);
	const struct ref_tree *left = parts.left, *right = parts.right;

	if (last > first)
		right = ref_split(&scratch, right, before.items[last].key).right;
	return concatenated(left, right);
}

static void try_extract(size_t first, size_t last)
{
	const struct ref_tree *tree;

	begin_reference();
	tree = without(first, last);
	for (int augmented = 0; augmented < 2; augmented++) {
		struct wb_node *from = &world.items[first].node, *to = &world.items[last].node;
		struct wb_node *list;

		begin();
		list = augmented ? wb_extract_augmented(&world.root, from, to, update_key_sum)
				 : wb_extract(&world.root, from, to);
		for (size_t i = first; i <= last; i++, list = list->child[WB_RIGHT])
			check(list == &world.items[i].node && !wb_is_linked(list));
		check(!list);
		check_tree(&world.root, tree, augmented);
		check_equal(wb_rotations_, scratch.rotations);
	}
}

/* What a rebuilt tree is depends on the order and weights alone. */
static void try_rebuild(void)
{
	const struct wb_node *parents[ITEMS];

	begin();
	wb_rebuild(&world.root);
	check_promises(&world.root, item_order);
	for (size_t i = 0; i < world.nodes; i++) {
		parents[i] = world.items[i].node.parent;
		check_equal(wb_weight(&world.items[i].node), world.items[i].weight);
	}
	begin();
	wb_rebuild_augmented(&world.root, update_key_sum);
	check_key_sums(world.root.node);
	for (size_t i = 0; i < world.nodes; i++)
		check(world.items[i].node.parent == parents[i]);
}

static void try_all(const struct scope *scope)
{
	const size_t nodes = world.nodes;

	check_promises(&world.root, item_order);
	for (size_t w = 0; w < scope->weight_count; w++) {
		for (size_t place = 0; place <= nodes; place++)
			try_insert(place, scope->weights[w]);
		for (size_t i = 0; i < nodes; i++)
			try_reweigh(i, scope->weights[w]);
	}
	for (size_t i = 0; i < nodes; i++) {
		try_erase(i);
		try_replace(i);
		try_split(i);
		for (size_t last = i; last < nodes; last++)
			try_extract(i, last);
	}
	try_rebuild();
}

static void test_every_call_on_every_tree(void **state)
{
	(void)state;
	for (size_t s = 0; s < KINDS; s++) {
		const struct scope *scope = &size[s];
		struct shelf shelf;
		uint64_t trees = 0;

		fill_shelf(&shelf, scope);
		calls = 0;
		for (size_t nodes = 0; nodes <= scope->nodes; nodes++) {
			for (size_t i = 0; i < shelf.count[nodes]; i++) {
				check_context("%s, tree %u of %u nodes", scope->name,
					      (unsigned int)i, (unsigned int)nodes);
				lay_world(shelf.of[nodes][i]);
				try_all(scope);
				trees++;
			}
		}
		printf("%s: %" PRIu64 " trees of up to %zu nodes, %" PRIu64 " calls\n", scope->name,
		       trees, scope->nodes, calls);
		check_equal(trees, scope->trees);
		check_equal(calls, scope->calls);
		clear_shelf(&shelf);
	}
}

/* ---- every join ---- */

/* Lays both trees into the world, the spare item between them by its key. */
static void lay_pair(const struct ref_tree *left, const struct ref_tree *right,
		     struct wb_root roots[2], const struct ref_tree *pair[2])
{
	memset(&world, 0, sizeof(world));
	kept.used = 0;
	pair[0] = pair[1] = NULL;
	roots[0].node = lay(left, &pair[0]);
	world.items[MOST_NODES].key = 2 * world.nodes;
	roots[1].node = lay(right, &pair[1]);
	before = world;
}

static void try_join(struct wb_root roots[2], const struct ref_tree *pair[2], wb_weight_t weight)
{
	struct item *mid = &world.items[MOST_NODES];
	const struct ref_tree like = { before.items[MOST_NODES].key, weight, NULL, NULL };
	const int expected =
		fits(ref_sum(pair[0]), ref_sum(pair[1]), weight) ? WB_OK : WB_E_OVERFLOW;
	const struct ref_tree *tree = NULL;

	begin_reference();
	if (!expected)
		tree = ref_join(&scratch, pair[0], &like, pair[1]);
	for (int augmented = 0; augmented < 2; augmented++) {
		struct wb_root left = roots[0], right = roots[1];

		begin();
		check_status(augmented ? wb_join_augmented(&left, &mid->node, weight, &right,
							   update_key_sum)
				       : wb_join(&left, &mid->node, weight, &right),
			     expected);
		if (expected) {
			check(memcmp(&world, &before, sizeof(world)) == 0);
			check(left.node == roots[0].node && right.node == roots[1].node);
			continue;
		}
		check(wb_is_empty(&right));
		check_tree(&left, tree, augmented);
		check_equal(wb_rotations_, scratch.rotations);
	}
}

static void try_joins(const struct shelf *shelf, size_t before_nodes, size_t after_nodes)
{
	const struct scope *scope = shelf->scope;

	for (size_t i = 0; i < shelf->count[before_nodes]; i++) {
		for (size_t j = 0; j < shelf->count[after_nodes]; j++) {
			struct wb_root roots[2];
			const struct ref_tree *pair[2];

			check_context("%s, tree %u of %u nodes and %u of %u", scope->name,
				      (unsigned int)i, (unsigned int)before_nodes, (unsigned int)j,
				      (unsigned int)after_nodes);
			lay_pair(shelf->of[before_nodes][i], shelf->of[after_nodes][j], roots,
				 pair);
			for (size_t w = 0; w < scope->weight_count; w++)
				try_join(roots, pair, scope->weights[w]);
		}
	}
}

static void test_every_join_of_two_trees(void **state)
{
	(void)state;
	for (size_t s = 0; s < KINDS; s++) {
		const struct scope *scope = &size[s];
		struct shelf shelf;

		fill_shelf(&shelf, scope);
		calls = 0;
		for (size_t nodes = 0; nodes <= scope->joined; nodes++)
			for (size_t left = 0; left <= nodes; left++)
				try_joins(&shelf, left, nodes - left);
		printf("%s: %" PRIu64 " joins of two trees of up to %zu nodes in all\n",
		       scope->name, calls, scope->joined);
		check_equal(calls, scope->joins);
		clear_shelf(&shelf);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_call_on_every_tree),
		cmocka_unit_test(test_every_join_of_two_trees),
	};

	for (size_t i = 0; i < SIZES; i++)
		if (argc > 1 && strcmp(argv[1], size_names[i]) == 0)
			size = scopes[i];
	return run_suite(tests);
}
