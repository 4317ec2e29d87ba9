/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "screen.h"

#include "util.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/* Who is compared: of a rival's variants the fastest one that was measured. */
enum who { TREE, ARRAY, BSEARCH, RED_BLACK, RIVALS };

struct variant {
	const struct contender *contender;
	const char *mark; /* behind its figures */
	const char *about;
};

#define MOST_VARIANTS 5

static const struct rival {
	const char *head, *about;
	struct variant variants[MOST_VARIANTS];
} rivals[RIVALS] = {
	[TREE] = { "wbtree", NULL, { { &contender_wbtree, "", NULL } } },
	[ARRAY] = { "array",
		    "array, the best of:",
		    { { &contender_branchless, "", "sorted and branchless" },
		      { &contender_prefetch, "p", "prefetch" },
		      { &contender_split, "s", "split" },
		      { &contender_eytzinger, "e", "Eytzinger" },
		      { &contender_scan, "l", "scan" } } },
	[BSEARCH] = { "bsrch", "bsrch:", { { &contender_bsearch, "", "bsearch(3)" } } },
	[RED_BLACK] = { "rb",
			"rb, red-black, the best of:",
			{ { &contender_bsd, "", "tree.h" },
			  { &contender_bsd_contains, "o", "our loop" },
			  { &contender_boost_rb, "b", "Boost" },
			  { &contender_tsearch, "t", "tsearch(3)" } } },
};

/* What is compared. */
static const struct theme {
	const char *title, *name;
	const char *work, *form;
	size_t table; /* 0: lookups, 1: updates */
} themes[] = {
	{ "hits, by size", "size", "size", "throughput", 0 },
	{ "hits, evenly", "even", "even", "throughput", 0 },
	{ "misses", "misses", "misses", "throughput", 0 },
	{ "hits by size, latency", "latency", "size", "latency", 0 },
	{ "insert", "insert", "insert", NULL, 1 },
};

/* So many themes lie side by side. */
#define ABREAST 3

/* The tables, and the rows of lookups that stand for the sets. */
struct screen {
	const struct table *tables[2];
	FILE *file;
};

static bool is_set(const struct row *row)
{
	return !strcmp(row->work, "size") && !strcmp(row->form, "throughput");
}

static const struct row *row_of(const struct screen *screen, const struct row *set,
				const struct theme *theme)
{
	const struct table *table = screen->tables[theme->table];

	for (size_t i = 0; i < table->n_rows; i++) {
		const struct row *row = &table->rows[i];

		if (row->source == set->source && !strcmp(row->work, theme->work) &&
		    (!theme->form || !strcmp(row->form, theme->form)))
			return row;
	}
	return NULL;
}

static const struct cell *cell_of(const struct table *table, const struct row *row,
				  const struct contender *contender)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (table->contenders[i] == contender && row->cells[i].measured)
			return &row->cells[i];
	}
	return NULL;
}

/* A rival's measurement in a row; NULL: there is none. */
struct entry {
	const struct cell *cell;
	const char *mark;
};

/* Which way it differs from the tree: 1 if it is slower, -1 if faster, 0 if neither is known. */
static int sign_of(const struct cell *cell)
{
	if (!is_difference(&cell->factor))
		return 0;
	return cell->factor.median > 0 ? 1 : -1;
}

static bool is_better(const struct cell *a, const struct cell *b)
{
	if (!a || !b)
		return a;
	if (sign_of(a) != sign_of(b))
		return sign_of(a) < sign_of(b);
	return a->factor.median < b->factor.median;
}

static struct entry entry_of(const struct table *table, const struct row *row,
			     const struct rival *rival)
{
	struct entry entry = { NULL, "" };

	for (size_t i = 0; i < MOST_VARIANTS && rival->variants[i].contender; i++) {
		const struct cell *cell = cell_of(table, row, rival->variants[i].contender);

		if (is_better(cell, entry.cell))
			entry = (struct entry){ cell, rival->variants[i].mark };
	}
	return entry;
}

/* What was measured of all rivals. */
struct contest {
	struct entry entries[RIVALS];
	const struct cell *best; /* but for TREE's; NULL: there is none, or none of TREE */
};

static struct contest contest_in(const struct screen *screen, const struct row *set,
				 const struct theme *theme)
{
	const struct table *table = screen->tables[theme->table];
	const struct row *row = row_of(screen, set, theme);
	struct contest contest = { .best = NULL };

	for (enum who who = 0; row && who < RIVALS; who++) {
		contest.entries[who] = entry_of(table, row, &rivals[who]);
		if (who != TREE && is_better(contest.entries[who].cell, contest.best))
			contest.best = contest.entries[who].cell;
	}
	if (!contest.entries[TREE].cell)
		contest.best = NULL;
	return contest;
}

