/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Indexes of all contenders of a table, and crowds of them for cold lookups. */
#include "workloads.h"

#include "util.h"

#include <stdlib.h>

static bool are_built_alike(const struct contender *a, const struct contender *b)
{
	return a->create == b->create && a->build == b->build && a->teach == b->teach;
}

/* The index of an earlier contender that the i-th can use, or NULL. */
static void *find_alike(const struct indexes *indexes, const struct table *table, size_t i)
{
	for (size_t j = 0; j < i; j++) {
		if (indexes->of[j] && are_built_alike(table->contenders[j], table->contenders[i]))
			return indexes->of[j];
	}
	return NULL;
}

void indexes_start(struct indexes *indexes, const struct table *table, const struct set *set)
{
	*indexes = (struct indexes){ { NULL }, { false } };
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (!contender_takes(table->contenders[i], set->n))
			continue;
		indexes->of[i] = find_alike(indexes, table, i);
		indexes->shared[i] = indexes->of[i];
		if (!indexes->of[i])
			indexes->of[i] = contender_start(table->contenders[i], set);
	}
}

void indexes_end(struct indexes *indexes, const struct table *table)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (indexes->of[i] && !indexes->shared[i])
			table->contenders[i]->destroy(indexes->of[i]);
	}
}

/* -------------------------------------------------------------------------
 * Crowds
 */

/* Of one contender, counting a cache line per range: more than second-level caches hold. */
#define CROWD_BYTES ((size_t)64 << 20)
/* Fewer would find in the caches what the one before has left there. */
#define LEAST_OF_A_CROWD 16
/* More take too long to build, and have enough of their own besides the ranges. */
#define MOST_OF_A_CROWD ((size_t)1 << 16)

size_t crowd_size(const struct set *set)
{
	size_t size = CROWD_BYTES / CACHE_LINE / set->n;

	if (size < LEAST_OF_A_CROWD)
		return 0;
	return size < MOST_OF_A_CROWD ? size : MOST_OF_A_CROWD;
}

static struct crowd *crowd_start(const struct contender *contender, const struct set *set)
{
	struct random random = random_start(set->n, FOR_SETS);
	struct crowd *crowd = allocate_zeroed(1, sizeof(*crowd));
	uint32_t *order;

	crowd->n = crowd_size(set);
	crowd->indexes = allocate(crowd->n, sizeof(*crowd->indexes));
	order = allocate(crowd->n, sizeof(*order));
	random_order(&random, order, crowd->n);
	for (size_t i = 0; i < crowd->n; i++)
		crowd->indexes[order[i]] = contender_start(contender, set);
	free(order);
	return crowd;
}

void crowds_start(struct indexes *crowds, const struct table *table, const struct set *set)
{
	*crowds = (struct indexes){ { NULL }, { false } };
	for (size_t i = 0; i < table->n_contenders; i++) {
		const struct contender *contender = table->contenders[i];

		if (contender_takes(contender, set->n) && contender->lookups[COLD])
			crowds->of[i] = crowd_start(contender, set);
	}
}

void crowds_end(struct indexes *crowds, const struct table *table)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		struct crowd *crowd = crowds->of[i];

		for (size_t j = 0; crowd && j < crowd->n; j++)
			table->contenders[i]->destroy(crowd->indexes[j]);
		if (crowd)
			free(crowd->indexes);
		free(crowd);
	}
}
