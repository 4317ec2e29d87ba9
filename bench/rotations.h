/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Counting rotations, with a second copy of the library that is never timed. */
#ifndef BENCH_ROTATIONS_H
#define BENCH_ROTATIONS_H

#include "contenders.h"

/* contender_wbtree and contender_hits on the library's counting copy. */
extern const struct contender *const counted_wbtree, *const counted_hits;

/* Rotations made by that copy until now; a double rotation is two. */
unsigned long long rotations_made(void);

#endif
