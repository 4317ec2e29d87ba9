/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Reading range files and traces. What is wrong in them ends the program. */
#ifndef BENCH_INPUT_H
#define BENCH_INPUT_H

#include <stddef.h>
#include <stdint.h>

/* A closed range of keys. */
struct range {
	uint64_t start, last;
};

/*
 * Reads the ranges of a file, in one of three formats, told apart by the first
 * line that is neither empty nor a comment (#):
 *
 *	START LAST [anything]		hexadecimal, both included
 *	START-END [anything]		/proc/PID/maps: END is the byte after
 *	START,LAST[,anything]		decimal, 0x..., or IPv6 addresses
 *
 * Of IPv6 addresses the upper 64 bits are the key; of ranges that share such a
 * key the first one keeps it, and a line on stderr says how many do. Ranges
 * that overlap as they are written are refused. Returns them ascending; *n >= 1.
 * The caller frees them.
 */
struct range *read_ranges(const char *path, size_t *n);

/* Reads keys, one hexadecimal number per line; *n >= 1. The caller frees them. */
uint64_t *read_trace(const char *path, size_t *n);

#endif
