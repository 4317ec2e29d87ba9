/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "twin.h"

#include <stdlib.h>

#include "totals.h"

void twin_init(struct twin *twin, size_t capacity)
{
	*twin = (struct twin){ .capacity = capacity };
	model_init(&twin->model, capacity);
	twin->items = must_alloc(capacity, sizeof(*twin->items));
	for (size_t key = 0; key < capacity; key++)
		twin->items[key].key = key;
}

void twin_clear(struct twin *twin)
{
	model_clear(&twin->model);
	ref_free(&twin->heap);
	twin->tree = NULL;
}

void twin_free(struct twin *twin)
{
	model_free(&twin->model);
	free(twin->items);
	ref_free(&twin->heap);
}

static void check_twin(const struct twin *twin)
{
	check_model(&twin->model);
	check_shape(&twin->model.root, twin->tree);
}

void twin_insert(struct twin *twin, size_t key, wb_weight_t weight)
{
	if (model_insert(&twin->model, &twin->items[key], weight) == WB_OK)
		twin->tree = ref_insert(&twin->heap, twin->tree, key, weight);
	check_twin(twin);
}

void twin_erase(struct twin *twin, size_t key)
{
	if (model_erase(&twin->model, &twin->items[key]))
		twin->tree = ref_erase(&twin->heap, twin->tree, key);
	check_twin(twin);
}

void twin_reweigh(struct twin *twin, size_t key, wb_weight_t weight)
{
	if (model_reweigh(&twin->model, &twin->items[key], weight) == WB_OK)
		twin->tree = ref_reweigh(&twin->heap, twin->tree, key, weight);
	check_twin(twin);
}

void twin_step(struct twin *twin, struct rng *rng, const wb_weight_t *weights)
{
	size_t key = (size_t)rng_below(rng, twin->capacity);
	wb_weight_t weight = weights[rng_below(rng, twin->capacity)];

	if (!wb_is_linked(&twin->items[key].node))
		twin_insert(twin, key, weight);
	else if (rng_below(rng, 2))
		twin_reweigh(twin, key, weight);
	else
		twin_erase(twin, key);
}

void twin_run(struct twin *twin, const char *line)
{
	while (*line) {
		char operation = *line++, *end;
		size_t key = (size_t)strtoull(line, &end, 10);
		wb_weight_t weight = *end == ':' ? strtoull(end + 1, &end, 10) : 1;

		check(key < twin->capacity && (*end == ' ' || !*end));
		if (operation == '+')
			twin_insert(twin, key, weight);
		else if (operation == '=')
			twin_reweigh(twin, key, weight);
		else
			twin_erase(twin, key);
		line = *end ? end + 1 : end;
	}
}
