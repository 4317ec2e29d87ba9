/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* wbtree-bench: how fast a wbtree is, against other ways to keep ranges. */
#include "contenders/contenders.h"
#include "machine.h"
#include "options.h"
#include "output.h"
#include "screen.h"
#include "table.h"
#include "util.h"
#include "workloads/workloads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "wbtree.h"
#include "wbtree_debug.h"

/* A set gets that much in any case, and this much at most, times the shares of its tables. */
#define LEAST_SECONDS 0.1
#define MOST_SECONDS 12
/* About what building and checking one index takes, whatever is left. */
#define SETUP_SECONDS_PER_RANGE 0.8e-6
/* Indexes that are built for a contender, in all tables. */
#define INDEXES_PER_CONTENDER 3

static double at_most(double value, double bound)
{
	return value < bound ? value : bound;
}

static double setup_seconds(size_t n, const struct table *tables)
{
	size_t contenders = 0;

	for (size_t i = 0; i < TABLES; i++) {
		if (tables[i].n_contenders > contenders)
			contenders = tables[i].n_contenders;
	}
	return SETUP_SECONDS_PER_RANGE * (double)(n * contenders * INDEXES_PER_CONTENDER);
}

/* What a set may take from the time left, if all sets from this one on get alike. */
static double seconds_for(const struct options *options, const struct table *tables, size_t set,
			  double seconds_left)
{
	const struct source_list *list = &options->sources;
	double seconds;

	for (size_t i = set; i < list->n; i++)
		seconds_left -= setup_seconds(list->sources[i].n, tables);
	seconds = seconds_left / (double)(list->n - set);
	return seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS;
}

/* The tables wanted that fit the set, and the sum of their shares. */
static double choose_tables(const struct options *options, const struct set *set, bool *chosen)
{
	double shares = 0;

	for (size_t i = 0; i < TABLES; i++) {
		chosen[i] = options->tables[i] && workloads[i]->fits && workloads[i]->fits(set);
		shares += chosen[i] ? workloads[i]->share : 0;
	}
	return shares;
}

static void measure_set(const struct options *options, const struct set *set, struct plan *plan,
			struct table *tables, double seconds)
{
	bool chosen[TABLES];
	double shares = choose_tables(options, set, chosen);

	for (size_t i = 0; i < TABLES; i++) {
		double share = workloads[i]->share;

		if (!chosen[i])
			continue;
		plan->seconds = at_most(seconds / (shares > 0 ? shares : 1), MOST_SECONDS) * share;
		workloads[i]->measure(set, plan, &tables[i]);
	}
}

/* The tables that need no set; false if there is no other. */
static bool measure_without_sets(const struct options *options, struct plan *plan,
				 struct table *tables)
{
	size_t wanted = 0, measured = 0;

	for (size_t i = 0; i < TABLES; i++)
		wanted += options->tables[i];
	for (size_t i = 0; i < TABLES; i++) {
		if (!options->tables[i] || workloads[i]->fits)
			continue;
		plan->seconds = at_most(options->seconds / (double)wanted,
					MOST_SECONDS * workloads[i]->share);
		workloads[i]->measure(NULL, plan, &tables[i]);
		measured++;
	}
	return measured < wanted;
}

static void measure(const struct options *options, struct table *tables)
{
	struct plan plan = { options->seed, options->repetitions, options->full, 0, "" };
	double end = wall_seconds() + options->seconds;
	size_t sets;

	progress_until(end);
	sets = measure_without_sets(options, &plan, tables) ? options->sources.n : 0;
	for (size_t i = 0; i < sets; i++) {
		struct set set = set_load(&options->sources.sources[i], options->seed);

		snprintf(plan.where, sizeof(plan.where), "[%lu/%lu] %s, n = %lu",
			 (unsigned long)i + 1, (unsigned long)options->sources.n, set.name,
			 (unsigned long)set.n);
		measure_set(options, &set, &plan, tables,
			    seconds_for(options, tables, i, end - wall_seconds()));
		set_free(&set);
	}
	progress_end();
}

/* What people read is broken into lines. */
#define LINE_WIDTH 100
#define MOST_MACHINE_LINES 2

/* What the machine was like when the measurements began. */
struct circumstances {
	double begin; /* wall_seconds() */
	double load;
};

/* Said before the results: what was measured on what, and when. */
static void print_machine(const struct options *options, const struct circumstances *circumstances,
			  const char *mark, size_t width, FILE *file)
{
	char line[640];

	snprintf(line, sizeof(line), "%swbtree %s on %s", mark, wb_version(), machine());
	print_wrapped(file, line, width, MOST_MACHINE_LINES);
	fprintf(file, "%s%lu repetitions, seed %" PRIu64 ", %.0f s", mark,
		(unsigned long)options->repetitions, options->seed,
		wall_seconds() - circumstances->begin);
	if (circumstances->load >= 0)
		fprintf(file, ", load average %.1f before and %.1f after", circumstances->load,
			machine_load());
	fputc('\n', file);
}

