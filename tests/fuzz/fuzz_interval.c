/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Intervals of every key type and both kinds, changed and queried. The first
 * byte says which; then two bytes a step are what all choices come from.
 */
#include <stdlib.h>

#include "bytes.h"
#include "intervals.h"
#include "items.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct intervals *world = must_alloc(1, sizeof(*world));

	intervals_init(world, interval_ops[take_bytes(&bytes, 1) % interval_ops_count], 0);
	while (bytes.left) {
		uint64_t start, last;

		world->rng.state = take_bytes(&bytes, 2);
		intervals_step(world);
		start = intervals_place(world);
		last = intervals_place(world);
		intervals_check_query(world, start, last);
		intervals_check_next_of_all(world, start, last);
		intervals_check_alike(world, start, last);
		intervals_check_nearest(world, start);
	}
	free(world);
	return 0;
}
