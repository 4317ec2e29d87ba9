/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Range maps of every key type and every kind. The first byte says which; then two
 * bytes a step are what all choices come from.
 */
#include <stdlib.h>

#include "bytes.h"
#include "items.h"
#include "map_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct map *map = must_alloc(1, sizeof(*map));

	map_init(map, range_ops[take_bytes(&bytes, 1) % range_ops_count], 0);
	while (bytes.left) {
		map->world.rng.state = take_bytes(&bytes, 2);
		map_step(map);
	}
	free(map);
	return 0;
}
