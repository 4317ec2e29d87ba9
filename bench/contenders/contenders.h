/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What is compared: one struct contender each, all driven by the same code.
 *
 * A contender's index holds the ranges of a set. create() allocates what it
 * needs and leaves it empty, build() fills it from the ranges in the set's
 * order of arrival, in the best way that the structure has for that. What two
 * contenders with the same create() and build() hold is shared.
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
 * cold: each lookup is in another index of a crowd (which is the index given)
 * that does not fit into the caches, and begins when the one before has ended.
 * counting: as throughput, and one is added to a count that belongs to the
 * range found.
 */
enum form { THROUGHPUT, LATENCY, COLD, COUNTING, FORMS };

struct crowd {
	void **indexes; /* of one set, in random order */
	size_t n, next;
};

/* Updates to make, in this order. */
struct batch {
	size_t n;
	const uint32_t *arrivals;   /* places of the ranges in the order of arrival */
	const struct range *before; /* the ranges as they are */
	const struct range *ranges; /* as they are to be */
};

/* Makes the updates; false if one of them failed. */
typedef bool update_fn(void *index, const struct batch *batch);

/*
 * All but the first and the third look the range up by its start. A hit adds 1
 * to the range's count, as in the counting form of lookups, if there is a range.
 */
enum operation { INSERT, ERASE, ERASE_HANDLE, RESIZE, MOVE, HIT, OPERATIONS };

/* How to walk a binary tree, for counting. */
struct walk {
	const void *(*root)(const void *index);
	const void *(*child)(const void *node, bool right); /* NULL: none */
	const struct range *(*range)(const void *node);
};

enum kind { OURS, TREES, ARRAYS, KINDS };

struct contender {
	const char *name;
	const char *about;
	enum kind kind;
	size_t bytes; /* per range, with the range itself */
	size_t most;  /* not measured with more ranges than these; 0: no bound */
	void *(*create)(const struct set *set); /* NULL: could not be compiled */
	void (*destroy)(void *index);
	bool (*build)(void *index);
	void (*clear)(void *index);	       /* back to what create() returned */
	const struct walk *walk;	       /* NULL: no binary tree, or a hidden one; then */
	uint64_t (*digest)(const void *index); /* equal if the ranges held are */
	lookup_fn *lookups[FORMS];
	update_fn *updates[OPERATIONS];
	/* Of those that learn: from keys that are looked up, and what a rebuild takes, in seconds.
	 */
	void (*teach)(void *index, const struct keys *keys);
	double (*rebuild)(void *index);
};

#define MAX_CONTENDERS 32

/* Building a tree of millions of ranges takes a minute: the less important ones are spared it. */
#define MOST_IN_EXTRA_TREES ((size_t)1 << 20)

extern const struct contender contender_wbtree, contender_batch, contender_hint, contender_relayout,
	contender_relayout_batch, contender_smooth, contender_hits, contender_built;
extern const struct contender contender_learned, contender_learned_hint, contender_learned_extent,
	contender_learn_64, contender_learn_256, contender_equal, contender_exact;
extern const struct contender contender_splay, contender_array_extent;
extern const struct contender contender_bsd, contender_bsd_contains, contender_bsd_cached,
	contender_boost_rb, contender_boost_treap, contender_boost_treap_contains,
	contender_tsearch;
extern const struct contender contender_bsearch, contender_branchless, contender_prefetch,
	contender_split, contender_array_batch, contender_cached, contender_eytzinger,
	contender_scan;
extern const struct contender *const all_contenders[];
extern const size_t n_all_contenders;

/* An index that holds the ranges of the set; contender->destroy() ends it. */
void *contender_start(const struct contender *contender, const struct set *set);
/* Gives up unless the index holds the ranges of the set and no others. */
void contender_check(const struct contender *contender, const void *index, const struct set *set);
/* Whether it exists here and is fast enough for n ranges. */
bool contender_takes(const struct contender *contender, size_t n);

/* The mean nodes visited per key, and the nodes on the longest path. */
double walk_nodes(const struct walk *walk, const void *index, const uint64_t *keys, size_t n);
size_t walk_height(const struct walk *walk, const void *index);

