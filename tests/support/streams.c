/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "streams.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "items.h"
#include "knuth.h"
#include "rng.h"

#define DATA "bench/data/"

static void make_room(struct stream *stream, size_t ranges, size_t keys)
{
	stream->start = must_alloc(ranges, sizeof(*stream->start));
	stream->last = must_alloc(ranges, sizeof(*stream->last));
	stream->key = must_alloc(keys, sizeof(*stream->key));
}

/* ---- files: hexadecimal numbers, lines that begin with # are none ---- */

static size_t read_numbers(const char *path, uint64_t *numbers, size_t most)
{
	FILE *file = fopen(path, "r");
	size_t count = 0;
	char line[128];

	if (!file) {
		perror(path); /* the tests are run from the top of the source tree */
		abort();
	}
	while (count < most && fgets(line, sizeof(line), file)) {
		const char *text = line;
		char *end;

		if (*line == '#')
			continue;
		for (; count < most; text = end) {
			numbers[count] = strtoull(text, &end, 16);
			if (end == text)
				break;
			count++;
		}
	}
	fclose(file);
	return count;
}

enum { MOST_RANGES = 40000, MOST_KEYS = 20000 };

static void read_ranges(struct stream *stream, const char *path)
{
	uint64_t *ends = must_alloc(2 * MOST_RANGES, sizeof(*ends));

	stream->ranges = read_numbers(path, ends, 2 * MOST_RANGES) / 2;
	make_room(stream, stream->ranges, MOST_KEYS);
	for (size_t i = 0; i < stream->ranges; i++) {
		stream->start[i] = ends[2 * i];
		stream->last[i] = ends[2 * i + 1];
	}
	free(ends);
}

static void fill_vmas(struct stream *stream)
{
	read_ranges(stream, DATA "node-vmas.ranges");
	stream->keys = read_numbers(DATA "node-vmas.trace", stream->key, MOST_KEYS);
}

static void fill_devices(struct stream *stream)
{
	read_ranges(stream, DATA "qemu-q35-linux.ranges");
	stream->keys = read_numbers(DATA "qemu-q35-linux.trace", stream->key, MOST_KEYS);
}

/* The same accesses looked up in memory slots, where all of them miss. */
static void fill_device_misses(struct stream *stream)
{
	read_ranges(stream, DATA "qemu-q35-ram.ranges");
	stream->keys = read_numbers(DATA "qemu-q35-linux.trace", stream->key, MOST_KEYS);
}

static void fill_symbols(struct stream *stream)
{
	read_ranges(stream, DATA "llvm14-symbols.ranges");
	stream->keys = read_numbers(DATA "llvm14-symbols.trace", stream->key, MOST_KEYS);
}

/* ---- generated: 16 keys for each range, the last 8 of them in none ---- */

static void make_slots(struct stream *stream, size_t ranges)
{
	make_room(stream, ranges, MOST_KEYS);
	stream->ranges = ranges;
	stream->keys = MOST_KEYS;
	for (size_t i = 0; i < ranges; i++) {
		stream->start[i] = 16 * i + 8;
		stream->last[i] = 16 * i + 15;
	}
}

/* A key of the range of the given index, or of the gap before it. */
static uint64_t key_of(struct rng *rng, size_t index, bool hit)
{
	return 16 * index + rng_below(rng, 8) + (hit ? 8 : 0);
}

/* 9 of 10 keys are in 3 pages, which are in no range; the others anywhere. */
static void add_hot_misses(struct stream *stream)
{
	struct rng rng = { stream->ranges };
	uint64_t page[3];

	for (size_t i = 0; i < 3; i++)
		do
			page[i] = stream->start[rng_below(&rng, stream->ranges)] - 1;
		while (stream_find(stream, page[i], &(size_t){ 0 }));
	for (size_t i = 0; i < stream->keys; i++) {
		size_t at = (size_t)rng_below(&rng, stream->ranges);

		stream->key[i] = rng_below(&rng, 10) ? page[rng_below(&rng, 3)] : stream->start[at];
	}
}

static void fill_hot_misses(struct stream *stream)
{
	make_slots(stream, 512);
	add_hot_misses(stream);
}

static void fill_memory_map(struct stream *stream)
{
	read_ranges(stream, DATA "qemu-q35-ram.ranges");
	stream->keys = MOST_KEYS;
	add_hot_misses(stream);
}

/* A number below n, number k being 1/k as likely as the first; by bisection of the sums. */
static size_t zipf(struct rng *rng, size_t n)
{
	const double sum = log((double)n + 1), at = (double)rng_below(rng, 1 << 30) / (1 << 30);
	const size_t k = (size_t)(exp(at * sum) - 1);

	return k < n ? k : n - 1;
}

static void fill_zipf(struct stream *stream)
{
	struct rng rng = { 1 };
	size_t order[1024];

	make_slots(stream, 1024);
	rng_order(&rng, order, stream->ranges);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = key_of(&rng, order[zipf(&rng, 1024)], true);
}

