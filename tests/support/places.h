/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Places of keys: 0 is the lowest key of a type, span the highest, whatever its sign. */
#ifndef PLACES_H
#define PLACES_H

#include "rng.h"

/*
 * A place where something may happen: mostly one of the two given or next to
 * it, else at or near an end of the key space, or any. span is all ones.
 */
uint64_t place_near(struct rng *rng, uint64_t span, uint64_t a, uint64_t b);

/* The last place of a span that starts at start: often start itself, mostly no more than usual. */
uint64_t place_last(struct rng *rng, uint64_t span, uint64_t start, uint64_t usual);

#endif /* PLACES_H */
