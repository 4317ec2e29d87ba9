/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "cmocka.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { PASSED, FAILED, SKIPPED };

static jmp_buf end_of_test;
static bool running;

static void end_test(int result, const char *file, int line)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, result == FAILED ? "failed" : "skipped");
	if (!running)
		exit(EXIT_FAILURE);
	longjmp(end_of_test, result);
}

void _fail(const char *file, int line)
{
	end_test(FAILED, file, line);
}

void _skip(const char *file, int line)
{
	end_test(SKIPPED, file, line);
}

void print_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
}

void print_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
}

int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
			    CMFixtureFunction setup, CMFixtureFunction teardown)
{
	static const char *const words[] = { "OK", "FAILED", "SKIPPED" };
	volatile int failed = 0;
	void *state = NULL;

	(void)setup;
	(void)teardown;
	for (volatile size_t i = 0; i < count; i++) {
		int result = PASSED;

		running = true;
		switch (setjmp(end_of_test)) {
		case 0:
			tests[i].test_func(&state);
			break;
		case FAILED:
			result = FAILED;
			failed++;
			break;
		default:
			result = SKIPPED;
			break;
		}
		running = false;
		printf("%s: %s: %s\n", group, tests[i].name, words[result]);
	}
	return failed;
}
