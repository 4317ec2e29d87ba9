/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "lists.h"

#include "util.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/* Text that is broken into lines between its items. */
struct paragraph {
	FILE *file;
	size_t column;
	bool started; /* an item was printed */
};

#define LINE_WIDTH 100

BENCH_PRINTF(2, 3) static void add_item(struct paragraph *paragraph, const char *format, ...)
{
	char text[256];
	va_list arguments;
	size_t length;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	length = strlen(text);
	if (paragraph->started)
		fputc(',', paragraph->file);
	if (paragraph->column + length + 2 > LINE_WIDTH) {
		fputs("\n   ", paragraph->file);
		paragraph->column = 3;
	}
	fprintf(paragraph->file, " %s", text);
	paragraph->column += length + 2;
	paragraph->started = true;
}

static void start_paragraph(struct paragraph *paragraph, FILE *file, const char *head)
{
	fprintf(file, "  %s:", head);
	*paragraph = (struct paragraph){ file, strlen(head) + 3, false };
}

static void end_paragraph(struct paragraph *paragraph, const char *if_empty)
{
	if (!paragraph->started)
		fprintf(paragraph->file, " %s", if_empty);
	fputc('\n', paragraph->file);
}

/* The text of the column that the lists are grouped by. */
static void text_group(const struct table *table, const struct row *row, char *text, size_t size)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		if (table->columns[i].role == GROUP)
			table->columns[i].text(row, text, size);
	}
}

/* What a row is called without its n and group: its set, and what else names it. */
static void text_series(const struct table *table, const struct row *row, char *text, size_t size)
{
	char part[64];
	size_t length = 0;

	text[0] = '\0';
	for (size_t i = 0; i < table->n_columns; i++) {
		if (table->columns[i].role != NAME)
			continue;
		table->columns[i].text(row, part, sizeof(part));
		snprintf(text + length, size - length, "%s%s", length ? " " : "", part);
		length = strlen(text);
	}
}

typedef bool same_fn(const struct table *table, const struct row *a, const struct row *b);

static bool same_group(const struct table *table, const struct row *a, const struct row *b)
{
	char text_a[64], text_b[64];

	text_group(table, a, text_a, sizeof(text_a));
	text_group(table, b, text_b, sizeof(text_b));
	return !strcmp(text_a, text_b);
}

static bool same_series(const struct table *table, const struct row *a, const struct row *b)
{
	char text_a[128], text_b[128];

	text_series(table, a, text_a, sizeof(text_a));
	text_series(table, b, text_b, sizeof(text_b));
	return same_group(table, a, b) && !strcmp(text_a, text_b);
}

/* The next row that is the same as the given one, at i or behind it; NULL if there is none. */
static const struct row *next_same(const struct table *table, const struct row *row, size_t *i,
				   same_fn *same)
{
	for (; *i < table->n_rows; ++*i) {
		if (same(table, &table->rows[*i], row))
			return &table->rows[(*i)++];
	}
	return NULL;
}

/* Whether no row before this one is the same. */
static bool is_first(const struct table *table, const struct row *row, same_fn *same)
{
	size_t i = 0;

	return next_same(table, row, &i, same) == row;
}

/* Which way a cell differs from our own: 1 if we are faster, -1 if slower, 0 if neither. */
static int sign_of(const struct cell *cell)
{
	if (!cell->measured || !is_difference(&cell->factor))
		return 0;
	return cell->factor.median > 0 ? 1 : -1;
}

/* The rows of a series in which we are slower: its name, and n if there are several. */
static void list_series(const struct table *table, size_t contender, const struct row *series,
			struct paragraph *paragraph)
{
	const struct row *row;
	char name[128];
	bool named = false;

	text_series(table, series, name, sizeof(name));
	for (size_t i = 0; (row = next_same(table, series, &i, same_series));) {
		const struct cell *cell = &row->cells[contender];
		double percent = percent_of(cell->factor.median);

		if (sign_of(cell) >= 0)
			continue;
		if (!row->generated)
			add_item(paragraph, "%s %.0f%%", name, percent);
		else
			add_item(paragraph, "%s%s%lu %.0f%%", named ? "" : name, named ? "" : " ",
				 (unsigned long)row->n, percent);
		named = true;
	}
}

