/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the contenders are made to do, and how long each of them takes for it. */
#ifndef BENCH_WORKLOADS_H
#define BENCH_WORKLOADS_H

#include "sets.h"
#include "table.h"

#include <stddef.h>
#include <stdint.h>

struct plan {
	uint64_t seed;
	size_t repetitions;
	double lookup_seconds; /* for one repetition of one row, all contenders together */
	double update_seconds; /* for all repetitions of one kind of updates */
	char where[64];	       /* for the progress shown */
};

/* Measures lookups in a set, or updates of it, and adds rows to the table. */
void measure_lookups(const struct set *set, const struct plan *plan, struct table *table);
void measure_updates(const struct set *set, const struct plan *plan, struct table *table);

extern const struct table lookup_table, update_table;

#endif
