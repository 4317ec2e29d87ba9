/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The sets of ranges that are measured: where they come from, and keys to look up in them. */
#ifndef BENCH_SETS_H
#define BENCH_SETS_H

#include "input.h"
#include "util.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The laws that sizes of generated ranges follow: one row each in sets.c. */
struct law;

/* A set that can be loaded: files, or a law and a number of ranges. */
struct source {
	char *name;
	char *path, *trace;
	const struct law *law;
	size_t n; /* of a file: 0 until it has been read, as what follows */
	struct range *ranges;
	uint64_t *keys; /* of the trace */
	size_t n_keys;
};

struct source_list {
	struct source *sources;
	size_t n;
};

/*
 * Adds the sets called name: a real one, whose files are in directory or come
 * with a package, or a generated one, in each of the sizes. False if there is
 * none of that name.
 */
bool sources_add_named(struct source_list *list, const char *name, const char *directory,
		       const size_t *sizes, size_t n_sizes);
/* Adds all of them, but not those of packages that are not installed. */
void sources_add_all(struct source_list *list, const char *directory, const size_t *sizes,
		     size_t n_sizes);
/* Adds a file of the user; its set is named after it. Returns it. */
struct source *sources_add_file(struct source_list *list, const char *path);
/* Reads all files, each once, as they may be pipes. What is wrong in one ends the program. */
void sources_read(struct source_list *list);
void sources_free(struct source_list *list);

/* The names of all sets, for the user, separated by blanks. */
const char *source_names(void);

struct set {
	const struct source *source;
	const char *name;
	bool generated;
	bool equal; /* all ranges are of one size */
	size_t n;
	struct range *ranges;  /* ascending, disjoint */
	uint32_t *arrival;     /* a random order: in which ranges are allocated and inserted */
	const uint64_t *trace; /* NULL if there is none */
	size_t n_trace;
	double entropy; /* of the sizes, in bits */
	bool slots;	/* stands for a guest's memory slots */
};

/* The set of a source, which must stay: what was read from files is not copied. */
struct set set_load(const struct source *source, uint64_t seed);
void set_free(struct set *set);

/* Its weight in the tree: last - start, but at least 1. */
uint64_t range_size(const struct range *range);

/* Ways to draw keys: one row each in sets.c. */
enum draw {
	BY_SIZE,
	EVENLY,
	IN_GAPS,
	MIXED,
	TRACED,
	USUAL_DRAWS,
	HOT = USUAL_DRAWS, /* nine of ten in three gaps, the tenth evenly over the ranges */
	SKEWED,		   /* by Zipf's law, over the ranges in an order of their own */
	DRAWS
};

extern const char *const draw_names[DRAWS];

/* Keys to look up: they come round again. */
struct keys {
	uint64_t *keys;
	size_t n;
	double hits; /* the share of them that are in a range */
};

/* False if this way doesn't fit the set. Freed by keys_free(). */
bool keys_draw(struct keys *keys, enum draw draw, const struct set *set, uint64_t seed);
void keys_free(struct keys *keys);

/* A part of the keys, which are not copied. */
struct keys keys_part(const struct keys *keys, const struct set *set, size_t first, size_t end);

#endif
