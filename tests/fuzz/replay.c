/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Runs a fuzz target on the files named, without libFuzzer: its corpus as a test. */
#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"
#include "totals.h"

enum { MOST_BYTES = 1 << 16 };

static char *const *path; /* the one being replayed; NULL is after the last */

static void replay(void)
{
	static uint8_t data[MOST_BYTES];
	FILE *file = fopen(*path, "rb");
	size_t size;

	check(file != NULL);
	size = fread(data, 1, sizeof(data), file);
	check(!ferror(file) && feof(file));
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
}

static void test_corpus(void **state)
{
	(void)state;
	for (; *path; path++)
		replay();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_corpus) };
	int status;

	(void)argc;
	path = argv + 1;
	status = run_suite_(tests, 1, argv[0]);
	if (*path)
		print_error("%s: failed on %s\n", argv[0], *path);
	return status;
}
