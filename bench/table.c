/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "table.h"

#include "lists.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------
 * Rows
 */

struct row *table_add(struct table *table, const struct set *set, const char *work,
		      const char *form)
{
	struct row *row;

	table->rows = resize(table->rows, table->n_rows + 1, sizeof(*table->rows));
	row = &table->rows[table->n_rows++];
	*row = (struct row){ .generated = set->generated,
			     .n = set->n,
			     .entropy = set->entropy,
			     .work = work,
			     .form = form,
			     .hits = NAN,
			     .nodes = NAN,
			     .rotations = NAN,
			     .most_rotations = NAN };
	snprintf(row->set, sizeof(row->set), "%s", set->name);
	return row;
}

void row_compare(struct row *row, double *const *samples, size_t n_contenders, size_t repetitions)
{
	for (size_t i = 0; i < n_contenders; i++) {
		struct cell *cell = &row->cells[i];

		cell->measured = samples[i] != NULL;
		if (!cell->measured)
			continue;
		cell->time = spread_of(samples[i], repetitions);
		cell->factor = compare_pairs(samples[0], samples[i], repetitions);
	}
}

/* -------------------------------------------------------------------------
 * Texts
 */

void text_set(const struct row *row, char *text, size_t size)
{
	snprintf(text, size, "%s", row->set);
}

void text_n(const struct row *row, char *text, size_t size)
{
	snprintf(text, size, "%lu", (unsigned long)row->n);
}

void text_entropy(const struct row *row, char *text, size_t size)
{
	text_figure(row->entropy, 2, text, size);
}

void text_work(const struct row *row, char *text, size_t size)
{
	snprintf(text, size, "%s", row->work);
}

void text_form(const struct row *row, char *text, size_t size)
{
	snprintf(text, size, "%s", row->form);
}

void text_figure(double figure, int decimals, char *text, size_t size)
{
	if (isnan(figure))
		snprintf(text, size, "-");
	else
		snprintf(text, size, "%.*f", decimals, figure);
}

/* Three digits are as much as such measurements are good for. */
static int decimals_of(const struct cell *cell)
{
	return cell->time.median < 99.95 ? 1 : 0;
}

static void text_median(const struct cell *cell, char *text, size_t size)
{
	text_figure(cell->measured ? cell->time.median : NAN, decimals_of(cell), text, size);
}

static void text_deviation(const struct cell *cell, char *text, size_t size)
{
	text[0] = '\0';
	if (cell->measured)
		snprintf(text, size, "(%.*f)", decimals_of(cell), cell->time.deviation);
}

static void text_difference(const struct cell *cell, char *text, size_t size)
{
	text[0] = '\0';
	if (!cell->measured)
		return;
	if (is_difference(&cell->factor))
		snprintf(text, size, "%+.0f%%", percent_of(cell->factor.median));
	else
		snprintf(text, size, "~");
}

static const struct cell_column {
	void (*text)(const struct cell *cell, char *text, size_t size);
	const char *before; /* what separates it from the column to its left */
	bool of_first;	    /* the first contender has it too */
} cell_columns[] = {
	{ text_median, "   ", true },
	{ text_deviation, " ", true },
	{ text_difference, " ", false },
};

#define CELL_COLUMNS COUNT(cell_columns)

/* -------------------------------------------------------------------------
 * The table
 */

struct layout {
	int columns[16];
	int cells[MAX_CONTENDERS][CELL_COLUMNS];
};

static void widen(int *width, const char *text)
{
	if ((int)strlen(text) > *width)
		*width = (int)strlen(text);
}

static bool has_cell_column(size_t contender, size_t column)
{
	return contender || cell_columns[column].of_first;
}

static int cells_width(const struct layout *layout, size_t contender)
{
	int width = 0;

	for (size_t k = 0; k < CELL_COLUMNS; k++) {
		if (has_cell_column(contender, k))
			width += layout->cells[contender][k] + (k ? 1 : 0);
	}
	return width;
}

static void fit_row(const struct table *table, const struct row *row, struct layout *layout)
{
	char text[64];

	for (size_t i = 0; i < table->n_columns; i++) {
		table->columns[i].text(row, text, sizeof(text));
		widen(&layout->columns[i], text);
	}
	for (size_t j = 0; j < table->n_contenders; j++) {
		for (size_t k = 0; k < CELL_COLUMNS; k++) {
			cell_columns[k].text(&row->cells[j], text, sizeof(text));
			widen(&layout->cells[j][k], text);
		}
	}
}

