/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The checks that tests make, counted, so that a run can say how much it has
 * looked at and a suite that looked at nothing fails.
 */
#ifndef TOTALS_H
#define TOTALS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__GNUC__)
#define LIKE_PRINTF_(text, first) __attribute__((format(printf, text, first)))
#else
#define LIKE_PRINTF_(text, first)
#endif

/* Each counts as one check; when it fails the test ends, naming the context. */
#define check(cond) check_that((cond), #cond, __FILE__, __LINE__)
#define check_equal(actual, expected)                                                              \
	check_numbers((actual), (expected), #actual " == " #expected, __FILE__, __LINE__)
#define check_status(actual, expected)                                                             \
	check_statuses((actual), (expected), #actual " == " #expected, __FILE__, __LINE__)

void check_that(bool holds, const char *text, const char *file, int line);
void check_numbers(uint64_t actual, uint64_t expected, const char *text, const char *file,
		   int line);
void check_statuses(int actual, int expected, const char *text, const char *file, int line);

/* What the checks that follow are about: which set, seed, step. */
void check_context(const char *format, ...) LIKE_PRINTF_(1, 2);

/*
 * Runs a suite and prints its totals. Returns main's exit status. Where the
 * environment variable WBTREE_PLANT names the suite, its checks fail.
 */
#define run_suite(tests) run_suite_((tests), sizeof(tests) / sizeof((tests)[0]), __FILE__)
int run_suite_(const struct CMUnitTest *tests, size_t count, const char *file);

#endif /* TOTALS_H */
