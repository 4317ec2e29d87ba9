/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Trees that learn what is looked up, hits and misses, beside those that do not. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct entrant entrants[] = {
	{ &contender_learned, false },
	{ &contender_learned_hint, false },
	{ &contender_learned_extent, false },
	{ &contender_learn_64, false },
	{ &contender_learn_256, true },
	{ &contender_wbtree, false },
	{ &contender_equal, true },
	{ &contender_exact, true },
	{ &contender_bsd, false },
	{ &contender_bsd_cached, false },
	{ &contender_splay, false },
	{ &contender_branchless, false },
	{ &contender_array_extent, false },
};

/* Which keys of a draw are learned from, and which are then looked up. */
static const struct stream {
	const char *name;
	enum draw draw;
	bool halves; /* the first half, and the second; else all, and the same again */
	bool extra;
} streams[] = {
	{ "trace", TRACED, false, false }, { "trace, 2nd half", TRACED, true, false },
	{ "hot", HOT, true, false },	   { "zipf", SKEWED, true, false },
	{ "misses", IN_GAPS, true, true }, { "even", EVENLY, true, true },
	{ "size", BY_SIZE, true, false },
};

/* Teaching larger generated sets takes seconds: there short runs have one stream. */
#define MANY_RANGES ((size_t)1 << 14)

/* Where all sizes are equal, by size is evenly; otherwise it is what the weights say already. */
static bool is_wanted(const struct stream *stream, const struct set *set, const struct plan *plan)
{
	if (plan->full)
		return true;
	if (set->generated && set->n > MANY_RANGES)
		return stream->draw == SKEWED;
	return !stream->extra && (stream->draw != BY_SIZE || set->equal);
}

static void teach_all(const struct table *table, const struct indexes *indexes,
		      const struct keys *keys)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (indexes->of[i] && !indexes->shared[i] && table->contenders[i]->teach)
			table->contenders[i]->teach(indexes->of[i], keys);
	}
}

/* How long a search waits that happens to fade all weights. */
static void measure_rebuild(const struct set *set, const struct plan *plan, struct table *table,
			    const struct indexes *indexes, const char *work)
{
	double *samples = allocate(plan->repetitions, sizeof(*samples));
	struct row *row;

	row = table_add(table, set, work, "rebuild");
	row->unit = "us";
	row->hits = NAN;
	for (size_t i = 0; i < table->n_contenders; i++) {
		const struct contender *contender = table->contenders[i];

		if (!indexes->of[i] || !contender->rebuild)
			continue;
		for (size_t j = 0; j < plan->repetitions; j++)
			samples[j] = contender->rebuild(indexes->of[i]) * 1e6;
		row->cells[i].measured = true;
		row->cells[i].value = spread_of(samples, plan->repetitions);
		row->cells[i].factor = (struct spread){ NAN, NAN };
	}
	free(samples);
}

static void measure_stream(const struct stream *stream, const struct set *set,
			   const struct plan *plan, struct table *table, const struct keys *keys,
			   double seconds)
{
	static const enum form forms[] = { THROUGHPUT, LATENCY };
	const size_t half = stream->halves ? keys->n / 2 : 0;
	struct keys taught = keys_part(keys, set, 0, half ? half : keys->n);
	struct keys used = keys_part(keys, set, half, keys->n);
	struct indexes indexes;

	progress("%s: %s, teaching: %s", plan->where, table->name, stream->name);
	indexes_start(&indexes, table, set);
	teach_all(table, &indexes, &taught);
	for (size_t i = 0; i < COUNT(forms); i++)
		measure_keys(set, plan, table, &indexes, forms[i], &used, stream->name, seconds);
	measure_rebuild(set, plan, table, &indexes, stream->name);
	indexes_end(&indexes, table);
}

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct keys keys[COUNT(streams)];
	bool has[COUNT(streams)];
	size_t rows = 0;

	for (size_t i = 0; i < COUNT(streams); i++) {
		has[i] = is_wanted(&streams[i], set, plan) &&
			 keys_draw(&keys[i], streams[i].draw, set, plan->seed);
		rows += has[i] ? 2 : 0;
	}
	for (size_t i = 0; i < COUNT(streams); i++) {
		if (!has[i])
			continue;
		measure_stream(&streams[i], set, plan, table, &keys[i],
			       plan->seconds / (double)rows);
		keys_free(&keys[i]);
	}
}

/* In larger sets a window is so long that nothing would be learned in the time there is. */
#define MOST_RANGES ((size_t)1 << 16)

/* Of the memory slots those of a big guest, which has misses to learn. */
static bool fits(const struct set *set)
{
	return set->n <= MOST_RANGES && (!set->slots || set->n == 512);
}

static const struct column columns[] = {
	{ "set", true, text_set },     { "n", false, text_n },	    { "keys", true, text_work },
	{ "hits%", false, text_hits }, { "form", true, text_form }, { "unit", true, text_unit },
};

const struct workload learning_workload = {
	.table = {
		.name = "learning",
		.title = "Learning: time per lookup, median (stdev), how much more or less than "
			 "learned, [nodes visited]",
		.legend =
			"trace: learned from all of it, and then all of it is looked up. 2nd half, and "
			"all others:\n"
			"  learned from the first half of the keys, and the second is looked up.\n"
			"hot: nine of ten keys are in three gaps, the tenth is in any range. zipf: by "
			"Zipf's law,\n"
			"  over the ranges in an order of their own, whatever their sizes. size, "
			"misses, even: as\n"
			"  in the lookups.\n"
			"rebuild: halving all weights and building the tree anew, for which one lookup "
			"waits.\n"
			LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.share = 2,
	.fits = fits,
	.measure = measure,
};
