/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include <inttypes.h>

#include "wbtree_debug.h"

static int report(struct wb_fault *fault, enum wb_fault_kind kind, const struct wb_node *node)
{
	static const char *const what[] = {
		"the tree is sound",
		"the parent pointer is not the one node that this one hangs below",
		"the subtree's sum leaves the node no weight of its own",
		"a rotation here would make the weighted path length smaller",
		"the node compares greater than the next one",
	};

	if (fault) {
		fault->kind = kind;
		fault->node = node;
		fault->what = what[kind];
	}
	return (int)kind;
}

static wb_weight_t sum_of(const struct wb_node *node)
{
	return node ? node->sum : 0;
}

/*
 * Links and sums. A node is walked to only through the one link that its own
 * parent pointer confirms, so none is walked to twice: this ends.
 */
static int check_structure(const struct wb_root *root, struct wb_fault *fault)
{
	const struct wb_node *x;
	int d;

	if (root->node && root->node->parent)
		return report(fault, WB_FAULT_LINK, root->node);
	for (x = root->node; x; x = wb_next_preorder(x)) {
		wb_weight_t left = sum_of(x->child[WB_LEFT]), right = sum_of(x->child[WB_RIGHT]);

		for (d = WB_LEFT; d <= WB_RIGHT; d++) {
			if (x->child[d] && x->child[d]->parent != x)
				return report(fault, WB_FAULT_LINK, x->child[d]);
			/* the walk goes by the sums: it would pass by a child of 0 */
			if (x->child[d] && !x->child[d]->sum)
				return report(fault, WB_FAULT_SUM, x->child[d]);
		}
		if (x->child[WB_LEFT] && x->child[WB_LEFT] == x->child[WB_RIGHT])
			return report(fault, WB_FAULT_LINK, x->child[WB_LEFT]);
		if (left >= x->sum || right >= x->sum - left)
			return report(fault, WB_FAULT_SUM, x);
	}
	return WB_FAULT_NONE;
}

/* The rule, as plainly as it can be written: would lifting from side d gain? */
static bool gains(const struct wb_node *x, int d)
{
	const struct wb_node *y = x->child[d], *z;
	wb_weight_t rest;

	if (!y)
		return false;
	rest = x->sum - y->sum;
	z = y->child[!d];
	if (wb_weight(y) + sum_of(y->child[d]) > rest)
		return true;
	return z && (z->sum > rest || wb_weight(z) > rest - z->sum);
}

int wb_check(const struct wb_root *root, wb_order_fn *cmp, struct wb_fault *fault)
{
	const struct wb_node *x, *next;
	int status;

	WB_NOT_NULL_(root);
	status = check_structure(root, fault);
	if (status)
		return status;
	for (x = wb_first(root); x; x = next) {
		next = wb_next(x);
		if (gains(x, WB_LEFT) || gains(x, WB_RIGHT))
			return report(fault, WB_FAULT_RULE, x);
		if (cmp && next && cmp(x, next) > 0)
			return report(fault, WB_FAULT_ORDER, x);
	}
	return report(fault, WB_FAULT_NONE, NULL);
}

/* Adds the subtree of x, whose top is at the given depth. */
static void measure(const struct wb_node *x, size_t depth, struct wb_shape *shape)
{
	if (!x)
		return;
	shape->nodes++;
	shape->height = depth > shape->height ? depth : shape->height;
	shape->cost += (double)x->sum;
	shape->mean_plain += (double)depth;
	measure(x->child[WB_LEFT], depth + 1, shape);
	measure(x->child[WB_RIGHT], depth + 1, shape);
}

void wb_measure(const struct wb_root *root, struct wb_shape *shape)
{
	WB_NOT_NULL_(root);
	WB_NOT_NULL_(shape);
	*shape = (struct wb_shape){ 0 };
	measure(root->node, 1, shape);
	if (shape->nodes) {
		shape->total = root->node->sum;
		shape->mean_weighted = shape->cost / (double)shape->total;
		shape->mean_plain /= (double)shape->nodes;
	}
}

/*
 * An invisible node below x: in the place of a missing child, or between the
 * two, right below x, so that the picture shows which side a child is on.
 */
static void print_blank(FILE *file, const struct wb_node *x, const char *place, int straightness)
{
	fprintf(file,
		"\t\"%p.%s\" [style=invis, label=\"\", width=0.1];\n"
		"\t\"%p\" -> \"%p.%s\" [style=invis, weight=%d];\n",
		(const void *)x, place, (const void *)x, (const void *)x, place, straightness);
}

static void print_edges(FILE *file, const struct wb_node *x)
{
	static const char *const place[] = { "left", "right" };
	int d;

	if (!x->child[WB_LEFT] && !x->child[WB_RIGHT])
		return;
	for (d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (d == WB_RIGHT)
			print_blank(file, x, "middle", 9);
		if (x->child[d])
			fprintf(file, "\t\"%p\" -> \"%p\";\n", (const void *)x,
				(const void *)x->child[d]);
		else
			print_blank(file, x, place[d], 1);
	}
}

int wb_print_dot(FILE *file, const struct wb_root *root, wb_label_fn *label, void *ctx)
{
	const struct wb_node *x;

	WB_NOT_NULL_(file);
	WB_NOT_NULL_(root);
	fputs("digraph wbtree {\n"
	      "\tgraph [ordering=out, nodesep=0.15, ranksep=0.3];\n"
	      "\tnode [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=10,"
	      " margin=\"0.08,0.04\"];\n"
	      "\tedge [arrowhead=none];\n",
	      file);
	for (x = root->node; x; x = wb_next_preorder(x)) {
		fprintf(file, "\t\"%p\" [label=\"", (const void *)x);
		if (label) {
			label(file, x, ctx);
			fputs("\\n", file);
		}
		fprintf(file, "w %" PRIu64 "\\ns %" PRIu64 "\"];\n", wb_weight(x), x->sum);
		print_edges(file, x);
	}
	fputs("}\n", file);
	return fflush(file) || ferror(file) ? WB_E_WRITE : WB_OK;
}
