/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* A model beside its reference: after every operation the tree must have the exact shape. */
#ifndef TWIN_H
#define TWIN_H

#include "items.h"
#include "reference.h"

struct twin {
	struct model model;
	struct item *items; /* item k has the key k */
	size_t capacity;
	struct ref_heap heap;
	const struct ref_tree *tree;
};

void twin_init(struct twin *twin, size_t capacity);
void twin_clear(struct twin *twin);
void twin_free(struct twin *twin);

/* As the model's, of keys below the capacity; checks everything afterwards. */
void twin_insert(struct twin *twin, size_t key, wb_weight_t weight);
void twin_erase(struct twin *twin, size_t key);
void twin_reweigh(struct twin *twin, size_t key, wb_weight_t weight);

/* Inserts, erases or reweighs a random key; weights has one for each key. */
void twin_step(struct twin *twin, struct rng *rng, const wb_weight_t *weights);

/*
 * Does what a line says: "+3" inserts key 3 with weight 1, "+3:100" with weight
 * 100, "=3:7" gives it the weight 7, "-3" erases it.
 */
void twin_run(struct twin *twin, const char *line);

#endif /* TWIN_H */
