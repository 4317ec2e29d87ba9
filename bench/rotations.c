/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The library and the tree's contender under other names, beside those that are timed. */
#define WB_PREFIX counted_
#define WB_COUNT_ROTATIONS
#include "../src/wbtree_private.h" /* first: it renames, too */

#include "../src/wbtree.c"

#define contender_wbtree contender_counted
#define wbtree_visits counted_visits
#include "tree.c"

#include "rotations.h"

unsigned long long rotations_made(void)
{
	return wb_rotations_;
}
