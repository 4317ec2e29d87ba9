/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Sets of weights, and orders to insert them in, that the suites run over. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "rng.h"
#include "wbtree.h"

/* fill gives the weights of n nodes in key order; their total fits, n <= 4096. */
struct weight_set {
	const char *name;
	void (*fill)(struct rng *rng, wb_weight_t *weights, size_t n);
};

extern const struct weight_set weight_sets[];
extern const size_t weight_set_count;

/* fill gives 0 to n - 1 in the order in which to insert. */
struct insert_order {
	const char *name;
	void (*fill)(struct rng *rng, size_t *order, size_t n);
};

extern const struct insert_order insert_orders[];
extern const size_t insert_order_count;

/* F(k), F(1) = F(2) = 1; k <= 93. */
wb_weight_t fibonacci(unsigned int k);

#endif /* WEIGHTS_H */