static void print_head(const struct options *options, const struct circumstances *circumstances,
		       const char *mark, size_t width, FILE *file)
{
	print_machine(options, circumstances, mark, width, file);
	fprintf(file,
		"%sTimes are processor times, but in the tables readers and slab wall-clock "
		"times.\n"
		"%sA load average above 1 means that other programs ran beside this one.\n"
		"%sItems of trees fill a cache line each and lie in memory in random order.\n",
		mark, mark, mark);
}

static void print_csv(const struct options *options, const struct table *tables,
		      const struct circumstances *circumstances, FILE *csv)
{
	output_begin(csv);
	print_head(options, circumstances, "# ", SIZE_MAX, csv);
	table_print_csv_head(csv);
	for (size_t i = 0; i < TABLES; i++)
		table_print_csv(&tables[i], csv);
}

static void print_tables(const struct options *options, const struct table *tables,
			 const struct circumstances *circumstances, FILE *file)
{
	output_begin(file);
	print_head(options, circumstances, "", LINE_WIDTH, file);
	fputc('\n', file);
	for (size_t i = 0; i < TABLES; i++)
		table_print(&tables[i], file);
}

static void print_screen(const struct options *options, const struct table *tables,
			 const struct circumstances *circumstances, FILE *file)
{
	const char *all = options->report ? options->report : options->csv;

	output_begin(file);
	print_machine(options, circumstances, "", LINE_WIDTH, file);
	screen_print(&tables[LOOKUPS], &tables[UPDATES], file);
	if (all)
		fprintf(file, "All tables: %s\n", all);
}

/* Where results go besides the standard output, or instead of it; NULL: nowhere. */
struct outputs {
	FILE *csv, *report, *screen;
};

static struct outputs outputs_open(const struct options *options)
{
	struct outputs outputs;

	outputs.csv = output_open(options->csv, &options->sources);
	outputs.report = output_open(options->report, &options->sources);
	outputs.screen = output_open(options->screen, &options->sources);
	return outputs;
}

/* Those that are stdout are closed last. */
static void outputs_close(const struct options *options, const struct outputs *outputs)
{
	if (outputs->csv && outputs->csv != stdout)
		output_close(outputs->csv, options->csv);
	if (outputs->report && outputs->report != stdout)
		output_close(outputs->report, options->report);
	if (outputs->screen && outputs->screen != stdout)
		output_close(outputs->screen, options->screen);
}

static void print(const struct options *options, const struct table *tables,
		  const struct circumstances *circumstances, const struct outputs *outputs)
{
	bool brief = options->brief && tables[LOOKUPS].n_rows;

	if (outputs->csv)
		print_csv(options, tables, circumstances, outputs->csv);
	if (outputs->report)
		print_tables(options, tables, circumstances, outputs->report);
	if (outputs->screen)
		print_screen(options, tables, circumstances, outputs->screen);
	if (outputs->csv == stdout || outputs->report == stdout || outputs->screen == stdout)
		return;
	if (brief)
		print_screen(options, tables, circumstances, stdout);
	else
		print_tables(options, tables, circumstances, stdout);
}

static void run_tables(const struct options *options)
{
	const struct circumstances circumstances = { wall_seconds(), machine_load() };
	const struct outputs outputs = outputs_open(options);
	struct table tables[TABLES];

	for (size_t i = 0; i < TABLES; i++)
		tables[i] = workload_table(workloads[i], options->full, options->contenders);
	measure(options, tables);
	print(options, tables, &circumstances, &outputs);
	outputs_close(options, &outputs);
	for (size_t i = 0; i < TABLES; i++)
		free(tables[i].rows);
}

static void print_label(FILE *file, const struct wb_node *node, void *context)
{
	const struct range *range = contender_wbtree.walk->range(node);

	(void)context;
	fprintf(file, "%" PRIx64 "-%" PRIx64, range->start, range->last);
}

/* Prints the tree that a set becomes, as a picture for dot(1). */
static void draw_tree(const struct options *options)
{
	struct set set = set_load(&options->sources.sources[0], options->seed);
	void *index = contender_start(&contender_wbtree, &set);
	struct wb_root root = WB_ROOT_INIT;

	/* Only read, as all of the walk's nodes. */
	root.node = (struct wb_node *)(uintptr_t)contender_wbtree.walk->root(index);
	if (wb_print_dot(stdout, &root, print_label, NULL) != WB_OK)
		fail(EXIT_FAULT, "wbtree-bench: the picture could not be written");
	contender_wbtree.destroy(index);
	set_free(&set);
}

int main(int argc, char **argv)
{
	struct options options;

	output_start();
	options_parse(&options, argc, argv);
	if (options.tables[INSTRUCTIONS])
		run_under_callgrind(argv);
	sources_read(&options.sources);
	if (options.dot)
		draw_tree(&options);
	else
		run_tables(&options);
	output_close(stdout, NULL);
	options_free(&options);
	return 0;
}
