/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The highest tree there is, of 91 nodes one below the other, survives every
 * call on a stack of 64 KiB: recursion is as deep as the tree is high, and no
 * deeper. How much of the stack was used is printed, not tested: it is up to
 * the compiler.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "zigzag.h"

enum { STACK = 64 * 1024, SPARE = ZIGZAG_ITEMS, PAINT = 0xa5 };

static struct item items[ZIGZAG_ITEMS + 1];
static struct wb_node *sorted[ZIGZAG_ITEMS];
static wb_weight_t weights[ZIGZAG_ITEMS];
static uint64_t counts[ZIGZAG_ITEMS + 1]; /* of nodes, kept by augmentation */
static struct wb_root root, right;
static struct wb_node *node; /* what the call is about */
static size_t nodes;
static int status;
static unsigned char *stack;
static size_t most_used;

static bool update_count(struct wb_node *x)
{
	uint64_t *count = &counts[item_of(x) - items], old = *count;

	*count = 1;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if (x->child[d])
			*count += counts[item_of(x->child[d]) - items];
	return *count != old;
}

static void build_highest(void)
{
	struct wb_node *pos;

	memset(items, 0, sizeof(items));
	nodes = link_zigzag(items, &root, WB_MAX_HEIGHT);
	right.node = NULL;
	status = WB_OK;
	wb_for_each_postorder_safe (pos, node, &root)
		update_count(pos);
	nodes = 0;
	wb_for_each (pos, &root) {
		sorted[nodes] = pos;
		weights[nodes++] = wb_weight(pos);
	}
}

/* ---- calls; each leaves a sound tree in root ---- */

static void *erase(void *unused)
{
	wb_erase(&root, node);
	return unused;
}

static void *erase_augmented(void *unused)
{
	wb_erase_augmented(&root, node, update_count);
	return unused;
}

static void *make_light(void *unused)
{
	status = wb_set_weight(&root, node, 1);
	return unused;
}

static void *make_light_augmented(void *unused)
{
	status = wb_set_weight_augmented(&root, node, 1, update_count);
	return unused;
}

/* As heavy as the limit lets it be. */
static void *make_heavy(void *unused)
{
	status = wb_set_weight(&root, node, wb_weight(node) + (UINT64_MAX - wb_total(&root)));
	return unused;
}

static void *make_heavy_augmented(void *unused)
{
	wb_weight_t weight = wb_weight(node) + (UINT64_MAX - wb_total(&root));

	status = wb_set_weight_augmented(&root, node, weight, update_count);
	return unused;
}

static void *credit(void *unused)
{
	status = wb_credit(&root, node, UINT64_MAX - wb_total(&root));
	return unused;
}

static void *credit_augmented(void *unused)
{
	status = wb_credit_augmented(&root, node, UINT64_MAX - wb_total(&root), update_count);
	return unused;
}

/* Inserts the spare item right before the node. */
static void insert_before(wb_weight_t weight, wb_update_fn *update)
{
	struct wb_node *parent = node, **link = &node->child[WB_LEFT];

	while (*link) {
		parent = *link;
		link = &parent->child[WB_RIGHT];
	}
	status = update ? wb_insert_at_augmented(&root, &items[SPARE].node, parent, link, weight,
						 update)
			: wb_insert_at(&root, &items[SPARE].node, parent, link, weight);
}

static void *insert_light(void *unused)
{
	insert_before(1, NULL);
	return unused;
}

static void *insert_heavy(void *unused)
{
	insert_before(UINT64_MAX - wb_total(&root), NULL);
	return unused;
}

static void *insert_augmented(void *unused)
{
	insert_before(UINT64_MAX - wb_total(&root), update_count);
	return unused;
}

static void *replace(void *unused)
{
	status = wb_replace(&root, node, &items[SPARE].node);
	return unused;
}

static void *replace_augmented(void *unused)
{
	status = wb_replace_augmented(&root, node, &items[SPARE].node, update_count);
	return unused;
}

static void *split_and_join(void *unused)
{
	wb_weight_t weight = wb_weight(node);

	status = wb_split(&root, node, &root, &right);
	if (!status)
		status = wb_join(&root, node, weight, &right);
	return unused;
}

static void *split_and_join_augmented(void *unused)
{
	wb_weight_t weight = wb_weight(node);

	status = wb_split_augmented(&root, node, &root, &right, update_count);
	if (!status)
		status = wb_join_augmented(&root, node, weight, &right, update_count);
	return unused;
}

static void unlink_list(struct wb_node *list)
{
	while (list) {
		struct wb_node *next = list->child[WB_RIGHT];

		list->child[WB_RIGHT] = NULL;
		list = next;
	}
}

static void *extract_behind(void *unused)
{
	unlink_list(wb_extract(&root, node, wb_last(&root)));
	return unused;
}

