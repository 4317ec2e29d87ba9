/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the examples share: checks of their own results, and random numbers. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with a message unless the condition holds. */
#define expect(condition) ((condition) ? (void)0 : expected(#condition, __FILE__, __LINE__))

static inline void expected(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: expected %s\n", file, line, condition);
	exit(EXIT_FAILURE);
}

/* The next number of a sequence that starts anywhere (splitmix64). */
static inline uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* A number below n, which is not 0, all equally likely. */
static inline uint64_t random_below(uint64_t *state, uint64_t n)
{
	uint64_t x, unfair;

	expect(n > 0);
	unfair = -n % n; /* 2^64 modulo n: so many are drawn again */
	do
		x = next_random(state);
	while (x < unfair);
	return x % n;
}

/* Opens a file to read, or ends the program. */
static inline FILE *open_file(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	return file;
}

/* The next line that is no comment, or NULL at the end of the file. */
static inline char *read_line(FILE *file, char *line, int size)
{
	char *read;

	do
		read = fgets(line, size, file);
	while (read && (*read == '#' || *read == '\n'));
	return read;
}

/* Reads the hexadecimal numbers of a file, but at most n; returns how many. */
static inline size_t read_numbers(const char *path, uint64_t *numbers, size_t n)
{
	FILE *file = open_file(path);
	char line[256], *text, *end;
	size_t count = 0;

	while (read_line(file, line, sizeof(line)))
		for (text = line; count < n; text = end) {
			uint64_t number = strtoull(text, &end, 16);

			if (end == text)
				break;
			numbers[count++] = number;
		}
	fclose(file);
	return count;
}

#endif /* EXAMPLE_H */
