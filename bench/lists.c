/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "table.h"

#include "util.h"

#include <math.h>
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

/* There is a list for each form, or where rows have none for each kind of work. */
static const char *group_of(const struct row *row)
{
	return row->form ? row->form : row->work;
}

typedef bool same_fn(const struct row *a, const struct row *b);

static bool is_unlisted(const struct row *row)
{
	return row->published || row->unlisted;
}

static bool same_group(const struct row *a, const struct row *b)
{
	return !is_unlisted(a) && !is_unlisted(b) && !strcmp(group_of(a), group_of(b));
}

static bool same_work(const struct row *a, const struct row *b)
{
	return same_group(a, b) && !strcmp(a->work, b->work);
}

/* A series: rows that differ in n alone. */
static bool same_series(const struct row *a, const struct row *b)
{
	return same_work(a, b) && !strcmp(a->set, b->set);
}

/* The next row that is the same as the given one, at i or behind it; NULL if there is none. */
static const struct row *next_same(const struct table *table, const struct row *row, size_t *i,
				   same_fn *same)
{
	for (; *i < table->n_rows; ++*i) {
		if (same(&table->rows[*i], row))
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

/* -------------------------------------------------------------------------
 * Runs of n in which we win, or lose
 */

struct run {
	const struct row *first, *last;
};

/* Which n: nothing of sets that have but one, "from on" where there is no greater one. */
static void text_numbers(const struct run *run, bool open, char *text, size_t size)
{
	unsigned long first = (unsigned long)run->first->n, last = (unsigned long)run->last->n;

	if (!run->first->generated)
		text[0] = '\0';
	else if (open && first != last)
		snprintf(text, size, " from %lu on", first);
	else if (first == last)
		snprintf(text, size, " %lu", first);
	else
		snprintf(text, size, " %lu to %lu", first, last);
}

static void run_end(struct run *run, bool open, struct paragraph *paragraph)
{
	char numbers[80];

	if (!run->first)
		return;
	text_numbers(run, open, numbers, sizeof(numbers));
	add_item(paragraph, "%s%s", run->first->set, numbers);
	run->first = NULL;
}

static void list_series(const struct table *table, size_t contender, const struct row *series,
			int sign, struct paragraph *paragraph)
{
	struct run run = { NULL, NULL };
	const struct row *row;

	for (size_t i = 0; (row = next_same(table, series, &i, same_series));) {
		if (sign_of(&row->cells[contender]) != sign) {
			run_end(&run, false, paragraph);
			continue;
		}
		run.first = run.first ? run.first : row;
		run.last = row;
	}
	run_end(&run, true, paragraph);
}

/* The rows of one kind of work that have the given sign. */
struct tally {
	size_t rows, measured;
	double least, most; /* per cent by which the times differ */
};

static struct tally tally_work(const struct table *table, size_t contender, const struct row *work,
			       int sign)
{
	struct tally tally = { 0, 0, 0, 0 };
	const struct row *row;

	for (size_t i = 0; (row = next_same(table, work, &i, same_work));) {
		const struct cell *cell = &row->cells[contender];
		double percent = percent_of(cell->factor.median);

		tally.measured += cell->measured;
		if (sign_of(cell) != sign)
			continue;
		if (!tally.rows++)
			tally.least = tally.most = percent;
		tally.least = fabs(percent) < fabs(tally.least) ? percent : tally.least;
		tally.most = fabs(percent) > fabs(tally.most) ? percent : tally.most;
	}
	return tally;
}

static void text_percent(const struct tally *tally, char *text, size_t size)
{
	if (tally->rows == 1)
		snprintf(text, size, "%+.0f%%", tally->least);
	else
		snprintf(text, size, "%+.0f to %+.0f%%", tally->least, tally->most);
}

/* One line for all sets of a kind of work, or none if no row has the sign. */
static void list_work(const struct table *table, size_t contender, const struct row *work, int sign,
		      FILE *file)
{
	struct tally tally = tally_work(table, contender, work, sign);
	struct paragraph paragraph;
	const struct row *row;
	char head[128], percent[32];

	if (!tally.rows)
		return;
	text_percent(&tally, percent, sizeof(percent));
	snprintf(head, sizeof(head), "%s, %s%s%s, %s", table->contenders[contender]->name,
		 group_of(work), work->form ? ", " : "", work->form ? work->work : "", percent);
	start_paragraph(&paragraph, file, head);
	if (tally.rows == tally.measured)
		add_item(&paragraph, "everywhere");
	for (size_t i = 0; tally.rows < tally.measured && i < table->n_rows;) {
		row = next_same(table, work, &i, same_work);
		if (!row)
			break;
		if (is_first(table, row, same_series))
			list_series(table, contender, row, sign, &paragraph);
	}
	fputc('\n', file);
}

static void print_signs(const struct table *table, int sign, FILE *file)
{
	for (size_t j = 1; j < table->n_contenders; j++) {
		for (size_t i = 0; !table->extra[j] && i < table->n_rows; i++) {
			if (is_first(table, &table->rows[i], same_work))
				list_work(table, j, &table->rows[i], sign, file);
		}
	}
}

/* -------------------------------------------------------------------------
 * Means
 */

static bool is_compared(const struct row *row, size_t contender)
{
	return row->cells[0].measured && row->cells[contender].measured;
}

/* The geometric mean over the sets, for each kind of work of the group. */
static void list_means(const struct table *table, size_t contender, const struct row *group,
		       struct paragraph *paragraph)
{
	const struct row *work, *row;

	for (size_t i = 0; (work = next_same(table, group, &i, same_group));) {
		double sum = 0;
		size_t n = 0;

		if (!is_first(table, work, same_work))
			continue;
		for (size_t j = 0; (row = next_same(table, work, &j, same_work));) {
			if (!is_compared(row, contender))
				continue;
			sum += row->cells[contender].factor.median;
			n++;
		}
		if (n)
			add_item(paragraph, "%s%s%+.0f%% (%lu)", work->form ? work->work : "",
				 work->form ? " " : "", percent_of(sum / (double)n),
				 (unsigned long)n);
	}
}

static bool is_in_group(const struct table *table, size_t contender, const struct row *group)
{
	const struct row *row;

	for (size_t i = 0; (row = next_same(table, group, &i, same_group));) {
		if (is_compared(row, contender))
			return true;
	}
	return false;
}

static void print_means(const struct table *table, FILE *file)
{
	struct paragraph paragraph;
	char head[128];

	for (size_t j = 1; j < table->n_contenders; j++) {
		for (size_t i = 0; i < table->n_rows; i++) {
			const struct row *row = &table->rows[i];

			if (!is_first(table, row, same_group) || !is_in_group(table, j, row))
				continue;
			snprintf(head, sizeof(head), "%s, %s", table->contenders[j]->name,
				 group_of(row));
			start_paragraph(&paragraph, file, head);
			list_means(table, j, row, &paragraph);
			fputc('\n', file);
		}
	}
}

void lists_print(const struct table *table, FILE *file)
{
	const char *ours = table->contenders[0]->name;

	fprintf(file, "Geometric means of the differences to %s (number of sets):\n", ours);
	print_means(table, file);
	fprintf(file, "Where %s loses, and how much less the others take:\n", ours);
	print_signs(table, -1, file);
	fprintf(file, "Where %s wins, and how much more the others take:\n", ours);
	print_signs(table, 1, file);
}
