/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The command line. What is wrong with it ends the program. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "sets.h"
#include "workloads/workloads.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct options {
	struct source_list sources;
	bool tables[TABLES];
	bool full;
	const char *contenders; /* names; NULL: the usual ones */
	bool dot;		/* print the tree of the first set, and nothing else */
	uint64_t seed;
	size_t repetitions;
	double seconds;
	const char *report; /* a file for the tables, too; or NULL */
	const char *screen; /* a file for what they say on one screen, or NULL */
	bool brief;	    /* this on the standard output, instead of the tables */
	const char *csv; /* where to; NULL: nowhere, "-": the standard output, instead of tables */
};

/* Ends the program after --help, too. */
void options_parse(struct options *options, int argc, char **argv);
void options_free(struct options *options);

#endif
