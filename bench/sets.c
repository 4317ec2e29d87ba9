/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------
 * Sources
 */

static const struct real_set {
	const char *name, *ranges, *trace;
} real_sets[] = {
	{ "q35-memory", "qemu-q35-memory.ranges", NULL },
	{ "q35-ram", "qemu-q35-ram.ranges", NULL },
	{ "q35-io", "qemu-q35-io.ranges", NULL },
	{ "node-vmas", "node-vmas.ranges", "node-vmas.trace" },
	{ "unicode", "unicode-general-category.ranges", NULL },
	{ "llvm", "llvm14-symbols.ranges", "llvm14-symbols.trace" },
};

/*
 * The size of the k-th largest of n ranges is UNIT * (n / k)^exponent: the
 * quantiles of a law, so that entropy does not depend on the seed, only the
 * order does. A Pareto law of shape 0.8 is heavier tailed than Zipf's, whose
 * shape is 1, and lighter than the memory maps among the real sets, whose
 * shapes are 0.2 to 0.6 (maximum likelihood).
 */
struct law {
	const char *name;
	double exponent;
};

static const struct law laws[] = {
	{ "equal", 0 },
	{ "zipf", 1 },
	{ "pareto", 1 / 0.8 },
};

/* The smallest size of a generated range, and the largest gap behind one. */
#define UNIT 4096

static char *join(const char *a, const char *separator, const char *b)
{
	size_t size = strlen(a) + strlen(separator) + strlen(b) + 1;
	char *joined = allocate(size, 1);

	return strcat(strcat(strcpy(joined, a), separator), b);
}

static struct source *add(struct source_list *list, const char *name)
{
	list->sources = resize(list->sources, list->n + 1, sizeof(*list->sources));
	list->sources[list->n] = (struct source){ .name = copy_text(name) };
	return &list->sources[list->n++];
}

static void add_real(struct source_list *list, const struct real_set *real, const char *directory)
{
	struct source *source = add(list, real->name);

	source->path = join(directory, "/", real->ranges);
	source->trace = real->trace ? join(directory, "/", real->trace) : NULL;
}

static void add_law(struct source_list *list, const struct law *law, const size_t *sizes,
		    size_t n_sizes)
{
	for (size_t i = 0; i < n_sizes; i++) {
		struct source *source = add(list, law->name);

		source->law = law;
		source->n = sizes[i];
	}
}

bool sources_add_named(struct source_list *list, const char *name, const char *directory,
		       const size_t *sizes, size_t n_sizes)
{
	size_t before = list->n;

	for (size_t i = 0; i < COUNT(real_sets); i++) {
		if (!name || !strcmp(real_sets[i].name, name))
			add_real(list, &real_sets[i], directory);
	}
	for (size_t i = 0; i < COUNT(laws); i++) {
		if (!name || !strcmp(laws[i].name, name))
			add_law(list, &laws[i], sizes, n_sizes);
	}
	return list->n > before;
}

void sources_add_all(struct source_list *list, const char *directory, const size_t *sizes,
		     size_t n_sizes)
{
	sources_add_named(list, NULL, directory, sizes, n_sizes);
}

struct source *sources_add_file(struct source_list *list, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct source *source = add(list, slash ? slash + 1 : path);

	source->path = copy_text(path);
	return source;
}

void sources_free(struct source_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->sources[i].name);
		free(list->sources[i].path);
		free(list->sources[i].trace);
	}
	free(list->sources);
}

const char *source_names(void)
{
	static char names[256];

	if (!names[0]) {
		for (size_t i = 0; i < COUNT(real_sets); i++)
			strcat(strcat(names, i ? " " : ""), real_sets[i].name);
		for (size_t i = 0; i < COUNT(laws); i++)
			strcat(strcat(names, " "), laws[i].name);
	}
	return names;
}

/* -------------------------------------------------------------------------
 * Sets
 */

uint64_t range_size(const struct range *range)
{
	return range->last > range->start ? range->last - range->start : 1;
}

static struct range *generate(const struct law *law, size_t n, struct random *random)
{
	struct range *ranges = allocate(n, sizeof(*ranges));
	uint32_t *place = allocate(n, sizeof(*place));
	uint64_t next = 0;

