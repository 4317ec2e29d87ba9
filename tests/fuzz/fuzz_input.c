/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The readers of the benchmark's range files and traces: whatever a file holds,
 * it is refused or what comes of it is what was promised, and is read again as
 * the same when it is written out.
 *
 * The readers open files and end the program; here they get the input instead,
 * and end the run by a jump.
 */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "totals.h"

static const void *input;
static size_t input_size;
static FILE *input_file;
static void *held[8]; /* what the readers have allocated */
static jmp_buf refused;

static FILE *open_input(const char *path, const char *mode)
{
	(void)path;
	input_file = fmemopen((void *)(uintptr_t)input, input_size, mode);
	check(input_file != NULL);
	return input_file;
}

static void close_input(FILE *file)
{
	fclose(file);
	input_file = NULL;
}

static void *hold(void *old, void *memory)
{
	size_t i = 0;

	while (held[i] != old)
		i++;
	held[i] = memory;
	return memory;
}

static void drop(void *memory)
{
	hold(memory, NULL);
	free(memory);
}

static ssize_t get_line(char **line, size_t *size, FILE *file)
{
	void *old = *line;
	ssize_t length = getline(line, size, file);

	hold(old, *line);
	return length;
}

#undef fail /* cmocka's macro */
#define fopen open_input
#define fclose close_input
#define free drop
#define getline get_line
#include "../../bench/input.c"
#undef fopen
#undef fclose
#undef free
#undef getline

/* What the readers need of bench/util.c. */

void fail(int status, const char *format, ...)
{
	(void)format;
	check(status == EXIT_USAGE);
	longjmp(refused, 1);
}

void *resize(void *old, size_t count, size_t size)
{
	void *memory = realloc(old, count * size);

	check(memory != NULL);
	return hold(old, memory);
}

void *allocate(size_t count, size_t size)
{
	return resize(NULL, count, size);
}

/* ---- the target ---- */

static void clean_up(void)
{
	if (input_file)
		close_input(input_file);
	for (size_t i = 0; i < COUNT(held); i++) {
		free(held[i]);
		held[i] = NULL;
	}
}

static void set_input(const void *data, size_t size)
{
	input = data;
	input_size = size;
}

/* Reads again what print writes of each range; the readers' memory is cleaned up later. */
static void read_again(const struct range *ranges, size_t n,
		       int (*print)(char *line, size_t size, const struct range *range))
{
	enum { LINE = 64 };
	char *text = allocate(n + 1, LINE);
	const struct range *read;
	size_t size = 0, again;

	for (size_t i = 0; i < n; i++)
		size += (size_t)print(text + size, LINE, &ranges[i]);
	set_input(text, size);
	read = read_ranges("", &again);
	check_equal(again, n);
	check(memcmp(read, ranges, n * sizeof(*read)) == 0);
}

static int print_plain(char *line, size_t size, const struct range *range)
{
	return snprintf(line, size, "%" PRIx64 " %" PRIX64 " x\n", range->start, range->last);
}

static int print_csv(char *line, size_t size, const struct range *range)
{
	return snprintf(line, size, "%" PRIu64 ",0x%" PRIx64 ",x\n", range->start, range->last);
}

static int print_maps(char *line, size_t size, const struct range *range)
{
	return snprintf(line, size, "%" PRIx64 "-%" PRIx64 " x\n", range->start, range->last + 1);
}

static void check_ranges(void)
{
	size_t n;
	const struct range *ranges = read_ranges("", &n);

	check(n >= 1);
	for (size_t i = 0; i < n; i++) {
		check(ranges[i].start <= ranges[i].last);
		check(i == 0 || ranges[i - 1].last < ranges[i].start);
	}
	read_again(ranges, n, print_plain);
	read_again(ranges, n, print_csv);
	if (ranges[n - 1].last < UINT64_MAX)
		read_again(ranges, n, print_maps);
}

static void check_trace(void)
{
	size_t n;

	read_trace("", &n);
	check(n >= 1);
}

static void run(void (*read)(void), const uint8_t *data, size_t size)
{
	set_input(data, size);
	if (!setjmp(refused))
		read();
	clean_up();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	run(check_ranges, data, size);
	run(check_trace, data, size);
	return 0;
}
