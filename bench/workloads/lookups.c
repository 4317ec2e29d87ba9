/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Lookups: keys drawn in several ways, in several forms. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "contenders/rotations.h"
#include "util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },	     { &contender_batch, false },
	{ &contender_hint, true },	     { &contender_relayout, true },
	{ &contender_relayout_batch, true }, { &contender_smooth, true },
	{ &contender_hits, true },	     { &contender_bsd, false },
	{ &contender_bsd_contains, true },   { &contender_boost_rb, true },
	{ &contender_boost_treap, true },    { &contender_boost_treap_contains, true },
	{ &contender_tsearch, false },	     { &contender_bsearch, false },
	{ &contender_branchless, false },    { &contender_prefetch, false },
	{ &contender_split, true },	     { &contender_array_batch, true },
	{ &contender_eytzinger, false },     { &contender_scan, true },
};

static const struct {
	const char *name;
	bool extra;
} forms[FORMS] = {
	[THROUGHPUT] = { "throughput", false },
	[LATENCY] = { "latency", false },
	[COLD] = { "cold", true },
	[COUNTING] = { "counting", true },
};

static const bool is_extra_draw[DRAWS] = { [MIXED] = true };

/* -------------------------------------------------------------------------
 * Timing
 */

/* Nanoseconds per lookup, from position start of the keys on. Adds to *sum what was found. */
static double time_lookups(lookup_fn *lookup, const void *index, const struct keys *keys,
			   size_t start, size_t count, uint64_t *sum)
{
	double before = cpu_seconds();

	for (size_t left = count, position = start % keys->n; left;) {
		size_t length = left < keys->n - position ? left : keys->n - position;

		*sum += lookup(index, keys->keys + position, length);
		left -= length;
		position = 0;
	}
	return (cpu_seconds() - before) * 1e9 / (double)count;
}

/* One form of lookups in the indexes of a set. */
struct race {
	const struct set *set;
	const struct table *table;
	const struct indexes *indexes;
	const struct keys *keys;
	lookup_fn *lookups[MAX_CONTENDERS]; /* NULL: does not take part */
	size_t counts[MAX_CONTENDERS];	    /* lookups per measurement */
};

static void require_same(const struct race *race, const uint64_t *sums)
{
	const struct table *table = race->table;
	size_t first = MAX_CONTENDERS;

	for (size_t i = 0; i < table->n_contenders; i++) {
		if (!race->lookups[i])
			continue;
		first = first < i ? first : i;
		if (sums[i] != sums[first])
			fail(EXIT_FAULT,
			     "wbtree-bench: %s, n = %lu: %s and %s find different ranges",
			     race->set->name, (unsigned long)race->set->n,
			     table->contenders[first]->name, table->contenders[i]->name);
	}
}

/* So many keys are looked up by all contenders, and what they find is compared. */
#define COMPARED_KEYS ((size_t)1 << 14)
/* No measurement has fewer lookups. */
#define LEAST_COUNT 64

/* Compares what is found, and chooses how many lookups of each contender fit into the seconds. */
static void choose_counts(struct race *race, double seconds)
{
	size_t n = race->keys->n < COMPARED_KEYS ? race->keys->n : COMPARED_KEYS;
	uint64_t sums[MAX_CONTENDERS] = { 0 };

	for (size_t i = 0; i < race->table->n_contenders; i++) {
		double nanoseconds;

		if (!race->lookups[i])
			continue;
		nanoseconds = time_lookups(race->lookups[i], race->indexes->of[i], race->keys, 0, n,
					   &sums[i]);
		race->counts[i] = LEAST_COUNT + (size_t)(seconds * 1e9 / nanoseconds);
	}
	require_same(race, sums);
}

/* The part of the time in which lookups are not timed, but make the caches the contender's own. */
#define WARMING 0.2

