/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The library and the tree's contenders under other names, beside those that are timed. */
#define WB_PREFIX counted_
#define WB_COUNT_ROTATIONS
#include "../../src/wbtree.c"

#define CONTENDER(name) counted_contender_##name
#include "tree.c"

#include "rotations.h"

const struct contender *const counted_wbtree = &counted_contender_wbtree;
const struct contender *const counted_hits = &counted_contender_hits;

void count_rotations(const struct contender *counted, void *index, enum operation operation,
		     const struct batch *batch, struct rotations *rotations)
{
	for (size_t i = 0; i < batch->n; i++) {
		struct batch one = { 1, batch->arrivals + i, batch->before + i, batch->ranges + i };
		unsigned long long before = wb_rotations_;
		double made;

		if (!counted->updates[operation](index, &one))
			fail(EXIT_FAULT, "wbtree-bench: the counted tree fails to update");
		made = (double)(wb_rotations_ - before);
		rotations->made += made;
		rotations->most = made > rotations->most ? made : rotations->most;
		rotations->updates++;
	}
}
