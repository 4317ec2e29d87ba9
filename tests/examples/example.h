/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What the examples share: giving up, checks of their own results, random
 * numbers, and reading text files.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------
 * Giving up: status 2 says that arguments, input, memory or output were at
 * fault, status 1 that the program was.
 */

#define EXIT_TROUBLE 2

/* Ends the program with one line on stderr; takes what printf does. */
#define fail(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(EXIT_TROUBLE))

/* Ends the program with a message unless the condition holds. */
#define expect(condition) ((condition) ? (void)0 : expected(#condition, __FILE__, __LINE__))

static inline void expected(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: expected %s\n", file, line, condition);
	exit(EXIT_FAILURE);
}

/* For programs that take no arguments. */
static inline void refuse_arguments(int argc, char **argv)
{
	if (argc > 1)
		fail("%s: unexpected argument '%s'", argv[0], argv[1]);
}

/* The status to end with: output that did not get to where it should is a failure, too. */
static inline int close_output(void)
{
	bool failed = ferror(stdout);

	if (fclose(stdout) || failed)
		fail("the output could not be written");
	return EXIT_SUCCESS;
}

/* -------------------------------------------------------------------------
 * Memory
 */

/* What malloc, calloc or realloc returned, unless that is NULL. */
static inline void *allocated(void *memory)
{
	if (!memory)
		fail("out of memory");
	return memory;
}

/* An array of n items with room for one more: it doubles when n is a power of two. */
static inline void *grow(void *items, size_t n, size_t size)
{
	if (n & (n - 1))
		return items;
	if (n > SIZE_MAX / size / 2)
		fail("out of memory");
	return allocated(realloc(items, (n ? 2 * n : 1) * size));
}

/* -------------------------------------------------------------------------
 * Random numbers
 */

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

/* -------------------------------------------------------------------------
 * Text files
 */

struct input {
	const char *path;
	FILE *file;
	char *text;	    /* of the line */
	unsigned long line; /* its number */
};

static inline struct input open_input(const char *path)
{
	struct input input = { .path = path, .file = fopen(path, "r") };

	if (!input.file)
		fail("%s: %s", path, strerror(errno));
	return input;
}

static inline void close_input(struct input *input)
{
	free(input->text);
	fclose(input->file);
}

/* Ends the program because of the line that was read last. */
static inline void refuse_line(const struct input *input, const char *expected)
{
	fail("%s:%lu: expected %s", input->path, input->line, expected);
}

/* The next character or EOF; CRLF counts as '\n'. No other control character but tab is text. */
static inline int read_character(struct input *input)
{
	int c = getc(input->file);

	if (c == '\r' && getc(input->file) == '\n')
		c = '\n';
	if (ferror(input->file))
		fail("%s:%lu: %s", input->path, input->line, strerror(errno));
	if (c >= 0 && c < ' ' && c != '\t' && c != '\n')
		refuse_line(input, "text, found a control character");
	return c;
}

/*
 * The next line, of any length, from its first character that is no blank on;
 * NULL at the end of the file. Comments and blank lines are passed over.
 */
static inline const char *read_line(struct input *input)
{
	const char *text;

	do {
		size_t length = 0;
		int c;

		input->line++;
		do {
			c = read_character(input);
			input->text = grow(input->text, length, 1);
			input->text[length++] = (char)(c == EOF || c == '\n' ? '\0' : c);
		} while (input->text[length - 1]);
		if (c == EOF && length == 1)
			return NULL;
		text = input->text + strspn(input->text, " \t");
	} while (!*text || *text == '#');
	return text;
}

/*
 * Reads a hexadecimal number at *text and passes over it and the blanks behind
 * it; false if there is none of at most 64 bits that ends at a blank.
 */
static inline bool parse_hex(const char **text, uint64_t *number)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	size_t length = strspn(*text, digits), zeros = strspn(*text, "0");

	if (!length || length - zeros > 16 || !strchr(" \t", (*text)[length]))
		return false;
	*number = strtoull(*text, NULL, 16);
	*text += length;
	*text += strspn(*text, " \t");
	return true;
}

struct span {
	uint64_t start, last;
};

/* Reads lines "START LAST ...", at least one, in order; puts into *n how many there are. */
static inline struct span *read_spans(const char *path, size_t *n)
{
	struct input input = open_input(path);
	struct span *spans = NULL, span;
	const char *text;
	uint64_t last = 0;
	size_t count = 0;

	while ((text = read_line(&input))) {
		if (!parse_hex(&text, &span.start) || !parse_hex(&text, &span.last))
			refuse_line(&input, "START LAST in hexadecimal");
		if (span.start > span.last)
			refuse_line(&input, "a last not below the start");
		if (count && span.start <= last)
			refuse_line(&input, "a start behind the last of the line before");
		last = span.last;
		spans = grow(spans, count, sizeof(*spans));
		spans[count++] = span;
	}
	if (!count)
		fail("%s: holds no range", path);
	close_input(&input);
	*n = count;
	return spans;
}

/* Reads hexadecimal numbers, a line each, at least one; puts into *n how many there are. */
static inline uint64_t *read_numbers(const char *path, size_t *n)
{
	struct input input = open_input(path);
	uint64_t *numbers = NULL, number;
	const char *text;
	size_t count = 0;

	while ((text = read_line(&input))) {
		if (!parse_hex(&text, &number) || *text)
			refuse_line(&input, "a number in hexadecimal");
		numbers = grow(numbers, count, sizeof(*numbers));
		numbers[count++] = number;
	}
	if (!count)
		fail("%s: holds no number", path);
	close_input(&input);
	*n = count;
	return numbers;
}

#endif /* EXAMPLE_H */
