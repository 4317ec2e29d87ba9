/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * From IP addresses to networks: a table that is read from a file of lines
 * "first address,last address,name". Both ends of a range belong to it, so the
 * last address there is, 255.255.255.255, is one like any other.
 *
 *	networks [TABLE [ADDRESS...]]
 */
#include <inttypes.h>
#include <string.h>
#include <wbtree.h>

#include "example.h"

#define TABLE "tests/examples/networks.csv"

struct network {
	struct wb_node node;
	uint32_t first, last;
	char name[40];
};

#define FIRST(network) ((network)->first)
#define LAST(network) ((network)->last)
WB_RANGE_DEFINE(network, struct network, node, uint32_t, FIRST, LAST);

/* Reads "192.0.2.1" up to the given end; returns whether it is one. */
static bool parse_address(const char *text, char end, uint32_t *address)
{
	uint32_t a, b, c, d;
	char next = '\0';

	if (sscanf(text, "%3" SCNu32 ".%3" SCNu32 ".%3" SCNu32 ".%3" SCNu32 "%c", &a, &b, &c, &d,
		   &next) < 4 ||
	    next != end)
		return false;
	*address = a << 24 | b << 16 | c << 8 | d;
	return a < 256 && b < 256 && c < 256 && d < 256;
}

static bool parse_network(char *line, struct network *network)
{
	char *last = strchr(line, ','), *name = last ? strchr(last + 1, ',') : NULL;

	if (!name)
		return false;
	name[strcspn(name, "\r\n")] = '\0';
	snprintf(network->name, sizeof(network->name), "%s", name + 1);
	return parse_address(line, ',', &network->first) &&
	       parse_address(last + 1, ',', &network->last);
}

/* Reads a table; a line that is malformed, reversed or overlaps another ends the program. */
static void read_table(const char *path, struct wb_root *table)
{
	FILE *file = open_file(path);
	char line[256];
	int status;

	while (read_line(file, line, sizeof(line))) {
		struct network *network = calloc(1, sizeof(*network));

		expect(network);
		if (!parse_network(line, network)) {
			fprintf(stderr, "%s: not \"first,last,name\": %s", path, line);
			exit(EXIT_FAILURE);
		}
		status = network_insert(table, network);
		if (status) {
			fprintf(stderr, "%s: %s: %s\n", path, network->name, wb_strerror(status));
			exit(EXIT_FAILURE);
		}
	}
	fclose(file);
}

static void print_network_of(const struct wb_root *table, const char *text)
{
	const struct network *network;
	uint32_t address;

	if (!parse_address(text, '\0', &address)) {
		printf("%-15s  is no address\n", text);
		return;
	}
	network = network_find(table, address);
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
	static const char *const asked[] = { "8.8.8.8",		"10.1.2.3",   "172.31.255.255",
					     "172.32.0.0",	"198.19.0.1", "255.255.255.254",
					     "255.255.255.255", "300.1.2.3" };
	struct wb_root table = WB_ROOT_INIT;
	struct network *network, *next;

	read_table(argc > 1 ? argv[1] : TABLE, &table);
	check(&table);
	for (int i = 2; i < argc; i++)
		print_network_of(&table, argv[i]);
	for (size_t i = 0; argc <= 2 && i < sizeof(asked) / sizeof(*asked); i++)
		print_network_of(&table, asked[i]);

	wb_for_each_entry_postorder_safe (network, next, &table, struct network, node)
		free(network);
	return EXIT_SUCCESS;
}
