/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Memory per range. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "util.h"

#include <math.h>
#include <stdio.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },	 { &contender_bsd, false },
	{ &contender_boost_rb, false },	 { &contender_boost_treap, false },
	{ &contender_tsearch, false },	 { &contender_prefetch, false },
	{ &contender_eytzinger, false },
};

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	double numbers[MAX_CONTENDERS];
	struct row *row;

	(void)plan;
	if (table->n_rows) /* it is the same for all sets */
		return;
	for (size_t i = 0; i < table->n_contenders; i++) {
		size_t bytes = table->contenders[i]->bytes;

		numbers[i] = bytes ? (double)bytes : NAN;
	}
	row = table_add(table, set, "bytes per range", NULL);
	snprintf(row->set, sizeof(row->set), "any");
	row->n = 0;
	row->entropy = NAN;
	row->unit = "bytes";
	row_count(row, numbers, table->n_contenders);
}

static bool fits(const struct set *set)
{
	return set->n > 0;
}

static const struct column columns[] = {
	{ "memory", true, text_work },
};

const struct workload memory_workload = {
	.table = {
		.name = "memory",
		.title = "Memory: bytes per range, with the range itself, and how much more or "
			 "less than wbtree",
		.legend = "Items of trees are aligned to cache lines here, which adds padding; "
			  "tsearch(3) as in glibc.\n",
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