	random_order(random, place, n);
	for (size_t k = 0; k < n; k++)
		ranges[place[k]].last =
			(uint64_t)(UNIT * pow((double)n / (double)(k + 1), law->exponent));
	for (size_t i = 0; i < n; i++) {
		ranges[i].start = next;
		ranges[i].last += next - 1;
		next = ranges[i].last + 1;
		if (i % 2) /* every other range is followed by a gap */
			next += 1 + random_below(random, UNIT);
	}
	free(place);
	return ranges;
}

static double entropy_of(const struct range *ranges, size_t n)
{
	double total = 0, bits = 0;

	for (size_t i = 0; i < n; i++)
		total += (double)range_size(&ranges[i]);
	for (size_t i = 0; i < n; i++) {
		double share = (double)range_size(&ranges[i]) / total;

		bits -= share * log2(share);
	}
	return bits > 0 ? bits : 0;
}

static bool all_of_one_size(const struct range *ranges, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (range_size(&ranges[i]) != range_size(&ranges[0]))
			return false;
	}
	return true;
}

struct set set_load(const struct source *source, uint64_t seed)
{
	struct random random = random_start(seed, FOR_SETS);
	struct set set = { .name = source->name, .generated = source->law, .n = source->n };

	if (source->law)
		set.ranges = generate(source->law, set.n, &random);
	else
		set.ranges = read_ranges(source->path, &set.n);
	if (source->trace)
		set.trace = read_trace(source->trace, &set.n_trace);
	set.arrival = allocate(set.n, sizeof(*set.arrival));
	random_order(&random, set.arrival, set.n);
	set.entropy = entropy_of(set.ranges, set.n);
	set.equal = all_of_one_size(set.ranges, set.n);
	return set;
}

void set_free(struct set *set)
{
	free(set->ranges);
	free(set->arrival);
	free(set->trace);
}

/* -------------------------------------------------------------------------
 * Keys
 */

/* So many that no branch predictor learns them by heart when they come round again. */
#define DRAWN_KEYS ((size_t)1 << 17)

static uint64_t key_in(const struct range *range, struct random *random)
{
	uint64_t span = range->last - range->start;

	return range->start +
	       (span == UINT64_MAX ? random_next(random) : random_below(random, span + 1));
}

/* The first index whose entry is greater than value; there is one. */
static size_t first_above(const uint64_t *ends, size_t n, uint64_t value)
{
	size_t low = 0, high = n - 1;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ends[middle] > value)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static uint64_t *keys_by_size(const struct set *set, struct random *random, size_t *n)
{
	uint64_t *keys = allocate(*n = DRAWN_KEYS, sizeof(*keys));
	uint64_t *ends = allocate(set->n, sizeof(*ends));
	uint64_t total = 0;

	for (size_t i = 0; i < set->n; i++)
		ends[i] = total += range_size(&set->ranges[i]);
	for (size_t i = 0; i < *n; i++) {
		size_t hit = first_above(ends, set->n, random_below(random, total));

		keys[i] = key_in(&set->ranges[hit], random);
	}
	free(ends);
	return keys;
}

static uint64_t *keys_evenly(const struct set *set, struct random *random, size_t *n)
{
	uint64_t *keys;

	if (set->equal) /* then it is the same as by size */
		return NULL;
	keys = allocate(*n = DRAWN_KEYS, sizeof(*keys));
	for (size_t i = 0; i < *n; i++)
		keys[i] = key_in(&set->ranges[random_below(random, set->n)], random);
	return keys;
}

static uint64_t *keys_of_trace(const struct set *set, struct random *random, size_t *n)
{
	uint64_t *keys;

	(void)random;
	if (!set->trace)
		return NULL;
	keys = allocate(*n = set->n_trace, sizeof(*keys));
	memcpy(keys, set->trace, *n * sizeof(*keys));
	return keys;
}

const struct draw draws[] = {
	{ "size", "hits drawn by the size of the ranges", keys_by_size },
	{ "even", "hits drawn evenly over the ranges", keys_evenly },
	{ "trace", "a recorded sequence, in order, again and again", keys_of_trace },
};
const size_t n_draws = COUNT(draws);
