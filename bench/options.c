/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "options.h"

#include "contenders/contenders.h"
#include "output.h"
#include "util.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where the real sets are: the Makefile may give another place. */
#ifndef BENCH_DATA
#define BENCH_DATA "bench/data"
#endif

#define DEFAULT_SIZES "64,4096,64k,1M"
#define FULL_SIZES "8,32,128,512,2k,8k,32k,128k,512k,2M,8M"
#define DEFAULT_REPETITIONS "7"
#define DEFAULT_SECONDS "100"
#define FULL_SECONDS "3300"
#define DEFAULT_SEED "1"
#define GREATEST_SIZE ((uint64_t)1 << 26)

/* What the options say: some of it can only be used after all of them were read. */
struct request {
	struct options *options;
	const char *directory;
	const char *sets;
	size_t *sizes;
	size_t n_sizes;
	bool chosen; /* the tables were named */
};

struct option {
	const char *name;
	const char *argument; /* NULL if it takes none */
	const char *help;
	void (*take)(struct request *request, const struct option *option, const char *value);
};

BENCH_NORETURN static void bad_value(const struct option *option, const char *value,
				     const char *expected)
{
	fail(EXIT_USAGE, "wbtree-bench: --%s: expected %s, not '%s'", option->name, expected,
	     value);
}

/* Reads a decimal number with an optional k or M (times 1024, 1024^2); false if there is none. */
static bool parse_number(const char *text, uint64_t *value)
{
	size_t digits = strspn(text, "0123456789");
	const char *suffix = text + digits;
	unsigned int shift = 0;

	if (!strcmp(suffix, "k"))
		shift = 10;
	else if (!strcmp(suffix, "M"))
		shift = 20;
	else if (*suffix)
		return false;
	errno = 0;
	*value = strtoull(text, NULL, 10);
	if (!digits || errno || *value > UINT64_MAX >> shift)
		return false;
	*value <<= shift;
	return true;
}

static uint64_t number(const struct option *option, const char *text, uint64_t from, uint64_t to)
{
	uint64_t value;
	char expected[80];

	if (!parse_number(text, &value) || value < from || value > to) {
		snprintf(expected, sizeof(expected), "a number from %" PRIu64 " to %" PRIu64, from,
			 to);
		bad_value(option, text, expected);
	}
	return value;
}

/*
 * Copies the next item of a comma-separated list, moves *list behind it and
 * returns it; NULL after the last one. The caller frees it.
 */
static char *next_item(const char **list)
{
	size_t length;
	char *item;

	if (!*list)
		return NULL;
	length = strcspn(*list, ",");
	item = allocate(length + 1, 1);
	memcpy(item, *list, length);
	item[length] = '\0';
	*list = (*list)[length] ? *list + length + 1 : NULL;
	return item;
}

/* -------------------------------------------------------------------------
 * The options
 */

static void take_ranges(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	sources_add_file(&request->options->sources, value);
}

static void take_trace(struct request *request, const struct option *option, const char *value)
{
	struct source_list *list = &request->options->sources;

	if (!list->n || list->sources[list->n - 1].trace)
		fail(EXIT_USAGE, "wbtree-bench: --%s '%s' belongs behind the --ranges it is for",
		     option->name, value);
	list->sources[list->n - 1].trace = copy_text(value);
}

static void take_sets(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->sets = value;
}

static void take_data(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->directory = value;
}

static void take_sizes(struct request *request, const struct option *option, const char *value)
{
	char *item;

	request->n_sizes = 0;
	while ((item = next_item(&value))) {
		request->sizes =
			resize(request->sizes, request->n_sizes + 1, sizeof(*request->sizes));
		request->sizes[request->n_sizes++] = (size_t)number(option, item, 1, GREATEST_SIZE);
		free(item);
	}
}

static void take_tables(struct request *request, const struct option *option, const char *value)
{
	bool *tables = request->options->tables;
	char *item;

	memset(tables, 0, sizeof(request->options->tables));
	while ((item = next_item(&value))) {
		size_t i = 0;

		while (i < INSTRUCTIONS && strcmp(workloads[i]->table.name, item))
			i++;
		if (i == INSTRUCTIONS)
			bad_value(option, item, "names of tables, see --help");
		tables[i] = true;
		free(item);
	}
	request->chosen = true;
}

static void take_instructions(struct request *request, const struct option *option,
			      const char *value)
{
	bool *tables = request->options->tables;

	(void)option;
	(void)value;
	memset(tables, 0, sizeof(request->options->tables));
	tables[INSTRUCTIONS] = true;
	request->chosen = true;
}

