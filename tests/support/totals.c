/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "totals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t checks_made;
static char context[200];
static bool planted; /* a fault, to see that the run fails: every check does */

static void fail_in_context(const char *text, const char *file, int line)
{
	print_error("%s:%d: %s\n", file, line, text);
	if (context[0])
		print_error("while looking at: %s\n", context);
	_fail(file, line);
}

/* Counts a check, and says whether it failed. */
static bool fails(bool holds)
{
	checks_made++;
	return planted || !holds;
}

void check_that(bool holds, const char *text, const char *file, int line)
{
	if (fails(holds))
		fail_in_context(text, file, line);
}

void check_numbers(uint64_t actual, uint64_t expected, const char *text, const char *file, int line)
{
	if (!fails(actual == expected))
		return;
	print_error("%" PRIu64 " is not the expected %" PRIu64 "\n", actual, expected);
	fail_in_context(text, file, line);
}

void check_statuses(int actual, int expected, const char *text, const char *file, int line)
{
	if (!fails(actual == expected))
		return;
	print_error("status %d is not the expected %d\n", actual, expected);
	fail_in_context(text, file, line);
}

void check_context(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(context, sizeof(context), format, args);
	va_end(args);
}

/* The file's name without folders and ending. */
static void suite_name(char *name, size_t size, const char *file)
{
	const char *slash = strrchr(file, '/');

	snprintf(name, size, "%s", slash ? slash + 1 : file);
	name[strcspn(name, ".")] = '\0';
}

int run_suite_(const struct CMUnitTest *tests, size_t count, const char *file)
{
	const char *plant = getenv("WBTREE_PLANT");
	char name[64];
	int failed;

	suite_name(name, sizeof(name), file);
	planted = plant && strcmp(plant, name) == 0;
	failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
	printf("totals: %s: %zu tests, %d failed, %" PRIu64 " checks\n", name, count, failed,
	       checks_made);
	return failed == 0 && checks_made > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
