/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include "util.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------
 * Lines
 */

struct reader {
	const char *path;
	FILE *file;
	char *line;
	size_t size;
	unsigned long number;
};

static void reader_open(struct reader *reader, const char *path)
{
	*reader = (struct reader){ .path = path, .file = fopen(path, "r") };
	if (!reader->file)
		fail(EXIT_USAGE, "%s: %s", path, strerror(errno));
}

static void reader_close(struct reader *reader)
{
	free(reader->line);
	fclose(reader->file);
}

BENCH_NORETURN static void malformed(const struct reader *reader, const char *expected)
{
	fail(EXIT_USAGE, "%s:%lu: expected %s", reader->path, reader->number, expected);
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t\r\n");
}

/* The next line that says something, from its first character on, or NULL. */
static const char *reader_next(struct reader *reader)
{
	ssize_t length;

	while ((length = getline(&reader->line, &reader->size, reader->file)) >= 0) {
		const char *text = skip_blanks(reader->line);

		reader->number++;
		if (strlen(reader->line) != (size_t)length)
			malformed(reader, "text, found a NUL byte");
		if (*text && *text != '#')
			return text;
	}
	/* getline() may fail for want of memory, too, which is no error of the file. */
	if (ferror(reader->file) || !feof(reader->file))
		fail(EXIT_USAGE, "%s:%lu: %s", reader->path, reader->number + 1, strerror(errno));
	return NULL;
}

/* -------------------------------------------------------------------------
 * Numbers
 */

static unsigned int digit_of(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (unsigned int)(found - digits) % 16 : 16;
}

/* Reads an unsigned number at *text and moves past it; false if none fits. */
static bool parse_number(const char **text, unsigned int base, uint64_t *value)
{
	const char *start = *text;
	unsigned int digit;

	for (*value = 0; (digit = digit_of(**text)) < base; ++*text) {
		if (*value > (UINT64_MAX - digit) / base)
			return false;
		*value = *value * base + digit;
	}
	return *text != start;
}

static bool parse_hex(const char **text, uint64_t *value)
{
	if ((*text)[0] == '0' && ((*text)[1] == 'x' || (*text)[1] == 'X'))
		*text += 2;
	return parse_number(text, 16, value);
}

/* Whether a field may end here: at the end of the line or before a blank. */
static bool at_end(const char *text)
{
	return !*text || strchr(" \t\r\n", *text);
}

/* -------------------------------------------------------------------------
 * Ranges
 */

/*
 * A range as read, and where. IPv6 addresses are cut: range has their upper 64
 * bits, which are the key, and below the others.
 */
struct entry {
	struct range range, below;
	unsigned long line;
	bool cut;
};

static bool parse_plain(const char *text, struct entry *entry)
{
	if (!parse_hex(&text, &entry->range.start) || !at_end(text))
		return false;
	text = skip_blanks(text);
	return parse_hex(&text, &entry->range.last) && at_end(text);
}

static bool parse_maps(const char *text, struct entry *entry)
{
	uint64_t end;

	if (!parse_hex(&text, &entry->range.start) || *text++ != '-')
		return false;
	if (!parse_hex(&text, &end) || !at_end(text) || end <= entry->range.start)
		return false;
	entry->range.last = end - 1;
	return true;
}

static uint64_t from_bytes(const unsigned char *bytes)
{
	uint64_t value = 0;

	for (size_t i = 0; i < 8; i++)
		value = value << 8 | bytes[i];
	return value;
}

static bool parse_address(const char *field, uint64_t *value, uint64_t *below)
{
	unsigned char bytes[16];

	if (inet_pton(AF_INET6, field, bytes) != 1)
		return false;
	*value = from_bytes(bytes);
	*below = from_bytes(bytes + 8);
	return true;
}

/* Reads one field of a CSV line at *text and moves to what ended it. */
static bool parse_field(const char **text, uint64_t *value, uint64_t *below, bool *cut)
{
	char field[64];
	const char *rest = field;
	size_t length;

	*text = skip_blanks(*text);
	length = strcspn(*text, ", \t\r\n");
	if (length >= sizeof(field))
		return false;
	memcpy(field, *text, length);
	field[length] = '\0';
	*text = skip_blanks(*text + length);
	*cut = strchr(field, ':') != NULL;
	if (*cut)
		return parse_address(field, value, below);
	if (field[0] == '0' && (field[1] == 'x' || field[1] == 'X'))
		return parse_hex(&rest, value) && !*rest;
	return parse_number(&rest, 10, value) && !*rest;
}

static bool parse_csv(const char *text, struct entry *entry)
{
	bool cut;

	if (!parse_field(&text, &entry->range.start, &entry->below.start, &cut) || *text++ != ',')
		return false;
	if (!parse_field(&text, &entry->range.last, &entry->below.last, &entry->cut) ||
	    entry->cut != cut)
		return false;
	return !*text || *text == ',';
}