static void take_contenders(struct request *request, const struct option *option, const char *value)
{
	const char *rest = value;
	char *item;

	while ((item = next_item(&rest))) {
		size_t i = 0;

		while (i < n_all_contenders && strcmp(all_contenders[i]->name, item))
			i++;
		if (i == n_all_contenders)
			bad_value(option, item, "names of contenders, see --help");
		free(item);
	}
	request->options->contenders = value;
}

static void take_full(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	(void)value;
	request->options->full = true;
}

static void take_dot(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->options->dot = true;
	request->sets = value;
}

static void take_repetitions(struct request *request, const struct option *option,
			     const char *value)
{
	request->options->repetitions = (size_t)number(option, value, 1, 1000);
}

static void take_seconds(struct request *request, const struct option *option, const char *value)
{
	request->options->seconds = (double)number(option, value, 1, 86400);
}

static void take_seed(struct request *request, const struct option *option, const char *value)
{
	request->options->seed = number(option, value, 0, UINT64_MAX);
}

static void take_csv(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->options->csv = value;
}

static void take_report(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->options->report = value;
}

static void take_screen(struct request *request, const struct option *option, const char *value)
{
	(void)option;
	request->options->screen = value;
}

static void take_help(struct request *request, const struct option *option, const char *value);

static const struct option options_known[] = {
	{ "full", NULL, "measure everything, with many sizes, for about an hour", take_full },
	{ "sets", "LIST", "sets to measure, separated by commas; default: all, unless --ranges",
	  take_sets },
	{ "sizes", "LIST",
	  "numbers of ranges of generated sets, k and M being 1024 and 1024^2;\n"
	  "default: " DEFAULT_SIZES ";\n"
	  "with --full: " FULL_SIZES,
	  take_sizes },
	{ "ranges", "FILE", "measure the ranges of a file; may be repeated", take_ranges },
	{ "trace", "FILE", "and this sequence of lookups in the --ranges before it", take_trace },
	{ "tables", "LIST",
	  "tables to measure; default: all but mixes, readers and slab,\n"
	  "or with --full all",
	  take_tables },
	{ "contenders", "LIST", "contenders to measure besides the first of each table",
	  take_contenders },
	{ "instructions", NULL,
	  "instead of time, count instructions, mispredictions and cache\n"
	  "misses in sets of up to 128 k ranges, with valgrind",
	  take_instructions },
	{ "repetitions", "N", "measurements of each cell; default: " DEFAULT_REPETITIONS,
	  take_repetitions },
	{ "seconds", "N",
	  "about how long to measure; default: " DEFAULT_SECONDS ", with --full: " FULL_SECONDS,
	  take_seconds },
	{ "seed", "N", "of all random choices; default: " DEFAULT_SEED, take_seed },
	{ "csv", "FILE", "write the results there too; -: to the standard output, instead",
	  take_csv },
	{ "report", "FILE",
	  "write the tables there too; unless --full, --tables, --contenders or\n"
	  "--instructions is given, print instead what they say on one screen:\n"
	  "at most 40 lines, as make bench does",
	  take_report },
	{ "screen", "FILE", "write that screen there, whatever is printed", take_screen },
	{ "data", "DIR", "where the real sets are; default: " BENCH_DATA, take_data },
	{ "dot", "SET", "instead, print the tree of a set as a picture for dot(1)", take_dot },
	{ "help", NULL, "print this", take_help },
};

static const struct {
	const char *name, *value, *full;
} defaults[] = {
	{ "sizes", DEFAULT_SIZES, FULL_SIZES },
	{ "seconds", DEFAULT_SECONDS, FULL_SECONDS },
	{ "repetitions", DEFAULT_REPETITIONS, DEFAULT_REPETITIONS },
	{ "seed", DEFAULT_SEED, DEFAULT_SEED },
	{ "data", BENCH_DATA, BENCH_DATA },
};

static const struct option *option_named(const char *name, size_t length)
{
	for (size_t i = 0; i < COUNT(options_known); i++) {
		if (strlen(options_known[i].name) == length &&
		    !strncmp(options_known[i].name, name, length))
			return &options_known[i];
	}
	return NULL;
}

/* Prints what stands left, and a text of several lines to the right of it. */
static void print_entry(const char *left, const char *text)
{
	printf("  %-17s ", left);
	for (; *text; text++)
		printf(*text == '\n' ? "%c                    " : "%c", *text);
	putchar('\n');
}

static void print_option(const struct option *option)
{
	char left[40];

	snprintf(left, sizeof(left), "--%s%s%s", option->name, option->argument ? "=" : "",
		 option->argument ? option->argument : "");
	print_entry(left, option->help);
}

