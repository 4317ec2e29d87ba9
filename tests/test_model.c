/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Insert, erase, reweigh and replace in random mixtures, right calls and wrong
 * ones, beside a sorted array; the whole tree is compared after each.
 */
#include <stdlib.h>

#include "items.h"
#include "totals.h"
#include "weights.h"

enum { POOL = 80 };

struct run {
	struct model model;
	struct item items[POOL];
	wb_weight_t weights[POOL];
	struct rng rng;
	unsigned int grow; /* of 8 changes of the number of nodes, how many insert */
};

/* Keys meet now and then: a third of the pool shares its key with another. */
static void run_init(struct run *run, const struct weight_set *set, uint64_t seed)
{
	*run = (struct run){ .rng = { seed }, .grow = 6 };
	model_init(&run->model, POOL);
	set->fill(&run->rng, run->weights, POOL);
	for (size_t i = 0; i < POOL; i++)
		run->items[i].key = rng_below(&run->rng, 2 * POOL);
}

static struct item *any_item(struct run *run)
{
	return &run->items[rng_below(&run->rng, POOL)];
}

static struct item *any_linked(struct run *run)
{
	struct model *model = &run->model;

	if (!model->count)
		return any_item(run);
	return model->items[rng_below(&run->rng, model->count)];
}

/* A weight of the set; now and then 0, 1, or what does and does not fit. */
static wb_weight_t any_weight(struct run *run)
{
	wb_weight_t left = UINT64_MAX - run->model.total;

	switch (rng_below(&run->rng, 24)) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return left / 2;
	case 3:
		return left + (left < UINT64_MAX);
	default:
		return run->weights[rng_below(&run->rng, POOL)];
	}
}

/* An item that is in no tree, with the key of victim. */
static struct item *stand_in(struct run *run, const struct item *victim)
{
	struct item *item = any_item(run);

	if (!item->weight)
		item->key = victim->key;
	return item;
}

static void change(struct run *run)
{
	struct model *model = &run->model;
	struct item *item;

	switch (rng_below(&run->rng, 4)) {
	case 0:
		item = any_linked(run);
		model_reweigh(model, item, any_weight(run));
		break;
	case 1:
		item = any_linked(run);
		model_replace(model, item, stand_in(run, item));
		break;
	default:
		if (rng_below(&run->rng, 8) < run->grow) {
			item = any_item(run);
			model_insert(model, item, any_weight(run));
		} else {
			item = rng_below(&run->rng, 8) ? any_linked(run) : any_item(run);
			model_erase(model, item);
		}
		break;
	}
}

static void run_steps(struct run *run, const char *name, unsigned int seed)
{
	static const unsigned int phases[] = { 6, 4, 2, 7, 1 };

	for (size_t phase = 0; phase < sizeof(phases) / sizeof(phases[0]); phase++) {
		run->grow = phases[phase];
		for (int step = 0; step < 200; step++) {
			check_context("%s, seed %u, phase %u, step %d", name, seed,
				      (unsigned int)phase, step);
			change(run);
			check_model(&run->model);
		}
	}
}

static void test_tree_and_sorted_array_agree_after_every_change(void **state)
{
	struct run *run = must_alloc(1, sizeof(*run));

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		for (unsigned int seed = 1; seed <= 6; seed++) {
			run_init(run, &weight_sets[set], seed);
			run_steps(run, weight_sets[set].name, seed);
			model_free(&run->model);
		}
	}
	free(run);
}

/* What a hot range does: one access after the other adds 1 to the weight. */
static void test_counting_accesses_keeps_the_tree_settled(void **state)
{
	struct run *run = must_alloc(1, sizeof(*run));

	(void)state;
	run_init(run, &weight_sets[0], 1);
	for (size_t i = 0; i < POOL; i++)
		model_insert(&run->model, &run->items[i], 1);
	for (int step = 0; step < 3000; step++) {
		size_t at = (size_t)rng_below(&run->rng, 1 + rng_below(&run->rng, POOL));
		struct item *item = run->model.items[at];

		check_context("step %d", step);
		model_reweigh(&run->model, item, item->weight + 1);
		check_model(&run->model);
	}
	model_free(&run->model);
	free(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree_and_sorted_array_agree_after_every_change),
		cmocka_unit_test(test_counting_accesses_keeps_the_tree_settled),
	};

	return run_suite(tests);
}
