/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Includes TEMPLATE once per key type, with KEY, the type, KEY_NAME, its name in
 * identifiers, and KEY_MIN and KEY_MAX, its ends.
 */
#define KEY uint64_t
#define KEY_NAME uint64
#define KEY_MIN 0
#define KEY_MAX UINT64_MAX
#include TEMPLATE

#define KEY int64_t
#define KEY_NAME int64
#define KEY_MIN INT64_MIN
#define KEY_MAX INT64_MAX
#include TEMPLATE

#define KEY uint32_t
#define KEY_NAME uint32
#define KEY_MIN 0
#define KEY_MAX UINT32_MAX
#include TEMPLATE

#define KEY int32_t
#define KEY_NAME int32
#define KEY_MIN INT32_MIN
#define KEY_MAX INT32_MAX
#include TEMPLATE

#define KEY uint16_t
#define KEY_NAME uint16
#define KEY_MIN 0
#define KEY_MAX UINT16_MAX
#include TEMPLATE

#define KEY int16_t
#define KEY_NAME int16
#define KEY_MIN INT16_MIN
#define KEY_MAX INT16_MAX
#include TEMPLATE

#define KEY uint8_t
#define KEY_NAME uint8
#define KEY_MIN 0
#define KEY_MAX UINT8_MAX
#include TEMPLATE

#define KEY int8_t
#define KEY_NAME int8
#define KEY_MIN INT8_MIN
#define KEY_MAX INT8_MAX
#include TEMPLATE
