/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A profiler's symbol table: finds the function for a program counter, and learns
 * from what it is asked. A few functions take most samples, and many samples are in
 * none; functions where searches end often, of both kinds, come to lie near the root.
 *
 * The one who looks up only takes notes of the addresses, so that he could do it
 * in another thread than the one who learns from them.
 *
 *	symbols [FUNCTIONS [SAMPLES]]
 *
 * reads lines "START LAST NAME" in the order of the addresses, the name of which
 * it passes over, and lines with an address each, all in hexadecimal.
 */
#include <inttypes.h>
#include <wbtree_learn.h>
#include <wbtree_shared.h>

#include "example.h"

#define FUNCTIONS "bench/data/llvm14-symbols.ranges"
#define SAMPLES "bench/data/llvm14-symbols.trace"

struct function {
	struct wb_node node;
	uint64_t start, last;
};

#define START(function) ((function)->start)
#define LAST(function) ((function)->last)
WB_RANGE_DEFINE_LEARNED(function, struct function, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(function, struct function, node, uint64_t);
WB_NOTES_DEFINE(function, struct function, node, uint64_t);

static struct function *functions, **sorted;
static uint64_t *samples;

/* Builds the table from a file; returns how many functions it has. */
static size_t build(struct wb_root *table, const char *path)
{
	size_t n;
	struct span *spans = read_spans(path, &n);

	functions = allocated(calloc(n, sizeof(*functions)));
	sorted = allocated(calloc(n, sizeof(*sorted)));
	for (size_t i = 0; i < n; i++) {
		functions[i].start = spans[i].start;
		functions[i].last = spans[i].last;
		sorted[i] = &functions[i];
	}
	expect(function_build(table, sorted, n) == WB_OK);
	free(spans);
	return n;
}

/*
 * Looks up the first n samples and learns from all of them; by default it would be one
 * in 64, which is too few for a profile as short as this. Returns how many were hits.
 */
static size_t profile(struct wb_root *table, size_t n)
{
	struct function_notes notes = { .sampling = { .every = 1 } };
	struct wb_learner learner = { 0 };
	size_t hits = 0, learned = 0;

	for (size_t i = 0; i < n; i++) {
		hits += function_find_note(table, samples[i], &notes) != NULL;
		if (i % 50 == 0)
			learned += function_learn(table, &notes, &learner);
	}
	learned += function_learn(table, &notes, &learner);
	expect(learned == n);
	return hits;
}

/* The nodes visited by a search, found or not. */
static unsigned int visits(const struct wb_root *table, uint64_t pc)
{
	const struct wb_node *node = table->node;
	unsigned int visited = 0;

	while (node) {
		const struct function *function = wb_entry(node, struct function, node);

		visited++;
		if (function->start <= pc && pc <= function->last)
			break;
		node = node->child[pc > function->start];
	}
	return visited;
}

/* Prints the mean nodes visited by the samples from the given one on; returns it. */
static double print_visits(const char *when, const struct wb_root *table, size_t from, size_t n)
{
	double visited = 0, searches = (double)(n - from), mean;

	for (; from < n; from++)
		visited += visits(table, samples[from]);
	mean = visited / searches;
	printf("%-20s %6.2f nodes visited per sample\n", when, mean);
	return mean;
}

static int by_weight(const void *a, const void *b)
{
	const struct function *x = *(struct function *const *)a, *y = *(struct function *const *)b;
	const wb_weight_t of_x = wb_weight(&x->node), of_y = wb_weight(&y->node);

	return (of_x < of_y) - (of_x > of_y);
}

static void print_hottest(const struct wb_root *table, size_t n)
{
	qsort(sorted, n, sizeof(*sorted), by_weight);
	puts("\nweight  visits  function");
	for (size_t i = 0; i < 10 && i < n; i++)
		printf("%6" PRIu64 "%8u  %" PRIx64 "-%" PRIx64 "\n", wb_weight(&sorted[i]->node),
		       visits(table, sorted[i]->start), sorted[i]->start, sorted[i]->last);
}

int main(int argc, char **argv)
{
	struct wb_root table = WB_ROOT_INIT;
	size_t n, n_samples, half, hits;
	double before, after;

	if (argc > 3)
		fail("%s: unexpected argument '%s'", argv[0], argv[3]);
	n = build(&table, argc > 1 ? argv[1] : FUNCTIONS);
	samples = read_numbers(argc > 2 ? argv[2] : SAMPLES, &n_samples);
	half = n_samples / 2;
	printf("%zu functions, %zu samples; the tree learns from the first half of them.\n"
	       "What the second half of them costs:\n",
	       n, n_samples);
	before = print_visits("before", &table, half, n_samples);
	hits = profile(&table, half);
	after = print_visits("after", &table, half, n_samples);
	printf("%zu of the first half were in a function.\n", hits);
	expect(argc > 1 || after < before); /* other samples may have nothing to teach */
	print_hottest(&table, n);

	free(functions);
	free(sorted);
	free(samples);
	return close_output();
}
