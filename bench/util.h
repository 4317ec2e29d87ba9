/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What every part of the bench needs: giving up, memory, random numbers, time. */
#ifndef BENCH_UTIL_H
#define BENCH_UTIL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__)
#define BENCH_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#define BENCH_NORETURN __attribute__((noreturn))
#else
#define BENCH_PRINTF(text, rest)
#define BENCH_NORETURN
#endif

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

/* Prints one line on stderr and exits with the given status. */
BENCH_NORETURN BENCH_PRINTF(2, 3) void fail(int status, const char *format, ...);

/* These give up when memory runs out; all of it is freed with free(). */
void *allocate(size_t count, size_t size);
void *allocate_zeroed(size_t count, size_t size);
void *allocate_lines(size_t bytes); /* aligned to CACHE_LINE, zeroed */
void *resize(void *old, size_t count, size_t size);
char *copy_text(const char *text);

/* Prints text, broken between words into lines, the last of which ends the text in any case. */
void print_wrapped(FILE *file, const char *text, size_t width, size_t lines);

#define CACHE_LINE 64

/* Reproducible random numbers: splitmix64 (Steele, Lea and Flood 2014). */
struct random {
	uint64_t state;
};

/* What is drawn for different purposes with the same seed must not be the same. */
enum purpose { FOR_SETS, FOR_KEYS, FOR_UPDATES, FOR_ORDER };

struct random random_start(uint64_t seed, enum purpose purpose);
uint64_t random_next(struct random *random);
uint64_t random_below(struct random *random, uint64_t limit); /* limit >= 1 */
void random_order(struct random *random, uint32_t *order, size_t n);

/* Seconds: of this process on a processor, and of the wall clock. */
double cpu_seconds(void);
double wall_seconds(void);

/* Says on stderr how far the run is, and how long it will last: one line rewritten on a terminal.
 */
void progress_until(double end); /* by wall_seconds() */
BENCH_PRINTF(1, 2) void progress(const char *format, ...);
void progress_end(void);

#endif
