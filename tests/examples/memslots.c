/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Sets up memory slots for the map of a virtual machine and counts what an
 * access visits on the way to its slot, in the tree and in an array of 32
 * entries. Device accesses (MMIO) miss. --dot prints the tree for dot(1).
 *
 * Two sets, as here, suit slots that rarely change, and readers of more than
 * one tree, with hints and neighbours, who must see all of a change or none.
 * vcpus.c has one set of slots, half the memory and each change made once: for
 * slots that change often and readers who only look frames up.
 */
#include "memslots.h"

#include <inttypes.h>
#include <wbtree_debug.h>

#include "example.h"

#define RAM "bench/data/qemu-q35-ram.ranges"
#define MEMORY "bench/data/qemu-q35-memory.ranges"

/* The array that the slots were once kept in, searched from its start; the largest come first. */
#define ENTRIES 32
static const struct memslot *array[ENTRIES];
static size_t n_slots;

static void add_slots(struct vm *vm)
{
	uint64_t hva = 0x7f0000000000;
	size_t n;
	struct span *ram = read_spans(RAM, &n);

	if (n > ENTRIES)
		fail("%s: expected at most %d ranges", RAM, ENTRIES);
	for (size_t i = 0; i < n; i++) {
		struct region region = { .gfn = ram[i].start >> PAGE_SHIFT, .hva = hva };
		int status;

		region.npages = (ram[i].last >> PAGE_SHIFT) - region.gfn + 1;
		status = vm_add_slot(vm, i, &region);
		if (status == -ENOMEM)
			fail("out of memory");
		expect(!status);
		hva += region.npages << PAGE_SHIFT;
	}
	free(ram);
	n_slots = n;
}

static int by_size(const void *a, const void *b)
{
	const struct memslot *const *x = a, *const *y = b;

	return (SLOT_PAGES(*x) < SLOT_PAGES(*y)) - (SLOT_PAGES(*x) > SLOT_PAGES(*y));
}

/* Entries looked at to find a slot, or to see that there is none. */
static size_t array_visits(uint64_t gfn)
{
	size_t i = 0;

	while (i < n_slots && (gfn < SLOT_GFN(array[i]) || gfn > SLOT_LAST_GFN(array[i])))
		i++;
	return i < n_slots ? i + 1 : i;
}

/* Nodes looked at: what gfn_find does, and counts. */
static size_t tree_visits(const struct vm *vm, uint64_t gfn)
{
	const struct wb_node *node = vm_memslots(vm)->by_gfn.node;
	size_t visits = 0;

	while (node) {
		const struct memslot *slot = wb_entry(node, struct memslot, by_gfn);

		visits++;
		if (gfn >= SLOT_GFN(slot) && gfn <= SLOT_LAST_GFN(slot))
			break;
		node = node->child[gfn > SLOT_GFN(slot)];
	}
	return visits;
}

/* Sums of visits, and how many accesses they are of. */
struct visits {
	double tree, array, accesses;
};

static void count(struct visits *visits, const struct vm *vm, uint64_t gfn, uint64_t accesses)
{
	visits->tree += (double)accesses * (double)tree_visits(vm, gfn);
	visits->array += (double)accesses * (double)array_visits(gfn);
	visits->accesses += (double)accesses;
}

static void print_visits(const char *what, const struct visits *visits)
{
	printf("%-24s %7.2f %7.2f\n", what, visits->tree / visits->accesses,
	       visits->array / visits->accesses);
}

/* Prints the slots in order, and sorts the array. */
static void print_slots(const struct vm *vm)
{
	const struct memslots *set = vm_memslots(vm);
	const struct memslot *slot;

	for (size_t i = 0; i < n_slots; i++)
		array[i] = &set->slots[i];
	qsort(array, n_slots, sizeof(*array), by_size);
	puts("slot      guest frames      pages  tree depth  array entry");
	for (slot = gfn_first(&set->by_gfn); slot; slot = gfn_next(slot))
		printf("%4td %7" PRIx64 "-%-7" PRIx64 "%10" PRIu64 " %11zu %12zu\n",
		       slot - set->slots, SLOT_GFN(slot), SLOT_LAST_GFN(slot), SLOT_PAGES(slot),
		       tree_visits(vm, SLOT_GFN(slot)), array_visits(SLOT_GFN(slot)));
}

/* What accesses cost: RAM, each page or each slot equally often, and each device once. */
static void print_costs(const struct vm *vm)
{
	struct visits pages = { 0 }, slots = { 0 }, misses = { 0 };
	struct vcpu vcpu = { .last_used = NULL };
	size_t n, i;
	struct span *memory = read_spans(MEMORY, &n);

	print_slots(vm);
	for (i = 0; i < n_slots; i++) {
		count(&pages, vm, SLOT_GFN(array[i]), SLOT_PAGES(array[i]));
		count(&slots, vm, SLOT_GFN(array[i]), 1);
	}
	for (i = 0; i < n; i++)
		if (!vm_find_gfn(vm, &vcpu, memory[i].start >> PAGE_SHIFT))
			count(&misses, vm, memory[i].start >> PAGE_SHIFT, 1);
	free(memory);
	puts("\nvisited per access          tree   array");
	print_visits("RAM hit, by pages", &pages);
	print_visits("RAM hit, by slots", &slots);
	print_visits("MMIO miss, by devices", &misses);
	expect(pages.tree <= pages.array && misses.tree < misses.array);
}

static void label(FILE *file, const struct wb_node *node, void *ctx)
{
	const struct memslot *slots = ctx, *slot = wb_entry(node, struct memslot, by_gfn);

	fprintf(file, "slot %td\\n%" PRIx64 "-%" PRIx64, slot - slots, SLOT_GFN(slot),
		SLOT_LAST_GFN(slot));
}

static void print_tree(const struct memslots *set)
{
	int status = wb_print_dot(stdout, &set->by_gfn, label, set->slots);

	if (status)
		fail("the tree: %s", wb_strerror(status));
}

int main(int argc, char **argv)
{
	bool dot = argc == 2 && strcmp(argv[1], "--dot") == 0;
	struct vm vm = { .generation = 0 };

	if (argc > 1 && !dot)
		fail("%s: expected no argument but --dot", argv[0]);
	add_slots(&vm);
	if (dot)
		print_tree(vm_memslots(&vm));
	else
		print_costs(&vm);
	vm_destroy(&vm);
	return close_output();
}
