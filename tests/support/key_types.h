/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Includes TEMPLATE once per key type, with KEY, the type, KEY_NAME, its name in
 * identifiers, KEY_MIN and KEY_MAX, its ends, and KIND from before; and with
 *
 *	P		the prefix of the two, for the library
 *	FN(name)	what the library defines for P
 *	OP(name)	a name of the template's own
 *	TEXT(P)		P as a string
 *	ALL(kind)	the addresses of what the template calls OP(all)
 *	FEW(kind)	the same if FEW_KEYS was defined: the widest, which fills a mapped
 *			key, and the narrowest, with a sign
 */
#define JOIN_(prefix, name) prefix##_##name
#define JOIN(prefix, name) JOIN_(prefix, name)
#define P JOIN(KIND, KEY_NAME)
#define FN(name) JOIN(P, name)
#define OP(name) JOIN(JOIN(P, op), name)
#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

#define ALL(kind)                                                                                  \
	&kind##_uint64_op_all, &kind##_int64_op_all, &kind##_uint32_op_all, &kind##_int32_op_all,  \
		&kind##_uint16_op_all, &kind##_int16_op_all, &kind##_uint8_op_all,                 \
		&kind##_int8_op_all

#define FEW(kind) &kind##_uint64_op_all, &kind##_int8_op_all

#define KEY uint64_t
#define KEY_NAME uint64
#define KEY_MIN 0
#define KEY_MAX UINT64_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#ifndef FEW_KEYS
#define KEY int64_t
#define KEY_NAME int64
#define KEY_MIN INT64_MIN
#define KEY_MAX INT64_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#define KEY uint32_t
#define KEY_NAME uint32
#define KEY_MIN 0
#define KEY_MAX UINT32_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#define KEY int32_t
#define KEY_NAME int32
#define KEY_MIN INT32_MIN
#define KEY_MAX INT32_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#define KEY uint16_t
#define KEY_NAME uint16
#define KEY_MIN 0
#define KEY_MAX UINT16_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#define KEY int16_t
#define KEY_NAME int16
#define KEY_MIN INT16_MIN
#define KEY_MAX INT16_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX

#define KEY uint8_t
#define KEY_NAME uint8
#define KEY_MIN 0
#define KEY_MAX UINT8_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX
#endif

#define KEY int8_t
#define KEY_NAME int8
#define KEY_MIN INT8_MIN
#define KEY_MAX INT8_MAX
#include TEMPLATE
#undef KEY
#undef KEY_NAME
#undef KEY_MIN
#undef KEY_MAX
