/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * From IP addresses to networks: a table that is read from a file of lines
 * "first address,last address,name". Both ends of a range belong to it, so the
 * last address there is, 255.255.255.255, is one like any other.
 *
 *	networks [TABLE [ADDRESS...]]
 */
#include <wbtree.h>

#include "example.h"

#define TABLE "tests/examples/networks.csv"

struct network {
	struct wb_node node;
	uint32_t first, last;
	char name[];
};

#define FIRST(network) ((network)->first)
#define LAST(network) ((network)->last)
WB_RANGE_DEFINE(network, struct network, node, uint32_t, FIRST, LAST);

/* Reads a number from 0 to 255 at *text and passes over it; no sign, no leading zero. */
static bool parse_byte(const char **text, uint32_t *byte)
{
	const char *start = *text;

	for (*byte = 0; **text >= '0' && **text <= '9' && *byte < 256; ++*text)
		*byte = *byte * 10 + (uint32_t)(**text - '0');
	return *text > start && *byte < 256 && (*start != '0' || *text == start + 1);
}

/* Reads an address like "192.0.2.1" at *text and passes over it; returns whether it is one. */
static bool parse_address(const char **text, uint32_t *address)
{
	uint32_t byte;

	*address = 0;
	for (int i = 0; i < 4; i++) {
		if (i > 0 && *(*text)++ != '.')
			return false;
		if (!parse_byte(text, &byte))
			return false;
		*address = *address << 8 | byte;
	}
	return true;
}

/* NULL if the line is malformed. A name is all that stands behind the second comma. */
static struct network *new_network(const char *line)
{
	struct network *network;
	uint32_t first, last;
	size_t size;

	if (!parse_address(&line, &first) || *line++ != ',')
		return NULL;
	if (!parse_address(&line, &last) || *line++ != ',' || !*line)
		return NULL;
	size = strlen(line) + 1;
	network = allocated(calloc(1, sizeof(*network) + size));
	network->first = first;
	network->last = last;
	memcpy(network->name, line, size);
	return network;
}

/* Reads a table; a line that is malformed, reversed or overlaps another ends the program. */
static void read_table(const char *path, struct wb_root *table)
{
	struct input input = open_input(path);
	const char *line;

	while ((line = read_line(&input))) {
		struct network *network = new_network(line);
		int status;

		if (!network)
			refuse_line(&input, "FIRST,LAST,NAME with addresses like 192.0.2.1");
		status = network_insert(table, network);
		if (status)
			fail("%s:%lu: %s", path, input.line, wb_strerror(status));
	}
	close_input(&input);
}

static uint32_t address_of(const char *text)
{
	const char *end = text;
	uint32_t address;

	if (!parse_address(&end, &address) || *end)
		fail("'%s' is no address like 192.0.2.1", text);
	return address;
}

static void print_network_of(const struct wb_root *table, const char *text)
{
	const struct network *network = network_find(table, address_of(text));

	printf("%-15s  %s\n", text, network ? network->name : "-");
}

/* Checks both ends of each network, and the addresses just outside. */
static void check(const struct wb_root *table)
{
	const struct network *network;

	for (network = network_first(table); network; network = network_next(network)) {
		uint32_t first = network->first, last = network->last;

		expect(network_find(table, first) == network);
		expect(network_find(table, last) == network);
		expect(first == 0 || network_find(table, first - 1) != network);
		expect(last == UINT32_MAX || network_find(table, last + 1) != network);
	}
}

int main(int argc, char **argv)
{
	static const char *const asked[] = { "8.8.8.8",	       "10.1.2.3",   "172.31.255.255",
					     "172.32.0.0",     "198.19.0.1", "255.255.255.254",
					     "255.255.255.255" };
	struct wb_root table = WB_ROOT_INIT;
	struct network *network, *next;

	/* All that can be wrong is found before anything is printed. */
	for (int i = 2; i < argc; i++)
		(void)address_of(argv[i]);
	read_table(argc > 1 ? argv[1] : TABLE, &table);
	check(&table);
	for (int i = 2; i < argc; i++)
		print_network_of(&table, argv[i]);
	for (size_t i = 0; argc <= 2 && i < sizeof(asked) / sizeof(*asked); i++)
		print_network_of(&table, asked[i]);

	wb_for_each_entry_postorder_safe (network, next, &table, struct network, node)
		free(network);
	return close_output();
}
