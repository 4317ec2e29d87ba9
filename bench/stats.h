/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What repeated measurements say. */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct spread {
	double median, deviation; /* standard deviation of the sample */
};

/* Of n >= 1 values; the deviation is NAN if there is but one. */
struct spread spread_of(const double *values, size_t n);

/*
 * By what factor the others took longer than ours, as its logarithm, in which
 * twice and half are equally far from 0. The i-th values were measured one
 * right after the other.
 */
struct spread compare_pairs(const double *ours, const double *others, size_t n);

/* Whether the median is farther from 0 than the values scatter; false if that is not known. */
bool is_difference(const struct spread *logarithm);

/* A factor's logarithm as a difference in per cent. */
double percent_of(double logarithm);

#endif
