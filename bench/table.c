/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "table.h"

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
	*row = (struct row){ .source = set->source,
			     .generated = set->generated,
			     .n = set->n,
			     .entropy = set->entropy,
			     .work = work,
			     .form = form,
			     .unit = "ns",
			     .hits = NAN,
			     .rotations = NAN,
			     .most_rotations = NAN };
	snprintf(row->set, sizeof(row->set), "%s", set->name);
	for (size_t i = 0; i < MAX_CONTENDERS; i++)
		row->cells[i].nodes = NAN;
	return row;
}

void row_compare(struct row *row, double *const *samples, size_t n_contenders, size_t repetitions)
{
	const double *first = NULL;

	for (size_t i = 0; i < n_contenders; i++) {
		struct cell *cell = &row->cells[i];

		cell->measured = samples[i] && repetitions;
		if (!cell->measured)
			continue;
		first = first ? first : samples[i];
		cell->value = spread_of(samples[i], repetitions);
		cell->factor = compare_pairs(first, samples[i], repetitions);
	}
}

void row_count(struct row *row, const double *numbers, size_t n_contenders)
{
	double first = NAN;

	for (size_t i = 0; i < n_contenders; i++) {
		struct cell *cell = &row->cells[i];

		cell->measured = !isnan(numbers[i]);
		if (!cell->measured)
			continue;
		first = isnan(first) ? numbers[i] : first;
		cell->value = (struct spread){ numbers[i], NAN };
		cell->factor = (struct spread){ log(numbers[i] / first), 0 };
	}
}

void row_rotations(struct row *row, const struct rotations *rotations)
{
	row->rotations = rotations->made / rotations->updates;
	row->most_rotations = rotations->most;
}

/* -------------------------------------------------------------------------
 * Texts
 */

static void text_figure(double figure, int decimals, char *text, size_t size)
{
	if (isnan(figure))
		snprintf(text, size, "-");
	else
		snprintf(text, size, "%.*f", decimals, figure);
}

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

void text_unit(const struct row *row, char *text, size_t size)
{
	snprintf(text, size, "%s", row->unit);
}

void text_hits(const struct row *row, char *text, size_t size)
{
	text_figure(row->hits * 100, 0, text, size);
}

void text_rotations(const struct row *row, char *text, size_t size)
{
	text_figure(row->rotations, 2, text, size);
}

void text_most_rotations(const struct row *row, char *text, size_t size)
{
	text_figure(row->most_rotations, 0, text, size);
}

/* -------------------------------------------------------------------------
 * Cells
 */

/* The cell of the row that the others are compared with. */
static const struct cell *first_cell(const struct table *table, const struct row *row)
{
	size_t i = 0;

	while (i + 1 < table->n_contenders && !row->cells[i].measured)
		i++;
	return &row->cells[i];
}

/* Three digits are as much as such measurements are good for. */
static int decimals_of(const struct cell *cell)
{
	if (cell->value.median == 0)
		return 0;
	if (cell->value.median < 9.995 && !(cell->value.deviation >= 1))
		return 2;
	return cell->value.median < 99.95 ? 1 : 0;
}

static void text_median(const struct cell *cell, const struct cell *first, char *text, size_t size)
{
	(void)first;
	text_figure(cell->measured ? cell->value.median : NAN, decimals_of(cell), text, size);
}

static void text_deviation(const struct cell *cell, const struct cell *first, char *text,
			   size_t size)
{
	(void)first;
	if (cell->measured && !isnan(cell->value.deviation))
		snprintf(text, size, "(%.*f)", decimals_of(cell), cell->value.deviation);
}

static void text_difference(const struct cell *cell, const struct cell *first, char *text,
			    size_t size)
{
	if (!cell->measured || cell == first || !isfinite(cell->factor.median))
		return;
	if (cell->factor.median == 0)
		snprintf(text, size, "=");
	else if (is_difference(&cell->factor))
		snprintf(text, size, "%+.0f%%", percent_of(cell->factor.median));
	else
		snprintf(text, size, "~");
}

/* Contenders that share a tree share this, too: it is printed once. */
static void text_nodes(const struct cell *cell, const struct cell *first, char *text, size_t size)
{
	bool same = cell != first && fabs(cell->nodes - first->nodes) < 0.005;

	if (cell->measured && !isnan(cell->nodes) && !same)
		snprintf(text, size, "[%.2f]", cell->nodes);
}

