/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The sorted array of ranges, 16 bytes each, and the ways to search it. */
#include "array.h"

#include <stdlib.h>

static bool sorted_build(void *index)
{
	array_sort(index, range_by_start);
	return true;
}

static int compare_key(const void *key, const void *element)
{
	const struct range *range = element;
	uint64_t value = *(const uint64_t *)key;

	if (value < range->start)
		return -1;
	return value > range->last;
}

static inline const uint64_t *bsearch_find(const void *index, uint64_t key)
{
	const struct array *array = index;

	return start_of(
		bsearch(&key, array->ranges, array->n, sizeof(*array->ranges), compare_key));
}

/*
 * The last range that starts at or before key, or the first one if none does:
 * always the same number of steps, and none of them a branch on the key. With
 * prefetch, both elements that the next step may ask for are under way.
 */
static inline struct range *floor_of(const struct array *array, uint64_t key, bool prefetch)
{
	const struct range *base = array->ranges;

	for (size_t length = array->n; length > 1; length -= length / 2) {
		const struct range *middle = base + length / 2;

		if (prefetch) {
			size_t next = (length - length / 2) / 2;

			PREFETCH(base + next);
			PREFETCH(middle + next);
		}
		base = choose(middle->start <= key, base, middle);
	}
	return (struct range *)(uintptr_t)base;
}

static inline const uint64_t *branchless_find(const void *index, uint64_t key)
{
	const struct range *range = floor_of(index, key, false);

	return range_contains(range, key) ? &range->start : NULL;
}

static inline const uint64_t *prefetch_find(const void *index, uint64_t key)
{
	const struct range *range = floor_of(index, key, true);

	return range_contains(range, key) ? &range->start : NULL;
}

/* As KVM wrote it from 2014 to 2021: the slot used last, then a plain binary search. */
static inline struct range *find_cached(struct array *array, uint64_t key)
{
	size_t low = 0, high = array->n;

	if (array->used && range_contains(array->used, key))
		return array->used;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (key >= array->ranges[middle].start)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !range_contains(&array->ranges[low - 1], key))
		return NULL;
	return array->used = &array->ranges[low - 1];
}

static inline const uint64_t *cached_find(const void *index, uint64_t key)
{
	return start_of(find_cached((struct array *)(uintptr_t)index, key));
}

/* The range or the gap that was found last, tried first. */
static inline const uint64_t *extent_find(const void *index, uint64_t key)
{
	struct array *array = (struct array *)(uintptr_t)index;
	const struct range *range, *end = array->ranges + array->n;

	if (array->extent_known && range_contains(&array->extent, key))
		return start_of(array->used);
	range = floor_of(array, key, false);
	array->extent_known = true;
	if (range_contains(range, key)) {
		array->used = (struct range *)(uintptr_t)range;
		array->extent = *range;
		return &range->start;
	}
	array->used = NULL;
	array->extent = (struct range){ 0, UINT64_MAX };
	if (key < range->start) { /* before the first */
		array->extent.last = range->start - 1;
		return NULL;
	}
	array->extent.start = range->last + 1;
	if (range + 1 < end)
		array->extent.last = range[1].start - 1;
	return NULL;
}

static inline void count_hit(const void *index, const uint64_t *start)
{
	const struct array *array = index;

	array->counts[(const struct range *)(const void *)start - array->ranges]++;
}

DEFINE_LOOKUPS(bsearch, bsearch_find);
DEFINE_LOOKUPS(branchless, branchless_find);
DEFINE_LOOKUPS(prefetch, prefetch_find);
DEFINE_LOOKUPS(cached, cached_find);
DEFINE_LOOKUPS(extent, extent_find);
DEFINE_COUNTING(prefetch, prefetch_find, count_hit);

static void *counting_create(const struct set *set)
{
	struct array *array = array_create(set);

	array->counts = allocate_zeroed(set->n, sizeof(*array->counts));
	return array;
}

/* -------------------------------------------------------------------------
 * Starts and lasts apart
 */

static void *split_create(const struct set *set)
{
	struct array *array = array_create(set);

	array->starts = allocate_lines(set->n * sizeof(*array->starts));
	array->lasts = allocate_lines(set->n * sizeof(*array->lasts));
	return array;
}

static bool split_build(void *index)
{
	struct array *array = index;

	sorted_build(array);
	for (size_t i = 0; i < array->n; i++) {
		array->starts[i] = array->ranges[i].start;
		array->lasts[i] = array->ranges[i].last;
	}
	return true;
}

/* Keys that are searched step by step together. */
#define LANES 32

/* Searches LANES keys; adds up the starts of the ranges found. */
static inline uint64_t search_lanes(const struct array *array, const uint64_t *keys)
{
	const uint64_t *base[LANES];
	uint64_t sum = 0;

	for (size_t i = 0; i < LANES; i++)
		base[i] = array->starts;
	for (size_t length = array->n; length > 1; length -= length / 2) {
		size_t half = length / 2, next = (length - half) / 2;

		for (size_t i = 0; i < LANES; i++) {
			base[i] = choose(base[i][half] <= keys[i], base[i], base[i] + half);
			PREFETCH(base[i] + next);
		}
	}
	for (size_t i = 0; i < LANES; i++)
		PREFETCH(&array->lasts[base[i] - array->starts]);
	for (size_t i = 0; i < LANES; i++) {
		uint64_t start = *base[i], last = array->lasts[base[i] - array->starts];

		sum += keys[i] - start <= last - start ? start : 0;
	}
	return sum;
}