static void fit(const struct table *table, struct layout *layout)
{
	memset(layout, 0, sizeof(*layout));
	for (size_t i = 0; i < table->n_columns; i++)
		widen(&layout->columns[i], table->columns[i].head);
	for (size_t i = 0; i < table->n_rows; i++)
		fit_row(table, &table->rows[i], layout);
	for (size_t j = 0; j < table->n_contenders; j++) {
		int missing = (int)strlen(table->contenders[j]->name) - cells_width(layout, j);

		if (missing > 0)
			layout->cells[j][0] += missing;
	}
}

static void print_aligned(FILE *file, const char *text, int width, bool left)
{
	fprintf(file, "%*s", left ? -width : width, text);
}

static void print_heads(const struct table *table, const struct layout *layout, FILE *file)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		fputs(i ? "  " : "", file);
		print_aligned(file, table->columns[i].head, layout->columns[i],
			      table->columns[i].left);
	}
	for (size_t j = 0; j < table->n_contenders; j++) {
		fputs(cell_columns[0].before, file);
		print_aligned(file, table->contenders[j]->name, cells_width(layout, j), false);
	}
	fputc('\n', file);
}

static void print_row(const struct table *table, const struct layout *layout, const struct row *row,
		      FILE *file)
{
	char text[64];

	for (size_t i = 0; i < table->n_columns; i++) {
		table->columns[i].text(row, text, sizeof(text));
		fputs(i ? "  " : "", file);
		print_aligned(file, text, layout->columns[i], table->columns[i].left);
	}
	for (size_t j = 0; j < table->n_contenders; j++) {
		for (size_t k = 0; k < CELL_COLUMNS; k++) {
			if (!has_cell_column(j, k))
				continue;
			cell_columns[k].text(&row->cells[j], text, sizeof(text));
			fputs(cell_columns[k].before, file);
			print_aligned(file, text, layout->cells[j][k], false);
		}
	}
	fputc('\n', file);
}

void table_print(const struct table *table, FILE *file)
{
	struct layout layout;

	fit(table, &layout);
	fprintf(file, "%s\n\n", table->title);
	print_heads(table, &layout, file);
	for (size_t i = 0; i < table->n_rows; i++)
		print_row(table, &layout, &table->rows[i], file);
	fprintf(file, "\n%s\n", table->legend);
	lists_print(table, file);
	fputc('\n', file);
}

/* -------------------------------------------------------------------------
 * CSV
 */

void table_print_csv_head(FILE *file)
{
	fputs("table,set,n,entropy,work,form,hits,nodes,rotations,most_rotations,contender,"
	      "median_ns,stdev_ns,log_factor,log_factor_stdev\n",
	      file);
}

static void print_csv_figure(FILE *file, double figure)
{
	if (isnan(figure))
		fputc(',', file);
	else
		fprintf(file, ",%.6g", figure);
}

/* Names come from file names: quoted, as they may hold anything. */
static void print_csv_text(FILE *file, const char *text)
{
	fputc(',', file);
	if (!text)
		return;
	fputc('"', file);
	for (; *text; text++)
		fprintf(file, *text == '"' ? "\"%c" : "%c", *text);
	fputc('"', file);
}

static void print_csv_cell(const struct table *table, const struct row *row, size_t contender,
			   FILE *file)
{
	const struct cell *cell = &row->cells[contender];
	const double figures[] = { row->hits, row->nodes, row->rotations, row->most_rotations };

	fputs(table->name, file);
	print_csv_text(file, row->set);
	fprintf(file, ",%lu", (unsigned long)row->n);
	print_csv_figure(file, row->entropy);
	print_csv_text(file, row->work);
	print_csv_text(file, row->form);
	for (size_t i = 0; i < COUNT(figures); i++)
		print_csv_figure(file, figures[i]);
	print_csv_text(file, table->contenders[contender]->name);
	print_csv_figure(file, cell->time.median);
	print_csv_figure(file, cell->time.deviation);
	print_csv_figure(file, cell->factor.median);
	print_csv_figure(file, cell->factor.deviation);
	fputc('\n', file);
}

void table_print_csv(const struct table *table, FILE *file)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t j = 0; j < table->n_contenders; j++) {
			if (table->rows[i].cells[j].measured)
				print_csv_cell(table, &table->rows[i], j, file);
		}
	}
}
