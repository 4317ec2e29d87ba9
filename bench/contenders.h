/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What is compared: one struct contender each, all driven by the same code.
 *
 * A contender's index holds the ranges of a set. create() allocates what it
 * needs and leaves it empty, build() fills it from the ranges in the set's
 * random order of arrival, in the best way that the structure has for that.
 */
#ifndef BENCH_CONTENDERS_H
#define BENCH_CONTENDERS_H

#include "sets.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Looks up n keys and returns the sum of the starts of the ranges found. */
typedef uint64_t lookup_fn(const void *index, const uint64_t *keys, size_t n);

/*
 * throughput: the lookups do not depend on each other, and a processor works
 * on several at a time. latency: each key depends on the range found before.
 */
enum form { THROUGHPUT, LATENCY, FORMS };

/* Updates to make, in this order. */
struct batch {
	size_t n;
	const uint32_t *arrivals;   /* places of the ranges in the order of arrival */
	const struct range *ranges; /* the ranges themselves, resized ones with their new last */
};

/* Makes the updates; false if one of them failed. */
typedef bool update_fn(void *index, const struct batch *batch);

enum operation { INSERT, ERASE, RESIZE, OPERATIONS };

struct contender {
	const char *name;
	const char *about;
	void *(*create)(const struct set *set);
	void (*destroy)(void *index);
	bool (*build)(void *index);
	void (*clear)(void *index); /* back to what create() returned */
	lookup_fn *lookups[FORMS];
	update_fn *updates[OPERATIONS];	       /* erase and resize look the range up by its start */
	uint64_t (*digest)(const void *index); /* equal if the ranges held are */
};

extern const struct contender contender_wbtree, contender_bsearch, contender_branchless,
	contender_array;
extern const struct contender *const all_contenders[];
extern const size_t n_all_contenders;

/* An index that holds the ranges of the set; contender->destroy() ends it. */
void *contender_start(const struct contender *contender, const struct set *set);
/* Gives up unless the index holds the ranges of the set and no others. */
void contender_check(const struct contender *contender, const void *index, const struct set *set);

/* What a wbtree visits on the way to keys. */
struct visits {
	double nodes; /* mean per key */
	double hits;  /* share of the keys that are in a range */
};

struct visits wbtree_visits(const void *index, const uint64_t *keys, size_t n);

/* 0 in a way that compilers can't know. */
uint64_t opaque_zero(void);

/* A digest of ranges in order, starting with 0. */
static inline uint64_t digest_range(uint64_t digest, const struct range *range)
{
	return (digest ^ range->start ^ range->last << 1) * 0x9e3779b97f4a7c15;
}

/*
 * Define the loops that are timed, alike for all contenders. The functions
 * named are inlined: find(index, key) returns the range that holds key, or
 * NULL; update(index, batch, i) makes the i-th update and returns whether it
 * worked.
 */
#define DEFINE_LOOKUPS(P, find)                                                                    \
	static uint64_t P##_throughput(const void *index, const uint64_t *keys, size_t n)          \
	{                                                                                          \
		uint64_t sum = 0;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const struct range *found = find(index, keys[i]);                          \
                                                                                                   \
			sum += found ? found->start : 0;                                           \
		}                                                                                  \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	static uint64_t P##_latency(const void *index, const uint64_t *keys, size_t n)             \
	{                                                                                          \
		uint64_t sum = 0, zero = opaque_zero(), carry = 0;                                 \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const struct range *found = find(index, keys[i] ^ carry);                  \
			uint64_t start = found ? found->start : 0;                                 \
                                                                                                   \
			sum += start;                                                              \
			carry = start & zero;                                                      \
		}                                                                                  \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	struct require_semicolon

#define DEFINE_UPDATE(name, update)                                                                \
	static bool name(void *index, const struct batch *batch)                                   \
	{                                                                                          \
		bool fine = true;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < batch->n; i++)                                              \
			fine &= update(index, batch, i);                                           \
		return fine;                                                                       \
	}                                                                                          \
                                                                                                   \
	struct require_semicolon

#endif
