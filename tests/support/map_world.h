/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A range map and the model that says what it must hold: pieces, in a plain array,
 * which say of their keys who owns them and what lies there. Nothing of the model
 * knows of items: a cut is made in pieces, and the tree must come out as these are.
 */
#ifndef MAP_WORLD_H
#define MAP_WORLD_H

#include "range_world.h"

struct piece {
	uint64_t start, last, owner;
	uint64_t bias; /* what lies at a place, less the place */
	uint64_t salt;
	wb_weight_t weight;
};

struct map {
	struct world world; /* its ranges are read back from the tree after each change */
	struct piece pieces[WORLD_RANGES + 2];
	size_t count;
	const struct piece *released; /* those that the call has yet to hand out, in order */
	size_t to_release;
};

void map_init(struct map *map, const struct range_ops *ops, uint64_t seed);

/* Cut, overwrite, coalesce or erase at random, right or wrong, and check all. */
void map_step(struct map *map);

/* One of them, with or without a spare; these are checked in the same way. */
void map_cut(struct map *map, uint64_t start, uint64_t last, bool with_spare);
void map_overwrite(struct map *map, uint64_t start, uint64_t last, bool with_spare);
void map_coalesce(struct map *map, size_t i);

#endif /* MAP_WORLD_H */
