/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "churn.h"

#include <stdlib.h>

/* Fewer updates than this are not timed at once: the clock takes its time, too. */
#define LEAST_TIMED 512
/* The most that are out, and the most ranges that a sorted array moves for a batch, roughly. */
#define MOST_OUT 1024
#define MOST_MOVED ((size_t)1 << 26)
#define LEAST_OUT_OF_MANY 16
/* As many lookups warm the caches, or two per range if that is less. */
#define MOST_KEYS ((size_t)1 << 15)

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* A quarter of the set, but not so many that moving an array's ranges takes for ever. */
static size_t size_of_batch(size_t n)
{
	size_t bound = MOST_MOVED / n > LEAST_OUT_OF_MANY ? MOST_MOVED / n : LEAST_OUT_OF_MANY;
	size_t each = least(least(n / 4, MOST_OUT), bound);

	return each ? each : 1;
}

/* Searching an empty array is not provided for. */
#define LEAST_CHURNED 4

bool churn_fits(const struct set *set)
{
	return !set->slots && set->n >= LEAST_CHURNED;
}

static struct set with_arrival(const struct set *set, struct random *random)
{
	struct set copy = *set;

	copy.arrival = allocate(set->n, sizeof(*copy.arrival));
	random_order(random, copy.arrival, set->n);
	return copy;
}

static uint64_t *draw_starts(const struct set *set, size_t n, struct random *random)
{
	uint64_t *keys = allocate(n, sizeof(*keys));

	for (size_t i = 0; i < n; i++)
		keys[i] = set->ranges[random_below(random, set->n)].start;
	return keys;
}

void churn_init(struct churn *churn, const struct set *set, struct random *random)
{
	size_t total;

	*churn = (struct churn){ .each = size_of_batch(set->n) };
	churn->n_copies = set->n > LEAST_TIMED * 4 ? 1 : (LEAST_TIMED - 1) / churn->each + 1;
	churn->copies = allocate(churn->n_copies, sizeof(*churn->copies));
	churn->decks = allocate(churn->n_copies * set->n, sizeof(*churn->decks));
	for (size_t i = 0; i < churn->n_copies; i++) {
		churn->copies[i] = with_arrival(set, random);
		random_order(random, churn->decks + i * set->n, set->n);
	}
	total = churn->n_copies * churn->each;
	for (size_t i = 0; i < PARTS; i++) {
		churn->arrivals[i] = allocate(total, sizeof(*churn->arrivals[i]));
		churn->ranges[i] = allocate(total, sizeof(*churn->ranges[i]));
	}
	churn->resized = allocate(total, sizeof(*churn->resized));
	churn->moved = allocate(total, sizeof(*churn->moved));
	churn->n_keys = least(set->n * 2, MOST_KEYS);
	churn->keys = draw_starts(set, churn->n_keys, random);
}

void churn_free(struct churn *churn)
{
	for (size_t i = 0; i < churn->n_copies; i++)
		free(churn->copies[i].arrival);
	free(churn->copies);
	free(churn->decks);
	for (size_t i = 0; i < PARTS; i++) {
		free(churn->arrivals[i]);
		free(churn->ranges[i]);
	}
	free(churn->resized);
	free(churn->moved);
	free(churn->keys);
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t was = *a;

	*a = *b;
	*b = was;
}

/* Brings k of the n places, drawn at random, to the front, in random order. */
static void shuffle_front(uint32_t *places, size_t n, size_t k, struct random *random)
{
	for (size_t i = 0; i < k; i++)
		swap(&places[i], &places[i + (size_t)random_below(random, n - i)]);
}

/* Puts what lies at the places of one copy into a part of the round. */
static void fill(struct churn *churn, size_t copy, enum part part, const uint32_t *places)
{
	const struct set *set = &churn->copies[copy];
	size_t first = copy * churn->each;

	for (size_t i = 0; i < churn->each; i++) {
		churn->arrivals[part][first + i] = places[i];
		churn->ranges[part][first + i] = set->ranges[set->arrival[places[i]]];
	}
}

/* Shorter ones in the same place, and the same ones as far behind as all of the set is long. */
static void draw_changes(struct churn *churn, size_t copy, struct random *random)
{
	const struct set *set = &churn->copies[copy];
	uint64_t away = set->ranges[set->n - 1].last - set->ranges[0].start + 1;
	size_t first = copy * churn->each;

	for (size_t i = first; i < first + churn->each; i++) {
		const struct range *range = &churn->ranges[CHANGING][i];

		churn->resized[i].start = range->start;
		churn->resized[i].last = range->start + random_below(random, range_size(range));
		churn->moved[i].start = range->start + away;
		churn->moved[i].last = range->last + away;
	}
}

void churn_gather(struct churn *churn)
{
	for (size_t copy = 0; copy < churn->n_copies; copy++)
		fill(churn, copy, COMING, churn->decks + copy * churn->copies[copy].n);
}

void churn_draw(struct churn *churn, struct random *random)
{
	for (size_t copy = 0; copy < churn->n_copies; copy++) {
		size_t n = churn->copies[copy].n, each = churn->each;
		uint32_t *out = churn->decks + copy * n, *in = out + each;

		shuffle_front(out, each, each, random);
		shuffle_front(in, n - each, each, random);
		fill(churn, copy, COMING, out);
		fill(churn, copy, GOING, in);
		for (size_t i = 0; i < each; i++)
			swap(&out[i], &in[i]);
		shuffle_front(in, n - each, each, random);
		fill(churn, copy, CHANGING, in);
		draw_changes(churn, copy, random);
	}
}

static const enum part part_of[OPERATIONS] = {
	[INSERT] = COMING,   [ERASE] = GOING,	[ERASE_HANDLE] = GOING,
	[RESIZE] = CHANGING, [MOVE] = CHANGING,
};

struct batch churn_batch(const struct churn *churn, size_t copy, enum operation operation)
{
	enum part part = part_of[operation];
	const struct range *before = churn->ranges[part], *after = before;
	size_t first = copy * churn->each;

	if (operation == RESIZE)
		after = churn->resized;
	if (operation == MOVE)
		after = churn->moved;
	return (struct batch){ churn->each, churn->arrivals[part] + first, before + first,
			       after + first };
}

struct batch churn_undo(const struct churn *churn, size_t copy, enum operation operation)
{
	struct batch batch = churn_batch(churn, copy, operation);

	return (struct batch){ batch.n, batch.arrivals, batch.ranges, batch.before };
}
