/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Updates: building, and erasing, inserting and resizing at a size that stays about n. */
#include "workloads.h"

#include "churn.h"
#include "contenders.h"
#include "rotations.h"
#include "util.h"

#include <stdlib.h>

static const struct contender *const contenders[] = {
	&contender_wbtree,
	&contender_array,
};

#define CONTENDERS COUNT(contenders)

/* Building is measured beside the operations, as one more kind of update. */
enum { BUILD = OPERATIONS, KINDS };

static const char *const kind_names[KINDS] = {
	[INSERT] = "insert",
	[ERASE] = "erase",
	[RESIZE] = "reweigh",
	[BUILD] = "build",
};

#define LEAST_REPETITIONS 3

/* Nanoseconds per update of each contender and kind, by repetition. */
struct samples {
	double *of[KINDS][CONTENDERS];
};

static void samples_init(struct samples *samples, size_t repetitions)
{
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (size_t i = 0; i < CONTENDERS; i++)
			samples->of[kind][i] = allocate(repetitions, sizeof(double));
	}
}

static void samples_free(struct samples *samples)
{
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (size_t i = 0; i < CONTENDERS; i++)
			free(samples->of[kind][i]);
	}
}

/* A contender's copies of the index, still empty. */
static void **copies_create(const struct contender *contender, const struct churn *churn)
{
	void **copies = allocate(churn->n_copies, sizeof(*copies));

	for (size_t i = 0; i < churn->n_copies; i++)
		copies[i] = contender->create(&churn->copies[i]);
	return copies;
}

static void copies_end(const struct contender *contender, const struct churn *churn, void **copies)
{
	for (size_t i = 0; i < churn->n_copies; i++) {
		contender_check(contender, copies[i], &churn->copies[i]);
		contender->destroy(copies[i]);
	}
	free(copies);
}

/* -------------------------------------------------------------------------
 * Timing
 */

static void require(bool fine, const struct contender *contender, const struct churn *churn,
		    size_t kind)
{
	if (!fine)
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s fails to %s", churn->copies->name,
		     (unsigned long)churn->copies->n, contender->name, kind_names[kind]);
}

typedef struct batch batch_fn(const struct churn *churn, size_t copy, enum operation operation);

static struct batch batch_of_originals(const struct churn *churn, size_t copy,
				       enum operation operation)
{
	(void)operation;
	return churn_originals(churn, copy);
}

/* Nanoseconds per update, one batch of the operation being made in each copy. */
static double time_batches(const struct contender *contender, const struct churn *churn,
			   void **copies, enum operation operation, batch_fn *batch_of)
{
	double before = cpu_seconds(), after;
	bool fine = true;

	for (size_t i = 0; i < churn->n_copies; i++) {
		struct batch batch = batch_of(churn, i, operation);

		fine &= contender->updates[operation](copies[i], &batch);
	}
	after = cpu_seconds();
	require(fine, contender, churn, operation);
	return (after - before) * 1e9 / (double)(churn->n_copies * churn->each);
}

static double time_build(const struct contender *contender, const struct churn *churn,
			 void **copies)
{
	double before, after;
	bool fine = true;

	for (size_t i = 0; i < churn->n_copies; i++)
		contender->clear(copies[i]);
	before = cpu_seconds();
	for (size_t i = 0; i < churn->n_copies; i++)
		fine &= contender->build(copies[i]);
	after = cpu_seconds();
	require(fine, contender, churn, BUILD);
	return (after - before) * 1e9 / (double)(churn->n_copies * churn->copies->n);
}

/* Fills the caches with what the contender uses most, instead of what another one did. */
static void warm(const struct contender *contender, const struct churn *churn, void **copies)
{
	for (size_t i = 0; i < churn->n_copies; i++)
		contender->lookups[THROUGHPUT](copies[i], churn->keys, churn->n_keys);
}

static void time_round(size_t who, const struct churn *churn, void **copies, size_t repetition,
		       struct samples *samples)
{
	const struct contender *contender = contenders[who];
	double there, back;

