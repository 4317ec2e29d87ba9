/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * From IP addresses to networks: tables that are read from files of lines
 * "first address,last address,name", both of IPv4 or both of IPv6. Both ends of a
 * range belong to it, so the last address there is, 255.255.255.255 or ffff:...:ffff,
 * is one like any other.
 *
 *	networks [TABLE [ADDRESS...]]
 *
 * Networks that overlap are refused, and so are nested ones: where a network is cut
 * from another, the rest of that has lines of its own. Each family has a tree, so
 * that each can have a network of all its addresses; ::ffff:192.0.2.1 is of IPv6.
 * The keys of both have 128 bits. Compilers without such a type get IPv4 only.
 */
#ifdef __SIZEOF_INT128__
#define WB_WIDE_KEYS
#endif
#include <arpa/inet.h>
#include <wbtree.h>

#include "example.h"

#ifdef WB_WIDE_KEYS
__extension__ typedef unsigned __int128 number_t;
#else
typedef uint32_t number_t;
#endif

#define HAS_IPV6 (sizeof(number_t) == 16)
#define NO_IPV6 "IPv6 needs a compiler with __int128"

#define IPV4_TABLE "tests/examples/networks.csv"
#define IPV6_TABLE "tests/examples/networks6.csv"

enum family { IPV4, IPV6, FAMILIES };

struct address {
	enum family family;
	number_t number;
};

struct network {
	struct wb_node node;
	enum family family;
	number_t first, last;
	char name[];
};

/* Networks weigh their size in units of 2^65 addresses, but at least 1, as all of IPv4 do. */
#define FIRST(network) ((network)->first)
#define LAST(network) ((network)->last)
WB_RANGE_DEFINE(network, struct network, node, number_t, FIRST, LAST);

/*
 * Reads an address at *text, up to a comma or the end, and passes over it; returns
 * whether it is one. Without a type for it, the number of an IPv6 address is cut short.
 */
static bool parse_address(const char **text, struct address *address)
{
	size_t length = strcspn(*text, ",");
	char copy[INET6_ADDRSTRLEN] = "";
	unsigned char bytes[16];
	bool ipv6;

	if (length >= sizeof(copy))
		return false;
	memcpy(copy, *text, length);
	*text += length;
	ipv6 = strchr(copy, ':') != NULL;
	if (inet_pton(ipv6 ? AF_INET6 : AF_INET, copy, bytes) != 1)
		return false;
	address->family = ipv6 ? IPV6 : IPV4;
	address->number = 0;
	for (int i = 0; i < (ipv6 ? 16 : 4); i++)
		address->number = address->number << 8 | bytes[i];
	return true;
}

/* A name is all that stands behind the second comma. */
static struct network *read_network(const struct input *input, const char *line)
{
	struct address first, last;
	struct network *network;
	size_t size;

	if (!parse_address(&line, &first) || *line++ != ',' || !parse_address(&line, &last) ||
	    *line++ != ',' || !*line)
		refuse_line(input, "FIRST,LAST,NAME with addresses like 192.0.2.1 or 2001:db8::1");
	if (first.family != last.family)
		refuse_line(input, "two addresses of IPv4 or two of IPv6");
	if (first.family == IPV6 && !HAS_IPV6)
		fail("%s:%lu: %s", input->path, input->line, NO_IPV6);
	size = strlen(line) + 1;
	network = allocated(calloc(1, sizeof(*network) + size));
	network->family = first.family;
	network->first = first.number;
	network->last = last.number;
	memcpy(network->name, line, size);
	return network;
}

/* Reads a table; a line that is malformed, reversed or overlaps another ends the program. */
static void read_table(const char *path, struct wb_root *trees)
{
	struct input input = open_input(path);
	const char *line;

	while ((line = read_line(&input))) {
		struct network *network = read_network(&input, line);
		int status = network_insert(&trees[network->family], network);

		if (status)
			fail("%s:%lu: %s", path, input.line, wb_strerror(status));
	}
	close_input(&input);
}

static struct address address_of(const char *text)
{
	const char *end = text;
	struct address address;

	if (!parse_address(&end, &address) || *end)
		fail("'%s' is no address like 192.0.2.1 or 2001:db8::1", text);
	if (address.family == IPV6 && !HAS_IPV6)
		fail("'%s': %s", text, NO_IPV6);
	return address;
}

static void print_network_of(const struct wb_root *trees, const char *text)
{
	struct address address = address_of(text);
	const struct network *network = network_find(&trees[address.family], address.number);

	printf("%-39s  %s\n", text, network ? network->name : "-");
}

/* Checks both ends of each network, and the addresses just outside. */
static void check(const struct wb_root *tree)
{
	const struct network *network;

	for (network = network_first(tree); network; network = network_next(network)) {
		number_t before = network->first - 1, behind = network->last + 1;

		expect(network_find(tree, network->first) == network);
		expect(network_find(tree, network->last) == network);
		expect(network->first == 0 || network_find(tree, before) != network);
		expect(behind == 0 || network_find(tree, behind) != network);
	}
}

int main(int argc, char **argv)
{
	static const char *const asked[] = {
		"8.8.8.8",
		"10.1.2.3",
		"172.31.255.255",
		"172.32.0.0",
		"198.19.0.1",
		"255.255.255.254",
		"255.255.255.255",
		"::",
		"::ffff:10.1.2.3",
		"2001:1::1",
		"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
		"2001:db8::1",
		"4000::1",
		"fe80::1",
		"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	};
	struct wb_root trees[FAMILIES] = { WB_ROOT_INIT, WB_ROOT_INIT };
	struct network *network, *next;

	/* All that can be wrong is found before anything is printed. */
	for (int i = 2; i < argc; i++)
		(void)address_of(argv[i]);
	read_table(argc > 1 ? argv[1] : IPV4_TABLE, trees);
	if (argc <= 1 && HAS_IPV6)
		read_table(IPV6_TABLE, trees);
	for (int i = 0; i < FAMILIES; i++)
		check(&trees[i]);
	for (int i = 2; i < argc; i++)
		print_network_of(trees, argv[i]);
	for (size_t i = 0; argc <= 2 && i < sizeof(asked) / sizeof(*asked); i++)
		if (HAS_IPV6 || !strchr(asked[i], ':'))
			print_network_of(trees, asked[i]);

	for (int i = 0; i < FAMILIES; i++)
		wb_for_each_entry_postorder_safe (network, next, &trees[i], struct network, node)
			free(network);
	return close_output();
}
