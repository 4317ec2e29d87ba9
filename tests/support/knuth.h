/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#ifndef KNUTH_H
#define KNUTH_H

#include <stddef.h>

#include "wbtree.h"

/*
 * The least cost of any tree over these weights in this order (Knuth 1971), in
 * O(n^2); n <= 65535. Costs can pass 64 bits: doubles, exact up to 2^53.
 */
double knuth_optimum(const wb_weight_t *weights, size_t n);

/*
 * The same for searches that miss, too: misses[i] of them right before node i, and
 * misses[n] behind the last. What counts is the nodes visited.
 */
double knuth_optimum_with_misses(const wb_weight_t *weights, const wb_weight_t *misses, size_t n);

#endif /* KNUTH_H */
