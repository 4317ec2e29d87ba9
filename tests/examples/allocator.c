/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * An allocator of address space: blocks are the ranges of a tree that also knows
 * the gaps between them. The lowest or the highest free place that is large enough,
 * and aligned, is found in O(log n); the smallest one that will do takes a look at
 * each that would. Prints the space as it fills.
 */
#include <inttypes.h>
#include <string.h>
#include <wbtree.h>

#include "example.h"

struct block {
	struct wb_node node;
	uint32_t start, last;
	struct wb_gaps gaps; /* the tree's */
	char name;
};

#define START(block) ((block)->start)
#define LAST(block) ((block)->last)
#define GAPS(block) ((block)->gaps)
WB_RANGE_DEFINE_GAPS(block, struct block, node, uint32_t, START, LAST, GAPS);

/* The space: 64 pages from the first one that is not 0. */
#define PAGE 4096u
#define PAGES 64u
#define BASE PAGE
#define TOP (BASE + PAGES * PAGE - 1)

static struct block blocks[PAGES];

/* Where to put a block: a function of the tree. */
typedef bool policy_fn(const struct wb_root *space, uint32_t lo, uint32_t hi, uint32_t size,
		       uint32_t align, uint32_t *start);
static policy_fn *const first_fit = block_find_gap_aligned, *const last_fit = block_find_gap_last,
			*const best_fit = block_find_gap_best;

/*
 * Allocates pages at a multiple of align, itself one of PAGE. NULL if there is no
 * room, if pages is 0, or if align is not as it should be. A number of pages that
 * the space can't hold is refused before it is multiplied, which might wrap.
 */
static struct block *allocate(struct wb_root *space, policy_fn *policy, uint32_t pages,
			      uint32_t align, char name)
{
	struct block *block = blocks;
	uint32_t start;

	if (pages > PAGES || align < PAGE || align % PAGE)
		return NULL;
	if (!policy(space, BASE, TOP, pages * PAGE, align, &start))
		return NULL;
	while (wb_is_linked(&block->node)) /* one is not, as there was a page for it */
		block++;
	block->start = start;
	block->last = start + pages * PAGE - 1;
	block->name = name;
	expect(block_insert(space, block) == WB_OK);
	return block;
}

/* Frees the block that an address lies in. */
static void release(struct wb_root *space, uint32_t address)
{
	expect(block_erase(space, block_find(space, address)));
}

/* Writes one character for each page: the name of the block, or a dot. */
static void draw(const struct wb_root *space, char *map)
{
	const struct block *block;

	memset(map, '.', PAGES);
	map[PAGES] = '\0';
	WB_RANGE_FOR_EACH (block, block, space, BASE, TOP)
		memset(map + (block->start - BASE) / PAGE, block->name,
		       (block->last - block->start) / PAGE + 1);
}

static void print(const struct wb_root *space, const char *what)
{
	char map[PAGES + 1];

	draw(space, map);
	printf("%-28s %s\n", what, map);
}

/* The longest run of free pages, and how many runs there are. */
static void print_gaps(const struct wb_root *space)
{
	struct block_gap gap;
	uint32_t runs = 0, longest = 0;

	WB_GAP_FOR_EACH (block, gap, space, BASE, TOP, PAGE) {
		uint32_t pages = (gap.last - gap.start) / PAGE + 1;

		longest = pages > longest ? pages : longest;
		runs++;
	}
	printf("%" PRIu32 " runs of free pages, up to %" PRIu32 " long\n", runs, longest);
}

/* How many free pages there are from this one on. */
static uint32_t run_at(const char *map, uint32_t page)
{
	uint32_t run = 0;

	while (page + run < PAGES && map[page + run] == '.')
		run++;
	return run;
}

/* The same searches on the map, page by page; PAGES if there is no place. */
static uint32_t search_map(const char *map, policy_fn *policy, uint32_t pages, uint32_t align)
{
	uint32_t found = PAGES, least = PAGES + 1, gap = 0;

	for (uint32_t page = 0; page < PAGES; page++) {
		if (!page || map[page - 1] != '.')
			gap = run_at(map, page);
		if (run_at(map, page) < pages || (BASE + page * PAGE) % align)
			continue;
		if (policy == first_fit)
			return page;
		if (policy == last_fit || gap < least) {
			found = page;
			least = gap;
		}
	}
	return found;
}

/* Refused even where there is room: above all a number of pages whose bytes wrap around to PAGE. */
static void refuse_sizes(struct wb_root *space)
{
	const uint32_t wraps = UINT32_MAX / PAGE + 2;

	expect(wraps * PAGE == PAGE);
	expect(!allocate(space, first_fit, wraps, PAGE, '!'));
	expect(!allocate(space, first_fit, UINT32_MAX, PAGE, '!'));
	expect(!allocate(space, first_fit, PAGES + 1, PAGE, '!'));
	expect(!allocate(space, first_fit, 0, PAGE, '!'));
	expect(!allocate(space, first_fit, 1, 0, '!'));
	expect(!allocate(space, first_fit, 1, PAGE + 1, '!'));
}

/* Allocates and frees at random, and compares each place with the search on the map. */
static void compare_with_map(struct wb_root *space)
{
	char map[PAGES + 1];
	uint64_t random = 1;

	for (int i = 0; i < 10000; i++) {
		uint32_t pages = 1 + (uint32_t)random_below(&random, 8);
		uint32_t align = PAGE << random_below(&random, 4), page;
		policy_fn *const policies[] = { first_fit, last_fit, best_fit };
		policy_fn *policy = policies[random_below(&random, 3)];
		struct block *block = &blocks[random_below(&random, PAGES)];

		draw(space, map);
		page = search_map(map, policy, pages, align);
		if (wb_is_linked(&block->node)) {
			release(space, block->start);
			continue;
		}
		block = allocate(space, policy, pages, align, 'x');
		expect(block ? block->start == BASE + page * PAGE : page == PAGES);
	}
}

int main(int argc, char **argv)
{
	struct wb_root space = WB_ROOT_INIT;
	const struct block *b, *d;

	refuse_arguments(argc, argv);
	expect(allocate(&space, first_fit, 6, PAGE, 'a'));
	expect((b = allocate(&space, first_fit, 12, PAGE, 'b')));
	expect(allocate(&space, first_fit, 3, PAGE, 'c'));
	expect((d = allocate(&space, first_fit, 20, PAGE, 'd')));
	expect(allocate(&space, first_fit, 2, PAGE, 'e'));
	print(&space, "five blocks, one by one");
	release(&space, b->start);
	release(&space, d->last);
	print(&space, "b and d are freed");
	expect(allocate(&space, first_fit, 14, PAGE, 'f'));
	print(&space, "f, too long for the first");
	expect(allocate(&space, first_fit, 4, 8 * PAGE, 'g'));
	print(&space, "g, aligned to 8 pages");
	expect(allocate(&space, best_fit, 5, PAGE, 'h'));
	print(&space, "h, where it fits best");
	expect(allocate(&space, last_fit, 5, PAGE, 'j'));
	print(&space, "j, at the top");
	expect(!allocate(&space, first_fit, 22, PAGE, 'i'));
	print(&space, "i finds no room for 22 pages");
	print_gaps(&space);
	refuse_sizes(&space);
	compare_with_map(&space);
	return close_output();
}
