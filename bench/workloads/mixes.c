/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Reading and writing in turn: so many lookups to each insertion and each erasure. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "rounds.h"
#include "util.h"

#include <stdlib.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },  { &contender_bsd, false },
	{ &contender_boost_rb, true }, { &contender_boost_treap, true },
	{ &contender_tsearch, false }, { &contender_prefetch, false },
};

static const struct mix {
	const char *name;
	size_t reads; /* per write */
} mixes[] = {
	{ "99:1", 99 }, { "95:5", 19 }, { "90:10", 9 }, { "75:25", 3 }, { "50:50", 1 },
};

/* Lookups on the way through the keys, which come round again. */
struct reader {
	lookup_fn *lookup;
	const struct keys *keys;
	size_t next;
	uint64_t sum;
};

static void read_some(struct reader *reader, const void *index, size_t reads)
{
	if (reader->next + reads > reader->keys->n)
		reader->next = 0;
	reader->sum += reader->lookup(index, reader->keys->keys + reader->next, reads);
	reader->next += reads;
}

/* Erases and inserts a copy's ranges in turn, and reads after each; false if it failed. */
static bool run_copy(const struct rounds *rounds, size_t who, size_t copy, size_t reads,
		     struct reader *reader)
{
	static const enum operation writes[] = { ERASE, INSERT };
	const struct contender *contender = rounds->table->contenders[who];
	void *index = rounds->copies[who][copy];
	bool fine = true;

	for (size_t i = 0; i < rounds->churn.each; i++) {
		for (size_t j = 0; j < COUNT(writes); j++) {
			struct batch batch = churn_batch(&rounds->churn, copy, writes[j]);
			struct batch one = { 1, batch.arrivals + i, batch.before + i,
					     batch.ranges + i };

			fine &= contender->updates[writes[j]](index, &one);
			read_some(reader, index, reads);
		}
	}
	return fine;
}

/* Nanoseconds per operation, reads and writes alike. */
static double time_mix(const struct rounds *rounds, size_t who, const struct keys *keys,
		       size_t reads, uint64_t *sum)
{
	struct reader reader = { rounds->table->contenders[who]->lookups[THROUGHPUT], keys, 0, 0 };
	double writes = 2 * (double)(rounds->churn.n_copies * rounds->churn.each);
	double before, after;
	bool fine = true;

	rounds_warm(rounds, who);
	before = cpu_seconds();
	for (size_t copy = 0; copy < rounds->churn.n_copies; copy++)
		fine &= run_copy(rounds, who, copy, reads, &reader);
	after = cpu_seconds();
	if (!fine)
		rounds_fail(rounds, who);
	*sum = reader.sum;
	return (after - before) * 1e9 / (writes * (double)(reads + 1));
}

static void measure_mix(struct rounds *rounds, const struct plan *plan, const struct mix *mix,
			const struct keys *keys, double seconds, struct random *random,
			struct row *row)
{
	size_t n = rounds->table->n_contenders, repetition = 0;
	double *samples[MAX_CONTENDERS] = { NULL };
	double since = wall_seconds();

	for (size_t i = 0; i < n; i++) {
		if (rounds->copies[i])
			samples[i] = allocate(plan->repetitions, sizeof(*samples[i]));
	}
	for (; goes_on(plan, repetition, since, seconds); repetition++) {
		uint32_t order[MAX_CONTENDERS];
		uint64_t first = 0, sum;

		churn_draw(&rounds->churn, random);
		random_order(random, order, n);
		for (size_t i = 0; i < n; i++) {
			size_t who = order[i];

			if (!samples[who])
				continue;
			samples[who][repetition] = time_mix(rounds, who, keys, mix->reads, &sum);
			first = first ? first : sum;
			if (sum != first)
				rounds_fail(rounds, who);
		}
	}
	row_compare(row, samples, n, repetition);
	for (size_t i = 0; i < n; i++)
		free(samples[i]);
}

/* Larger ones take long to build, and tell no more than lookups and updates alone. */
#define LARGEST ((size_t)1 << 20)

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct random random = random_start(plan->seed, FOR_UPDATES);
	struct rounds rounds;
	struct keys keys;

	if (set->n > LARGEST)
		return;
	keys_draw(&keys, BY_SIZE, set, plan->seed);
	rounds_start(&rounds, set, table, &random);
	for (size_t i = 0; i < COUNT(mixes); i++) {
		progress("%s: reads to writes, %s", plan->where, mixes[i].name);
		measure_mix(&rounds, plan, &mixes[i], &keys, plan->seconds / COUNT(mixes), &random,
			    table_add(table, set, mixes[i].name, NULL));
	}
	rounds_end(&rounds);
	keys_free(&keys);
}

static const struct column columns[] = {
	{ "set", true, text_set },
	{ "n", false, text_n },
	{ "H", false, text_entropy },
	{ "reads:writes", true, text_work },
};

const struct workload mix_workload = {
	.table = {
		.name = "mixes",
		.title = "Reads and writes: nanoseconds per operation, median (stdev), and how "
			 "much more or less than wbtree",
		.legend = "Lookups by size, as throughput; writes erase and insert in turn.\n"
			  LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.extra = true,
	.share = 1,
	.fits = churn_fits,
	.measure = measure,
};
