/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The library and the tree's contenders under other names, beside those that are timed. */
#define WB_PREFIX counted_
#define WB_COUNT_ROTATIONS
#include "../src/wbtree.c"

#define CONTENDER(name) counted_contender_##name
#include "tree.c"

#include "rotations.h"

const struct contender *const counted_wbtree = &counted_contender_wbtree;
const struct contender *const counted_hits = &counted_contender_hits;

unsigned long long rotations_made(void)
{
	return wb_rotations_;
}
