/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Ways to let threads look ranges up beside one that changes the set. */
#ifndef BENCH_GUARDED_H
#define BENCH_GUARDED_H

#include "contenders.h"

/* A key, and the start of the range that holds it; NO_RANGE: none does. */
struct probe {
	uint64_t key, start;
};

#define NO_RANGE UINT64_MAX

/* A thread that looks up. */
struct reader {
	unsigned long rests; /* at which it held nothing, counted for those who wait */
	char apart[CACHE_LINE];
};

struct guarded {
	struct contender contender; /* first: its name, create, which fills it, and destroy */
	/* A reader's first and last call; NULL: none is needed. */
	void (*enter)(void);
	void (*leave)(void);
	/* Looks n keys up, and returns how many answers were wrong. */
	size_t (*read)(const struct probe *probes, size_t n);
	/* Takes a range out, or puts it back; its place in the order of arrival. NULL: can't. */
	void (*update)(size_t place, bool out);
};

extern const struct guarded guarded_shared, guarded_apart, guarded_find, guarded_rwlock,
	guarded_mutex, guarded_latch, guarded_array, guarded_urcu;

/* The readers that there are, as long as somebody changes the set. */
void guarded_readers(struct reader *readers, size_t n);
/* A reader holds nothing just now. */
void reader_rests(struct reader *reader);

#endif
