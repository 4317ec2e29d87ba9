/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The address space of a process: which pages are mapped, from where, and what may
 * be done with them. Areas are ranges of pages; mapping, unmapping and protecting
 * pages cut and overwrite areas, and merge those that say the same.
 *
 *	pages [AREAS]
 *
 * reads lines "START LAST ..." of addresses in hexadecimal, in their order, maps
 * these, makes random changes to parts of the space and compares each page that was
 * meant with an array of pages.
 */
#include <inttypes.h>
#include <wbtree_map.h>

#include "example.h"

#define AREAS "bench/data/node-vmas.ranges"

enum { PAGE_SHIFT = 12 };
enum { READ = 1, WRITE = 2, EXECUTE = 4 };

/* Pages of one file with one protection. */
struct area {
	struct wb_node node;
	uint64_t start, last; /* pages */
	uint64_t offset;      /* of the first one in the file */
	uint32_t file, protection;
};

static inline void area_set(struct area *area, uint64_t start, uint64_t last)
{
	area->offset += start - area->start;
	area->start = start;
	area->last = last;
}

#define START(area) ((area)->start)
#define LAST(area) ((area)->last)
WB_RANGE_DEFINE(area, struct area, node, uint64_t, START, LAST);
WB_MAP_DEFINE(area, struct area, node, uint64_t, area_set);

static void free_area(struct area *area, void *ctx)
{
	(void)ctx;
	free(area);
}

static bool alike(const struct area *a, const struct area *b)
{
	return a->file == b->file && a->protection == b->protection &&
	       a->offset + (b->start - a->start) == b->offset;
}

static struct area *new_area(const struct area *like, uint64_t start, uint64_t last)
{
	struct area *area = allocated(malloc(sizeof(*area)));

	*area = *like;
	wb_init(&area->node);
	area_set(area, start, last);
	return area;
}

/* What a change may have needed for a split is in the tree, or is not needed. */
static void free_spare(struct area *spare)
{
	if (!wb_is_linked(&spare->node))
		free(spare);
}

static void overwrite(struct wb_root *space, struct area *area)
{
	struct area *spare = new_area(area, area->start, area->last);

	expect(!area_overwrite(space, area, spare, free_area, NULL));
	free_spare(spare);
}

/* What mmap does at a fixed address: pages that are mapped there are replaced. */
static void map_pages(struct wb_root *space, const struct area *area)
{
	struct area *item = new_area(area, area->start, area->last);

	overwrite(space, item);
	expect(!area_coalesce(space, item, alike, free_area, NULL));
}

/* munmap */
static void unmap_pages(struct wb_root *space, uint64_t start, uint64_t last)
{
	struct area *spare = allocated(malloc(sizeof(*spare)));

	wb_init(&spare->node);
	expect(!area_cut(space, start, last, spare, free_area, NULL));
	free_spare(spare);
}

/*
 * mprotect. The part of an area that is meant becomes an area of its own, unless it
 * is the whole; then those that have become alike are merged.
 */
static void protect_pages(struct wb_root *space, uint64_t start, uint64_t last, uint32_t protection)
{
	struct area *area = area_first_overlap(space, start, last);

	while (area) {
		uint64_t from = area->start > start ? area->start : start;
		uint64_t to = area->last < last ? area->last : last;

		if (from != area->start || to != area->last) {
			area = new_area(area, from, to);
			overwrite(space, area);
		}
		area->protection = protection;
		expect(!area_coalesce(space, area, alike, free_area, NULL));
		area = to < last ? area_first_overlap(space, to + 1, last) : NULL;
	}
}

/* ---- the same on an array ---- */

/* A window of pages, each of which says what an area says of its first. */
enum { WINDOW = 512 };
struct page {
	uint64_t offset;
	uint32_t file, protection; /* file 0: not mapped */
};

static struct page page_of(const struct wb_root *space, uint64_t number)
{
	const struct area *area = area_find(space, number);
	struct page page = { 0, 0, 0 };

	if (area) {
		page.offset = area->offset + (number - area->start);
		page.file = area->file;
		page.protection = area->protection;
	}
	return page;
}

static void compare_with_pages(const struct wb_root *space, uint64_t first,
			       const struct page *pages)
{
	for (uint64_t i = 0; i < WINDOW; i++) {
		struct page page = page_of(space, first + i);

		expect(page.file == pages[i].file && page.offset == pages[i].offset &&
		       page.protection == pages[i].protection);
	}
}

