/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "rounds.h"

#include "contenders/contenders.h"
#include "contenders/rotations.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

/* Few repetitions if each takes long; one at least. */
#define FEW_REPETITIONS 3
#define LONG 8 /* times the seconds that there are */

bool goes_on(const struct plan *plan, size_t repetition, double since, double seconds)
{
	double gone = wall_seconds() - since;

	if (repetition >= plan->repetitions)
		return false;
	return gone < (repetition < FEW_REPETITIONS ? LONG : 1) * seconds || !repetition;
}

static bool takes_part(const struct contender *contender, size_t n)
{
	return contender_takes(contender, n) && contender->lookups[THROUGHPUT] &&
	       contender->updates[INSERT];
}

static void **copies_start(const struct contender *contender, const struct churn *churn)
{
	void **copies = allocate(churn->n_copies, sizeof(*copies));

	for (size_t i = 0; i < churn->n_copies; i++)
		copies[i] = contender_start(contender, &churn->copies[i]);
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

void rounds_fail(const struct rounds *rounds, size_t who)
{
	const struct set *set = rounds->churn.copies;

	fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s fails to update", set->name,
	     (unsigned long)set->n, rounds->table->contenders[who]->name);
}

typedef struct batch batch_fn(const struct churn *churn, size_t copy, enum operation operation);

/*
 * Nanoseconds per update: the operation is made in each copy, with the batch
 * that there is for the operation given last.
 */
static double time_batches(const struct rounds *rounds, size_t who, enum operation operation,
			   batch_fn *batch_of, enum operation batch_for)
{
	const struct contender *contender = rounds->table->contenders[who];
	const struct churn *churn = &rounds->churn;
	double before = cpu_seconds(), after;
	bool fine = true;

	for (size_t i = 0; i < churn->n_copies; i++) {
		struct batch batch = batch_of(churn, i, batch_for);

		fine &= contender->updates[operation](rounds->copies[who][i], &batch);
	}
	after = cpu_seconds();
	if (!fine)
		rounds_fail(rounds, who);
	return (after - before) * 1e9 / (double)(churn->n_copies * churn->each);
}

/* Takes the ranges that are out away, or puts them back. */
static void take_out(struct rounds *rounds, enum operation operation)
{
	churn_gather(&rounds->churn);
	for (size_t i = 0; i < rounds->table->n_contenders; i++) {
		if (rounds->copies[i])
			time_batches(rounds, i, operation, churn_batch, INSERT);
	}
}

void rounds_start(struct rounds *rounds, const struct set *set, const struct table *table,
		  struct random *random)
{
	*rounds = (struct rounds){ .table = table };
	churn_init(&rounds->churn, set, random);
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (takes_part(table->contenders[i], set->n))
			rounds->copies[i] = copies_start(table->contenders[i], &rounds->churn);
	}
	take_out(rounds, ERASE);
}

void rounds_end(struct rounds *rounds)
{
	take_out(rounds, INSERT);
	for (size_t i = 0; i < rounds->table->n_contenders; i++) {
		if (rounds->copies[i])
			copies_end(rounds->table->contenders[i], &rounds->churn, rounds->copies[i]);
	}
	churn_free(&rounds->churn);
}

void rounds_warm(const struct rounds *rounds, size_t who)
{
	const struct churn *churn = &rounds->churn;

	for (size_t i = 0; i < churn->n_copies; i++)
		rounds->table->contenders[who]->lookups[THROUGHPUT](rounds->copies[who][i],
								    churn->keys, churn->n_keys);
}

/* -------------------------------------------------------------------------
 * Timing
 */

/* Nanoseconds per update, by operation, contender and repetition; NULL: not measured. */
struct samples {
	double *of[OPERATIONS][MAX_CONTENDERS];
	size_t repetition;
};

static double time_operation(const struct rounds *rounds, size_t who, enum operation operation)
{
	return time_batches(rounds, who, operation, churn_batch, operation);
}

static void keep(struct samples *samples, size_t who, enum operation operation, double nanoseconds)
{
	if (samples->of[operation][who])
		samples->of[operation][who][samples->repetition] = nanoseconds;
}

static void go_round(const struct rounds *rounds, size_t who, struct samples *samples)
{
	static const enum operation changes[] = { RESIZE, MOVE };

	rounds_warm(rounds, who);
	keep(samples, who, ERASE, time_operation(rounds, who, ERASE));
	keep(samples, who, INSERT, time_operation(rounds, who, INSERT));
	for (size_t i = 0; i < COUNT(changes); i++) {
		double there, back;

		if (!samples->of[changes[i]][who])
			continue;
		there = time_operation(rounds, who, changes[i]);
		back = time_batches(rounds, who, changes[i], churn_undo, changes[i]);
		keep(samples, who, changes[i], (there + back) / 2);
	}
}

/* The same without changes, and what is erased is not looked up, if the contender can. */
static void go_round_by_handle(const struct rounds *rounds, size_t who, struct samples *samples)
{
	rounds_warm(rounds, who);
	if (samples->of[ERASE_HANDLE][who])
		keep(samples, who, ERASE_HANDLE, time_operation(rounds, who, ERASE_HANDLE));
	else
		time_operation(rounds, who, ERASE);
	time_operation(rounds, who, INSERT);
}

