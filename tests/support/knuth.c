/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "knuth.h"

#include <stdint.h>
#include <stdlib.h>

#include "items.h"

/* Per interval [i, j) of the weights, at i * (n + 1) + j: */
struct table {
	size_t n;
	double *cost;	/* of the best tree */
	uint16_t *root; /* the index of its root */
};

static size_t cell(const struct table *table, size_t i, size_t j)
{
	return i * (table->n + 1) + j;
}

/* Knuth: the best root lies between those of the two intervals that are shorter by one. */
static void solve(struct table *table, size_t i, size_t j, double sum)
{
	size_t first = j - i > 1 ? table->root[cell(table, i, j - 1)] : i;
	size_t last = j - i > 1 ? table->root[cell(table, i + 1, j)] : i;
	size_t at = cell(table, i, j);

	for (size_t r = first; r <= last; r++) {
		double cost = table->cost[cell(table, i, r)] + table->cost[cell(table, r + 1, j)];

		if (r > first && cost >= table->cost[at])
			continue;
		table->cost[at] = cost;
		table->root[at] = (uint16_t)r;
	}
	table->cost[at] += sum;
}

double knuth_optimum_with_misses(const wb_weight_t *weights, const wb_weight_t *misses, size_t n)
{
	struct table table = { .n = n };
	wb_weight_t *before = must_alloc(n + 1, sizeof(*before));
	double optimum;

	table.cost = must_alloc((n + 1) * (n + 1), sizeof(*table.cost));
	table.root = must_alloc((n + 1) * (n + 1), sizeof(*table.root));
	for (size_t i = 0; i < n; i++)
		before[i + 1] = before[i] + weights[i] + misses[i];
	for (size_t length = 1; length <= n; length++) {
		for (size_t i = 0; i + length <= n; i++) {
			wb_weight_t sum = before[i + length] - before[i] + misses[i + length];

			solve(&table, i, i + length, (double)sum);
		}
	}
	optimum = table.cost[cell(&table, 0, n)];
	free(before);
	free(table.cost);
	free(table.root);
	return optimum;
}

double knuth_optimum(const wb_weight_t *weights, size_t n)
{
	wb_weight_t *none = must_alloc(n + 1, sizeof(*none));
	double optimum = knuth_optimum_with_misses(weights, none, n);

	free(none);
	return optimum;
}
