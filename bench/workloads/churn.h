/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Batches of updates that keep a set at about its size. Some of its ranges are
 * out at any time: in each round others are erased, and then those that were
 * out are inserted, so that neither finds in the caches what the other needs.
 * Others again are changed and changed back.
 */
#ifndef BENCH_CHURN_H
#define BENCH_CHURN_H

#include "contenders/contenders.h"
#include "sets.h"
#include "util.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The ranges of a round, by what happens to them. */
enum part { COMING, GOING, CHANGING, PARTS };

/* Batches for each copy of an index, as small sets are too quickly updated to be timed alone. */
struct churn {
	size_t n_copies;
	size_t each;	    /* updates of a kind in a round, and ranges that are out, per copy */
	struct set *copies; /* the set, with another order of arrival for each copy */
	uint32_t *decks;    /* per copy the places of all its ranges, those that are out first */
	uint32_t *arrivals[PARTS];
	struct range *ranges[PARTS];
	struct range *resized, *moved; /* what those that change become */
	uint64_t *keys;		       /* to look up before a round is timed */
	size_t n_keys;
};

/* Not memory slots, nor so few ranges that there may be none left at a time. */
bool churn_fits(const struct set *set);

void churn_init(struct churn *churn, const struct set *set, struct random *random);
void churn_free(struct churn *churn);

/*
 * Indexes begin and end whole: the ranges that are out become those that come,
 * to be erased before the first round, or inserted after the last one.
 */
void churn_gather(struct churn *churn);

/* Draws a round: to be made in the order erase, insert, and changes there and back. */
void churn_draw(struct churn *churn, struct random *random);

/* A copy's batch of this round, and the one that undoes it. */
struct batch churn_batch(const struct churn *churn, size_t copy, enum operation operation);
struct batch churn_undo(const struct churn *churn, size_t copy, enum operation operation);

#endif
