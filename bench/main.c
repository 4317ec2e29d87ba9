/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* wbtree-bench: how fast a wbtree is, against other ways to keep ranges. */
#include "machine.h"
#include "options.h"
#include "table.h"
#include "util.h"
#include "workloads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Shares of the time that is left for measuring a set. */
#define LOOKUP_SHARE 0.7
#define UPDATE_SHARE 0.2
/* Rows and kinds of updates that a set has on average. */
#define ROWS_PER_SET 4
#define KINDS_PER_SET 2
/* No measurement needs more, however few there are, and a set gets that much in any case. */
#define MOST_LOOKUP_SECONDS 0.15
#define MOST_UPDATE_SECONDS 3
#define LEAST_SET_SECONDS 0.2
/* About what building and checking takes, whatever is left. */
#define SETUP_SECONDS_PER_RANGE 8e-6
#define SETUP_SECONDS_PER_SET 0.3

static double at_most(double value, double bound)
{
	return value < bound ? value : bound;
}

/* Shares the time that is left out among the sets from this one on. */
static void share_out(struct plan *plan, const struct options *options, size_t set,
		      double seconds_left)
{
	const struct source_list *list = &options->sources;
	double seconds;

	for (size_t i = set; i < list->n; i++)
		seconds_left -= SETUP_SECONDS_PER_SET +
				SETUP_SECONDS_PER_RANGE * (double)list->sources[i].n;
	seconds = seconds_left / (double)(list->n - set);
	if (seconds < LEAST_SET_SECONDS)
		seconds = LEAST_SET_SECONDS;
	plan->lookup_seconds =
		at_most(seconds * LOOKUP_SHARE / ROWS_PER_SET / (double)options->repetitions,
			MOST_LOOKUP_SECONDS);
	plan->update_seconds = at_most(seconds * UPDATE_SHARE / KINDS_PER_SET, MOST_UPDATE_SECONDS);
}

/* Finds what is wrong with any file before time is spent on measuring the first. */
static void check_files(struct options *options)
{
	for (size_t i = 0; i < options->sources.n; i++) {
		struct source *source = &options->sources.sources[i];
		struct set set;

		if (!source->path)
			continue;
		set = set_load(source, options->seed);
		source->n = set.n;
		set_free(&set);
	}
}

static void measure(const struct options *options, struct table *tables)
{
	struct plan plan = { .seed = options->seed, .repetitions = options->repetitions };
	double end = wall_seconds() + options->seconds;

	for (size_t i = 0; i < options->sources.n; i++) {
		struct set set = set_load(&options->sources.sources[i], options->seed);

		share_out(&plan, options, i, end - wall_seconds());
		snprintf(plan.where, sizeof(plan.where), "[%lu/%lu] %s, n = %lu",
			 (unsigned long)i + 1, (unsigned long)options->sources.n, set.name,
			 (unsigned long)set.n);
		if (options->tables[LOOKUPS])
			measure_lookups(&set, &plan, &tables[LOOKUPS]);
		if (options->tables[UPDATES])
			measure_updates(&set, &plan, &tables[UPDATES]);
		set_free(&set);
	}
	progress_end();
}

static void print_head(const struct options *options, double seconds)
{
	printf("%s\n%lu repetitions, seed %" PRIu64 ", %.0f s. Times are processor times.\n"
	       "Tree items fill a cache line each and lie in memory in random order. Arrays take "
	       "16 bytes per range.\n\n",
	       machine(), (unsigned long)options->repetitions, options->seed, seconds);
}

static void print_csv(const struct options *options, const struct table *tables)
{
	fprintf(options->csv, "# %s\n", machine());
	table_print_csv_head(options->csv);
	for (size_t i = 0; i < TABLES; i++)
		table_print_csv(&tables[i], options->csv);
}

static void print(const struct options *options, const struct table *tables, double seconds)
{
	if (options->csv)
		print_csv(options, tables);
	if (options->csv == stdout)
		return;
	print_head(options, seconds);
	for (size_t i = 0; i < TABLES; i++) {
		if (options->tables[i])
			table_print(&tables[i], stdout);
	}
}

static void close_output(FILE *file)
{
	if (file && (ferror(file) | fclose(file)))
		fail(EXIT_FAULT, "wbtree-bench: the results could not be written");
}

int main(int argc, char **argv)
{
	struct table tables[TABLES] = { lookup_table, update_table };
	double begin = wall_seconds();
	struct options options;

	options_parse(&options, argc, argv);
	check_files(&options);
	measure(&options, tables);
	print(&options, tables, wall_seconds() - begin);
	if (options.csv != stdout)
		close_output(options.csv);
	close_output(stdout);
	for (size_t i = 0; i < TABLES; i++)
		free(tables[i].rows);
	options_free(&options);
	return 0;
}
