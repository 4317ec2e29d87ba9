/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The input of a fuzz target as a stream that ends in zeros. */
#ifndef BYTES_H
#define BYTES_H

#include <stddef.h>
#include <stdint.h>

/* What each target defines, for libFuzzer and for replay.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	const uint8_t *at;
	size_t left;
};

static inline uint64_t take_bytes(struct bytes *bytes, unsigned int count)
{
	uint64_t value = 0;

	for (; count; count--) {
		value <<= 8;
		if (!bytes->left)
			continue;
		value |= *bytes->at++;
		bytes->left--;
	}
	return value;
}

#endif /* BYTES_H */
