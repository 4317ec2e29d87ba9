/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "contenders/contenders.h"
#include "util.h"
#include "workloads.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The folder of callgrind's output: set for the process that runs under it. */
#define FOLDER_VARIABLE "WBTREE_BENCH_CALLGRIND"

static void set_path(char *path, size_t size, const char *folder, unsigned long dump)
{
	if (dump)
		snprintf(path, size, "%s/out.%lu", folder, dump);
	else
		snprintf(path, size, "%s/out", folder);
}

BENCH_NORETURN static void become_callgrind(const char *folder, char **argv)
{
	static char *const options[] = { "valgrind",
					 "-q",
					 "--tool=callgrind",
					 "--cache-sim=yes",
					 "--branch-sim=yes",
					 "--toggle-collect=count_lookups",
					 "--dump-after=count_lookups" };
	char out[256] = "--callgrind-out-file=";
	size_t n_options = COUNT(options), n = 0;
	char **arguments;

	while (argv[n])
		n++;
	arguments = allocate(n_options + n + 2, sizeof(*arguments));
	memcpy(arguments, options, sizeof(options));
	set_path(out + strlen(out), sizeof(out) - strlen(out), folder, 0);
	arguments[n_options] = out;
	memcpy(arguments + n_options + 1, argv, (n + 1) * sizeof(*argv));
	if (!setenv(FOLDER_VARIABLE, folder, 1))
		execvp(arguments[0], arguments);
	fail(EXIT_FAULT, "wbtree-bench: --instructions needs valgrind: %s", strerror(errno));
}

void run_under_callgrind(char **argv)
{
	char folder[] = "/tmp/wbtree-bench-XXXXXX", last[sizeof(folder) + 8];
	int status = 0;
	pid_t child;

	if (getenv(FOLDER_VARIABLE))
		return;
	if (!mkdtemp(folder))
		fail(EXIT_FAULT, "wbtree-bench: %s: %s", folder, strerror(errno));
	child = fork();
	if (!child)
		become_callgrind(folder, argv);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		fail(EXIT_FAULT, "wbtree-bench: %s", strerror(errno));
	set_path(last, sizeof(last), folder, 0);
	unlink(last);
	rmdir(folder);
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT);
}

/* -------------------------------------------------------------------------
 * Counting
 */

/* Callgrind counts in here, and writes a file of it afterwards. */
uint64_t count_lookups(lookup_fn *lookup, const void *index, const uint64_t *keys, size_t n);

#if defined(__GNUC__)
__attribute__((noinline))
#endif
uint64_t
count_lookups(lookup_fn *lookup, const void *index, const uint64_t *keys, size_t n)
{
	return lookup(index, keys, n);
}

/* What is shown: a sum of callgrind's events. */
static const struct event {
	const char *name;
	const char *parts; /* each between blanks */
} events[] = {
	{ "instructions", " Ir " },
	{ "mispredicted", " Bcm Bim " },
	{ "L1 misses", " D1mr " },
	{ "last-level misses", " DLmr " },
};

static bool is_part(const struct event *event, const char *name)
{
	char between_blanks[32];

	snprintf(between_blanks, sizeof(between_blanks), " %s ", name);
	return strstr(event->parts, between_blanks);
}

/* Adds up what a line of totals says under the names of the events. */
static void add_totals(char *names, char *totals, double *counts)
{
	char *name_rest, *total_rest;
	char *name = strtok_r(names, " \n", &name_rest);
	char *total = strtok_r(totals, " \n", &total_rest);

	while (name && total) {
		for (size_t i = 0; i < COUNT(events); i++)
			counts[i] += is_part(&events[i], name) ? strtod(total, NULL) : 0;
		name = strtok_r(NULL, " \n", &name_rest);
		total = strtok_r(NULL, " \n", &total_rest);
	}
}

/* Reads the latest file that callgrind has written, and removes it. */
static void read_dump(double *counts)
{
	static unsigned long dump;
	char path[256], line[512], names[512] = "";
	bool found = false;
	FILE *file;

	set_path(path, sizeof(path), getenv(FOLDER_VARIABLE), ++dump);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "events: ", 8))
			strcpy(names, line + 8);
		found = !strncmp(line, "summary: ", 9);
		if (found)
			break;
	}
	if (!found)
		fail(EXIT_FAULT, "wbtree-bench: callgrind has not counted: %s", path);
	add_totals(names, line + 9, counts);
	fclose(file);
	remove(path);
}

/* -------------------------------------------------------------------------
 * Rows
 */

static const struct entrant entrants[] = {
	{ &contender_wbtree, false },	    { &contender_batch, false },
	{ &contender_relayout, false },	    { &contender_bsd, false },
	{ &contender_bsd_contains, false }, { &contender_boost_rb, true },
	{ &contender_boost_treap, true },   { &contender_tsearch, true },
	{ &contender_bsearch, false },	    { &contender_branchless, true },
	{ &contender_prefetch, false },	    { &contender_eytzinger, false },
};

/* So many lookups warm the simulated caches, and as many are counted. */
#define COUNTED ((size_t)1 << 14)

static void count_keys(const struct set *set, struct table *table, const struct indexes *indexes,
		       const struct keys *keys, enum draw draw)
{
	double numbers[COUNT(events)][MAX_CONTENDERS];
	size_t n = keys->n < COUNTED * 2 ? keys->n / 2 : COUNTED;

	for (size_t i = 0; i < table->n_contenders; i++) {
		lookup_fn *lookup = table->contenders[i]->lookups[THROUGHPUT];
		double counts[COUNT(events)] = { 0 };

		if (indexes->of[i]) {
			lookup(indexes->of[i], keys->keys, n);
			count_lookups(lookup, indexes->of[i], keys->keys + n, n);
			read_dump(counts);
		}
		for (size_t j = 0; j < COUNT(events); j++)
			numbers[j][i] = indexes->of[i] ? counts[j] / (double)n : NAN;
	}
	for (size_t j = 0; j < COUNT(events); j++) {
		struct row *row = table_add(table, set, draw_names[draw], NULL);

		row->unit = events[j].name;
		row->hits = keys->hits;
		row_count(row, numbers[j], table->n_contenders);
	}
}

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct indexes indexes;

	indexes_start(&indexes, table, set);
	for (enum draw draw = 0; draw < USUAL_DRAWS; draw++) {
		struct keys keys;

		if (draw == MIXED || !keys_draw(&keys, draw, set, plan->seed))
			continue;
		progress("%s: %s, keys: %s", plan->where, table->name, draw_names[draw]);
		count_keys(set, table, &indexes, &keys, draw);
		keys_free(&keys);
	}
	indexes_end(&indexes, table);
}

/* It takes 50 times as long. */
#define LARGEST ((size_t)1 << 17)

static bool fits(const struct set *set)
{
	return !set->slots && set->n <= LARGEST;
}

static const struct column columns[] = {
	{ "set", true, text_set },     { "n", false, text_n },
	{ "H", false, text_entropy },  { "keys", true, text_work },
	{ "hits%", false, text_hits }, { "per lookup", true, text_unit },
};

const struct workload instruction_workload = {
	.table = {
		.name = "instructions",
		.title = "Instructions: counted per lookup, and how much more or less than wbtree",
		.legend = "By valgrind's callgrind, throughput form. Mispredicted branches and "
			  "cache misses are those of its\n"
			  "simple models of a processor, not of this one.\n",
		.columns = columns,
		.n_columns = COUNT(columns),
		.counted = true,
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.extra = true,
	.share = 0,
	.fits = fits,
	.measure = measure,
};
