/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Disjoint ranges of every key type and every kind, changed and looked up. The
 * first byte says which; then two bytes a step are what all choices come from.
 */
#include <stdlib.h>

#include "bytes.h"
#include "items.h"
#include "range_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct world *world = must_alloc(1, sizeof(*world));

	world_init(world, range_ops[take_bytes(&bytes, 1) % range_ops_count], 0);
	while (bytes.left) {
		uint64_t place;

		world->rng.state = take_bytes(&bytes, 2);
		world_step(world);
		place = world_place(world);
		world_check_key(world, place);
		world_check_span(world, place, world_place(world));
	}
	free(world);
	return 0;
}
