/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------
 * Sources
 */

static const struct real_set {
	const char *name, *ranges, *trace;
} real_sets[] = {
	{ "q35-memory", "qemu-q35-memory.ranges", NULL },
	{ "q35-ram", "qemu-q35-ram.ranges", "qemu-q35-linux.trace" },
	{ "q35-io", "qemu-q35-io.ranges", NULL },
	{ "q35-linux", "qemu-q35-linux.ranges", "qemu-q35-linux.trace" },
	{ "node-vmas", "node-vmas.ranges", "node-vmas.trace" },
	{ "unicode", "unicode-general-category.ranges", NULL },
	{ "llvm", "llvm14-symbols.ranges", "llvm14-symbols.trace" },
	{ "geoip", "/usr/share/tor/geoip", NULL }, /* of Debian's package tor-geoipdb */
	{ "geoip6", "/usr/share/tor/geoip6", NULL },
};

/* What the size of the k-th largest of n ranges is, k counted from 0. */
struct law {
	const char *name;
	uint64_t (*size)(size_t k, size_t n);
	const size_t *sizes; /* its own numbers of ranges, NULL if it is of any */
	size_t n_sizes;
};

/* The smallest size of a generated range, and the largest gap behind one. */
#define UNIT 4096

/*
 * UNIT * (n / k)^exponent: the quantiles of a law, so that entropy does not
 * depend on the seed, only the order does. A Pareto law of shape 0.8 is heavier
 * tailed than Zipf's, whose shape is 1, and lighter than the memory maps among
 * the real sets, whose shapes are 0.2 to 0.6 (maximum likelihood).
 */
static uint64_t quantile(size_t k, size_t n, double exponent)
{
	return (uint64_t)(UNIT * pow((double)n / (double)(k + 1), exponent));
}

static uint64_t size_equal(size_t k, size_t n)
{
	(void)k;
	(void)n;
	return UNIT;
}

static uint64_t size_zipf(size_t k, size_t n)
{
	return quantile(k, n, 1);
}

static uint64_t size_pareto(size_t k, size_t n)
{
	return quantile(k, n, 1 / 0.8);
}

/*
 * In pages of 4 KiB, as a guest has them: memory above 4 GiB and below, video
 * memory, some ROM, and else the pages that devices map one by one.
 */
static uint64_t size_slots(size_t k, size_t n)
{
	static const uint64_t pages[] = { 61 << 18, 3 << 18, 4096, 64, 32, 32, 8 };

	(void)n;
	return k < COUNT(pages) ? pages[k] : 1;
}

static const size_t slot_numbers[] = { 13, 117, 512, 32768 };

static const struct law laws[] = {
	{ "equal", size_equal, NULL, 0 },
	{ "zipf", size_zipf, NULL, 0 },
	{ "pareto", size_pareto, NULL, 0 },
	{ "slots", size_slots, slot_numbers, COUNT(slot_numbers) },
};

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

/* Sets of packages have a whole path. */
static bool is_packaged(const struct real_set *real)
{
	return real->ranges[0] == '/';
}

static bool is_missing(const struct real_set *real)
{
	FILE *file = is_packaged(real) ? fopen(real->ranges, "r") : NULL;

	if (file)
		fclose(file);
	return is_packaged(real) && !file;
}

static void add_real(struct source_list *list, const struct real_set *real, const char *directory)
{
	struct source *source = add(list, real->name);

	source->path =
		is_packaged(real) ? copy_text(real->ranges) : join(directory, "/", real->ranges);
	source->trace = real->trace ? join(directory, "/", real->trace) : NULL;
}

static void add_law(struct source_list *list, const struct law *law, const size_t *sizes,
		    size_t n_sizes)
{
	if (law->sizes) {
		sizes = law->sizes;
		n_sizes = law->n_sizes;
	}
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
		if (name ? !strcmp(real_sets[i].name, name) : !is_missing(&real_sets[i]))
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

void sources_read(struct source_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		struct source *source = &list->sources[i];

		if (source->path)
			source->ranges = read_ranges(source->path, &source->n);
		if (source->trace)
			source->keys = read_trace(source->trace, &source->n_keys);
	}
}

void sources_free(struct source_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->sources[i].name);
		free(list->sources[i].path);
		free(list->sources[i].trace);
		free(list->sources[i].ranges);
		free(list->sources[i].keys);
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
		ranges[place[k]].last = law->size(k, n);
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
	struct set set = { source, .name = source->name, .generated = source->law, .n = source->n };

	set.ranges = source->law ? generate(source->law, set.n, &random) : source->ranges;
	set.trace = source->keys;
	set.n_trace = source->n_keys;
	set.arrival = allocate(set.n, sizeof(*set.arrival));
	random_order(&random, set.arrival, set.n);
	set.entropy = entropy_of(set.ranges, set.n);
	set.equal = all_of_one_size(set.ranges, set.n);
	set.slots = source->law && source->law->sizes;
	return set;
}