static const struct format {
	char mark; /* what stands behind the first number; 0: anything else */
	bool (*parse)(const char *text, struct entry *entry);
	const char *expected;
} formats[] = {
	{ ',', parse_csv, "START,LAST in decimal, 0x hexadecimal or IPv6 addresses" },
	{ '-', parse_maps, "START-END in hexadecimal, END behind START" },
	{ 0, parse_plain, "START LAST in hexadecimal" },
};

static const struct format *format_of(const char *text)
{
	const struct format *format = formats;
	char mark = text[strcspn(text, ",- \t\r\n")];

	while (format->mark && format->mark != mark)
		format++;
	return format;
}

/* Compares a and b, of which these are the upper and the lower bits; as strcmp(3). */
static int compare(uint64_t a, uint64_t a_below, uint64_t b, uint64_t b_below)
{
	if (a != b)
		return a < b ? -1 : 1;
	return a_below < b_below ? -1 : a_below > b_below;
}

static bool is_inverted(const struct entry *entry)
{
	return compare(entry->range.start, entry->below.start, entry->range.last,
		       entry->below.last) > 0;
}

static struct entry *read_entries(const char *path, size_t *n)
{
	const struct format *format = NULL;
	struct entry *entries = NULL;
	struct reader reader;
	const char *text;
	size_t room = 0;

	reader_open(&reader, path);
	for (*n = 0; (text = reader_next(&reader)); ++*n) {
		if (*n == room)
			entries = resize(entries, room = room * 2 + 64, sizeof(*entries));
		if (!format)
			format = format_of(text);
		entries[*n] = (struct entry){ .below = { 0, UINT64_MAX }, .line = reader.number };
		if (!format->parse(text, &entries[*n]))
			malformed(&reader, format->expected);
		if (entries[*n].cut != entries[0].cut)
			malformed(&reader, "IPv6 addresses in all lines or in none");
		if (is_inverted(&entries[*n]))
			malformed(&reader, "a range's start not to be greater than its last");
	}
	reader_close(&reader);
	if (!*n || *n > UINT32_MAX)
		fail(EXIT_USAGE, "%s: %s", path, *n ? "too many ranges" : "holds no range");
	return entries;
}

static int by_start(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = compare(x->range.start, x->below.start, y->range.start, y->below.start);

	return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

static void require_disjoint(const char *path, const struct entry *entries, size_t n)
{
	for (const struct entry *a = entries, *b = a + 1; b < entries + n; a = b++) {
		const struct entry *later = a->line > b->line ? a : b;

		if (compare(b->range.start, b->below.start, a->range.last, a->below.last) <= 0)
			fail(EXIT_USAGE, "%s:%lu: range overlaps that of line %lu", path,
			     later->line, later == a ? b->line : a->line);
	}
}

/*
 * Disjoint ranges of IPv6 addresses may share a key, as only their upper 64 bits
 * are one: the first keeps it. Makes ranges of the entries and returns how many.
 */
static size_t cut_to_keys(const char *path, const struct entry *entries, size_t n,
			  struct range *ranges)
{
	size_t kept = 0, shared = 0;

	for (const struct entry *entry = entries; entry < entries + n; entry++) {
		struct range range = entry->range;

		if (kept && range.start == ranges[kept - 1].last) {
			shared++;
			if (range.start++ == range.last)
				continue;
		}
		ranges[kept++] = range;
	}
	if (shared)
		fprintf(stderr,
			"%s: %lu ranges share the upper 64 bits of an address with the one before, "
			"which keeps them; %lu are left out\n",
			path, (unsigned long)shared, (unsigned long)(n - kept));
	return kept;
}

struct range *read_ranges(const char *path, size_t *n)
{
	struct entry *entries = read_entries(path, n);
	struct range *ranges = allocate(*n, sizeof(*ranges));

	qsort(entries, *n, sizeof(*entries), by_start);
	require_disjoint(path, entries, *n);
	*n = cut_to_keys(path, entries, *n, ranges);
	free(entries);
	return ranges;
}

uint64_t *read_trace(const char *path, size_t *n)
{
	struct reader reader;
	uint64_t *keys = NULL;
	const char *text;
	size_t room = 0;

	reader_open(&reader, path);
	for (*n = 0; (text = reader_next(&reader)); ++*n) {
		if (*n == room)
			keys = resize(keys, room = room * 2 + 64, sizeof(*keys));
		if (!parse_hex(&text, &keys[*n]) || *skip_blanks(text))
			malformed(&reader, "a key in hexadecimal");
	}
	reader_close(&reader);
	if (!*n)
		fail(EXIT_USAGE, "%s: holds no key", path);
	return keys;
}
