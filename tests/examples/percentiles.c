/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * An order-statistic set: the percentiles of the last thousand response times.
 * With weights of 1 the total is the size of the set, wb_select gives the n-th
 * and wb_rank says how many are smaller.
 */
#include <inttypes.h>
#include <wbtree.h>

#include "example.h"

#define WINDOW 1000
#define REQUESTS 6000
#define REPORT 500

struct response {
	struct wb_node node;
	unsigned int time; /* microseconds; equal ones are common */
};

static bool faster(const struct wb_node *a, const struct wb_node *b)
{
	return wb_entry(a, struct response, node)->time < wb_entry(b, struct response, node)->time;
}

static int by_time(const void *time, const struct wb_node *node)
{
	unsigned int a = *(const unsigned int *)time,
		     b = wb_entry(node, struct response, node)->time;

	return (a > b) - (a < b);
}

/* The least time that at least 1 to 100 percent of all responses, one or more, needed at most. */
static unsigned int percentile(const struct wb_root *set, unsigned int percent)
{
	wb_weight_t n = (wb_total(set) * percent + 99) / 100;

	expect(n > 0 && percent <= 100);
	return wb_entry(wb_select(set, n - 1, NULL), struct response, node)->time;
}

/* How many responses needed no more than the given time. */
static wb_weight_t count_within(const struct wb_root *set, unsigned int time)
{
	const struct wb_node *slower = wb_upper_bound(set, &time, by_time);

	return slower ? wb_rank(slower) : wb_total(set);
}

/* Times of a server that is overloaded for a while: each tenth request misses its cache. */
static unsigned int next_time(uint64_t *random, int request)
{
	unsigned int load = request > 2000 && request < 3500 ? 3 : 1;
	unsigned int time = 80 * load + (unsigned int)random_below(random, 60 * load);

	return random_below(random, 10) ? time : time * 8;
}

static int compare_times(const void *a, const void *b)
{
	const struct response *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

/* Compares the set with a sorted copy of what it should hold. */
static void check(const struct wb_root *set, const struct response *window)
{
	static struct response sorted[WINDOW];
	size_t n = (size_t)wb_total(set), within = 0;

	for (size_t i = 0; i < n; i++)
		sorted[i] = window[i];
	qsort(sorted, n, sizeof(*sorted), compare_times);
	expect(percentile(set, 50) == sorted[(n + 1) / 2 - 1].time);
	expect(percentile(set, 100) == sorted[n - 1].time);
	while (within < n && sorted[within].time <= 200)
		within++;
	expect(count_within(set, 200) == within);
}

static void report(const struct wb_root *set, int request)
{
	unsigned int p50 = percentile(set, 50), p90 = percentile(set, 90);
	unsigned int p99 = percentile(set, 99), column;
	wb_weight_t n = wb_total(set);

	printf("%7d %5u %5u %5u  %3" PRIu64 "%%  |", request, p50, p90, p99,
	       count_within(set, 200) * 100 / n);
	for (column = 0; column <= p99 / 40; column++)
		putchar(column < p50 / 40 ? '=' : column < p90 / 40 ? '-' : '.');
	putchar('\n');
}

int main(int argc, char **argv)
{
	static struct response window[WINDOW];
	struct wb_root set = WB_ROOT_INIT;
	uint64_t random = 1;

	refuse_arguments(argc, argv);
	puts("request   p50   p90   p99  <200us |0 to p50, to p90, to p99");
	for (int request = 1; request <= REQUESTS; request++) {
		struct response *oldest = &window[(request - 1) % WINDOW];

		wb_erase(&set, &oldest->node); /* does nothing until the window is full */
		oldest->time = next_time(&random, request);
		expect(wb_add(&set, &oldest->node, 1, faster) == WB_OK);
		if (request % REPORT == 0)
			report(&set, request);
		if (request % 100 == 0)
			check(&set, window);
	}
	return close_output();
}
