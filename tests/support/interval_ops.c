/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "interval_ops.h"

uint64_t interval_looks;

#define WEIGHT_OF(interval) ((interval)->weight)
#define MAX_LAST_OF(interval) ((interval)->max_last.KEY_NAME)
#define FOR_EACH(prefix, pos, root, start, last)                                                   \
	WB_INTERVAL_FOR_EACH (prefix, pos, root, start, last)
#define TEMPLATE "interval_adapter.h"

#define KIND counted
#define WEIGHTED false
#define DEFINE(prefix)                                                                             \
	WB_INTERVAL_DEFINE(prefix, struct interval, node, KEY, OP(start_of), OP(last_of),          \
			   MAX_LAST_OF)
#include "key_types.h"
#undef KIND
#undef WEIGHTED
#undef DEFINE

#define KIND weighted
#define WEIGHTED true
#define DEFINE(prefix)                                                                             \
	WB_INTERVAL_DEFINE_WEIGHTED(prefix, struct interval, node, KEY, OP(start_of), OP(last_of), \
				    MAX_LAST_OF, WEIGHT_OF)
#include "key_types.h"

const struct interval_ops *const interval_ops[] = { ALL(counted), ALL(weighted) };
const size_t interval_ops_count = sizeof(interval_ops) / sizeof(interval_ops[0]);