/* What is alike has been merged, as far as it lies in the window. */
static void expect_merged(const struct wb_root *space, uint64_t first)
{
	const struct area *area, *before = NULL;

	WB_RANGE_FOR_EACH (area, area, space, first, first + WINDOW - 1) {
		expect(!before || before->last + 1 != area->start || !alike(before, area));
		before = area;
	}
}

static void change_pages(struct wb_root *space, uint64_t first, struct page *pages,
			 uint64_t *random)
{
	uint64_t a = random_below(random, WINDOW), b = random_below(random, WINDOW);
	uint64_t start = a < b ? a : b, last = a < b ? b : a;
	uint32_t protection = (uint32_t)random_below(random, 2) ? READ : READ | WRITE;
	struct area area = { WB_NODE_INIT, first + start, first + last, start, 1, protection };

	switch (random_below(random, 3)) {
	case 0:
		map_pages(space, &area);
		break;
	case 1:
		unmap_pages(space, area.start, area.last);
		area.file = area.protection = 0;
		break;
	default:
		protect_pages(space, area.start, area.last, protection);
		for (uint64_t i = start; i <= last; i++)
			pages[i].protection = pages[i].file ? protection : 0;
		return;
	}
	for (uint64_t i = start; i <= last; i++) {
		pages[i].file = area.file;
		pages[i].offset = area.file ? i : 0;
		pages[i].protection = area.protection;
	}
}

/* Random changes to the pages from first on, which are unmapped in the end. */
static void compare_changes(struct wb_root *space, uint64_t first, uint64_t *random)
{
	static struct page pages[WINDOW];

	for (uint64_t i = 0; i < WINDOW; i++)
		pages[i] = page_of(space, first + i);
	for (int i = 0; i < 200; i++) {
		change_pages(space, first, pages, random);
		compare_with_pages(space, first, pages);
	}
	protect_pages(space, first, first + WINDOW - 1, READ);
	expect_merged(space, first);
	unmap_pages(space, first, first + WINDOW - 1);
	expect(!area_first_overlap(space, first, first + WINDOW - 1));
}

static size_t count_areas(const struct wb_root *space, uint64_t *pages)
{
	const struct area *area;
	size_t count = 0;

	*pages = 0;
	wb_for_each_entry (area, space, struct area, node) {
		*pages += area->last - area->start + 1;
		count++;
	}
	return count;
}

static void print(const struct wb_root *space, const char *what)
{
	uint64_t pages;
	size_t count = count_areas(space, &pages);

	printf("%-24s %4zu areas, %" PRIu64 " pages\n", what, count, pages);
}

/* Maps each span of the input as a file of its own; of two in one page, the one behind has it. */
static void map_file(struct wb_root *space, const char *path)
{
	size_t n;
	struct span *spans = read_spans(path, &n);

	for (size_t i = 0; i < n; i++) {
		struct area area = { WB_NODE_INIT,
				     spans[i].start >> PAGE_SHIFT,
				     spans[i].last >> PAGE_SHIFT,
				     0,
				     (uint32_t)(i % UINT32_MAX) + 2,
				     READ };

		map_pages(space, &area);
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t page = spans[i].last >> PAGE_SHIFT;

		if (i + 1 < n && spans[i + 1].start >> PAGE_SHIFT == page)
			continue;
		expect(page_of(space, page).file == (uint32_t)(i % UINT32_MAX) + 2);
		expect(page_of(space, page).offset == page - (spans[i].start >> PAGE_SHIFT));
	}
	free(spans);
}

static void free_node(struct wb_node *node, void *ctx)
{
	free_area(wb_entry(node, struct area, node), ctx);
}

int main(int argc, char **argv)
{
	struct wb_root space = WB_ROOT_INIT;
	const struct area *area;
	uint64_t random = 1, first, last;

	if (argc > 2)
		fail("%s: unexpected argument '%s'", argv[0], argv[2]);
	map_file(&space, argc > 1 ? argv[1] : AREAS);
	print(&space, "mapped");
	first = area_first(&space)->start;
	last = area_last(&space)->last;
	protect_pages(&space, first, last, READ | EXECUTE);
	print(&space, "protected");
	for (int i = 0; i < 40; i++) {
		area = area_ceil(&space, first + random_below(&random, last - first + 1));
		compare_changes(&space, area->start, &random);
		if (wb_is_empty(&space))
			break;
		first = area_first(&space)->start;
		last = area_last(&space)->last;
	}
	print(&space, "after random changes");
	wb_clear(&space, free_node, NULL);
	return close_output();
}
