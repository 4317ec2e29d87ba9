/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What a settled tree promises whatever its weights, checked on one. */
#ifndef PROMISES_H
#define PROMISES_H

#include "wbtree.h"

/* order may be NULL: then the order of the nodes is not looked at. */
void check_promises(const struct wb_root *root, wb_order_fn *order);

#endif /* PROMISES_H */
