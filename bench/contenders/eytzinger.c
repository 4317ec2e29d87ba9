/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The Eytzinger layout: the starts of the ranges as a complete binary tree in
 * an array, children of place k at 2k and 2k + 1, places counted from 1 (Khuong
 * and Morin 2017). The lasts lie in an array of the same order.
 */
#include "array.h"

#include <stdlib.h>

static void *eytzinger_create(const struct set *set)
{
	struct array *array = array_create(set);

	array->starts = allocate_lines((set->n + 1) * sizeof(*array->starts));
	array->lasts = allocate_lines((set->n + 1) * sizeof(*array->lasts));
	return array;
}

/* Fills the subtree of place k with the ranges from next on; returns those behind. */
static const struct range *fill(struct array *array, const struct range *next, size_t k)
{
	if (k > array->n)
		return next;
	next = fill(array, next, 2 * k);
	array->starts[k] = next->start;
	array->lasts[k] = next->last;
	return fill(array, next + 1, 2 * k + 1);
}

static bool eytzinger_build(void *index)
{
	struct array *array = index;

	array_sort(array, range_by_start);
	fill(array, array->ranges, 1);
	return true;
}

/* Starts in a cache line: the descendants three levels down, which come next but two. */
#define AHEAD (CACHE_LINE / sizeof(uint64_t))

/* The place that the last step to the right was made from, 0 if there was none. */
static inline size_t last_right(size_t k)
{
#if defined(__GNUC__)
	return k >> (__builtin_ctzll(k) + 1);
#else
	while (!(k & 1))
		k >>= 1;
	return k >> 1;
#endif
}

/*
 * All levels but the last are full, so their number of steps is always the
 * same; the last step is made only if there is something there, without a
 * branch.
 */
static inline size_t floor_of(const struct array *array, uint64_t key)
{
	const uint64_t *starts = array->starts;
	size_t n = array->n, k = 1, there;

	for (size_t full = 1; full <= n / 2; full *= 2) {
		PREFETCH(starts + k * AHEAD);
		k = 2 * k + (starts[k] <= key);
	}
	there = 0 - (size_t)(k <= n);
	k = 2 * k + (there & (starts[k & there] <= key));
	return last_right(k);
}

static inline const uint64_t *eytzinger_find(const void *index, uint64_t key)
{
	const struct array *array = index;
	size_t place = floor_of(array, key);
	const uint64_t *start = &array->starts[place];

	return place && key - *start <= array->lasts[place] - *start ? start : NULL;
}

DEFINE_LOOKUPS(eytzinger, eytzinger_find);

const struct contender contender_eytzinger = {
	.name = "eytzinger",
	.about = "an array in the order of a complete binary tree, with prefetch",
	IN_AN_ARRAY,
	.create = eytzinger_create,
	.build = eytzinger_build,
	.lookups = { eytzinger_throughput, eytzinger_latency, eytzinger_cold },
};
