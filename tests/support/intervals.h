/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A tree of intervals and the model that says what it must hold: the same
 * intervals in a plain array, sorted by start, equal starts in the order in
 * which they came.
 */
#ifndef INTERVALS_H
#define INTERVALS_H

#include "interval_ops.h"
#include "rng.h"

enum { INTERVALS = 24 };

struct intervals {
	const struct interval_ops *ops;
	struct rng rng;
	struct wb_root root;
	struct interval *in[INTERVALS]; /* those in the tree, in order */
	size_t count;
	struct interval slots[INTERVALS];
};

void intervals_init(struct intervals *world, const struct interval_ops *ops, uint64_t seed);

/* Empties the tree without a check. */
void intervals_clear(struct intervals *world);

/* An interval that is in no tree; NULL if all are. */
struct interval *intervals_unlinked(struct intervals *world);

/* Do to the model what has been done to the tree. */
void intervals_take_in(struct intervals *world, struct interval *interval);
void intervals_take_out(struct intervals *world, const struct interval *interval);

/* A place that matters: at or next to an end of an interval or of the key space, or any. */
uint64_t intervals_place(struct intervals *world);

/* Does something at random to both, right or wrong, and checks what came of it. */
void intervals_step(struct intervals *world);

/* Erases what lies inside a span, and checks what is handed out. */
void intervals_erase_range(struct intervals *world, uint64_t start, uint64_t last);

/* Promises, order, both ways, weights and what the augmentation keeps. */
void intervals_check(const struct intervals *world);

/* Each query against the model. */
void intervals_check_query(const struct intervals *world, uint64_t start, uint64_t last);
void intervals_check_alike(const struct intervals *world, uint64_t start, uint64_t last);
void intervals_check_nearest(const struct intervals *world, uint64_t place);
void intervals_check_stab(const struct intervals *world, uint64_t place);
void intervals_check_next_of_all(const struct intervals *world, uint64_t start, uint64_t last);

#endif /* INTERVALS_H */
