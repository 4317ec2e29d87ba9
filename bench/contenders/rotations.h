/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Counting rotations, with a second copy of the library that is never timed. */
#ifndef BENCH_ROTATIONS_H
#define BENCH_ROTATIONS_H

#include "contenders.h"

/* contender_wbtree and contender_hits on the library's counting copy. */
extern const struct contender *const counted_wbtree, *const counted_hits;

/* In how many updates how many rotations were made; a double rotation is two. */
struct rotations {
	double made, most, updates;
};

/* Makes the updates of a batch one by one in an index of a counted contender, and counts. */
void count_rotations(const struct contender *counted, void *index, enum operation operation,
		     const struct batch *batch, struct rotations *rotations);

#endif
