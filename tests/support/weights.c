/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "weights.h"

wb_weight_t fibonacci(unsigned int k)
{
	wb_weight_t previous = 1, number = 0;

	while (k--) {
		wb_weight_t next = number + previous;

		previous = number;
		number = next;
	}
	return number;
}

static void fill_equal(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = 1;
}

static void fill_uniform(struct rng *rng, wb_weight_t *weights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		weights[i] = 1 + rng_below(rng, 1000);
}

static void shuffle(struct rng *rng, wb_weight_t *weights, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = (size_t)rng_below(rng, i + 1);
		wb_weight_t weight = weights[i];

		weights[i] = weights[at];
		weights[at] = weight;
	}
}

static void fill_zipf(struct rng *rng, wb_weight_t *weights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		weights[i] = 1000000 / (i + 1);
	shuffle(rng, weights, n);
}

static void fill_pareto(struct rng *rng, wb_weight_t *weights, size_t n)
{
	const uint64_t most = UINT64_C(1) << 40;

	for (size_t i = 0; i < n; i++)
		weights[i] = most / (1 + rng_below(rng, most));
}

static void fill_powers(struct rng *rng, wb_weight_t *weights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		weights[i] = UINT64_C(1) << rng_below(rng, 50);
}

static void fill_powers_ascending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = UINT64_C(1) << i % 50;
}

static void fill_powers_descending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = UINT64_C(1) << (n - 1 - i) % 50;
}

static void fill_ascending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = i + 1;
}

static void fill_descending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = n - i;
}

static void fill_alternating(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = i % 2 ? UINT64_C(1) << 38 : 1;
}

static void fill_fibonacci_ascending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = fibonacci((unsigned int)(1 + i % 80));
}

static void fill_fibonacci_descending(struct rng *rng, wb_weight_t *weights, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		weights[i] = fibonacci((unsigned int)(1 + (n - 1 - i) % 80));
}

/* The total is UINT64_MAX exactly. */
static void fill_full_even(struct rng *rng, wb_weight_t *weights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		weights[i] = UINT64_MAX / n;
	weights[rng_below(rng, n)] += UINT64_MAX % n;
}

/* The same, most of it in a few nodes. */
static void fill_full_skewed(struct rng *rng, wb_weight_t *weights, size_t n)
{
	wb_weight_t left = UINT64_MAX;

	for (size_t i = 0; i < n; i++) {
		wb_weight_t most = left - (n - 1 - i);

		weights[i] = i + 1 < n ? 1 + rng_below(rng, most / 2) : left;
		left -= weights[i];
	}
	shuffle(rng, weights, n);
}

const struct weight_set weight_sets[] = {
	{ "equal", fill_equal },
	{ "uniform", fill_uniform },
	{ "Zipf", fill_zipf },
	{ "Pareto", fill_pareto },
	{ "powers of two", fill_powers },
	{ "powers of two ascending", fill_powers_ascending },
	{ "powers of two descending", fill_powers_descending },
	{ "ascending", fill_ascending },
	{ "descending", fill_descending },
	{ "alternating", fill_alternating },
	{ "Fibonacci ascending", fill_fibonacci_ascending },
	{ "Fibonacci descending", fill_fibonacci_descending },
	{ "full, even", fill_full_even },
	{ "full, skewed", fill_full_skewed },
};
const size_t weight_set_count = sizeof(weight_sets) / sizeof(weight_sets[0]);

static void order_ascending(struct rng *rng, size_t *order, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
}

static void order_descending(struct rng *rng, size_t *order, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		order[i] = n - 1 - i;
}

/* First and last, then inwards: each goes to the inner side of the one before. */
static void order_inwards(struct rng *rng, size_t *order, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		order[i] = i % 2 ? n - 1 - i / 2 : i / 2;
}

/* From the middle outwards. */
static void order_outwards(struct rng *rng, size_t *order, size_t n)
{
	(void)rng;
	for (size_t i = 0; i < n; i++)
		order[n - 1 - i] = i % 2 ? n - 1 - i / 2 : i / 2;
}

const struct insert_order insert_orders[] = {
	{ "random", rng_order },
	{ "ascending", order_ascending },
	{ "descending", order_descending },
	{ "inwards", order_inwards },
	{ "outwards", order_outwards },
};
const size_t insert_order_count = sizeof(insert_orders) / sizeof(insert_orders[0]);
