/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "array.h"

#include <stdlib.h>
#include <string.h>

void *array_create(const struct set *set)
{
	struct array *array = allocate_zeroed(1, sizeof(*array));

	array->n_arrivals = set->n;
	array->ranges = allocate_lines(set->n * sizeof(*array->ranges));
	array->arrivals = allocate(set->n, sizeof(*array->arrivals));
	for (size_t i = 0; i < set->n; i++)
		array->arrivals[i] = set->ranges[set->arrival[i]];
	return array;
}

void array_destroy(void *index)
{
	struct array *array = index;

	free(array->ranges);
	free(array->arrivals);
	free(array->starts);
	free(array->lasts);
	free(array->counts);
	free(array);
}

void array_clear(void *index)
{
	struct array *array = index;

	array->n = 0;
}

int range_by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

void array_sort(struct array *array, order_fn *order)
{
	array->n = array->n_arrivals;
	memcpy(array->ranges, array->arrivals, array->n * sizeof(*array->ranges));
	qsort(array->ranges, array->n, sizeof(*array->ranges), order);
}

uint64_t array_digest(const void *index)
{
	const struct array *array = index;
	struct range *sorted = allocate(array->n, sizeof(*sorted));
	uint64_t digest = 0;

	memcpy(sorted, array->ranges, array->n * sizeof(*sorted));
	qsort(sorted, array->n, sizeof(*sorted), range_by_start);
	for (size_t i = 0; i < array->n; i++)
		digest = digest_range(digest, &sorted[i]);
	free(sorted);
	return digest;
}

static void move(struct range *to, const struct range *from, const struct range *end)
{
	memmove(to, from, (size_t)(end - from) * sizeof(*from));
}

void array_insert_at(struct array *array, struct range *place, const struct range *range)
{
	move(place + 1, place, array->ranges + array->n);
	*place = *range;
	array->n++;
}

void array_erase_at(struct array *array, struct range *place)
{
	move(place, place + 1, array->ranges + array->n);
	array->n--;
}
