/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "range_ops.h"

#include <stdlib.h>

#include "items.h"
#include "wbtree_map.h"

uint64_t range_looks;

wb_weight_t range_weight(const struct range *range)
{
	struct rng rng = { range->salt ^ range->start ^ (range->last << 32 | range->last >> 32) };

	if (!range->salt)
		return range->weight;
	switch (rng_below(&rng, 16)) {
	case 0:
		return 0;
	case 1:
		return UINT64_MAX / 2;
	default:
		return 1 + rng_bits(&rng, 60);
	}
}

#define WEIGHT_OF(range) range_weight(range)
#define GAPS_OF(range) ((range)->gaps)
#define FOR_EACH_GAP(prefix, gap, root, lo, hi, size)                                              \
	WB_GAP_FOR_EACH (prefix, gap, root, lo, hi, size)
#define DEFINE_MAP(prefix) WB_MAP_DEFINE(prefix, struct range, node, KEY, OP(set))
#define TEMPLATE "range_adapter.h"

#define KIND sized
#define SIZED true
#define GAPPED false
#define DEFINE(prefix) WB_RANGE_DEFINE(prefix, struct range, node, KEY, OP(start_of), OP(last_of))
#include "key_types.h"
#undef KIND
#undef SIZED
#undef GAPPED
#undef DEFINE

#define KIND gapped
#define SIZED true
#define GAPPED true
#define DEFINE(prefix)                                                                             \
	WB_RANGE_DEFINE_GAPS(prefix, struct range, node, KEY, OP(start_of), OP(last_of), GAPS_OF)
#include "key_types.h"
#undef KIND
#undef SIZED
#undef GAPPED
#undef DEFINE

/* What follows weighs or learns, which is the same for all keys. */
#define FEW_KEYS

#define KIND weighted
#define SIZED false
#define GAPPED false
#define DEFINE(prefix)                                                                             \
	WB_RANGE_DEFINE_WEIGHTED(prefix, struct range, node, KEY, OP(start_of), OP(last_of),       \
				 WEIGHT_OF)
#include "key_types.h"
#undef KIND
#undef SIZED
#undef GAPPED
#undef DEFINE

#define KIND gapped_weighted
#define SIZED false
#define GAPPED true
#define DEFINE(prefix)                                                                             \
	WB_RANGE_DEFINE_GAPS_WEIGHTED(prefix, struct range, node, KEY, OP(start_of), OP(last_of),  \
				      GAPS_OF, WEIGHT_OF)
#include "key_types.h"
#undef KIND
#undef SIZED
#undef GAPPED
#undef DEFINE

#define LEARNED
#define KIND learned
#define SIZED false
#define GAPPED false
#define DEFINE(prefix)                                                                             \
	WB_RANGE_DEFINE_LEARNED(prefix, struct range, node, KEY, OP(start_of), OP(last_of))
#include "key_types.h"
#undef KIND
#undef GAPPED
#undef DEFINE

#define KIND learned_gapped
#define GAPPED true
#define DEFINE(prefix)                                                                             \
	WB_RANGE_DEFINE_LEARNED_GAPS(prefix, struct range, node, KEY, OP(start_of), OP(last_of),   \
				     GAPS_OF)
#include "key_types.h"

const struct range_ops *const range_ops[] = {
	ALL(sized),	      ALL(gapped),  FEW(weighted),
	FEW(gapped_weighted), FEW(learned), FEW(learned_gapped),
};
const size_t range_ops_count = sizeof(range_ops) / sizeof(range_ops[0]);