	warm(contender, churn, copies);
	samples->of[ERASE][who][repetition] =
		time_batches(contender, churn, copies, ERASE, churn_batch);
	samples->of[INSERT][who][repetition] =
		time_batches(contender, churn, copies, INSERT, churn_batch);
	there = time_batches(contender, churn, copies, RESIZE, churn_batch);
	back = time_batches(contender, churn, copies, RESIZE, batch_of_originals);
	samples->of[RESIZE][who][repetition] = (there + back) / 2;
}

/* -------------------------------------------------------------------------
 * Rotations
 */

struct tally {
	unsigned long long rotations, most;
	size_t updates;
};

/* Makes the updates of a batch one by one and counts. */
static void count_batch(void *index, const struct churn *churn, enum operation operation,
			const struct batch *batch, struct tally *tally)
{
	for (size_t i = 0; i < batch->n; i++) {
		struct batch one = { 1, batch->arrivals + i, batch->ranges + i };
		unsigned long long before = rotations_made(), made;

		require(contender_counted.updates[operation](index, &one), &contender_counted,
			churn, operation);
		made = rotations_made() - before;
		tally->rotations += made;
		tally->most = made > tally->most ? made : tally->most;
	}
	tally->updates += batch->n;
}

/* Inserts all ranges in the order of arrival, as the tree that is timed does. */
static void count_build(void *index, const struct churn *churn, const struct set *set,
			struct tally *tally)
{
	for (size_t i = 0; i < set->n; i++) {
		uint32_t arrival = (uint32_t)i;
		struct batch one = { 1, &arrival, &set->ranges[set->arrival[i]] };

		count_batch(index, churn, INSERT, &one, tally);
	}
}

static void count_round(void *index, const struct churn *churn, size_t copy, struct tally *tallies)
{
	static const enum operation order[] = { ERASE, INSERT, RESIZE };

	for (size_t i = 0; i < COUNT(order); i++) {
		struct batch batch = churn_batch(churn, copy, order[i]);

		count_batch(index, churn, order[i], &batch, &tallies[order[i]]);
	}
}

/* Counts in indexes of its own, for the rows of all kinds. */
static void count_rotations(struct churn *churn, struct random *random, struct row *rows)
{
	struct tally tallies[KINDS] = { { 0, 0, 0 } };
	void **copies = allocate(churn->n_copies, sizeof(*copies));

	churn_draw_out(churn, ERASE);
	for (size_t i = 0; i < churn->n_copies; i++) {
		struct batch out = churn_batch(churn, i, ERASE);

		copies[i] = contender_counted.create(&churn->copies[i]);
		count_build(copies[i], churn, &churn->copies[i], &tallies[BUILD]);
		require(contender_counted.updates[ERASE](copies[i], &out), &contender_counted,
			churn, ERASE);
	}
	churn_draw(churn, random);
	for (size_t i = 0; i < churn->n_copies; i++) {
		count_round(copies[i], churn, i, tallies);
		contender_counted.destroy(copies[i]);
	}
	free(copies);
	for (size_t kind = 0; kind < KINDS; kind++) {
		rows[kind].rotations =
			(double)tallies[kind].rotations / (double)tallies[kind].updates;
		rows[kind].most_rotations = (double)tallies[kind].most;
	}
}

/* -------------------------------------------------------------------------
 * Measuring
 */

/* Whether there is to be another repetition after those made since the given time. */
static bool goes_on(const struct plan *plan, size_t repetition, double since)
{
	if (repetition < LEAST_REPETITIONS && repetition < plan->repetitions)
		return true;
	return repetition < plan->repetitions && wall_seconds() - since < plan->update_seconds;
}

/* This and the next return the number of repetitions made. */
static size_t measure_build(const struct plan *plan, const struct churn *churn, void ***copies,
			    struct samples *samples)
{
	double since = wall_seconds();
	size_t repetition = 0;

