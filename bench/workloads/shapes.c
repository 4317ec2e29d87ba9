/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The shapes of trees: nodes visited by hits and misses, and height. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "util.h"

#include <math.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },	   { &contender_smooth, false },
	{ &contender_built, false },	   { &contender_bsd, false },
	{ &contender_boost_treap, false },
};

static const enum draw draws[] = { BY_SIZE, EVENLY, IN_GAPS, TRACED };

static const char *const work_names[DRAWS] = {
	[BY_SIZE] = "hits by size",
	[EVENLY] = "hits evenly",
	[IN_GAPS] = "misses",
	[TRACED] = "trace",
};

static struct row *add_row(struct table *table, const struct set *set, const char *work)
{
	struct row *row = table_add(table, set, work, NULL);

	row->unit = "nodes";
	return row;
}

static void measure_nodes(const struct set *set, struct table *table, const struct indexes *indexes,
			  const struct keys *keys, const char *work)
{
	double numbers[MAX_CONTENDERS];

	for (size_t i = 0; i < table->n_contenders; i++)
		numbers[i] = indexes->of[i] ? walk_nodes(table->contenders[i]->walk, indexes->of[i],
							 keys->keys, keys->n)
					    : NAN;
	row_count(add_row(table, set, work), numbers, table->n_contenders);
}

static void measure_height(const struct set *set, struct table *table,
			   const struct indexes *indexes)
{
	double numbers[MAX_CONTENDERS];

	for (size_t i = 0; i < table->n_contenders; i++)
		numbers[i] = indexes->of[i] ? (double)walk_height(table->contenders[i]->walk,
								  indexes->of[i])
					    : NAN;
	row_count(add_row(table, set, "height"), numbers, table->n_contenders);
}

/* No times: larger ones look the same, and take long to build. */
#define LARGEST ((size_t)1 << 20)
#define LARGEST_UNLESS_FULL ((size_t)1 << 16)

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct indexes indexes;

	if (set->n > (plan->full ? LARGEST : LARGEST_UNLESS_FULL))
		return;
	progress("%s: %s", plan->where, table->name);
	indexes_start(&indexes, table, set);
	for (size_t i = 0; i < COUNT(draws); i++) {
		struct keys keys;

		if (!keys_draw(&keys, draws[i], set, plan->seed))
			continue;
		measure_nodes(set, table, &indexes, &keys, work_names[draws[i]]);
		keys_free(&keys);
	}
	measure_height(set, table, &indexes);
	indexes_end(&indexes, table);
}

static bool fits(const struct set *set)
{
	return set->n > 0;
}

static const struct column columns[] = {
	{ "set", true, text_set },
	{ "n", false, text_n },
	{ "H", false, text_entropy },
	{ "nodes visited by", true, text_work },
};

const struct workload shape_workload = {
	.table = {
		.name = "shapes",
		.title = "Shapes: mean nodes visited, and height, and how much more or less than "
			 "wbtree",
		.legend = "smooth: each weight has an eighth of the mean weight added "
			  "(wb_smooth_weight).\n"
			  "The treap is weighted by size, too, as Aragon and Seidel (1989) have "
			  "it.\n",
		.columns = columns,
		.n_columns = COUNT(columns),
		.counted = true,
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.share = 0,
	.fits = fits,
	.measure = measure,
};
