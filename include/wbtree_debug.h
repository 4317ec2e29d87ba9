/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Looking inside a wbtree: is it sound, how good is it, what does it look like. */
#ifndef WBTREE_DEBUG_H
#define WBTREE_DEBUG_H

#include <stdio.h>

#include "wbtree.h"

#ifdef WB_PREFIX
#define wb_check WB_PASTE_(WB_PREFIX, wb_check)
#define wb_measure WB_PASTE_(WB_PREFIX, wb_measure)
#define wb_print_dot WB_PASTE_(WB_PREFIX, wb_print_dot)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What can be wrong with a node. */
enum wb_fault_kind {
	WB_FAULT_NONE,
	WB_FAULT_LINK, /* its parent pointer is not the one node that it hangs below */
	WB_FAULT_SUM,  /* its subtree's sum leaves it no weight of its own */
	WB_FAULT_RULE, /* a rotation here would make the weighted path length smaller */
	WB_FAULT_ORDER /* it compares greater than the next one */
};

struct wb_fault {
	enum wb_fault_kind kind;
	const struct wb_node *node; /* NULL if there is none */
	const char *what;	    /* the kind in words; never NULL */
};

/*
 * Checks all that a tree promises: links and sums first, then at every node in
 * order the rule, on both sides, and (unless cmp is NULL) that it does not
 * compare greater than the next. Returns 0 if the tree is sound, else the
 * wb_fault_kind of the first fault, which *fault (unless fault is NULL)
 * describes. Ends on any graph of readable nodes, cycles included. O(n).
 */
int wb_check(const struct wb_root *root, wb_order_fn *cmp, struct wb_fault *fault);

/* The shape of a tree. The root is at depth 1: depth is nodes visited. */
struct wb_shape {
	size_t nodes;
	size_t height;	      /* depth of the deepest node; 0 if there is none */
	wb_weight_t total;    /* total weight */
	double cost;	      /* weighted path length: sum of weight * depth */
	double mean_weighted; /* mean depth by weight, cost / total: a hit's */
	double mean_plain;    /* mean depth by node */
};

/* Measures a sound tree; all is 0 for an empty one. O(n). */
void wb_measure(const struct wb_root *root, struct wb_shape *shape);

/* Writes the label of a node, without quotes or line breaks of its own, to file. */
typedef void wb_label_fn(FILE *file, const struct wb_node *node, void *ctx);

/*
 * Writes a sound tree to file as a picture for dot(1): each node with its
 * label (nothing if label is NULL), its weight and its subtree's sum. ctx is
 * handed to label. Flushes the file. WB_E_WRITE if writing failed, now or before.
 * O(n) and the labels.
 */
int wb_print_dot(FILE *file, const struct wb_root *root, wb_label_fn *label, void *ctx);

#ifdef __cplusplus
}
#endif

#endif /* WBTREE_DEBUG_H */
