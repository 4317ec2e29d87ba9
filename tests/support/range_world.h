/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A tree of ranges and the model that says what it must hold: the same ranges
 * in a plain array, sorted. Each step does something at random to both, right
 * or wrong, and checks what the library answers.
 */
#ifndef RANGE_WORLD_H
#define RANGE_WORLD_H

#include "range_ops.h"
#include "refused.h"
#include "rng.h"

enum { WORLD_RANGES = 24 };

struct world {
	const struct range_ops *ops;
	struct rng rng;
	struct wb_root root;
	struct range *in[WORLD_RANGES]; /* those in the tree, in order */
	size_t count;
	struct range slots[WORLD_RANGES];   /* where new ranges come from */
	struct range laid[2][WORLD_RANGES]; /* and where they are relaid, by turns */
};

void world_init(struct world *world, const struct range_ops *ops, uint64_t seed);

/* A range that is in no tree, with these ends and a random weight; NULL if there is none left. */
struct range *world_take(struct world *world, uint64_t start, uint64_t last);

/* Inserts a range that must be accepted. */
struct range *world_put(struct world *world, uint64_t start, uint64_t last);

/* Empties the tree without a check. */
void world_clear(struct world *world);

/* A place that matters: at or next to an end of a range or of the key space, or any. */
uint64_t world_place(struct world *world);

/* One of the changes below at random, or an erasure, and all checks of the tree after it. */
void world_step(struct world *world);

void world_try_insert(struct world *world);
void world_try_update(struct world *world);
void world_learn(struct world *world); /* where trees learn */
void world_move(struct world *world);
void world_relayout(struct world *world);
void world_build(struct world *world);
void world_split_and_join(struct world *world);
void world_erase_range(struct world *world, uint64_t start, uint64_t last);

/* Promises, order, weights and gaps, and that what is in no tree is all zero. */
void world_check(const struct world *world);

/* A run of places, some of them near each other, found by one extent. */
void world_check_extent(struct world *world);

/* Each search for a key and for a span, against the model. */
void world_check_key(const struct world *world, uint64_t place);
void world_check_span(const struct world *world, uint64_t start, uint64_t last);

#endif /* RANGE_WORLD_H */