static double measure_once(const struct race *race, size_t who, size_t repetition)
{
	size_t start = repetition * race->counts[who];
	size_t warm = (size_t)(WARMING * (double)race->counts[who]);
	uint64_t ignored = 0;

	time_lookups(race->lookups[who], race->indexes->of[who], race->keys, start, warm, &ignored);
	return time_lookups(race->lookups[who], race->indexes->of[who], race->keys, start + warm,
			    race->counts[who] - warm, &ignored);
}

/* One measurement of each contender, one right after the other, in another order each time. */
static void repeat(const struct race *race, size_t repetition, struct random *random,
		   double *const *samples)
{
	uint32_t order[MAX_CONTENDERS];

	random_order(random, order, race->table->n_contenders);
	for (size_t i = 0; i < race->table->n_contenders; i++) {
		if (race->lookups[order[i]])
			samples[order[i]][repetition] = measure_once(race, order[i], repetition);
	}
}

static size_t count_participants(const struct race *race)
{
	size_t count = 0;

	for (size_t i = 0; i < race->table->n_contenders; i++)
		count += race->lookups[i] != NULL;
	return count;
}

/* Adds to the row what was measured. */
static void run(struct race *race, const struct plan *plan, double seconds, struct row *row)
{
	struct random random = random_start(plan->seed, FOR_ORDER);
	size_t n = race->table->n_contenders;
	double *samples[MAX_CONTENDERS] = { NULL };

	choose_counts(race, seconds / (double)(plan->repetitions * count_participants(race)));
	for (size_t i = 0; i < n; i++) {
		if (race->lookups[i])
			samples[i] = allocate(plan->repetitions, sizeof(*samples[i]));
	}
	for (size_t repetition = 0; repetition < plan->repetitions; repetition++)
		repeat(race, repetition, &random, samples);
	row_compare(row, samples, n, plan->repetitions);
	for (size_t i = 0; i < n; i++)
		free(samples[i]);
}

/* -------------------------------------------------------------------------
 * Counting
 */

/* So many keys are enough for means. */
#define COUNTED_KEYS ((size_t)1 << 14)

static size_t counted_keys(const struct keys *keys)
{
	return keys->n < COUNTED_KEYS ? keys->n : COUNTED_KEYS;
}

/* Nodes visited; of contenders that share a tree they are counted once. */
static void count_nodes(const struct race *race, struct row *row)
{
	for (size_t i = 0; i < race->table->n_contenders; i++) {
		const struct walk *walk = race->table->contenders[i]->walk;
		size_t j = 0;

		if (!race->lookups[i] || !walk)
			continue;
		while (race->indexes->of[j] != race->indexes->of[i])
			j++;
		if (j < i && !isnan(row->cells[j].nodes))
			row->cells[i].nodes = row->cells[j].nodes;
		else
			row->cells[i].nodes =
				walk_nodes(walk, race->indexes->of[i], race->keys->keys,
					   counted_keys(race->keys));
	}
}

/* Rotations per lookup that is counted, after all keys were looked up once. */
static void count_hits(const struct race *race, struct row *row)
{
	void *index = contender_start(counted_hits, race->set);
	struct rotations rotations = { 0, 0, 0 };

	counted_hits->lookups[COUNTING](index, race->keys->keys, race->keys->n);
	for (size_t i = 0; i < counted_keys(race->keys); i++) {
		const struct range range = { race->keys->keys[i], race->keys->keys[i] };
		const uint32_t any = 0;
		struct batch one = { 1, &any, &range, &range };

		count_rotations(counted_hits, index, HIT, &one, &rotations);
	}
	row_rotations(row, &rotations);
	counted_hits->destroy(index);
}

/* -------------------------------------------------------------------------
 * Rows
 */