typedef void round_fn(const struct rounds *rounds, size_t who, struct samples *samples);

static void go_all(const struct rounds *rounds, round_fn *go, struct random *random,
		   struct samples *samples)
{
	uint32_t order[MAX_CONTENDERS];

	random_order(random, order, rounds->table->n_contenders);
	for (size_t i = 0; i < rounds->table->n_contenders; i++) {
		if (rounds->copies[order[i]])
			go(rounds, order[i], samples);
	}
}

static bool has_handles(const struct samples *samples)
{
	for (size_t i = 0; i < MAX_CONTENDERS; i++) {
		if (samples->of[ERASE_HANDLE][i])
			return true;
	}
	return false;
}

static void go_rounds(struct rounds *rounds, const struct plan *plan, struct random *random,
		      double seconds, struct samples *samples)
{
	double since = wall_seconds();

	for (; goes_on(plan, samples->repetition, since, seconds); samples->repetition++) {
		churn_draw(&rounds->churn, random);
		go_all(rounds, go_round, random, samples);
		if (!has_handles(samples))
			continue;
		churn_draw(&rounds->churn, random);
		go_all(rounds, go_round_by_handle, random, samples);
	}
}

/* -------------------------------------------------------------------------
 * Rotations
 */

static void count_round(void *index, const struct churn *churn, struct rotations *rotations)
{
	static const enum operation order[] = { ERASE, INSERT, RESIZE, MOVE };

	for (size_t i = 0; i < COUNT(order); i++) {
		struct batch batch = churn_batch(churn, 0, order[i]);

		count_rotations(counted_wbtree, index, order[i], &batch, &rotations[order[i]]);
		if (order[i] != RESIZE && order[i] != MOVE)
			continue;
		batch = churn_undo(churn, 0, order[i]);
		count_rotations(counted_wbtree, index, order[i], &batch, &rotations[order[i]]);
	}
}

/* So many updates of a kind are enough for means. */
#define COUNTED_UPDATES 2048

/* Counts in a tree of its own, the first copy's. */
static void count_rounds(const struct set *set, struct random *random,
			 const struct kind_of_update *kinds, size_t n_kinds, struct row *rows)
{
	struct rotations rotations[OPERATIONS] = { { 0, 0, 0 } };
	struct churn churn;
	struct batch out;
	void *index;

	churn_init(&churn, set, random);
	index = contender_start(counted_wbtree, &churn.copies[0]);
	churn_gather(&churn);
	out = churn_batch(&churn, 0, INSERT);
	counted_wbtree->updates[ERASE](index, &out);
	while (rotations[ERASE].updates < COUNTED_UPDATES) {
		churn_draw(&churn, random);
		count_round(index, &churn, rotations);
	}
	counted_wbtree->destroy(index);
	churn_free(&churn);
	rotations[ERASE_HANDLE] = rotations[ERASE];
	for (size_t i = 0; i < n_kinds; i++)
		row_rotations(&rows[i], &rotations[kinds[i].operation]);
}

/* -------------------------------------------------------------------------
 * Measuring
 */

static void samples_start(struct samples *samples, const struct rounds *rounds,
			  const struct plan *plan, const struct kind_of_update *kinds,
			  size_t n_kinds)
{
	*samples = (struct samples){ .repetition = 0 };
	for (size_t i = 0; i < rounds->table->n_contenders; i++) {
		for (size_t j = 0; rounds->copies[i] && j < n_kinds; j++) {
			enum operation operation = kinds[j].operation;

			if (rounds->table->contenders[i]->updates[operation])
				samples->of[operation][i] =
					allocate(plan->repetitions, sizeof(double));
		}
	}
}

static void samples_end(struct samples *samples)
{
	for (size_t i = 0; i < OPERATIONS; i++) {
		for (size_t j = 0; j < MAX_CONTENDERS; j++)
			free(samples->of[i][j]);
	}
}

void measure_rounds(const struct set *set, const struct plan *plan, struct table *table,
		    const struct kind_of_update *kinds, size_t n_kinds, double seconds)
{
	struct random random = random_start(plan->seed, FOR_UPDATES);
	struct samples samples;
	struct rounds rounds;
	struct row *rows;

	progress("%s: %s", plan->where, table->name);
	for (size_t i = 0; i < n_kinds; i++)
		table_add(table, set, kinds[i].name, NULL);
	rows = table->rows + table->n_rows - n_kinds;
	if (set->n <= MOST_COUNTED)
		count_rounds(set, &random, kinds, n_kinds, rows);
	rounds_start(&rounds, set, table, &random);
	samples_start(&samples, &rounds, plan, kinds, n_kinds);
	go_rounds(&rounds, plan, &random, seconds, &samples);
	for (size_t i = 0; i < n_kinds; i++)
		row_compare(&rows[i], samples.of[kinds[i].operation], table->n_contenders,
			    samples.repetition);
	rounds_end(&rounds);
	samples_end(&samples);
}
