/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The sorted array of ranges, 16 bytes each, and the ways to search it. */
#include "contenders.h"

#include <stdlib.h>
#include <string.h>

struct array {
	struct range *ranges; /* ascending */
	size_t n;
	struct range *arrivals; /* all ranges of the set, in the order of arrival */
	size_t n_arrivals;
};

static void *array_create(const struct set *set)
{
	struct array *array = allocate_zeroed(1, sizeof(*array));

	array->n_arrivals = set->n;
	array->ranges = allocate_lines(set->n * sizeof(*array->ranges));
	array->arrivals = allocate_lines(set->n * sizeof(*array->arrivals));
	for (size_t i = 0; i < set->n; i++)
		array->arrivals[i] = set->ranges[set->arrival[i]];
	return array;
}

static void array_destroy(void *index)
{
	struct array *array = index;

	free(array->ranges);
	free(array->arrivals);
	free(array);
}

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static bool array_build(void *index)
{
	struct array *array = index;

	array->n = array->n_arrivals;
	memcpy(array->ranges, array->arrivals, array->n * sizeof(*array->ranges));
	qsort(array->ranges, array->n, sizeof(*array->ranges), by_start);
	return true;
}

static void array_clear(void *index)
{
	struct array *array = index;

	array->n = 0;
}

static int compare_key(const void *key, const void *element)
{
	const struct range *range = element;
	uint64_t value = *(const uint64_t *)key;

	if (value < range->start)
		return -1;
	return value > range->last;
}

static inline const struct range *find_bsearch(const void *index, uint64_t key)
{
	const struct array *array = index;

	return bsearch(&key, array->ranges, array->n, sizeof(*array->ranges), compare_key);
}

/*
 * Chooses without a branch. clang 14 makes branches of all plain ways to write
 * this on x86, so there a mask is made where it can't see it.
 */
static inline struct range *choose(bool second, struct range *a, struct range *b)
{
#if defined(__clang__) && (defined(__x86_64__) || defined(__i386__))
	uintptr_t mask = 0 - (uintptr_t)second;

	__asm__("" : "+r"(mask));
	return (struct range *)(((uintptr_t)b & mask) | ((uintptr_t)a & ~mask));
#else
	return second ? b : a;
#endif
}

/*
 * The last range that starts at or before key, or the first one if none does:
 * always the same number of steps, and none of them a branch on the key.
 */
static inline struct range *floor_branchless(const struct array *array, uint64_t key)
{
	struct range *base = array->ranges;

	for (size_t length = array->n; length > 1; length -= length / 2) {
		struct range *middle = base + length / 2;

		base = choose(middle->start <= key, base, middle);
	}
	return base;
}

static inline const struct range *find_branchless(const void *index, uint64_t key)
{
	const struct range *range = floor_branchless(index, key);

	return key - range->start <= range->last - range->start ? range : NULL;
}

DEFINE_LOOKUPS(bsearch, find_bsearch);
DEFINE_LOOKUPS(branchless, find_branchless);

static void move(struct range *to, const struct range *from, const struct range *end)
{
	memmove(to, from, (size_t)(end - from) * sizeof(*from));
}

static inline bool array_insert_one(void *index, const struct batch *batch, size_t i)
{
	const struct range *range = &batch->ranges[i];
	struct array *array = index;
	struct range *end = array->ranges + array->n;
	struct range *place = floor_branchless(array, range->start);

	if (place < end && place->start <= range->last && place->last >= range->start)
		return false;
	if (place < end && place->start < range->start)
		place++;
	if (place < end && place->start <= range->last)
		return false;
	move(place + 1, place, end);
	*place = *range;
	array->n++;
	return true;
}

static inline bool array_erase_one(void *index, const struct batch *batch, size_t i)
{
	struct array *array = index;
	struct range *end = array->ranges + array->n;
	struct range *place = floor_branchless(array, batch->ranges[i].start);

	if (place == end || place->start != batch->ranges[i].start)
		return false;
	move(place, place + 1, end);
	array->n--;
	return true;
}

static inline bool array_resize_one(void *index, const struct batch *batch, size_t i)
{
	const struct range *range = &batch->ranges[i];
	struct array *array = index;
	struct range *end = array->ranges + array->n;
	struct range *place = floor_branchless(array, range->start);

	if (place == end || place->start != range->start || range->last < range->start)
		return false;
	if (place + 1 < end && place[1].start <= range->last)
		return false;
	place->last = range->last;
	return true;
}

DEFINE_UPDATE(array_insert, array_insert_one);
DEFINE_UPDATE(array_erase, array_erase_one);
DEFINE_UPDATE(array_resize, array_resize_one);

static uint64_t array_digest(const void *index)
{
	const struct array *array = index;
	uint64_t digest = 0;

	for (size_t i = 0; i < array->n; i++)
		digest = digest_range(digest, &array->ranges[i]);
	return digest;
}

const struct contender contender_bsearch = {
	.name = "bsearch(3)",
	.about = "a sorted array, searched with the C library's bsearch",
	.create = array_create,
	.destroy = array_destroy,
	.build = array_build,
	.clear = array_clear,
	.lookups = { bsearch_throughput, bsearch_latency },
	.digest = array_digest,
};

const struct contender contender_branchless = {
	.name = "branchless",
	.about = "a sorted array, binary search without branches on the key",
	.create = array_create,
	.destroy = array_destroy,
	.build = array_build,
	.clear = array_clear,
	.lookups = { branchless_throughput, branchless_latency },
	.digest = array_digest,
};

const struct contender contender_array = {
	.name = "array",
	.about = "a sorted array: qsort, branchless search, memmove",
	.create = array_create,
	.destroy = array_destroy,
	.build = array_build,
	.clear = array_clear,
	.lookups = { branchless_throughput, branchless_latency },
	.updates = { array_insert, array_erase, array_resize },
	.digest = array_digest,
};
