/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The lightest settled tree of a height: a path of nodes of weight 1 that turns
 * at each, and on the other side of each a leaf that weighs what hangs two
 * levels further down the path. Nothing gains there, and it weighs F(h + 2) - 1.
 */
#ifndef ZIGZAG_H
#define ZIGZAG_H

#include "items.h"

enum { ZIGZAG_ITEMS = 2 * WB_MAX_HEIGHT };

/*
 * Links it by hand, without a call of the library, and returns the number of
 * nodes. Items 0 to height - 1 are the path from its end up, the others its leaves.
 */
size_t link_zigzag(struct item *items, struct wb_root *root, unsigned int height);

#endif /* ZIGZAG_H */
