/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Lookups: keys drawn in several ways, in throughput and in latency form. */
#include "workloads.h"

#include "contenders.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>

static const struct contender *const contenders[] = {
	&contender_wbtree,
	&contender_bsearch,
	&contender_branchless,
};

#define CONTENDERS COUNT(contenders)

static const char *const form_names[FORMS] = { "throughput", "latency" };

/* Keys to look up: they come round again. */
struct keys {
	uint64_t *keys;
	size_t n;
};

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

static void require_same(const struct set *set, size_t contender, uint64_t sum, uint64_t first)
{
	if (sum != first)
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s and %s find different ranges",
		     set->name, (unsigned long)set->n, contenders[0]->name,
		     contenders[contender]->name);
}

/*
 * Looks all keys up once with each contender, which warms the caches, and
 * chooses how many lookups fit into the given seconds.
 */
static size_t choose_count(const struct set *set, void *const *indexes, enum form form,
			   const struct keys *keys, double seconds)
{
	uint64_t sums[CONTENDERS] = { 0 };
	double nanoseconds = 0;

	for (size_t i = 0; i < CONTENDERS; i++) {
		nanoseconds += time_lookups(contenders[i]->lookups[form], indexes[i], keys, 0,
					    keys->n, &sums[i]);
		require_same(set, i, sums[i], sums[0]);
	}
	return 1024 + (size_t)(seconds * 1e9 / nanoseconds);
}

/*
 * One measurement of each contender, one right after the other, beginning with
 * another one each time. The eighth of lookups before is not timed: it makes
 * the caches and the branch predictor the contender's own.
 */
static void repeat(const struct set *set, void *const *indexes, enum form form,
		   const struct keys *keys, size_t count, size_t repetition, double **samples)
{
	size_t start = repetition * count, warm = count / 8;
	uint64_t sums[CONTENDERS] = { 0 }, ignored = 0;

	for (size_t i = 0; i < CONTENDERS; i++) {
		size_t who = (i + repetition) % CONTENDERS;
		lookup_fn *lookup = contenders[who]->lookups[form];

		time_lookups(lookup, indexes[who], keys, start + keys->n - warm % keys->n, warm,
			     &ignored);
		samples[who][repetition] =
			time_lookups(lookup, indexes[who], keys, start, count, &sums[who]);
	}
	for (size_t i = 1; i < CONTENDERS; i++)
		require_same(set, i, sums[i], sums[0]);
}

static void measure_form(const struct set *set, const struct plan *plan, void *const *indexes,
			 enum form form, const struct keys *keys, struct row *row)
{
	size_t count = choose_count(set, indexes, form, keys, plan->lookup_seconds);
	double *samples[CONTENDERS];

	for (size_t i = 0; i < CONTENDERS; i++)
		samples[i] = allocate(plan->repetitions, sizeof(*samples[i]));
	for (size_t repetition = 0; repetition < plan->repetitions; repetition++)
		repeat(set, indexes, form, keys, count, repetition, samples);
	row_compare(row, samples, CONTENDERS, plan->repetitions);
	for (size_t i = 0; i < CONTENDERS; i++)
		free(samples[i]);
}

static void measure_draw(const struct set *set, const struct plan *plan, void *const *indexes,
			 const struct draw *draw, struct table *table)
{
	struct random random = random_start(plan->seed, FOR_KEYS);
	struct keys keys;
	struct visits visits;

	keys.keys = draw->keys(set, &random, &keys.n);
	if (!keys.keys)
		return;
	progress("%s: lookups, keys: %s", plan->where, draw->name);
	visits = wbtree_visits(indexes[0], keys.keys, keys.n);
	for (size_t form = 0; form < FORMS; form++) {
		struct row *row = table_add(table, set, draw->name, form_names[form]);

		row->hits = visits.hits;
		row->nodes = visits.nodes;
		measure_form(set, plan, indexes, (enum form)form, &keys, row);
	}
	free(keys.keys);
}

void measure_lookups(const struct set *set, const struct plan *plan, struct table *table)
{
	void *indexes[CONTENDERS];

	for (size_t i = 0; i < CONTENDERS; i++)
		indexes[i] = contender_start(contenders[i], set);
	for (size_t i = 0; i < n_draws; i++)
		measure_draw(set, plan, indexes, &draws[i], table);
	for (size_t i = 0; i < CONTENDERS; i++)
		contenders[i]->destroy(indexes[i]);
}

/* -------------------------------------------------------------------------
 * The table
 */

static void text_hits(const struct row *row, char *text, size_t size)
{
	text_figure(row->hits * 100, 0, text, size);
}

static void text_nodes(const struct row *row, char *text, size_t size)
{
	text_figure(row->nodes, 2, text, size);
}

static const struct column columns[] = {
	{ "set", NAME, true, text_set },       { "n", SIZE, false, text_n },
	{ "H", FIGURE, false, text_entropy },  { "keys", NAME, true, text_work },
	{ "hits%", FIGURE, false, text_hits }, { "nodes", FIGURE, false, text_nodes },
	{ "form", GROUP, true, text_form },
};

const struct table lookup_table = {
	.name = "lookups",
	.title = "Lookups: nanoseconds per lookup, median (stdev), and how much more or less time "
		 "than wbtree's",
	.legend = "H: entropy of the ranges' sizes in bits. nodes: mean tree nodes visited.\n"
		  "keys: size, hits drawn by the ranges' sizes; even, hits drawn evenly over the "
		  "ranges;\n"
		  "  trace, a recorded sequence, in order, again and again.\n"
		  "throughput: lookups do not depend on each other. latency: each on the one "
		  "before.\n"
		  "~: the repetitions differ more than the contenders do.\n",
	.columns = columns,
	.n_columns = COUNT(columns),
	.contenders = contenders,
	.n_contenders = CONTENDERS,
};
