/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Trees that are built, joined, split and extracted from. The first byte says
 * out of which weights; then two bytes a step are what all choices come from.
 */
#include <stdlib.h>

#include "bytes.h"
#include "forest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct forest *forest = must_alloc(1, sizeof(*forest));

	forest_init(forest, &weight_sets[take_bytes(&bytes, 1) % weight_set_count], 1);
	while (bytes.left) {
		forest->rng.state = take_bytes(&bytes, 2);
		forest_step(forest);
	}
	forest_free(forest);
	free(forest);
	return 0;
}
