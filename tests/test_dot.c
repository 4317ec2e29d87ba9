/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What wb_print_dot writes: the whole tree, and nothing that is not in it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

enum { MOST = 71, TEXT = 32768 };

static char text[TEXT];
static struct item items[MOST];

static void print_key(FILE *file, const struct wb_node *node, void *ctx)
{
	fprintf(file, "%s%" PRIu64, (const char *)ctx, item_of(node)->key);
}

/* The picture as a string. */
static void print_tree(const struct wb_root *root, wb_label_fn *label, void *ctx)
{
	FILE *file = tmpfile();
	size_t length;

	check(file != NULL);
	check_status(wb_print_dot(file, root, label, ctx), WB_OK);
	rewind(file);
	length = fread(text, 1, TEXT - 1, file);
	check(length < TEXT - 1);
	text[length] = '\0';
	fclose(file);
}

static size_t count_of(const char *part)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
		count++;
	return count;
}

static void build(struct model *model, size_t n)
{
	struct rng rng = { n };
	wb_weight_t weights[MOST];
	size_t order[MOST];

	memset(items, 0, sizeof(items));
	model_init(model, n);
	for (size_t i = 0; i < n; i++)
		weights[i] = 1 + rng_below(&rng, 1000);
	rng_order(&rng, order, n);
	model_fill(model, items, weights, order, n);
}

/* The name that the picture gives a node, by its address. */
static void name_of(char *name, size_t size, const struct wb_node *node)
{
	snprintf(name, size, "\"%p\"", (const void *)node);
}

static void check_node_line(const struct item *item, const char *prefix)
{
	char name[40], line[200];

	name_of(name, sizeof(name), &item->node);
	snprintf(line, sizeof(line),
		 "\t%s [label=\"%s%" PRIu64 "\\nw %" PRIu64 "\\ns %" PRIu64 "\"];\n", name, prefix,
		 item->key, item->weight, item->node.sum);
	check_equal(count_of(line), 1);
}

static void check_edge_line(const struct wb_node *parent, const struct wb_node *child)
{
	char from[40], to[40], line[100];

	if (!child)
		return;
	name_of(from, sizeof(from), parent);
	name_of(to, sizeof(to), child);
	snprintf(line, sizeof(line), "\t%s -> %s;\n", from, to);
	check_equal(count_of(line), 1);
}

static void test_every_node_and_edge_is_drawn_once(void **state)
{
	char prefix[] = "key ";

	(void)state;
	for (size_t n = 1; n <= MOST; n += 7) {
		struct model model;

		build(&model, n);
		print_tree(&model.root, print_key, prefix);
		for (size_t i = 0; i < n; i++) {
			const struct wb_node *node = &model.items[i]->node;

			check_node_line(model.items[i], prefix);
			check_edge_line(node, node->child[WB_LEFT]);
			check_edge_line(node, node->child[WB_RIGHT]);
		}
		check_equal(count_of("[label=\"key "), n);
		/* an empty place is an unseen node and an unseen edge */
		check_equal(count_of(" -> ") - count_of("[style=invis") / 2, n - 1);
		model_free(&model);
	}
}

static void test_an_empty_tree_is_an_empty_picture(void **state)
{
	const struct wb_root root = WB_ROOT_INIT;

	(void)state;
	print_tree(&root, print_key, NULL);
	check(strncmp(text, "digraph ", 8) == 0);
	check_equal(count_of("label="), 0);
	check_equal(count_of(" -> "), 0);
	check(text[strlen(text) - 2] == '}' && text[strlen(text) - 1] == '\n');
}

static void test_without_a_label_function_weights_and_sums_are_drawn(void **state)
{
	struct model model;

	(void)state;
	build(&model, MOST);
	print_tree(&model.root, NULL, NULL);
	check_equal(count_of("[label=\"w "), MOST);
	check_equal(count_of("\\ns "), MOST);
	model_free(&model);
}

/* Left and right differ even for an only child: an unseen place is put beside it. */
static void test_an_only_child_keeps_its_side(void **state)
{
	(void)state;
	for (size_t key = 0; key < 3; key += 2) {
		char name[40], other[40], left[100];
		struct model model;

		memset(items, 0, sizeof(items));
		model_init(&model, 2);
		items[1].key = 1;
		items[0].key = key;
		model_insert(&model, &items[1], 5);
		model_insert(&model, &items[0], 1);
		print_tree(&model.root, NULL, NULL);
		name_of(name, sizeof(name), &items[1].node);
		name_of(other, sizeof(other), &items[0].node);
		snprintf(left, sizeof(left), "%s -> %s", name, other);
		/* to the child, to the empty place, and to the middle between them */
		check_equal(count_of(" -> "), 3);
		/* the first edge out of the parent is its left one */
		check((strstr(text, " -> ") == strstr(text, left) + strlen(name)) == (key == 0));
		model_free(&model);
	}
}

/* When it is written out in the end, or, without a buffer, before. */
static void test_a_failed_write_is_reported(void **state)
{
	struct model model;

	(void)state;
	build(&model, 5);
	for (int buffered = 0; buffered < 2; buffered++) {
		FILE *file = fopen("/dev/full", "w");

		if (!file)
			skip();
		if (!buffered)
			setvbuf(file, NULL, _IONBF, 0);
		check_status(wb_print_dot(file, &model.root, print_key, ""), WB_E_WRITE);
		fclose(file);
	}
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_node_and_edge_is_drawn_once),
		cmocka_unit_test(test_an_empty_tree_is_an_empty_picture),
		cmocka_unit_test(test_without_a_label_function_weights_and_sums_are_drawn),
		cmocka_unit_test(test_an_only_child_keeps_its_side),
		cmocka_unit_test(test_a_failed_write_is_reported),
	};

	return run_suite(tests);
}