/* Whether we are slower in all rows of a group; by how much at least and at most. */
static bool loses_all(const struct table *table, size_t contender, const struct row *group,
		      double *least, double *most)
{
	const struct row *row;

	*least = -100;
	*most = 0;
	for (size_t i = 0; (row = next_same(table, group, &i, same_group));) {
		double percent = percent_of(row->cells[contender].factor.median);

		if (sign_of(&row->cells[contender]) >= 0)
			return false;
		*least = percent > *least ? percent : *least;
		*most = percent < *most ? percent : *most;
	}
	return true;
}

static void list_losses(const struct table *table, size_t contender, const struct row *group,
			struct paragraph *paragraph)
{
	double least, most;
	const struct row *row;

	if (loses_all(table, contender, group, &least, &most)) {
		add_item(paragraph, "everywhere, %.0f to %.0f%%", least, most);
		return;
	}
	for (size_t i = 0; (row = next_same(table, group, &i, same_group));) {
		if (is_first(table, row, same_series))
			list_series(table, contender, row, paragraph);
	}
}

/* One run of n, from first to last; open if there is no greater n. */
static void add_run(struct paragraph *paragraph, const char *name, const struct row *first,
		    const struct row *last, bool open)
{
	if (open)
		add_item(paragraph, "%sfrom %lu on", name, (unsigned long)first->n);
	else if (first == last)
		add_item(paragraph, "%s%lu", name, (unsigned long)first->n);
	else
		add_item(paragraph, "%s%lu to %lu", name, (unsigned long)first->n,
			 (unsigned long)last->n);
}

/* The runs of n in which we are faster, in one series. */
static void list_runs(const struct table *table, size_t contender, const struct row *series,
		      struct paragraph *paragraph)
{
	const struct row *row, *first = NULL, *last = NULL;
	char name[128];

	text_series(table, series, name, sizeof(name) - 1);
	strcat(name, " ");
	for (size_t i = 0; (row = next_same(table, series, &i, same_series)); last = row) {
		if (sign_of(&row->cells[contender]) > 0) {
			first = first ? first : row;
		} else if (first) {
			add_run(paragraph, name, first, last, false);
			first = NULL;
			name[0] = '\0';
		}
	}
	if (first)
		add_run(paragraph, name, first, last, true);
}

static void list_wins(const struct table *table, size_t contender, const struct row *group,
		      struct paragraph *paragraph)
{
	const struct row *row;

	for (size_t i = 0; (row = next_same(table, group, &i, same_group));) {
		if (row->generated && is_first(table, row, same_series))
			list_runs(table, contender, row, paragraph);
	}
}

typedef void list_fn(const struct table *table, size_t contender, const struct row *group,
		     struct paragraph *paragraph);

/* A paragraph for each other contender and group in which it was measured. */
static void print_list(const struct table *table, FILE *file, list_fn *list, const char *if_empty)
{
	struct paragraph paragraph;
	char group[64], head[128];

	for (size_t j = 1; j < table->n_contenders; j++) {
		for (size_t i = 0; i < table->n_rows; i++) {
			const struct row *row = &table->rows[i];

			if (!is_first(table, row, same_group) || !row->cells[j].measured)
				continue;
			text_group(table, row, group, sizeof(group));
			snprintf(head, sizeof(head), "%s, %s", table->contenders[j]->name, group);
			start_paragraph(&paragraph, file, head);
			list(table, j, row, &paragraph);
			end_paragraph(&paragraph, if_empty);
		}
	}
}

static bool has_generated(const struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		if (table->rows[i].generated)
			return true;
	}
	return false;
}

void lists_print(const struct table *table, FILE *file)
{
	const char *ours = table->contenders[0]->name;

	fprintf(file, "Where %s loses, and how much less time the other takes:\n", ours);
	print_list(table, file, list_losses, "nowhere");
	if (!has_generated(table))
		return;
	fprintf(file, "The n for which %s wins, in generated sets:\n", ours);
	print_list(table, file, list_wins, "none");
}
