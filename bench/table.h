/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The results: collected in tables, printed for people and as CSV. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "contenders/contenders.h"
#include "contenders/rotations.h"
#include "sets.h"
#include "stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What one contender needed, and compared with the first one of the row (see
 * stats.h). nodes: visited per lookup, NAN if they are not counted.
 */
struct cell {
	bool measured;
	struct spread value, factor;
	double nodes;
};

/* One workload on one set. Figures that don't apply are NAN, texts NULL. */
struct row {
	const struct source *source; /* of the set */
	char set[32];
	bool generated;
	size_t n;
	double entropy;
	const char *work, *form;
	const char *unit;
	bool published; /* found elsewhere, not measured here */
	bool unlisted;	/* no time, so not in the lists */
	double hits, rotations, most_rotations;
	struct cell cells[MAX_CONTENDERS];
};

/* A column that says what a row is about. */
struct column {
	const char *head;
	bool left; /* aligned to the left */
	void (*text)(const struct row *row, char *text, size_t size);
};

struct table {
	const char *name, *title;
	const char *legend;
	const char *panels[KINDS]; /* what the kinds of contenders are called; NULL: as usual */
	const struct column *columns;
	size_t n_columns;
	bool counted; /* exact numbers, not repeated measurements of time */
	bool rates;   /* more is better: the lists below are left out */
	const struct contender *contenders[MAX_CONTENDERS]; /* the one compared with first */
	bool extra[MAX_CONTENDERS];			    /* not in the lists below */
	size_t n_contenders;
	struct row *rows;
	size_t n_rows;
};

/* Adds a row about a set; the caller fills in the rest. Valid until the next call. */
struct row *table_add(struct table *table, const struct set *set, const char *work,
		      const char *form);

/* Fills a row's cells from samples[contender][repetition]; NULL: not measured. */
void row_compare(struct row *row, double *const *samples, size_t n_contenders, size_t repetitions);
/* The same from numbers that were counted; NAN: not counted. */
void row_count(struct row *row, const double *numbers, size_t n_contenders);
/* Fills in the rotations per update. */
void row_rotations(struct row *row, const struct rotations *rotations);

/* Lines of legends that tables share. */
#define LEGEND_NO_DIFFERENCE                                                                       \
	"~: no difference: the repetitions differ more than the contenders do.\n"
#define LEGEND_ROTATIONS                                                                           \
	"rotations: the tree's, mean and most per update; a double rotation is two.\n"

/* Texts of columns that tables share. */
void text_set(const struct row *row, char *text, size_t size);
void text_n(const struct row *row, char *text, size_t size);
void text_entropy(const struct row *row, char *text, size_t size);
void text_work(const struct row *row, char *text, size_t size);
void text_form(const struct row *row, char *text, size_t size);
void text_unit(const struct row *row, char *text, size_t size);
void text_hits(const struct row *row, char *text, size_t size);
void text_rotations(const struct row *row, char *text, size_t size);
void text_most_rotations(const struct row *row, char *text, size_t size);

/* What a table says in short: where the others win, and where we do. */
void lists_print(const struct table *table, FILE *file);
/* The table, and these lists below it. */
void table_print(const struct table *table, FILE *file);
/* One line per cell; all tables have the same fields. */
void table_print_csv_head(FILE *file);
void table_print_csv(const struct table *table, FILE *file);

#endif