static void *extract_augmented(void *unused)
{
	unlink_list(wb_extract_augmented(&root, wb_first(&root), node, update_count));
	return unused;
}

static void *rebuild(void *unused)
{
	wb_rebuild(&root);
	return unused;
}

static void *rebuild_augmented(void *unused)
{
	wb_rebuild_augmented(&root, update_count);
	return unused;
}

static void *fade(void *unused)
{
	wb_fade(&root, UINT64_MAX);
	return unused;
}

static void *fade_augmented(void *unused)
{
	wb_fade_augmented(&root, UINT64_MAX, update_count);
	return unused;
}

static void *build(void *unused)
{
	for (size_t i = 0; i < nodes; i++)
		memset(sorted[i], 0, sizeof(*sorted[i]));
	root.node = NULL;
	status = wb_build_augmented(&root, sorted, weights, nodes, update_count);
	return unused;
}

/* All that only looks. */
static void *look(void *unused)
{
	FILE *file = tmpfile();
	struct wb_shape shape;
	struct wb_node *pos;
	size_t count = 0;

	wb_measure(&root, &shape);
	wb_for_each (pos, &root)
		count += wb_select(&root, wb_rank(pos), NULL) == pos;
	wb_for_each_reverse (pos, &root)
		count++;
	for (pos = wb_first_postorder(&root); pos; pos = wb_next_postorder(pos))
		count++;
	for (pos = root.node; pos; pos = wb_next_preorder(pos))
		count++;
	if (!file || wb_print_dot(file, &root, NULL, NULL) || wb_check(&root, NULL, NULL) ||
	    shape.height != WB_MAX_HEIGHT || count != 4 * nodes)
		status = WB_E_ORDER;
	if (file)
		fclose(file);
	return unused;
}

static const struct call {
	const char *name;
	void *(*run)(void *);
	bool once; /* it is not about a node */
} calls[] = {
	{ "erase", erase, false },
	{ "erase_augmented", erase_augmented, false },
	{ "set_weight to 1", make_light, false },
	{ "set_weight_augmented to 1", make_light_augmented, false },
	{ "set_weight to the limit", make_heavy, false },
	{ "set_weight_augmented to the limit", make_heavy_augmented, false },
	{ "credit to the limit", credit, false },
	{ "credit_augmented to the limit", credit_augmented, false },
	{ "insert of 1", insert_light, false },
	{ "insert of all the rest", insert_heavy, false },
	{ "insert_augmented", insert_augmented, false },
	{ "replace", replace, false },
	{ "replace_augmented", replace_augmented, false },
	{ "split and join", split_and_join, false },
	{ "split and join, augmented", split_and_join_augmented, false },
	{ "extract", extract_behind, false },
	{ "extract_augmented", extract_augmented, false },
	{ "rebuild", rebuild, true },
	{ "rebuild_augmented", rebuild_augmented, true },
	{ "fade", fade, true },
	{ "fade_augmented", fade_augmented, true },
	{ "build_augmented", build, true },
	{ "look", look, true },
};

/* Runs the call in a thread of its own, on the small stack. */
static void run_on_small_stack(const struct call *call)
{
	pthread_attr_t attributes;
	pthread_t thread;
	size_t free_bytes = 0;

	memset(stack, PAINT, STACK);
	check_equal((uint64_t)pthread_attr_init(&attributes), 0);
	check_equal((uint64_t)pthread_attr_setstack(&attributes, stack, STACK), 0);
	check_equal((uint64_t)pthread_create(&thread, &attributes, call->run, NULL), 0);
	check_equal((uint64_t)pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attributes);
	while (free_bytes < STACK && stack[free_bytes] == PAINT)
		free_bytes++;
	if (STACK - free_bytes > most_used)
		most_used = STACK - free_bytes;
}

static void test_the_highest_tree_survives_every_call_on_64_kib(void **state)
{
	size_t count = 1;
	void *memory;

	(void)state;
	check_equal((uint64_t)posix_memalign(&memory, STACK, STACK), 0);
	stack = memory;
	for (size_t c = 0; c < sizeof(calls) / sizeof(calls[0]); c++) {
		most_used = 0;
		for (size_t i = 0; i < (calls[c].once ? 1 : count); i++) {
			check_context("%s, node %u", calls[c].name, (unsigned int)i);
			build_highest();
			count = nodes;
			node = sorted[i];
			run_on_small_stack(&calls[c]);
			check_status(status, WB_OK);
			check_promises(&root, NULL);
		}
		printf("stack used, thread included: %5u bytes, %s\n", (unsigned int)most_used,
		       calls[c].name);
	}
	free(stack);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_highest_tree_survives_every_call_on_64_kib),
	};

	return run_suite(tests);
}
