/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the contenders that keep ranges in arrays have in common. */
#ifndef BENCH_ARRAY_H
#define BENCH_ARRAY_H

#include "contenders.h"

struct array {
	struct range *ranges;
	size_t n;
	struct range *arrivals; /* all ranges of the set, in the order of arrival */
	size_t n_arrivals;
	uint64_t *starts, *lasts; /* of the ranges, each in an array of its own */
	uint64_t *counts;	  /* of hits, by place in ranges */
	struct range *used;	  /* the range found last */
	struct range extent;	  /* the same, or the gap found last */
	bool extent_known;
};

typedef int order_fn(const void *a, const void *b);

void *array_create(const struct set *set);
void array_destroy(void *index);
void array_clear(void *index);
/* Takes all that arrived, in the order given. */
void array_sort(struct array *array, order_fn *order);
order_fn range_by_start;
uint64_t array_digest(const void *index);

/* What all contenders that keep one have in common. */
#define IN_AN_ARRAY                                                                                \
	.kind = ARRAYS, .bytes = sizeof(struct range), .destroy = array_destroy,                   \
	.clear = array_clear, .digest = array_digest

/* Inserts a range in a place, which is in order; erases the one there. */
void array_insert_at(struct array *array, struct range *place, const struct range *range);
void array_erase_at(struct array *array, struct range *place);

#endif