/* 0 in a way that compilers can't know. */
uint64_t opaque_zero(void);

/*
 * Items that hold links and a range, each in a cache line of its own, one
 * after the other in the order of arrival.
 */
struct items {
	void *lines;
	size_t n;
	size_t range_at; /* offset of the range, before which are the links */
};

struct items items_create(const struct set *set, size_t range_at);
/* Zeroes the links. */
void items_clear(struct items *items);

static inline void *item_at(const struct items *items, size_t i)
{
	return (char *)items->lines + i * CACHE_LINE;
}

/* A digest of ranges in order, starting with 0. */
static inline uint64_t digest_range(uint64_t digest, const struct range *range)
{
	return (digest ^ range->start ^ range->last << 1) * 0x9e3779b97f4a7c15;
}

static inline bool range_contains(const struct range *range, uint64_t key)
{
	return key - range->start <= range->last - range->start;
}

static inline const uint64_t *start_of(const struct range *range)
{
	return range ? &range->start : NULL;
}

/*
 * Chooses without a branch. clang 14 makes branches of all plain ways to write
 * this on x86, so there a mask is made where it can't see it.
 */
static inline const void *choose(bool second, const void *a, const void *b)
{
#if defined(__clang__) && (defined(__x86_64__) || defined(__i386__))
	uintptr_t mask = 0 - (uintptr_t)second;

	__asm__("" : "+r"(mask));
	return (const void *)(((uintptr_t)b & mask) | ((uintptr_t)a & ~mask));
#else
	return second ? b : a;
#endif
}

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Waits, where there is an instruction for it, until all loads before it are done. */
static inline void finish_loads(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
	__asm__ volatile("lfence" ::: "memory");
#elif defined(__GNUC__) && defined(__aarch64__)
	__asm__ volatile("dsb ld\n\tisb" ::: "memory");
#endif
}

/*
 * Define the loops that are timed, alike for all contenders. The functions
 * named are inlined: find(index, key) returns where the start of the range
 * that holds key is, or NULL; count(index, start) counts a hit; update(index, batch, i) makes the
 * i-th update and returns whether it worked.
 */
#define DEFINE_LOOKUPS(P, find)                                                                    \
	static uint64_t P##_throughput(const void *index, const uint64_t *keys, size_t n)          \
	{                                                                                          \
		uint64_t sum = 0;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const uint64_t *found = find(index, keys[i]);                              \
                                                                                                   \
			sum += found ? *found : 0;                                                 \
		}                                                                                  \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	static uint64_t P##_latency(const void *index, const uint64_t *keys, size_t n)             \
	{                                                                                          \
		uint64_t sum = 0, zero = opaque_zero(), carry = 0;                                 \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const uint64_t *found = find(index, keys[i] ^ carry);                      \
			uint64_t start = found ? *found : 0;                                       \
                                                                                                   \
			sum += start;                                                              \
			carry = start & zero;                                                      \
		}                                                                                  \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	static uint64_t P##_cold(const void *index, const uint64_t *keys, size_t n)                \
	{                                                                                          \
		struct crowd *crowd = (struct crowd *)(uintptr_t)index;                            \
		uint64_t sum = 0;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const uint64_t *found = find(crowd->indexes[crowd->next], keys[i]);        \
                                                                                                   \
			crowd->next = crowd->next + 1 < crowd->n ? crowd->next + 1 : 0;            \
			sum += found ? *found : 0;                                                 \
			finish_loads();                                                            \
		}                                                                                  \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	struct require_semicolon

#define DEFINE_COUNTING(P, find, count)                                                            \
	static uint64_t P##_counting(const void *index, const uint64_t *keys, size_t n)            \
	{                                                                                          \
		uint64_t sum = 0;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < n; i++) {                                                   \
			const uint64_t *found = find(index, keys[i]);                              \
                                                                                                   \
			if (!found)                                                                \
				continue;                                                          \
			sum += *found;                                                             \
			count(index, found);                                                       \
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
