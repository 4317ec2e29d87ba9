/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* An array sorted by size, the largest first, that is scanned: KVM's memory slots until 2014. */
#include "array.h"

static int by_size(const void *a, const void *b)
{
	uint64_t x = range_size(a), y = range_size(b);

	return x > y ? -1 : x < y;
}

static bool scan_build(void *index)
{
	array_sort(index, by_size);
	return true;
}

static inline struct range *find(const struct array *array, uint64_t key)
{
	for (size_t i = 0; i < array->n; i++) {
		if (range_contains(&array->ranges[i], key))
			return &array->ranges[i];
	}
	return NULL;
}

static inline const uint64_t *scan_find(const void *index, uint64_t key)
{
	return start_of(find(index, key));
}

DEFINE_LOOKUPS(scan, scan_find);

/* Puts the range behind all that are at least as large; none of the others may overlap it. */
static bool insert(struct array *array, const struct range *range)
{
	size_t place = 0;

	for (size_t i = 0; i < array->n; i++) {
		const struct range *other = &array->ranges[i];

		if (other->start <= range->last && other->last >= range->start)
			return false;
		place += range_size(other) >= range_size(range);
	}
	array_insert_at(array, array->ranges + place, range);
	return true;
}

static bool erase(struct array *array, const struct range *range)
{
	struct range *found = find(array, range->start);

	if (found)
		array_erase_at(array, found);
	return found;
}

static inline bool insert_one(void *index, const struct batch *batch, size_t i)
{
	return insert(index, &batch->ranges[i]);
}

static inline bool erase_one(void *index, const struct batch *batch, size_t i)
{
	return erase(index, &batch->before[i]);
}

/* A range of another size belongs elsewhere: out and in again. */
static inline bool change_one(void *index, const struct batch *batch, size_t i)
{
	return erase(index, &batch->before[i]) && insert(index, &batch->ranges[i]);
}

DEFINE_UPDATE(scan_insert, insert_one);
DEFINE_UPDATE(scan_erase, erase_one);
DEFINE_UPDATE(scan_change, change_one);

const struct contender contender_scan = {
	.name = "scan by size",
	.about = "an array sorted by size, largest first, scanned: KVM until 2014",
	IN_AN_ARRAY,
	.most = 1 << 15,
	.create = array_create,
	.build = scan_build,
	.lookups = { scan_throughput, scan_latency, scan_cold },
	.updates = { scan_insert, scan_erase, NULL, scan_change, scan_change },
};
