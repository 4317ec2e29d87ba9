/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What the suites use of cmocka, for machines for which there is none: built
 * with CMOCKA=own. The names are cmocka's.
 */
#ifndef CMOCKA_STAND_IN_H
#define CMOCKA_STAND_IN_H

#include <stddef.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
	const char *name;
	CMUnitTestFunction test_func;
};

#define cmocka_unit_test(function)                                                                 \
	{                                                                                          \
#function, function                                                                \
	}
#define skip() _skip(__FILE__, __LINE__)

int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
			    CMFixtureFunction setup, CMFixtureFunction teardown);
void _fail(const char *file, int line);
void _skip(const char *file, int line);
void print_error(const char *format, ...);
void print_message(const char *format, ...);

#endif /* CMOCKA_STAND_IN_H */