/* -------------------------------------------------------------------------
 * Sets
 */

#define MOST_SETS 12
/* So many of them are real ones, if there are others. */
#define MOST_REAL 9

struct selection {
	size_t n[2], shown[2]; /* of real sets, and of generated ones */
};

static struct selection select_sets(const struct table *lookups)
{
	struct selection selection = { { 0, 0 }, { 0, 0 } };
	size_t room = MOST_SETS;

	for (size_t i = 0; i < lookups->n_rows; i++) {
		if (is_set(&lookups->rows[i]))
			selection.n[lookups->rows[i].generated]++;
	}
	if (selection.n[1])
		room = MOST_REAL;
	selection.shown[0] = selection.n[0] < room ? selection.n[0] : room;
	room = MOST_SETS - selection.shown[0];
	selection.shown[1] = selection.n[1] < room ? selection.n[1] : room;
	return selection;
}

/* Whether the set that comes at this place among those of its kind is shown: every so many is. */
static bool is_shown(const struct selection *selection, bool generated, size_t place)
{
	size_t n = selection->n[generated], shown = selection->shown[generated];

	return ((place + 1) * shown + n / 2) / n != (place * shown + n / 2) / n;
}

/* -------------------------------------------------------------------------
 * Printing
 */

#define SET_WIDTH 10
#define N_WIDTH 7
#define FIGURE_WIDTH 6
#define MARK_WIDTH 1
#define GAP_WIDTH 1
/* Of a theme, without the gap: two rivals have variants to be marked. */
#define THEME_WIDTH (FIGURE_WIDTH * RIVALS + MARK_WIDTH * 2)

/* A line of columns, printed without the blanks at its end. */
struct line {
	size_t length;
	char text[256];
};

BENCH_PRINTF(2, 3) static void line_add(struct line *line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line->text + line->length, sizeof(line->text) - line->length, format, arguments);
	va_end(arguments);
	line->length += strlen(line->text + line->length);
}

static void line_print(struct line *line, FILE *file)
{
	while (line->length && line->text[line->length - 1] == ' ')
		line->length--;
	fprintf(file, "%.*s\n", (int)line->length, line->text);
}

/* Whether the rival has a column for marks. */
static bool has_marks(enum who who)
{
	return rivals[who].variants[1].contender;
}

static void text_figure(double figure, char *text, size_t size)
{
	if (figure < 99.95)
		snprintf(text, size, "%.1f", figure);
	else if (figure < 99999.5)
		snprintf(text, size, "%.0f", figure);
	else
		snprintf(text, size, "%.0fk", figure / 1000);
}

/* The best one wins, unless the tree is faster; the tree wins, unless the best one is faster. */
static bool wins(const struct contest *contest, enum who who)
{
	if (!contest->best)
		return false;
	if (who == TREE)
		return sign_of(contest->best) >= 0;
	return contest->entries[who].cell == contest->best && sign_of(contest->best) <= 0;
}

static void add_entry(struct line *line, const struct contest *contest, enum who who)
{
	const struct entry *entry = &contest->entries[who];
	char figure[32] = "-", text[40];

	if (entry->cell)
		text_figure(entry->cell->value.median, figure, sizeof(figure));
	snprintf(text, sizeof(text), "%s%s", wins(contest, who) ? "*" : "", figure);
	line_add(line, "%*s", FIGURE_WIDTH, text);
	if (has_marks(who))
		line_add(line, "%-*s", MARK_WIDTH, entry->cell ? entry->mark : "");
}

static void print_set(const struct screen *screen, const struct row *set, const struct theme *theme,
		      size_t n)
{
	struct line line = { 0, "" };

	line_add(&line, "%-*.*s %*lu", SET_WIDTH, SET_WIDTH, set->set, N_WIDTH,
		 (unsigned long)set->n);
	for (size_t i = 0; i < n; i++) {
		struct contest contest = contest_in(screen, set, &theme[i]);

		line_add(&line, "%*s", GAP_WIDTH, "");
		for (enum who who = 0; who < RIVALS; who++)
			add_entry(&line, &contest, who);
	}
	line_print(&line, screen->file);
}