static void fill_zipf_misses(struct stream *stream)
{
	struct rng rng = { 2 };
	size_t order[1024];

	make_slots(stream, 1024);
	rng_order(&rng, order, stream->ranges);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = key_of(&rng, order[zipf(&rng, 1024)], rng_below(&rng, 2) == 0);
}

static void fill_uniform(struct stream *stream)
{
	struct rng rng = { 3 };

	make_slots(stream, 1024);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = key_of(&rng, (size_t)rng_below(&rng, 1024), true);
}

static void fill_uniform_misses(struct stream *stream)
{
	struct rng rng = { 4 };

	make_slots(stream, 1024);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = key_of(&rng, (size_t)rng_below(&rng, 1024), false);
}

/* Each range is twice as likely as the next one. */
static void fill_geometric(struct stream *stream)
{
	struct rng rng = { 5 };

	make_slots(stream, 64);
	for (size_t i = 0; i < stream->keys; i++) {
		size_t at = 0;

		while (at < 63 && rng_below(&rng, 2))
			at++;
		stream->key[i] = key_of(&rng, at, true);
	}
}

/* In order again and again, misses between. */
static void fill_sweep(struct stream *stream)
{
	make_slots(stream, 512);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = 8 * (i % 1024);
}

/* Two ranges far from each other by turns, as by a loop: a fixed stride would see one. */
static void fill_alternating(struct stream *stream)
{
	make_slots(stream, 512);
	for (size_t i = 0; i < stream->keys; i++)
		stream->key[i] = i % 2 ? stream->start[400] : stream->start[17];
}

const struct stream_source stream_sources[] = {
	{ .name = "VMAs", .fill = fill_vmas, .recorded = true, .changing = true },
	{ .name = "symbols", .fill = fill_symbols, .recorded = true, .sparse = true },
	{ .name = "devices", .fill = fill_devices, .recorded = true },
	{ .name = "device misses", .fill = fill_device_misses, .recorded = true },
	{ .name = "memory map, hot misses", .fill = fill_memory_map },
	{ .name = "hot misses", .fill = fill_hot_misses },
	{ .name = "Zipf", .fill = fill_zipf },
	{ .name = "Zipf, misses", .fill = fill_zipf_misses },
	{ .name = "uniform", .fill = fill_uniform, .uniform = true },
	{ .name = "uniform misses", .fill = fill_uniform_misses, .uniform = true },
	{ .name = "geometric", .fill = fill_geometric },
	{ .name = "sweep", .fill = fill_sweep, .uniform = true },
	{ .name = "alternating", .fill = fill_alternating },
};
const size_t stream_source_count = sizeof(stream_sources) / sizeof(stream_sources[0]);

void stream_open(struct stream *stream, const struct stream_source *source)
{
	*stream = (struct stream){ .name = source->name };
	source->fill(stream);
}

void stream_close(struct stream *stream)
{
	free(stream->start);
	free(stream->last);
	free(stream->key);
}

bool stream_find(const struct stream *stream, uint64_t key, size_t *index)
{
	size_t low = 0, high = stream->ranges;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (stream->last[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	*index = low;
	return low < stream->ranges && stream->start[low] <= key;
}

double entropy_of(const uint64_t *counts, size_t n)
{
	double total = 0, entropy = 0;

	for (size_t i = 0; i < n; i++)
		total += (double)counts[i];
	for (size_t i = 0; i < n; i++)
		if (counts[i])
			entropy += (double)counts[i] / total * log2(total / (double)counts[i]);
	return entropy;
}

/*
 * Taking a range that is never hit, and at whose sides there are no misses, out of a
 * tree makes no search longer: so the optimum is that of the others.
 */
static size_t keep_used(wb_weight_t *hits, wb_weight_t *misses, size_t n)
{
	size_t kept = 0;
	wb_weight_t before = misses[0];

	for (size_t i = 0; i < n; i++) {
		const wb_weight_t behind = misses[i + 1];

		if (hits[i] || before || behind) {
			hits[kept] = hits[i];
			misses[kept++] = before;
		}
		before = behind;
	}
	misses[kept] = before;
	return kept;
}

double stream_optimum(const struct stream *stream, size_t first, size_t end)
{
	wb_weight_t *hits = must_alloc(stream->ranges + 1, sizeof(*hits));
	wb_weight_t *misses = must_alloc(stream->ranges + 1, sizeof(*misses));
	double optimum;
	size_t index;

	for (; first < end; first++) {
		if (stream_find(stream, stream->key[first], &index))
			hits[index]++;
		else
			misses[index]++;
	}
	optimum = knuth_optimum_with_misses(hits, misses, keep_used(hits, misses, stream->ranges));
	free(hits);
	free(misses);
	return optimum;
}
