/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What wbtree.c offers to the other sources, and to tests. wbtree.c itself does
 * not include this file, so that it can be copied into programs without it.
 */
#ifndef WBTREE_PRIVATE_H
#define WBTREE_PRIVATE_H

#include "wbtree.h"

/*
 * Adds delta to the sums of x, which may be new in its place, and of all its
 * ancestors, and settles them all. The subtrees of x are settled, and with an
 * update function up to date.
 */
void wb_climb_(struct wb_root *root, struct wb_node *x, wb_weight_t delta);
void wb_climb_augmented_(struct wb_root *root, struct wb_node *x, wb_weight_t delta,
			 wb_update_fn *update);

#ifdef WB_COUNT_ROTATIONS
/* Counts the rotations of all trees; a double counts as two. */
extern unsigned long long wb_rotations_;
#endif

#endif /* WBTREE_PRIVATE_H */