static void print_heads(const struct screen *screen, const struct theme *theme, size_t n)
{
	struct line above = { 0, "" }, line = { 0, "" };

	line_add(&above, "%*s", SET_WIDTH + 1 + N_WIDTH, "");
	line_add(&line, "%-*s %*s", SET_WIDTH, "set", N_WIDTH, "n");
	for (size_t i = 0; i < n; i++) {
		line_add(&above, "%*s ", GAP_WIDTH + THEME_WIDTH - 1, theme[i].title);
		line_add(&line, "%*s", GAP_WIDTH, "");
		for (enum who who = 0; who < RIVALS; who++)
			line_add(&line, "%*s%*s", FIGURE_WIDTH, rivals[who].head,
				 has_marks(who) ? MARK_WIDTH : 0, "");
	}
	line_print(&above, screen->file);
	line_print(&line, screen->file);
}

static void print_themes(const struct screen *screen, const struct theme *theme, size_t n)
{
	const struct table *lookups = screen->tables[0];
	struct selection selection = select_sets(lookups);
	size_t place[2] = { 0, 0 };

	print_heads(screen, theme, n);
	for (size_t i = 0; i < lookups->n_rows; i++) {
		const struct row *row = &lookups->rows[i];

		if (is_set(row) && is_shown(&selection, row->generated, place[row->generated]++))
			print_set(screen, row, theme, n);
	}
	fputc('\n', screen->file);
}

/* The sets of a theme by how they end, and the factor of those, as a geometric mean. */
static void print_tally(const struct screen *screen, const struct theme *theme, int sign)
{
	const struct table *lookups = screen->tables[0];
	double sum = 0, factor;
	size_t n = 0, measured = 0;

	for (size_t i = 0; i < lookups->n_rows; i++) {
		struct contest contest;

		if (!is_set(&lookups->rows[i]))
			continue;
		contest = contest_in(screen, &lookups->rows[i], theme);
		measured += contest.best != NULL;
		if (!contest.best || sign_of(contest.best) != sign)
			continue;
		sum += fabs(contest.best->factor.median);
		n++;
	}
	fprintf(screen->file, " %s %lu/%lu", theme->name, (unsigned long)n,
		(unsigned long)measured);
	factor = n ? exp(sum / (double)n) : 0;
	if (n)
		fprintf(screen->file, " %.*fx", factor < 9.95 ? 1 : 0, factor);
}

static void print_tallies(const struct screen *screen, const char *head, int sign)
{
	fprintf(screen->file, "%s", head);
	for (size_t i = 0; i < COUNT(themes); i++) {
		fputs(i ? "," : "", screen->file);
		print_tally(screen, &themes[i], sign);
	}
	fputc('\n', screen->file);
}

static bool takes_part(const struct table *table, const struct contender *contender)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (table->contenders[i] == contender)
			return true;
	}
	return false;
}

/* Adds which of a rival's variants take part, with their marks. */
static void describe(struct line *line, const struct table *table, const struct rival *rival)
{
	const char *between = rival->about;

	for (size_t i = 0; i < MOST_VARIANTS && rival->variants[i].contender; i++) {
		const struct variant *variant = &rival->variants[i];

		if (!takes_part(table, variant->contender))
			continue;
		line_add(line, "%s %s%s%s%s", between, variant->about, *variant->mark ? " (" : "",
			 variant->mark, *variant->mark ? ")" : "");
		between = ",";
	}
}

static void print_legend(const struct screen *screen)
{
	struct line arrays = { 0, "" }, others = { 0, "" };

	fputs("Nanoseconds of processor time per lookup or insertion. "
	      "*: fastest, or wbtree no different from it.\n",
	      screen->file);
	describe(&arrays, screen->tables[0], &rivals[ARRAY]);
	describe(&others, screen->tables[0], &rivals[BSEARCH]);
	line_add(&others, "; ");
	describe(&others, screen->tables[0], &rivals[RED_BLACK]);
	line_print(&arrays, screen->file);
	line_print(&others, screen->file);
}

void screen_print(const struct table *lookups, const struct table *updates, FILE *file)
{
	const struct screen screen = { { lookups, updates }, file };

	print_legend(&screen);
	for (size_t i = 0; i < COUNT(themes); i += ABREAST)
		print_themes(&screen, themes + i,
			     COUNT(themes) - i < ABREAST ? COUNT(themes) - i : ABREAST);
	fputs("Sets in which wbtree is faster, or slower, than the best of the others, and the "
	      "mean "
	      "factor:\n",
	      file);
	print_tallies(&screen, "wins: ", 1);
	print_tallies(&screen, "loses:", -1);
}
