/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Indexes of all contenders of a table. */
#include "workloads.h"

static bool are_built_alike(const struct contender *a, const struct contender *b)
{
	return a->create == b->create && a->build == b->build;
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