static uint64_t lanes_throughput(const void *index, const uint64_t *keys, size_t n)
{
	uint64_t rest[LANES] = { 0 }, sum = 0;
	const struct array *array = index;
	size_t i;

	for (i = 0; i + LANES <= n; i += LANES)
		sum += search_lanes(array, keys + i);
	if (i == n)
		return sum;
	for (size_t j = 0; j < LANES; j++)
		rest[j] = i + j < n ? keys[i + j] : array->lasts[0];
	return sum + search_lanes(array, rest) - (LANES - (n - i)) * array->starts[0];
}

static inline const uint64_t *split_find(const void *index, uint64_t key)
{
	const struct array *array = index;
	const uint64_t *base = array->starts;
	size_t place;

	for (size_t length = array->n; length > 1; length -= length / 2) {
		const uint64_t *middle = base + length / 2;
		size_t next = (length - length / 2) / 2;

		PREFETCH(base + next);
		PREFETCH(middle + next);
		base = choose(*middle <= key, base, middle);
	}
	place = (size_t)(base - array->starts);
	return key - *base <= array->lasts[place] - *base ? base : NULL;
}

DEFINE_LOOKUPS(split, split_find);

/* -------------------------------------------------------------------------
 * Updates
 */

/* The place of the range that starts where this one does; NULL if there is none. */
static struct range *place_of(const struct array *array, const struct range *range)
{
	struct range *place = floor_of(array, range->start, true);

	return array->n && place->start == range->start ? place : NULL;
}

/* Whether the range at place, if there is one, lies behind the given one. */
static bool follows(const struct array *array, const struct range *place, const struct range *range)
{
	return place == array->ranges + array->n || place->start > range->last;
}

static bool insert(struct array *array, const struct range *range)
{
	struct range *place = floor_of(array, range->start, true);

	if (array->n && place->start <= range->start) {
		if (place->last >= range->start)
			return false;
		place++;
	}
	if (!follows(array, place, range))
		return false;
	array_insert_at(array, place, range);
	return true;
}

static bool erase(struct array *array, const struct range *range)
{
	struct range *place = place_of(array, range);

	if (place)
		array_erase_at(array, place);
	return place;
}

static inline bool insert_one(void *index, const struct batch *batch, size_t i)
{
	return insert(index, &batch->ranges[i]);
}

static inline bool erase_one(void *index, const struct batch *batch, size_t i)
{
	return erase(index, &batch->before[i]);
}

static inline bool resize_one(void *index, const struct batch *batch, size_t i)
{
	const struct range *range = &batch->ranges[i];
	struct range *place = place_of(index, &batch->before[i]);

	if (!place || range->last < range->start || !follows(index, place + 1, range))
		return false;
	*place = *range;
	return true;
}

static inline bool move_one(void *index, const struct batch *batch, size_t i)
{
	return erase(index, &batch->before[i]) && insert(index, &batch->ranges[i]);
}

DEFINE_UPDATE(sorted_insert, insert_one);
DEFINE_UPDATE(sorted_erase, erase_one);
DEFINE_UPDATE(sorted_resize, resize_one);
DEFINE_UPDATE(sorted_move, move_one);

/* -------------------------------------------------------------------------
 * The contenders
 */

#define IN_A_SORTED_ARRAY IN_AN_ARRAY, .create = array_create, .build = sorted_build

const struct contender contender_bsearch = {
	.name = "bsearch(3)",
	.about = "a sorted array, searched with the C library's bsearch",
	IN_A_SORTED_ARRAY,
	.lookups = { bsearch_throughput, bsearch_latency, bsearch_cold },
};

const struct contender contender_branchless = {
	.name = "branchless",
	.about = "a sorted array, binary search without branches on the key",
	IN_A_SORTED_ARRAY,
	.lookups = { branchless_throughput, branchless_latency, branchless_cold },
};

const struct contender contender_prefetch = {
	.name = "array+prefetch",
	.about = "the same, and both elements that the next step may need are prefetched;\n"
		 "updates search so, and memmove(3)",
	IN_AN_ARRAY,
	.create = counting_create,
	.build = sorted_build,
	.lookups = { prefetch_throughput, prefetch_latency, prefetch_cold, prefetch_counting },
	.updates = { sorted_insert, sorted_erase, NULL, sorted_resize, sorted_move },
};

const struct contender contender_split = {
	.name = "array split",
	.about = "the same in an array of the starts alone; the lasts lie in another one",
	IN_AN_ARRAY,
	.create = split_create,
	.build = split_build,
	.lookups = { split_throughput, split_latency, split_cold },
};

const struct contender contender_array_batch = {
	.name = "array batch",
	.about = "the same, 32 keys step by step together",
	IN_AN_ARRAY,
	.create = split_create,
	.build = split_build,
	.lookups = { lanes_throughput },
};

const struct contender contender_array_extent = {
	.name = "array extent",
	.about = "a sorted array, branchless after a look at the range or gap found last",
	IN_A_SORTED_ARRAY,
	.lookups = { extent_throughput, extent_latency, extent_cold },
};

const struct contender contender_cached = {
	.name = "binary cached",
	.about = "a sorted array, plain binary search after a look at the range found last:\n"
		 "KVM from 2014 to 2021",
	IN_A_SORTED_ARRAY,
	.lookups = { cached_throughput, cached_latency, cached_cold },
	.updates = { sorted_insert, sorted_erase, NULL, sorted_resize, sorted_move },
};
