/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Floating-point keys: times, coordinates.
 *
 * Numbers of IEEE 754, mapped to integers in their order, -0 to what 0 is mapped
 * to. Give a definition the type of the mapped keys, uint64_t or uint32_t, and
 *
 *	#define SPELL_START(spell) wb_double_start((spell)->start)
 *	#define SPELL_LAST(spell) wb_double_last((spell)->last)
 *
 * and look up wb_double_start(time). The two differ for NaN only: a range with NaN
 * at one end or both is reversed, and so refused (WB_E_RANGE), and NaN is in no range.
 * The sizes of mapped ranges mean little: prefer WB_RANGE_DEFINE_WEIGHTED. O(1).
 */
#ifndef WBTREE_FLOAT_H
#define WBTREE_FLOAT_H

#include <stdint.h>

/* What bits of sign and magnitude are mapped to: all ones for NaN. */
static inline uint64_t wb_bits_in_order_(uint64_t bits, uint64_t sign, uint64_t infinity)
{
	const uint64_t all = sign | (sign - 1);

	if ((bits & ~sign) > infinity)
		return all;
	if (bits & sign)
		return bits == sign ? sign : bits ^ all;
	return bits | sign;
}

static inline uint64_t wb_double_start(double value)
{
	union {
		double value;
		uint64_t bits;
	} number;

	number.value = value;
	return wb_bits_in_order_(number.bits, (uint64_t)1 << 63, (uint64_t)0x7ff << 52);
}

static inline uint64_t wb_double_last(double value)
{
	const uint64_t mapped = wb_double_start(value);

	return mapped == UINT64_MAX ? 0 : mapped;
}

/* The number that is mapped to a key; NaN for a key that no number is mapped to. */
static inline double wb_double_of(uint64_t mapped)
{
	union {
		double value;
		uint64_t bits;
	} number;

	number.bits = mapped >> 63 ? mapped ^ (uint64_t)1 << 63 : ~mapped;
	return number.value;
}

/* The same for float, mapped to uint32_t. */
static inline uint32_t wb_float_start(float value)
{
	union {
		float value;
		uint32_t bits;
	} number;

	number.value = value;
	return (uint32_t)wb_bits_in_order_(number.bits, (uint32_t)1 << 31, (uint32_t)0xff << 23);
}

static inline uint32_t wb_float_last(float value)
{
	const uint32_t mapped = wb_float_start(value);

	return mapped == UINT32_MAX ? 0 : mapped;
}

static inline float wb_float_of(uint32_t mapped)
{
	union {
		float value;
		uint32_t bits;
	} number;

	number.bits = mapped >> 31 ? mapped ^ (uint32_t)1 << 31 : ~mapped;
	return number.value;
}

#endif /* WBTREE_FLOAT_H */
