/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "util.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool progress_shown;

void fail(int status, const char *format, ...)
{
	va_list arguments;

	progress_end();
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(status);
}

static void *or_fail(void *memory)
{
	if (!memory)
		fail(EXIT_FAULT, "wbtree-bench: out of memory");
	return memory;
}

/* One byte is asked for at least: NULL always means failure. */
static size_t bytes_of(size_t count, size_t size)
{
	if (count > SIZE_MAX / size)
		fail(EXIT_FAULT, "wbtree-bench: out of memory");
	return count ? count * size : 1;
}

void *allocate(size_t count, size_t size)
{
	return or_fail(malloc(bytes_of(count, size)));
}

void *allocate_zeroed(size_t count, size_t size)
{
	return memset(allocate(count, size), 0, bytes_of(count, size));
}

void *allocate_lines(size_t bytes)
{
	void *memory;

	if (posix_memalign(&memory, CACHE_LINE, bytes))
		memory = NULL;
	return memset(or_fail(memory), 0, bytes);
}

void *resize(void *old, size_t count, size_t size)
{
	return or_fail(realloc(old, bytes_of(count, size)));
}

char *copy_text(const char *text)
{
	return strcpy(allocate(strlen(text) + 1, 1), text);
}

/* How much of the text goes into a line of that width, and ends with a word if it can. */
static size_t line_length(const char *text, size_t width)
{
	size_t length = strlen(text);

	if (length <= width)
		return length;
	for (length = width; length && text[length] != ' '; length--)
		;
	return length ? length : width;
}

void print_wrapped(FILE *file, const char *text, size_t width, size_t lines)
{
	while (*text) {
		bool last = lines-- <= 1;
		size_t length = line_length(text, last ? width - 3 : width);

		fprintf(file, "%.*s%s\n", (int)length, text, last && text[length] ? "..." : "");
		if (last)
			return;
		text += length;
		text += strspn(text, " ");
	}
}

struct random random_start(uint64_t seed, enum purpose purpose)
{
	struct random random = { purpose };

	random.state = seed ^ random_next(&random);
	random.state = random_next(&random);
	return random;
}

uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Draws as many bits as limit - 1 has until they are below: no bias, two draws at most on average.
 */
uint64_t random_below(struct random *random, uint64_t limit)
{
	uint64_t mask = limit - 1, value;

	for (unsigned int shift = 1; shift < 64; shift *= 2)
		mask |= mask >> shift;
	do {
		value = random_next(random) & mask;
	} while (value >= limit);
	return value;
}

void random_order(struct random *random, uint32_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t j = (size_t)random_below(random, i + 1);

		order[i] = order[j];
		order[j] = (uint32_t)i;
	}
}

static double seconds_of(clockid_t clock)
{
	struct timespec now;

	if (clock_gettime(clock, &now))
		fail(EXIT_FAULT, "wbtree-bench: no clock");
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double cpu_seconds(void)
{
	return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds(void)
{
	return seconds_of(CLOCK_MONOTONIC);
}

static double expected_end;

void progress_until(double end)
{
	expected_end = end;
}

static void print_time_left(FILE *file)
{
	double left = expected_end - wall_seconds();

	if (left >= 90)
		fprintf(file, " (%.0f min left)", left / 60);
	else if (left > 0)
		fprintf(file, " (%.0f s left)", left);
}

/* Where lines can't be rewritten, they come more rarely: seconds between two of them. */
#define LINE_SECONDS 5

void progress(const char *format, ...)
{
	static double last_line = -LINE_SECONDS;
	bool terminal = isatty(STDERR_FILENO);
	va_list arguments;

	if (!terminal && wall_seconds() - last_line < LINE_SECONDS)
		return;
	last_line = wall_seconds();
	if (terminal)
		fputs("\r\033[K", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	print_time_left(stderr);
	if (!terminal)
		fputc('\n', stderr);
	fflush(stderr);
	progress_shown = terminal;
}

void progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}
