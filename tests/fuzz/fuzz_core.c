/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Insert, erase, reweigh and replace: after each the tree must hold what the
 * model holds and have the shape of the reference. Three bytes an operation:
 * what to do, to which key, with which weight.
 */
#include "bytes.h"
#include "totals.h"
#include "twin.h"

enum { KEYS = 32 };

/* Small ones, powers of two, and what the limit leaves. */
static wb_weight_t weight_of(const struct twin *twin, uint64_t byte)
{
	const wb_weight_t left = UINT64_MAX - twin->model.total;

	if (byte < 128)
		return byte;
	if (byte < 192)
		return UINT64_C(1) << byte % 64;
	return left / (1 + byte % 8) + byte / 8 % 2;
}

/* Another item takes the place for a moment. */
static void replace_and_back(struct twin *twin, size_t key)
{
	struct item stand_in = { .key = key }, *item = &twin->items[key];

	if (model_replace(&twin->model, item, &stand_in) == WB_OK) {
		check_model(&twin->model);
		check_shape(&twin->model.root, twin->tree);
		model_replace(&twin->model, &stand_in, item);
	}
	check_model(&twin->model);
	check_shape(&twin->model.root, twin->tree);
}

static void step(struct twin *twin, struct bytes *bytes)
{
	const uint64_t operation = take_bytes(bytes, 1);
	const size_t key = (size_t)take_bytes(bytes, 1) % KEYS;
	const wb_weight_t weight = weight_of(twin, take_bytes(bytes, 1));

	switch (operation % 8) {
	case 0:
	case 1:
	case 2:
		twin_insert(twin, key, weight);
		break;
	case 3:
	case 4:
		twin_erase(twin, key);
		break;
	case 5:
	case 6:
		twin_reweigh(twin, key, weight);
		break;
	default:
		replace_and_back(twin, key);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct twin twin;

	twin_init(&twin, KEYS);
	while (bytes.left)
		step(&twin, &bytes);
	twin_free(&twin);
	return 0;
}
