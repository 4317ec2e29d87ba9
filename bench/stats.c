/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "stats.h"

#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median_of(const double *values, size_t n)
{
	double *sorted = allocate(n, sizeof(*sorted));
	double median;

	memcpy(sorted, values, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_value);
	median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
	free(sorted);
	return median;
}

static double deviation_of(const double *values, size_t n)
{
	double mean = 0, squares = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)(n - 1));
}

struct spread spread_of(const double *values, size_t n)
{
	return (struct spread){ median_of(values, n), deviation_of(values, n) };
}

struct spread compare_pairs(const double *ours, const double *others, size_t n)
{
	double *logarithms = allocate(n, sizeof(*logarithms));
	struct spread spread;

	for (size_t i = 0; i < n; i++)
		logarithms[i] = log(others[i] / ours[i]);
	spread = spread_of(logarithms, n);
	free(logarithms);
	return spread;
}

bool is_difference(const struct spread *logarithm)
{
	return fabs(logarithm->median) > logarithm->deviation;
}

double percent_of(double logarithm)
{
	return (exp(logarithm) - 1) * 100;
}