static const struct cell_column {
	void (*text)(const struct cell *cell, const struct cell *first, char *text, size_t size);
	const char *before; /* what separates it from the column to its left */
	bool of_counted;    /* has a sense where nothing is repeated */
} cell_columns[] = {
	{ text_median, "   ", true },
	{ text_deviation, " ", false },
	{ text_difference, " ", true },
	{ text_nodes, " ", false },
};

#define CELL_COLUMNS COUNT(cell_columns)

static void text_cell(const struct table *table, const struct row *row, size_t contender,
		      size_t column, char *text, size_t size)
{
	text[0] = '\0';
	if (!table->counted || cell_columns[column].of_counted)
		cell_columns[column].text(&row->cells[contender], first_cell(table, row), text,
					  size);
}

/* -------------------------------------------------------------------------
 * Panels: a table is printed as several, by kind and width of the contenders
 */

struct panel {
	const struct table *table;
	const char *title;
	bool continued;
	size_t contenders[MAX_CONTENDERS];
	size_t n;
	int columns[16];			 /* widths */
	int cells[MAX_CONTENDERS][CELL_COLUMNS]; /* widths, by place in the panel; 0: none */
};

static const char *const panel_titles[KINDS] = {
	[OURS] = "This library's tree",
	[TREES] = "Other trees",
	[ARRAYS] = "Arrays",
};

/* Whether one of the panel's contenders was measured, besides the one compared with. */
static bool has_row(const struct panel *panel, const struct row *row)
{
	for (size_t j = 0; j < panel->n; j++) {
		if (row->cells[panel->contenders[j]].measured && (j || panel->n == 1))
			return true;
	}
	return false;
}

static void widen(int *width, const char *text)
{
	if ((int)strlen(text) > *width)
		*width = (int)strlen(text);
}

static int cells_width(const struct panel *panel, size_t j)
{
	int width = 0;

	for (size_t k = 0; k < CELL_COLUMNS; k++) {
		if (panel->cells[j][k])
			width += panel->cells[j][k] + (k ? 1 : 0);
	}
	return width;
}

static void fit_row(struct panel *panel, const struct row *row)
{
	const struct table *table = panel->table;
	char text[64];

	for (size_t i = 0; i < table->n_columns; i++) {
		table->columns[i].text(row, text, sizeof(text));
		widen(&panel->columns[i], text);
	}
	for (size_t j = 0; j < panel->n; j++) {
		for (size_t k = 0; k < CELL_COLUMNS; k++) {
			text_cell(table, row, panel->contenders[j], k, text, sizeof(text));
			widen(&panel->cells[j][k], text);
		}
	}
}

static void fit(struct panel *panel)
{
	const struct table *table = panel->table;

	for (size_t i = 0; i < table->n_columns; i++)
		widen(&panel->columns[i], table->columns[i].head);
	for (size_t i = 0; i < table->n_rows; i++) {
		if (has_row(panel, &table->rows[i]))
			fit_row(panel, &table->rows[i]);
	}
	for (size_t j = 0; j < panel->n; j++) {
		const char *name = table->contenders[panel->contenders[j]]->name;
		int missing = (int)strlen(name) - cells_width(panel, j);

		if (missing > 0)
			panel->cells[j][0] += missing;
	}
}

static void print_aligned(FILE *file, const char *text, int width, bool left)
{
	fprintf(file, "%*s", left ? -width : width, text);
}

static void print_heads(const struct panel *panel, FILE *file)
{
	const struct table *table = panel->table;

	for (size_t i = 0; i < table->n_columns; i++) {
		fputs(i ? "  " : "", file);
		print_aligned(file, table->columns[i].head, panel->columns[i],
			      table->columns[i].left);
	}
	for (size_t j = 0; j < panel->n; j++) {
		fputs(cell_columns[0].before, file);
		print_aligned(file, table->contenders[panel->contenders[j]]->name,
			      cells_width(panel, j), false);
	}
	fputc('\n', file);
}

static void print_row(const struct panel *panel, const struct row *row, FILE *file)
{
	const struct table *table = panel->table;
	char text[64];

	for (size_t i = 0; i < table->n_columns; i++) {
		table->columns[i].text(row, text, sizeof(text));
		fputs(i ? "  " : "", file);
		print_aligned(file, text, panel->columns[i], table->columns[i].left);
	}
	for (size_t j = 0; j < panel->n; j++) {
		for (size_t k = 0; k < CELL_COLUMNS; k++) {
			if (!panel->cells[j][k])
				continue;
			text_cell(table, row, panel->contenders[j], k, text, sizeof(text));
			fputs(cell_columns[k].before, file);
			print_aligned(file, text, panel->cells[j][k], false);
		}
	}
	fputc('\n', file);
}

