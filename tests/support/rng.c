/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "rng.h"

uint64_t rng_u64(struct rng *rng)
{
	uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t rng_below(struct rng *rng, uint64_t limit)
{
	return rng_u64(rng) % limit;
}

uint64_t rng_bits(struct rng *rng, unsigned int most)
{
	unsigned int bits = 1 + (unsigned int)rng_below(rng, most);

	return rng_u64(rng) >> (64 - bits);
}

void rng_order(struct rng *rng, size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = (size_t)rng_below(rng, i + 1);

		order[i] = order[at];
		order[at] = i;
	}
}
