/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A profiler's symbol table: finds the function for a program counter, and
 * learns from what it is asked. A few functions take most samples; each sample
 * makes its function heavier, so those come to lie near the root, while the
 * many that are never seen stay within reach.
 *
 *	symbols [FUNCTIONS [SAMPLES]]
 *
 * reads lines "START LAST NAME" in the order of the addresses, the name of which
 * it passes over, and lines with an address each, all in hexadecimal.
 */
#include <inttypes.h>
#include <wbtree.h>

#include "example.h"

#define FUNCTIONS "bench/data/llvm14-symbols.ranges"
#define SAMPLES "bench/data/llvm14-symbols.trace"

struct function {
	struct wb_node node;
	uint64_t start, last;
	uint64_t samples;
};

/* One sample says as much as a hundred functions of which nothing is known. */
#define START(function) ((function)->start)
#define LAST(function) ((function)->last)
#define WEIGHT(function) (1 + 100 * (function)->samples)
WB_RANGE_DEFINE_WEIGHTED(function, struct function, node, uint64_t, START, LAST, WEIGHT);

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

static void learn(struct wb_root *table, uint64_t pc)
{
	struct function *function = function_find(table, pc);

	if (!function) /* no function is known there */
		return;
	function->samples++;
	expect(function_update(table, function) == WB_OK);
}

/* The nodes visited to find a function, itself included. */
static unsigned int depth(const struct function *function)
{
	const struct wb_node *node = &function->node;
	unsigned int visited = 1;

	while ((node = node->parent))
		visited++;
	return visited;
}

/* Prints the mean nodes visited by hits among the samples from the given one on; returns it. */
static double print_visits(const char *when, const struct wb_root *table, size_t from, size_t n)
{
	double visited = 0, hits = 0, mean;

	for (; from < n; from++) {
		const struct function *function = function_find(table, samples[from]);

		visited += function ? depth(function) : 0;
		hits += function ? 1 : 0;
	}
	mean = hits > 0 ? visited / hits : 0;
	printf("%-20s %6.2f nodes visited per hit, %.0f hits\n", when, mean, hits);
	return mean;
}

static int by_samples(const void *a, const void *b)
{
	const struct function *x = *(struct function *const *)a, *y = *(struct function *const *)b;

	return (x->samples < y->samples) - (x->samples > y->samples);
}

static void print_hottest(size_t n)
{
	qsort(sorted, n, sizeof(*sorted), by_samples);
	puts("\nsamples  depth  function");
	for (size_t i = 0; i < 10 && i < n; i++)
		printf("%7" PRIu64 "%7u  %" PRIx64 "-%" PRIx64 "\n", sorted[i]->samples,
		       depth(sorted[i]), sorted[i]->start, sorted[i]->last);
}

int main(int argc, char **argv)
{
	struct wb_root table = WB_ROOT_INIT;
	size_t n, n_samples, half;
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
	for (size_t i = 0; i < half; i++)
		learn(&table, samples[i]);
	after = print_visits("after", &table, half, n_samples);
	expect(argc > 1 || after < before); /* other samples may have nothing to teach */
	print_hottest(n);

	free(functions);
	free(sorted);
	free(samples);
	return close_output();
}