	for (; goes_on(plan, repetition, since); repetition++) {
		for (size_t i = 0; i < CONTENDERS; i++) {
			size_t who = (i + repetition) % CONTENDERS;

			samples->of[BUILD][who][repetition] =
				time_build(contenders[who], churn, copies[who]);
		}
	}
	return repetition;
}

static size_t measure_rounds(const struct plan *plan, struct churn *churn, struct random *random,
			     void ***copies, struct samples *samples)
{
	double since = wall_seconds();
	size_t repetition = 0;

	churn_draw_out(churn, ERASE);
	for (size_t i = 0; i < CONTENDERS; i++)
		time_batches(contenders[i], churn, copies[i], ERASE, churn_batch);
	for (; goes_on(plan, repetition, since); repetition++) {
		churn_draw(churn, random);
		for (size_t i = 0; i < CONTENDERS; i++) {
			size_t who = (i + repetition) % CONTENDERS;

			time_round(who, churn, copies[who], repetition, samples);
		}
	}
	churn_draw_out(churn, INSERT);
	for (size_t i = 0; i < CONTENDERS; i++)
		time_batches(contenders[i], churn, copies[i], INSERT, churn_batch);
	return repetition;
}

static struct row *add_rows(struct table *table, const struct set *set)
{
	for (size_t kind = 0; kind < KINDS; kind++)
		table_add(table, set, kind_names[kind], NULL);
	return table->rows + table->n_rows - KINDS;
}

void measure_updates(const struct set *set, const struct plan *plan, struct table *table)
{
	struct random random = random_start(plan->seed, FOR_UPDATES);
	size_t repetitions[KINDS];
	struct samples samples;
	void **copies[CONTENDERS];
	struct churn churn;
	struct row *rows;

	if (set->n < 2)
		return;
	progress("%s: updates", plan->where);
	rows = add_rows(table, set);
	churn_init(&churn, set, &random);
	count_rotations(&churn, &random, rows);
	samples_init(&samples, plan->repetitions);
	for (size_t i = 0; i < CONTENDERS; i++)
		copies[i] = copies_create(contenders[i], &churn);
	repetitions[BUILD] = measure_build(plan, &churn, copies, &samples);
	repetitions[INSERT] = measure_rounds(plan, &churn, &random, copies, &samples);
	repetitions[ERASE] = repetitions[RESIZE] = repetitions[INSERT];
	for (size_t kind = 0; kind < KINDS; kind++)
		row_compare(&rows[kind], samples.of[kind], CONTENDERS, repetitions[kind]);
	for (size_t i = 0; i < CONTENDERS; i++)
		copies_end(contenders[i], &churn, copies[i]);
	samples_free(&samples);
	churn_free(&churn);
}

/* -------------------------------------------------------------------------
 * The table
 */

static void text_rotations(const struct row *row, char *text, size_t size)
{
	text_figure(row->rotations, 2, text, size);
}

static void text_most_rotations(const struct row *row, char *text, size_t size)
{
	text_figure(row->most_rotations, 0, text, size);
}

static const struct column columns[] = {
	{ "set", NAME, true, text_set },
	{ "n", SIZE, false, text_n },
	{ "H", FIGURE, false, text_entropy },
	{ "update", GROUP, true, text_work },
	{ "rotations", FIGURE, false, text_rotations },
	{ "most", FIGURE, false, text_most_rotations },
};

const struct table update_table = {
	.name = "updates",
	.title = "Updates: nanoseconds per update, median (stdev), and how much more or less time "
		 "than wbtree's",
	.legend = "insert, erase: of up to a quarter of the ranges, at random. Erase and reweigh "
		  "search the range first.\n"
		  "reweigh: the range, whose size is its weight, gets a smaller size, or its own "
		  "again.\n"
		  "build: per range, all given in random order; the array is sorted once, with "
		  "qsort(3).\n"
		  "rotations: the tree's, mean and most per update; a double rotation is two.\n"
		  "~: the repetitions differ more than the contenders do.\n",
	.columns = columns,
	.n_columns = COUNT(columns),
	.contenders = contenders,
	.n_contenders = CONTENDERS,
};
