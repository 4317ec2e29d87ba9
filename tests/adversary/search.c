/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Looks for the worst that can be done to a tree: hill climbing, with steps
 * downhill that become rarer, over sequences of operations. Usage:
 *
 *	search GOAL OPERATIONS KEYS SECONDS [SEED]
 *
 * Prints the best sequence as twin_run reads it; what is worth keeping goes into
 * test_adversary.c, with its figure.
 */
#define WB_COUNT_ROTATIONS
#include "wbtree.c"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "items.h"
#include "knuth.h"
#include "rng.h"
#include "wbtree_debug.h"

enum { MOST_OPERATIONS = 200, MOST_KEYS = 64 };

/* A key that is in the tree is erased or reweighed, one that is not is inserted. */
struct operation {
	size_t key;
	bool erase;
	wb_weight_t weight;
};

struct sequence {
	struct operation operations[MOST_OPERATIONS];
};

static size_t operations, keys;
static struct item items[MOST_KEYS];
static struct wb_root root;

/* ---- what a sequence comes to ---- */

static void apply(const struct operation *operation)
{
	struct item *item = &items[operation->key];
	struct wb_node **link = &root.node, *parent = NULL;
	int status = WB_OK;

	if (wb_is_linked(&item->node)) {
		if (operation->erase)
			wb_erase(&root, &item->node);
		else
			status = wb_set_weight(&root, &item->node, operation->weight);
	} else {
		while (*link) {
			parent = *link;
			link = &parent->child[item->key > item_of(parent)->key];
		}
		status = wb_insert_at(&root, &item->node, parent, link, operation->weight);
	}
	(void)status; /* what does not fit does nothing */
}

static void reset(void)
{
	memset(items, 0, sizeof(items));
	root.node = NULL;
	for (size_t key = 0; key < keys; key++)
		items[key].key = key;
	wb_rotations_ = 0;
}

static void run(const struct sequence *sequence)
{
	reset();
	for (size_t i = 0; i < operations; i++)
		apply(&sequence->operations[i]);
}

static double mean_rotations(const struct sequence *sequence)
{
	run(sequence);
	return (double)wb_rotations_ / (double)operations;
}

/* The rotations of the last operation. */
static double last_rotations(const struct sequence *sequence)
{
	unsigned long long before;

	reset();
	for (size_t i = 0; i + 1 < operations; i++)
		apply(&sequence->operations[i]);
	before = wb_rotations_;
	apply(&sequence->operations[operations - 1]);
	return (double)(wb_rotations_ - before);
}

/* How near the height is to the bound for the total: log_phi of the least total over the total. */
static double nearness(const struct sequence *sequence)
{
	struct wb_shape shape;

	run(sequence);
	wb_measure(&root, &shape);
	if (!shape.nodes)
		return 0;
	return (double)shape.height - 1.4404 * log2((double)shape.total + 1);
}

static double excess(const struct sequence *sequence)
{
	wb_weight_t weights[MOST_KEYS];
	struct wb_node *pos;
	double cost = 0;
	size_t n = 0;

	run(sequence);
	wb_for_each (pos, &root) {
		cost += (double)pos->sum;
		weights[n++] = wb_weight(pos);
	}
	return n ? cost / knuth_optimum(weights, n) : 0;
}

static const struct goal {
	const char *name;
	double (*worth)(const struct sequence *sequence);
} goals[] = {
	{ "mean", mean_rotations },
	{ "last", last_rotations },
	{ "height", nearness },
	{ "cost", excess },
};

/* ---- the search ---- */

static wb_weight_t any_weight(struct rng *rng)
{
	switch (rng_below(rng, 3)) {
	case 0:
		return 1 + rng_below(rng, 8);
	case 1:
		return UINT64_C(1) << rng_below(rng, 39);
	default:
		return 1 + (rng_u64(rng) >> (30 + rng_below(rng, 34)));
	}
}

static void draw(struct rng *rng, struct operation *operation)
{
	operation->key = (size_t)rng_below(rng, keys);
	operation->erase = rng_below(rng, 2);
	operation->weight = any_weight(rng);
}

/* Changes, moves or draws anew a few operations. */
static void vary(struct rng *rng, struct sequence *sequence)
{
	for (uint64_t n = 1 + rng_below(rng, 3); n; n--) {
		const size_t at = (size_t)rng_below(rng, operations);
		const size_t other = (size_t)rng_below(rng, operations);
		struct operation *operation = &sequence->operations[at], old = *operation;

		switch (rng_below(rng, 6)) {
		case 0:
			operation->weight = any_weight(rng);
			break;
		case 1:
			operation->weight += rng_below(rng, 3) - 1;
			operation->weight += !operation->weight;
			break;
		case 2:
			operation->key = (size_t)rng_below(rng, keys);
			break;
		case 3:
			*operation = sequence->operations[other];
			sequence->operations[other] = old;
			break;
		case 4:
			operation->weight = sequence->operations[other].weight;
			break;
		default:
			draw(rng, operation);
			break;
		}
	}
}

static void print(const struct sequence *sequence, double worth)
{
	printf("%.6f:", worth);
	reset();
	for (size_t i = 0; i < operations; i++) {
		const struct operation *operation = &sequence->operations[i];
		const bool linked = wb_is_linked(&items[operation->key].node);

		if (linked && operation->erase)
			printf(" -%zu", operation->key);
		else
			printf(" %c%zu:%" PRIu64, linked ? '=' : '+', operation->key,
			       operation->weight);
		apply(operation);
	}
	printf("\n");
	fflush(stdout);
}

static void search(const struct goal *goal, double seconds, uint64_t seed)
{
	const clock_t start = clock();
	struct sequence now, next, best;
	struct rng rng = { seed };
	double worth, most;
	double share = 0; /* of the time, that has passed */

	for (size_t i = 0; i < operations; i++)
		draw(&rng, &now.operations[i]);
	best = now;
	most = worth = goal->worth(&now);
	for (uint64_t step = 1; share < 1; step++) {
		double value, heat;

		next = now;
		vary(&rng, &next);
		value = goal->worth(&next);
		if (step % 256 == 0)
			share = (double)(clock() - start) / CLOCKS_PER_SEC / seconds;
		heat = 0.1 * most * (1 - share) * (1 - share) + 1e-9;
		if (value < worth &&
		    exp((value - worth) / heat) * 4294967296.0 < (double)(rng_u64(&rng) >> 32))
			continue;
		now = next;
		worth = value;
		if (worth > most) {
			best = now;
			most = worth;
		}
	}
	print(&best, most);
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return EXIT_FAILURE;
	operations = (size_t)strtoul(argv[2], NULL, 10);
	keys = (size_t)strtoul(argv[3], NULL, 10);
	if (operations < 1 || operations > MOST_OPERATIONS || keys < 1 || keys > MOST_KEYS)
		return EXIT_FAILURE;
	for (size_t i = 0; i < sizeof(goals) / sizeof(goals[0]); i++) {
		if (strcmp(goals[i].name, argv[1]) == 0) {
			search(&goals[i], strtod(argv[4], NULL),
			       argc > 5 ? strtoull(argv[5], NULL, 10) : 1);
			return EXIT_SUCCESS;
		}
	}
	return EXIT_FAILURE;
}
