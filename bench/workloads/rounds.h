/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Rounds of updates that keep a set at about its size. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include "churn.h"
#include "workloads.h"

/* Each contender's copies of an index, and what is to be done to them. */
struct rounds {
	const struct table *table;
	struct churn churn;
	void **copies[MAX_CONTENDERS]; /* NULL: does not take part */
};

/* Contenders that can't look up or insert do not take part. Some ranges are out at once. */
void rounds_start(struct rounds *rounds, const struct set *set, const struct table *table,
		  struct random *random);
/* Puts them back. */
void rounds_end(struct rounds *rounds);

/* Fills the caches with what the contender uses most, instead of what another one did. */
void rounds_warm(const struct rounds *rounds, size_t who);

/* In larger sets rotations are not counted, as one more tree would have to be built. */
#define MOST_COUNTED ((size_t)1 << 20)

BENCH_NORETURN void rounds_fail(const struct rounds *rounds, size_t who);

struct kind_of_update {
	const char *name;
	enum operation operation;
};

/* Measures operations, one row each, in the given seconds for all of them. */
void measure_rounds(const struct set *set, const struct plan *plan, struct table *table,
		    const struct kind_of_update *kinds, size_t n_kinds, double seconds);

/* Whether there is to be another repetition after those made since the given time. */
bool goes_on(const struct plan *plan, size_t repetition, double since, double seconds);

#endif
