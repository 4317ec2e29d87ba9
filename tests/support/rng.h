/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Random numbers that are the same everywhere (splitmix64, Steele et al. 2014). */
#ifndef RNG_H
#define RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

uint64_t rng_u64(struct rng *rng);

/* An even number below limit, which is at least 1 (the bias is below limit / 2^64). */
uint64_t rng_below(struct rng *rng, uint64_t limit);

/* A number of 1 to most bits, all lengths equally likely. */
uint64_t rng_bits(struct rng *rng, unsigned int most);

/* The numbers 0 to n - 1 in random order. */
void rng_order(struct rng *rng, size_t *order, size_t n);

#endif /* RNG_H */
