/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Streams of lookups, recorded ones and generated ones, with the ranges they are of. */
#ifndef STREAMS_H
#define STREAMS_H

#include "wbtree.h"

struct stream {
	const char *name;
	size_t ranges, keys;
	uint64_t *start, *last; /* of the ranges, in order */
	uint64_t *key;
};

/* Fills a stream; the same on all machines. */
typedef void stream_fn(struct stream *stream);

struct stream_source {
	const char *name;
	stream_fn *fill;
	bool recorded, uniform;
	bool sparse;   /* fewer keys than ranges */
	bool changing; /* its second half is about other ranges */
};

extern const struct stream_source stream_sources[];
extern const size_t stream_source_count;

void stream_open(struct stream *stream, const struct stream_source *source);
void stream_close(struct stream *stream);

/* The range that has key, else NULL; its index, or that of the first behind key, in *index. */
bool stream_find(const struct stream *stream, uint64_t key, size_t *index);

/* The entropy in bits of where searches end: counts[i] of total ended at i. */
double entropy_of(const uint64_t *counts, size_t n);

/* The fewest nodes visited by keys first to end - 1 in any tree that does not change. */
double stream_optimum(const struct stream *stream, size_t first, size_t end);

#endif /* STREAMS_H */
