/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Cold lookups: so many indexes of one set that they do not fit into the caches. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "workloads.h"

/* How many indexes it takes; 0 if the set is so large that there would be but a few. */
size_t crowd_size(const struct set *set);

/* A struct crowd for each contender that has cold lookups, in the place of its index. */
void crowds_start(struct indexes *crowds, const struct table *table, const struct set *set);
void crowds_end(struct indexes *crowds, const struct table *table);

#endif
