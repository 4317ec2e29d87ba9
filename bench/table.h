/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The results: collected in tables, printed for people and as CSV. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "contenders.h"
#include "sets.h"
#include "stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define MAX_CONTENDERS 16

/* What one contender took, in nanoseconds, and compared with the first one (see stats.h). */
struct cell {
	bool measured;
	struct spread time, factor;
};

/* One workload on one set. Figures that don't apply are NAN, texts NULL. */
struct row {
	char set[32];
	bool generated;
	size_t n;
	double entropy;
	const char *work, *form;
	double hits, nodes;
	double rotations, most_rotations;
	struct cell cells[MAX_CONTENDERS];
};

/* A column that says what a row is about, and what for in the lists below the table. */
enum role {
	NAME,  /* it names the row's series: all but n */
	SIZE,  /* n */
	GROUP, /* there is a list for each of its texts */
	FIGURE /* not at all */
};

struct column {
	const char *head;
	enum role role;
	bool left; /* aligned to the left */
	void (*text)(const struct row *row, char *text, size_t size);
};

struct table {
	const char *name, *title;
	const char *legend;
	const struct column *columns;
	size_t n_columns;
	const struct contender *const *contenders; /* ours first */
	size_t n_contenders;
	struct row *rows;
	size_t n_rows;
};

/* Adds a row about a set; the caller fills in the rest. Valid until the next call. */
struct row *table_add(struct table *table, const struct set *set, const char *work,
		      const char *form);

/* Fills the cells from samples[contender][repetition]; NULL: not measured. */
void row_compare(struct row *row, double *const *samples, size_t n_contenders, size_t repetitions);

/* Texts of columns that tables share. */
void text_set(const struct row *row, char *text, size_t size);
void text_n(const struct row *row, char *text, size_t size);
void text_entropy(const struct row *row, char *text, size_t size);
void text_work(const struct row *row, char *text, size_t size);
void text_form(const struct row *row, char *text, size_t size);

/* Prints a figure with that many decimals, "-" if it does not apply. */
void text_figure(double figure, int decimals, char *text, size_t size);

/* The table, the cells that others win, and the n from which ours does. */
void table_print(const struct table *table, FILE *file);
/* One line per cell; all tables have the same fields. */
void table_print_csv_head(FILE *file);
void table_print_csv(const struct table *table, FILE *file);

#endif
