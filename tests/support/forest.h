/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Trees side by side beside arrays that say what they must hold: no key of one
 * tree is greater than one of the next, so that they can be joined. Each key is
 * there twice.
 */
#ifndef FOREST_H
#define FOREST_H

#include "items.h"

enum { FOREST_POOL = 64, FOREST_TREES = 4 };

struct forest {
	struct model trees[FOREST_TREES];
	struct item pool[FOREST_POOL];
	wb_weight_t weights[FOREST_POOL];
	struct rng rng;
};

void forest_init(struct forest *forest, const struct weight_set *set, uint64_t seed);
void forest_free(struct forest *forest);

/* Does something at random, to one tree or to two neighbours, and checks all of them. */
void forest_step(struct forest *forest);

#endif /* FOREST_H */
