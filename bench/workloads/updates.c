/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Updates: building in three orders, and changes at a size that stays about n. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "contenders/rotations.h"
#include "rounds.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },	  { &contender_built, false },
	{ &contender_bsd, false },	  { &contender_boost_rb, true },
	{ &contender_boost_treap, true }, { &contender_tsearch, false },
	{ &contender_prefetch, false },	  { &contender_eytzinger, true },
	{ &contender_scan, true },
};

/* -------------------------------------------------------------------------
 * Building
 */

/* The order in which the ranges arrive; a random one is drawn for each index. */
enum order { RANDOM, ASCENDING, DESCENDING, ORDERS };

static const char *const order_names[ORDERS] = {
	[RANDOM] = "build random",
	[ASCENDING] = "build ascending",
	[DESCENDING] = "build descending",
};

/* Indexes that hold fewer ranges together are too quickly built to be timed. */
#define LEAST_BUILT 8192

/* The copies of an index that are built, with arrivals of their own. */
struct builds {
	struct set *sets;
	void **indexes[MAX_CONTENDERS]; /* NULL: does not take part */
	size_t n;
};

static void arrange(struct set *set, enum order order, struct random *random)
{
	set->arrival = allocate(set->n, sizeof(*set->arrival));
	if (order == RANDOM)
		random_order(random, set->arrival, set->n);
	for (size_t i = 0; order != RANDOM && i < set->n; i++)
		set->arrival[i] = (uint32_t)(order == ASCENDING ? i : set->n - 1 - i);
}

static void builds_start(struct builds *builds, const struct set *set, const struct table *table,
			 enum order order, struct random *random)
{
	*builds = (struct builds){ .n = (LEAST_BUILT - 1) / set->n + 1 };
	builds->sets = allocate(builds->n, sizeof(*builds->sets));
	for (size_t i = 0; i < builds->n; i++) {
		builds->sets[i] = *set;
		arrange(&builds->sets[i], order, random);
	}
	for (size_t j = 0; j < table->n_contenders; j++) {
		const struct contender *contender = table->contenders[j];

		if (!contender_takes(contender, set->n) || !contender->clear)
			continue;
		builds->indexes[j] = allocate(builds->n, sizeof(*builds->indexes[j]));
		for (size_t i = 0; i < builds->n; i++)
			builds->indexes[j][i] = contender->create(&builds->sets[i]);
	}
}

/* The indexes are as the last measurement has left them. */
static void builds_end(struct builds *builds, const struct table *table)
{
	for (size_t j = 0; j < table->n_contenders; j++) {
		for (size_t i = 0; builds->indexes[j] && i < builds->n; i++) {
			contender_check(table->contenders[j], builds->indexes[j][i],
					&builds->sets[i]);
			table->contenders[j]->destroy(builds->indexes[j][i]);
		}
		free(builds->indexes[j]);
	}
	for (size_t i = 0; i < builds->n; i++)
		free(builds->sets[i].arrival);
	free(builds->sets);
}

/* Nanoseconds per range. */
static double time_build(const struct contender *contender, void **indexes, size_t n,
			 const struct set *set)
{
	double before, after;
	bool fine = true;

	for (size_t i = 0; i < n; i++)
		contender->clear(indexes[i]);
	before = cpu_seconds();
	for (size_t i = 0; i < n; i++)
		fine &= contender->build(indexes[i]);
	after = cpu_seconds();
	if (!fine)
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s can't be built", set->name,
		     (unsigned long)set->n, contender->name);
	return (after - before) * 1e9 / (double)(n * set->n);
}

/* In trees that are built as the one that is timed. */
static void count_builds(const struct builds *builds, struct row *row)
{
	struct rotations rotations = { 0, 0, 0 };

	for (size_t i = 0; i < builds->n; i++) {
		const struct set *set = &builds->sets[i];
		void *index = counted_wbtree->create(set);

		for (uint32_t j = 0; j < set->n; j++) {
			const struct range *range = &set->ranges[set->arrival[j]];
			struct batch one = { 1, &j, range, range };

			count_rotations(counted_wbtree, index, INSERT, &one, &rotations);
		}
		counted_wbtree->destroy(index);
	}
	row_rotations(row, &rotations);
}

static void measure_build(const struct set *set, const struct plan *plan, struct table *table,
			  enum order order, double seconds)
{
	struct random random = random_start(plan->seed, FOR_UPDATES);
	size_t n = table->n_contenders, repetition = 0;
	double *samples[MAX_CONTENDERS] = { NULL }, since;
	struct row *row;
	struct builds builds;

	progress("%s: %s, %s", plan->where, table->name, order_names[order]);
	row = table_add(table, set, order_names[order], NULL);
	builds_start(&builds, set, table, order, &random);
	if (set->n <= MOST_COUNTED)
		count_builds(&builds, row);
	for (size_t j = 0; j < n; j++)
		samples[j] = builds.indexes[j] ? allocate(plan->repetitions, sizeof(double)) : NULL;
	for (since = wall_seconds(); goes_on(plan, repetition, since, seconds); repetition++) {
		uint32_t who[MAX_CONTENDERS];

		random_order(&random, who, n);
		for (size_t i = 0; i < n; i++) {
			if (samples[who[i]])
				samples[who[i]][repetition] =
					time_build(table->contenders[who[i]],
						   builds.indexes[who[i]], builds.n, set);
		}
	}
	row_compare(row, samples, n, repetition);
	for (size_t j = 0; j < n; j++)
		free(samples[j]);
	builds_end(&builds, table);
}

/* -------------------------------------------------------------------------
 * The table
 */

static const struct kind_of_update kinds[] = {
	{ "insert", INSERT },
	{ "erase", ERASE },
	{ "erase by handle", ERASE_HANDLE },
	{ "resize", RESIZE },
};

/* Large sets take long to build again and again. */
#define LARGEST_UNLESS_FULL ((size_t)1 << 17)

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	double share = plan->seconds / (ORDERS + 2);

	if (set->n > LARGEST_UNLESS_FULL && !plan->full)
		return;
	for (enum order order = 0; order < ORDERS; order++)
		measure_build(set, plan, table, order, share);
	measure_rounds(set, plan, table, kinds, COUNT(kinds), share * 2);
}

static const struct column columns[] = {
	{ "set", true, text_set },
	{ "n", false, text_n },
	{ "H", false, text_entropy },
	{ "update", true, text_work },
	{ "rotations", false, text_rotations },
	{ "most", false, text_most_rotations },
};

const struct workload update_workload = {
	.table = {
		.name = "updates",
		.title = "Updates: nanoseconds per update, median (stdev), and how much more or "
			 "less than wbtree",
		.legend =
			"build: per range, in the order given; trees insert one by one, P_build and "
			"arrays sort\n"
			"  all of them with qsort(3) first.\n"
			"insert, erase: of up to a quarter of the ranges, at random. Erase and "
			"resize look the\n"
			"  range up first; erase by handle is given it.\n"
			"resize: the range, whose size is its weight, gets a smaller size, or its "
			"own again.\n"
			LEGEND_ROTATIONS
			LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.share = 2,
	.fits = churn_fits,
	.measure = measure,
};