void measure_keys(const struct set *set, const struct plan *plan, struct table *table,
		  const struct indexes *indexes, enum form form, const struct keys *keys,
		  const char *work, double seconds)
{
	struct race race = { .set = set, .table = table, .indexes = indexes, .keys = keys };
	struct row *row;

	for (size_t i = 0; i < table->n_contenders; i++) {
		if (indexes->of[i])
			race.lookups[i] = table->contenders[i]->lookups[form];
	}
	if (!count_participants(&race))
		return;
	progress("%s: %s, keys: %s, %s", plan->where, table->name, work, forms[form].name);
	row = table_add(table, set, work, forms[form].name);
	row->hits = keys->hits;
	run(&race, plan, seconds, row);
	if (form == COUNTING)
		count_hits(&race, row);
	else if (form != COLD)
		count_nodes(&race, row);
}

static bool is_wanted(const struct set *set, const struct plan *plan, enum draw draw,
		      enum form form)
{
	if ((is_extra_draw[draw] || forms[form].extra) && !plan->full)
		return false;
	if (form == COLD)
		return crowd_size(set);
	if (form == COUNTING && !contender_takes(&contender_hits, set->n))
		return false;
	return form != COUNTING || draw == BY_SIZE || draw == TRACED;
}

/* The keys of a set, drawn in all ways that fit it. */
struct keyring {
	struct keys keys[DRAWS];
	bool has[DRAWS];
};

static void measure_all(const struct set *set, const struct plan *plan, struct table *table,
			const struct keyring *ring, bool cold, double seconds)
{
	struct indexes indexes;

	if (cold)
		crowds_start(&indexes, table, set);
	else
		indexes_start(&indexes, table, set);
	for (enum draw draw = 0; draw < USUAL_DRAWS; draw++) {
		for (enum form form = 0; form < FORMS; form++) {
			if (ring->has[draw] && (form == COLD) == cold &&
			    is_wanted(set, plan, draw, form))
				measure_keys(set, plan, table, &indexes, form, &ring->keys[draw],
					     draw_names[draw], seconds);
		}
	}
	if (cold)
		crowds_end(&indexes, table);
	else
		indexes_end(&indexes, table);
}

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct keyring ring;
	size_t rows = 0;

	for (enum draw draw = 0; draw < USUAL_DRAWS; draw++) {
		ring.has[draw] = keys_draw(&ring.keys[draw], draw, set, plan->seed);
		for (enum form form = 0; form < FORMS; form++)
			rows += ring.has[draw] && is_wanted(set, plan, draw, form);
	}
	measure_all(set, plan, table, &ring, false, plan->seconds / (double)rows);
	if (is_wanted(set, plan, BY_SIZE, COLD))
		measure_all(set, plan, table, &ring, true, plan->seconds / (double)rows);
	for (enum draw draw = 0; draw < USUAL_DRAWS; draw++) {
		if (ring.has[draw])
			keys_free(&ring.keys[draw]);
	}
}

/* -------------------------------------------------------------------------
 * The table
 */

static bool fits(const struct set *set)
{
	return !set->slots;
}

static const struct column columns[] = {
	{ "set", true, text_set },   { "n", false, text_n },	    { "H", false, text_entropy },
	{ "keys", true, text_work }, { "hits%", false, text_hits }, { "form", true, text_form },
};

const struct workload lookup_workload = {
	.table = {
		.name = "lookups",
		.title = "Lookups: nanoseconds per lookup, median (stdev), how much more or less "
			 "than wbtree, [nodes visited]",
		.legend =
			"H: entropy of the ranges' sizes in bits.\n"
			"keys: size, hits drawn by the ranges' sizes; even, hits drawn evenly over "
			"the ranges;\n"
			"  misses, evenly over the gaps; mixed, nine by size to one miss;\n"
			"  trace, a recorded sequence, in order, again and again.\n"
			"throughput: lookups do not depend on each other. latency: each on the hit "
			"before.\n"
			"cold: each in another one of many indexes of the set, after the one before has "
			"ended.\n"
			"counting: throughput, and each hit adds 1 to the range's count, which is "
			"its weight in\n"
			"  wbtree hits, and nothing but a count in the others.\n"
			LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.share = 3,
	.fits = fits,
	.measure = measure,
};
