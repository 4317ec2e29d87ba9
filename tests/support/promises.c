/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "promises.h"

#include <math.h>

#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

/* What a walk over the tree adds up. */
struct walk {
	wb_weight_t total;
	wb_weight_t fibonacci[WB_MAX_HEIGHT + 3];
	unsigned int height;
	double cost, entropy;
};

static wb_weight_t sum_of(const struct wb_node *x)
{
	return x ? x->sum : 0;
}

/*
 * s(x) >= s(child) + s(grandchild) + 1 and w >= 1 up from depth d, the root's
 * being 1, come to W >= F(d) * w + F(d + 1) - 1. As F(d) >= phi^(d - 2), that is
 * the promise d <= log_phi(W/w) + 2, and exact.
 */
static void check_depth(const struct walk *walk, wb_weight_t weight, unsigned int depth)
{
	wb_weight_t beside = walk->fibonacci[depth + 1] - 1;

	check(walk->total >= beside);
	check(weight <= (walk->total - beside) / walk->fibonacci[depth]);
}

static void check_child(const struct wb_node *x, const struct wb_node *child)
{
	check(child->parent == x);
	check(child->sum <= x->sum - x->sum / 3 - (x->sum % 3 != 0)); /* 2/3, rounded down */
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		wb_weight_t grandchild = sum_of(child->child[d]);

		check(grandchild <= x->sum / 2);
		check(x->sum - child->sum > grandchild);
	}
}

static void visit(struct walk *walk, const struct wb_node *x, unsigned int depth)
{
	wb_weight_t below = sum_of(x->child[WB_LEFT]) + sum_of(x->child[WB_RIGHT]);
	double share;

	check(depth <= WB_MAX_HEIGHT);
	check(below >= sum_of(x->child[WB_LEFT]) && below < x->sum);
	check_depth(walk, x->sum - below, depth);
	share = (double)(x->sum - below) / (double)walk->total;
	walk->entropy -= share * log2(share);
	walk->cost += (double)x->sum;
	if (depth > walk->height)
		walk->height = depth;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (!x->child[d])
			continue;
		check_child(x, x->child[d]);
		visit(walk, x->child[d], depth + 1);
	}
}

void check_promises(const struct wb_root *root, wb_order_fn *order)
{
	/* Far above what rounding comes to, 2^-50 a node, for the trees that are built here. */
	const double rounding = 1e-9;
	struct walk walk = { .total = wb_total(root) };
	struct wb_fault fault = { .kind = WB_FAULT_NONE };
	int kind = (int)wb_check(root, order, &fault);

	if (kind != WB_FAULT_NONE)
		print_error("wb_check says: %s\n", fault.what);
	check(kind == WB_FAULT_NONE && fault.kind == WB_FAULT_NONE);
	if (wb_is_empty(root))
		return;
	for (unsigned int k = 0; k < WB_MAX_HEIGHT + 3; k++)
		walk.fibonacci[k] = fibonacci(k);
	check(!root->node->parent);
	visit(&walk, root->node, 1);
	check(walk.fibonacci[walk.height + 2] - 1 <= walk.total);
	check(walk.cost / (double)walk.total <= 1 + 1.05155 * walk.entropy + rounding);
}
