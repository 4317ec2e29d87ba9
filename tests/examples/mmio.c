/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Accesses of a guest to its devices, as a virtual machine monitor sees them: each is
 * looked up in the memory slots, where it misses, and then among the devices' regions,
 * where it hits. Few pages get most of the accesses. Both trees learn which, the misses
 * of the one as well as the hits of the other; by size they would have the RAM on top.
 *
 *	mmio [SLOTS [REGIONS [ACCESSES]]]
 *
 * reads lines "START LAST ..." in the order of the addresses, twice, and lines with an
 * address each, all in hexadecimal.
 */
#include <inttypes.h>
#include <wbtree_learn.h>

#include "example.h"

#define SLOTS "bench/data/qemu-q35-ram.ranges"
#define REGIONS "bench/data/qemu-q35-linux.ranges"
#define ACCESSES "bench/data/qemu-q35-linux.trace"

struct region {
	struct wb_node node;
	uint64_t start, last;
	unsigned long accesses;
};

#define START(region) ((region)->start)
#define LAST(region) ((region)->last)
WB_RANGE_DEFINE_LEARNED(region, struct region, node, uint64_t, START, LAST);

/* A tree of regions, and what it has learned and cost. */
struct map {
	struct wb_root root;
	struct wb_learner learner;
	struct region *regions;
	size_t n;
	uint64_t visits, misses;
};

static void read_map(struct map *map, const char *path)
{
	size_t n;
	struct span *spans = read_spans(path, &n);

	map->n = n;
	map->regions = allocated(calloc(n, sizeof(*map->regions)));
	for (size_t i = 0; i < n; i++) {
		map->regions[i].start = spans[i].start;
		map->regions[i].last = spans[i].last;
	}
	free(spans);
	for (size_t i = 0; i < n; i++)
		expect(region_insert(&map->root, &map->regions[i]) == WB_OK);
}

/* The nodes that a search visits, found or not: what it costs. */
static unsigned int visits(const struct wb_root *root, uint64_t address)
{
	const struct wb_node *node = root->node;
	unsigned int visited = 0;

	while (node) {
		const struct region *region = wb_entry(node, struct region, node);

		visited++;
		if (region->start <= address && address <= region->last)
			break;
		node = node->child[address > region->start];
	}
	return visited;
}

/* The region of an address, or NULL. */
static struct region *look_up(struct map *map, uint64_t address)
{
	struct region *region;

	map->visits += visits(&map->root, address);
	region = region_find_learn(&map->root, address, &map->learner);
	if (region)
		region->accesses++;
	else
		map->misses++;
	return region;
}

/* An exit from the guest at an address that it could not access by itself. */
static void handle_exit(struct map *slots, struct map *devices, uint64_t address)
{
	if (!look_up(slots, address))	   /* memory would be mapped now */
		look_up(devices, address); /* and a device do what it is asked to */
}

/* Prints what the accesses since the last line have cost in both maps. */
static void print_costs(struct map *slots, struct map *devices, size_t first, size_t end)
{
	static uint64_t slots_before, devices_before;
	const double n = (double)(end - first);

	printf("%7zu to %7zu %18.2f %22.2f\n", first, end,
	       (double)(slots->visits - slots_before) / n,
	       (double)(devices->visits - devices_before) / n);
	slots_before = slots->visits;
	devices_before = devices->visits;
}

static int by_accesses(const void *a, const void *b)
{
	const struct region *x = *(struct region *const *)a, *y = *(struct region *const *)b;

	return (x->accesses < y->accesses) - (x->accesses > y->accesses);
}

static void print_hottest(const struct map *devices)
{
	struct region **sorted = allocated(calloc(devices->n, sizeof(struct region *)));

	for (size_t i = 0; i < devices->n; i++)
		sorted[i] = &devices->regions[i];
	qsort(sorted, devices->n, sizeof(struct region *), by_accesses);
	puts("\naccesses  visits  region");
	for (size_t i = 0; i < 8 && i < devices->n; i++)
		printf("%8lu%8u  %" PRIx64 "-%" PRIx64 "\n", sorted[i]->accesses,
		       visits(&devices->root, sorted[i]->start), sorted[i]->start, sorted[i]->last);
	free(sorted);
}

int main(int argc, char **argv)
{
	static struct map slots, devices;
	size_t n, step;
	uint64_t *accesses;

	if (argc > 4)
		fail("%s: unexpected argument '%s'", argv[0], argv[4]);
	read_map(&slots, argc > 1 ? argv[1] : SLOTS);
	read_map(&devices, argc > 2 ? argv[2] : REGIONS);
	accesses = read_numbers(argc > 3 ? argv[3] : ACCESSES, &n);
	slots.learner.sampling.random = devices.learner.sampling.random = 1;

	printf("%zu slots, %zu regions, %zu accesses; nodes visited for each:\n"
	       "         accesses    in the slots        in the regions\n",
	       slots.n, devices.n, n);
	step = n / 10 + 1;
	for (size_t i = 0, first = 0; i < n; i++) {
		handle_exit(&slots, &devices, accesses[i]);
		if (i + 1 == n || (i + 1) % step == 0) {
			print_costs(&slots, &devices, first, i + 1);
			first = i + 1;
		}
	}
	printf("%" PRIu64 " were in no slot, and %" PRIu64 " of those in no region.\n",
	       slots.misses, devices.misses);
	print_hottest(&devices);

	free(slots.regions);
	free(devices.regions);
	free(accesses);
	return close_output();
}