void set_free(struct set *set)
{
	if (set->generated)
		free(set->ranges);
	free(set->arrival);
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

/* The first index whose entry is greater than value, or the last one if none is. */
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

/* The greatest of these is the size of all ranges before and with the i-th. */
static uint64_t *sizes_summed(const struct set *set)
{
	uint64_t *ends = allocate(set->n, sizeof(*ends)), total = 0;

	for (size_t i = 0; i < set->n; i++)
		ends[i] = total += range_size(&set->ranges[i]);
	return ends;
}

static bool draw_by_size(struct keys *keys, const struct set *set, struct random *random)
{
	uint64_t *ends = sizes_summed(set);

	for (size_t i = 0; i < keys->n; i++) {
		uint64_t at = random_below(random, ends[set->n - 1]);

		keys->keys[i] = key_in(&set->ranges[first_above(ends, set->n, at)], random);
	}
	free(ends);
	return true;
}

static bool draw_evenly(struct keys *keys, const struct set *set, struct random *random)
{
	for (size_t i = 0; i < keys->n; i++)
		keys->keys[i] = key_in(&set->ranges[random_below(random, set->n)], random);
	return !set->equal; /* then it is the same as by size */
}

/* The gaps between neighbours, ascending. */
static struct range *gaps_of(const struct set *set, size_t *n)
{
	struct range *gaps = allocate(set->n, sizeof(*gaps));

	*n = 0;
	for (size_t i = 1; i < set->n; i++) {
		if (set->ranges[i].start - set->ranges[i - 1].last > 1)
			gaps[(*n)++] = (struct range){ set->ranges[i - 1].last + 1,
						       set->ranges[i].start - 1 };
	}
	return gaps;
}

/* Replaces the given number of keys in a thousand, evenly over the gaps. */
static bool miss(struct keys *keys, uint64_t per_thousand, const struct set *set,
		 struct random *random)
{
	size_t n;
	struct range *gaps = gaps_of(set, &n);

	for (size_t i = 0; n && i < keys->n; i++) {
		if (random_below(random, 1000) < per_thousand)
			keys->keys[i] = key_in(&gaps[random_below(random, n)], random);
	}
	free(gaps);
	return n;
}

static bool draw_in_gaps(struct keys *keys, const struct set *set, struct random *random)
{
	return miss(keys, 1000, set, random);
}

static bool draw_mixed(struct keys *keys, const struct set *set, struct random *random)
{
	return draw_by_size(keys, set, random) && miss(keys, 100, set, random);
}

static bool draw_hot(struct keys *keys, const struct set *set, struct random *random)
{
	uint64_t hot[3];
	size_t n;
	struct range *gaps = gaps_of(set, &n);

	for (size_t i = 0; n && i < COUNT(hot); i++)
		hot[i] = key_in(&gaps[random_below(random, n)], random);
	draw_evenly(keys, set, random);
	for (size_t i = 0; n && i < keys->n; i++) {
		if (random_below(random, 10))
			keys->keys[i] = hot[random_below(random, COUNT(hot))];
	}
	free(gaps);
	return n;
}

/* Places below n, the k-th of them in about 1/k of the cases, k counted from 1. */
static size_t zipf_place(size_t n, struct random *random)
{
	double part = (double)(random_next(random) >> 11) / (double)((uint64_t)1 << 53);
	size_t place = (size_t)pow((double)n + 1, part) - 1;

	return place < n ? place : n - 1;
}

static bool draw_skewed(struct keys *keys, const struct set *set, struct random *random)
{
	uint32_t *order = allocate(set->n, sizeof(*order));

	random_order(random, order, set->n);
	for (size_t i = 0; i < keys->n; i++)
		keys->keys[i] = key_in(&set->ranges[order[zipf_place(set->n, random)]], random);
	free(order);
	return true;
}

static bool take_trace(struct keys *keys, const struct set *set, struct random *random)
{
	(void)random;
	if (!set->trace)
		return false;
	keys->n = set->n_trace;
	keys->keys = resize(keys->keys, keys->n, sizeof(*keys->keys));
	memcpy(keys->keys, set->trace, keys->n * sizeof(*keys->keys));
	return true;
}

static bool (*const draws[DRAWS])(struct keys *keys, const struct set *set,
				  struct random *random) = {
	[BY_SIZE] = draw_by_size, [EVENLY] = draw_evenly, [IN_GAPS] = draw_in_gaps,
	[MIXED] = draw_mixed,	  [TRACED] = take_trace,  [HOT] = draw_hot,
	[SKEWED] = draw_skewed,
};

const char *const draw_names[DRAWS] = {
	[BY_SIZE] = "size", [EVENLY] = "even", [IN_GAPS] = "misses", [MIXED] = "mixed",
	[TRACED] = "trace", [HOT] = "hot",     [SKEWED] = "zipf",
};

static double share_of_hits(const struct keys *keys, const struct set *set)
{
	uint64_t *starts = allocate(set->n, sizeof(*starts));
	size_t hits = 0;

	for (size_t i = 0; i < set->n; i++)
		starts[i] = set->ranges[i].start;
	for (size_t i = 0; i < keys->n; i++) {
		size_t behind = first_above(starts, set->n, keys->keys[i]);

		/* Where no start is greater, it is the last one itself. */
		if (behind && starts[behind] > keys->keys[i])
			behind--;
		hits += keys->keys[i] >= starts[behind] &&
			keys->keys[i] <= set->ranges[behind].last;
	}
	free(starts);
	return (double)hits / (double)keys->n;
}

bool keys_draw(struct keys *keys, enum draw draw, const struct set *set, uint64_t seed)
{
	struct random random = random_start(seed, FOR_KEYS);

	keys->n = DRAWN_KEYS;
	keys->keys = allocate(keys->n, sizeof(*keys->keys));
	if (!draws[draw](keys, set, &random)) {
		keys_free(keys);
		return false;
	}
	keys->hits = share_of_hits(keys, set);
	return true;
}

void keys_free(struct keys *keys)
{
	free(keys->keys);
}

struct keys keys_part(const struct keys *keys, const struct set *set, size_t first, size_t end)
{
	struct keys part = { keys->keys + first, end - first, 0 };

	part.hits = share_of_hits(&part, set);
	return part;
}
