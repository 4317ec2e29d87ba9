/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the contenders are made to do, and what each of them needs for it: one table each. */
#ifndef BENCH_WORKLOADS_H
#define BENCH_WORKLOADS_H

#include "sets.h"
#include "table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plan {
	uint64_t seed;
	size_t repetitions;
	bool full;
	double seconds; /* for this set and table */
	char where[64]; /* for the progress shown */
};

/* A contender of a table; extra ones only in full runs, or if they were named. */
struct entrant {
	const struct contender *contender;
	bool extra;
};

struct workload {
	struct table table; /* without contenders and rows */
	const struct entrant *entrants;
	size_t n_entrants;
	bool extra;			     /* only in full runs, or if it was named */
	double share;			     /* of the time for a set */
	bool (*fits)(const struct set *set); /* NULL: it needs no set, and is measured once */
	/* Measures a set, or NULL, and adds rows to the table. */
	void (*measure)(const struct set *set, const struct plan *plan, struct table *table);
};

extern const struct workload lookup_workload, update_workload, mix_workload, slot_workload,
	slot_update_workload, shape_workload, learning_workload, memory_workload, reader_workload,
	slab_workload, instruction_workload;

/* All of them, as they are printed; the last one can't be run with the others. */
enum which_table {
	LOOKUPS,
	UPDATES,
	MIXES,
	SLOTS,
	SLOT_UPDATES,
	LEARNING,
	SHAPES,
	MEMORY,
	READERS,
	SLAB,
	INSTRUCTIONS,
	TABLES
};
extern const struct workload *const workloads[TABLES];

/*
 * An empty table of a workload, with the contenders that there are; the first
 * one, with which the others are compared, and those named, if names are given
 * (separated by commas); else the usual ones, or in full runs all.
 */
struct table workload_table(const struct workload *workload, bool full, const char *names);

/* An index per contender of a table; those that are built alike share one. NULL: not measured. */
struct indexes {
	void *of[MAX_CONTENDERS];
	bool shared[MAX_CONTENDERS]; /* with an earlier one */
};

void indexes_start(struct indexes *indexes, const struct table *table, const struct set *set);
void indexes_end(struct indexes *indexes, const struct table *table);

/*
 * For cold lookups so many indexes of one set that they do not fit into the
 * caches: a struct crowd for each contender that has such lookups, in the place
 * of its index. crowd_size(): how many; 0 if the set is so large that there
 * would be but a few.
 */
size_t crowd_size(const struct set *set);
void crowds_start(struct indexes *crowds, const struct table *table, const struct set *set);
void crowds_end(struct indexes *crowds, const struct table *table);

/* Measures one form of lookups in a new row, in the given seconds, and counts nodes visited. */
void measure_keys(const struct set *set, const struct plan *plan, struct table *table,
		  const struct indexes *indexes, enum form form, const struct keys *keys,
		  const char *work, double seconds);

/*
 * Counting instructions: runs the program again under valgrind's callgrind and
 * exits with its status; returns if it runs there already.
 */
void run_under_callgrind(char **argv);

#endif
