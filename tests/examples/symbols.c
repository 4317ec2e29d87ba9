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
 * reads ranges of addresses and addresses, in hexadecimal, a line each.
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

#define MAX 50000
static struct function functions[MAX], *sorted[MAX];
static uint64_t bounds[2 * MAX], samples[MAX];

static void build(struct wb_root *table, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		functions[i].start = bounds[2 * i];
		functions[i].last = bounds[2 * i + 1];
		sorted[i] = &functions[i];
	}
	expect(function_build(table, sorted, n) == WB_OK);
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

/* Prints the mean nodes visited by the samples from the given one on; returns it. */
static double print_visits(const char *when, const struct wb_root *table, size_t from, size_t n)
{
	double visited = 0, hits = 0;

	for (; from < n; from++) {
		const struct function *function = function_find(table, samples[from]);

		visited += function ? depth(function) : 0;
		hits += function ? 1 : 0;
	}
	printf("%-20s %6.2f nodes visited per hit, %.0f hits\n", when, visited / hits, hits);
	return visited / hits;
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
	size_t n = read_numbers(argc > 1 ? argv[1] : FUNCTIONS, bounds, 2 * MAX) / 2;
	size_t n_samples = read_numbers(argc > 2 ? argv[2] : SAMPLES, samples, MAX);
	size_t half = n_samples / 2;
	struct wb_root table = WB_ROOT_INIT;
	double before, after;

	build(&table, n);
	printf("%zu functions, %zu samples; the tree learns from the first half of them.\n"
	       "What the second half of them costs:\n",
	       n, n_samples);
	before = print_visits("before", &table, half, n_samples);
	for (size_t i = 0; i < half; i++)
		learn(&table, samples[i]);
	after = print_visits("after", &table, half, n_samples);
	expect(after < before);
	print_hottest(n);
	return EXIT_SUCCESS;
}