static size_t panel_width(const struct panel *panel)
{
	size_t width = 0;

	for (size_t i = 0; i < panel->table->n_columns; i++)
		width += (size_t)panel->columns[i] + (i ? 2 : 0);
	for (size_t j = 0; j < panel->n; j++)
		width += (size_t)cells_width(panel, j) + strlen(cell_columns[0].before);
	return width;
}

static void print_panel(const struct panel *panel, FILE *file)
{
	const struct table *table = panel->table;

	fprintf(file, "%s%s\n", table->title, panel->title ? ":" : "");
	if (panel->title)
		fprintf(file, "%s%s\n", panel->title, panel->continued ? ", continued" : "");
	fputc('\n', file);
	print_heads(panel, file);
	for (size_t i = 0; i < table->n_rows; i++) {
		if (has_row(panel, &table->rows[i]))
			print_row(panel, &table->rows[i], file);
	}
	fputc('\n', file);
}

/* The most contenders that are printed side by side, whatever their kinds. */
#define MOST_ABREAST 5
/* Panels are broken so that lines are no longer. */
#define PANEL_WIDTH 110

static bool belongs(const struct table *table, size_t contender, enum kind kind)
{
	return table->n_contenders <= MOST_ABREAST || table->contenders[contender]->kind == kind;
}

/* Prints as many contenders of a kind, from the given one on, as fit; returns the next one. */
static size_t print_abreast(const struct table *table, enum kind kind, size_t from, FILE *file)
{
	bool one = table->n_contenders <= MOST_ABREAST;
	const char *title = table->panels[kind] ? table->panels[kind] : panel_titles[kind];
	struct panel panel = { .table = table, .title = one ? NULL : title, .n = 1 };
	struct panel wider = panel;
	size_t j = from;

	for (; j < table->n_contenders; j++) {
		if (!belongs(table, j, kind))
			continue;
		wider.contenders[wider.n++] = j;
		fit(&wider);
		if (panel.n > 1 && panel_width(&wider) > PANEL_WIDTH)
			break;
		panel = wider;
	}
	panel.continued = from > 1;
	if (panel.n == 1 && one)
		fit(&panel);
	if (panel.n > 1 || one)
		print_panel(&panel, file);
	return j;
}

/* Each panel begins with the contender that the others are compared with. */
static void print_panels(const struct table *table, FILE *file)
{
	bool one = table->n_contenders <= MOST_ABREAST;

	for (enum kind kind = 0; kind < (one ? 1 : KINDS); kind++) {
		size_t next = 1;

		do {
			next = print_abreast(table, kind, next, file);
		} while (next < table->n_contenders);
	}
}

void table_print(const struct table *table, FILE *file)
{
	if (!table->n_rows)
		return;
	print_panels(table, file);
	fprintf(file, "%s\n", table->legend);
	if (!table->counted && !table->rates)
		lists_print(table, file);
	fputc('\n', file);
}

/* -------------------------------------------------------------------------
 * CSV
 */

void table_print_csv_head(FILE *file)
{
	fputs("table,set,n,entropy,work,form,unit,hits,rotations,most_rotations,contender,nodes,"
	      "median,stdev,log_factor,log_factor_stdev,verdict\n",
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

static const char *verdict_on(const struct row *row, const struct cell *cell,
			      const struct cell *first)
{
	if (row->published)
		return "published";
	if (cell == first)
		return "first";
	if (!is_difference(&cell->factor))
		return "no difference";
	return cell->factor.median > 0 ? "more" : "less";
}

static void print_csv_cell(const struct table *table, const struct row *row, size_t contender,
			   FILE *file)
{
	const struct cell *cell = &row->cells[contender];

	fputs(table->name, file);
	print_csv_text(file, row->set);
	fprintf(file, ",%lu", (unsigned long)row->n);
	print_csv_figure(file, row->entropy);
	print_csv_text(file, row->work);
	print_csv_text(file, row->form);
	print_csv_text(file, row->unit);
	print_csv_figure(file, row->hits);
	print_csv_figure(file, row->rotations);
	print_csv_figure(file, row->most_rotations);
	print_csv_text(file, table->contenders[contender]->name);
	print_csv_figure(file, cell->nodes);
	print_csv_figure(file, cell->value.median);
	print_csv_figure(file, cell->value.deviation);
	print_csv_figure(file, cell->factor.median);
	print_csv_figure(file, cell->factor.deviation);
	print_csv_text(file, verdict_on(row, cell, first_cell(table, row)));
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
