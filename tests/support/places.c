/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "places.h"

uint64_t place_near(struct rng *rng, uint64_t span, uint64_t a, uint64_t b)
{
	const uint64_t step = rng_below(rng, 3) - 1; /* -1, 0 or 1 */

	switch (rng_below(rng, 8)) {
	case 0:
		return rng_u64(rng) & span;
	case 1:
		return (rng_below(rng, 2) ? span - 1 : 1) + step;
	default:
		return ((rng_below(rng, 2) ? a : b) + step) & span;
	}
}

uint64_t place_last(struct rng *rng, uint64_t span, uint64_t start, uint64_t usual)
{
	uint64_t most = span - start;

	if (rng_below(rng, 4) == 0)
		return start;
	if (most > usual && rng_below(rng, 16))
		most = usual;
	return start + (most ? rng_below(rng, most) : 0);
}