static void print_contender(const struct contender *contender)
{
	print_entry(contender->name,
		    contender->create ? contender->about : "(its header was not found)");
}

static void take_help(struct request *request, const struct option *option, const char *value)
{
	(void)request;
	(void)option;
	(void)value;
	puts("Usage: wbtree-bench [OPTION]...\n\n"
	     "Measures a wbtree against other trees and arrays, with real and generated sets of\n"
	     "ranges, and prints tables; make bench prints one screen about them.\n");
	for (size_t i = 0; i < COUNT(options_known); i++)
		print_option(&options_known[i]);
	printf("\nSets: %s\nTables:", source_names());
	for (size_t i = 0; i < INSTRUCTIONS; i++)
		printf(" %s", workloads[i]->table.name);
	puts("\n\nContenders:");
	for (size_t i = 0; i < n_all_contenders; i++)
		print_contender(all_contenders[i]);
	puts("\nFormats of range files, told apart by their first line; # starts a comment:\n"
	     "  START LAST       hexadecimal, both included; anything may follow\n"
	     "  START-END        the same, END being the byte after: /proc/PID/maps\n"
	     "  START,LAST       decimal, 0x hexadecimal or IPv6 addresses, of which the upper 64\n"
	     "                   bits count: the files of tor-geoipdb; anything may follow a "
	     "comma\n"
	     "Of traces: one key in hexadecimal per line.\n\n"
	     "Items of trees lie in memory in random order, each with links and range in one\n"
	     "line of 64 bytes. Times are processor times of this process, but in the tables\n"
	     "readers and slab, whose threads are timed by the wall clock.\n"
	     "Exit status: 0 if all went well, 2 if an option or a file is wrong, else 1.");
	output_close(stdout, NULL);
	exit(0);
}

/* -------------------------------------------------------------------------
 * The command line
 */

/* Takes the option at argv[0]; returns how many arguments it was. */
static int take(struct request *request, char **argv)
{
	const char *name = argv[0] + 2, *value = strchr(name, '=');
	const struct option *option;

	if (strncmp(argv[0], "--", 2))
		fail(EXIT_USAGE, "wbtree-bench: unexpected argument '%s'; see --help", argv[0]);
	option = option_named(name, value ? (size_t)(value - name) : strlen(name));
	if (!option)
		fail(EXIT_USAGE, "wbtree-bench: unknown option '%s'; see --help", argv[0]);
	if (value && !option->argument)
		fail(EXIT_USAGE, "wbtree-bench: --%s takes no argument", option->name);
	if (!value && option->argument && !argv[1])
		fail(EXIT_USAGE, "wbtree-bench: --%s needs an argument: %s", option->name,
		     option->argument);
	option->take(request, option, value ? value + 1 : argv[1]);
	return !value && option->argument ? 2 : 1;
}

static void add_sets(struct request *request)
{
	struct source_list *list = &request->options->sources;
	const char *names = request->sets;
	char *name;

	if (!names && !list->n)
		sources_add_all(list, request->directory, request->sizes, request->n_sizes);
	while ((name = next_item(&names))) {
		if (!sources_add_named(list, name, request->directory, request->sizes,
				       request->n_sizes))
			fail(EXIT_USAGE, "wbtree-bench: --sets: no set '%s', but: %s", name,
			     source_names());
		free(name);
	}
}

/* Full runs have other defaults, so this is asked before the options are read in order. */
static bool is_given(char *const *argv, const char *argument)
{
	while (*argv && strcmp(*argv, argument))
		argv++;
	return *argv;
}

static void take_defaults(struct request *request, bool full)
{
	for (size_t i = 0; i < COUNT(defaults); i++) {
		const struct option *option =
			option_named(defaults[i].name, strlen(defaults[i].name));

		option->take(request, option, full ? defaults[i].full : defaults[i].value);
	}
}

void options_parse(struct options *options, int argc, char **argv)
{
	struct request request = { .options = options };

	*options = (struct options){ .csv = NULL };
	take_defaults(&request, is_given(argv, "--full"));
	for (int i = 1; i < argc;)
		i += take(&request, argv + i);
	for (size_t i = 0; !request.chosen && i < INSTRUCTIONS; i++)
		options->tables[i] = options->full || !workloads[i]->extra;
	add_sets(&request);
	options->brief =
		options->report && !options->full && !options->contenders && !request.chosen;
	if (options->dot && (options->csv || options->report || options->screen))
		fail(EXIT_USAGE, "wbtree-bench: --dot prints no results for --%s",
		     options->csv      ? "csv"
		     : options->report ? "report"
				       : "screen");
	free(request.sizes);
}

void options_free(struct options *options)
{
	sources_free(&options->sources);
}
