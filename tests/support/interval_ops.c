/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "interval_ops.h"

uint64_t interval_looks;

#define WEIGHT_OF(interval) ((interval)->weight)
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

#define ALL(kind)                                                                                  \
	&kind##_uint64_op_all, &kind##_int64_op_all, &kind##_uint32_op_all, &kind##_int32_op_all,  \
		&kind##_uint16_op_all, &kind##_int16_op_all, &kind##_uint8_op_all,                 \
		&kind##_int8_op_all

const struct interval_ops *const interval_ops[] = { ALL(counted), ALL(weighted) };
const size_t interval_ops_count = sizeof(interval_ops) / sizeof(interval_ops[0]);
