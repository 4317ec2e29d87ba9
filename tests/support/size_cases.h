/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Tests of sizes in place of last keys, for suites with and without WB_WIDE_KEYS. */
#ifndef SIZE_CASES_H
#define SIZE_CASES_H

#include "totals.h"
#include "wbtree.h"
#include "wbtree_map.h"

/* Sizes of 2^64 - 1 and less, in a type that is no wider than the keys. */
struct block {
	struct wb_node node;
	uint64_t start, size;
};
#define BLOCK_START(block) ((block)->start)
#define BLOCK_SIZE(block) ((block)->size)
static void block_set(struct block *block, uint64_t start, uint64_t last)
{
	block->start = start;
	block->size = last - start + 1;
}

WB_RANGE_DEFINE_SIZED(block, struct block, node, uint64_t, BLOCK_START, BLOCK_SIZE);
WB_MAP_DEFINE(block, struct block, node, uint64_t, block_set);

static void test_no_size_is_the_whole_space_by_mistake(void **state)
{
	static const struct {
		uint64_t start, size;
		int status;
	} tries[] = {
		{ 0, 0, WB_E_RANGE },	       { 1, 0, WB_E_RANGE },
		{ UINT64_MAX, 0, WB_E_RANGE }, { 1, UINT64_MAX, WB_OK },
		{ 2, UINT64_MAX, WB_E_RANGE }, { UINT64_MAX, 2, WB_E_RANGE },
		{ UINT64_MAX, 1, WB_OK },      { UINT64_MAX, UINT64_MAX, WB_E_RANGE },
		{ 0, UINT64_MAX, WB_OK },      { 0, 1, WB_OK },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		struct block block = { .start = tries[i].start, .size = tries[i].size };
		struct block *list[1] = { &block };
		struct wb_root root = WB_ROOT_INIT;

		check_context("try %u", (unsigned int)i);
		check_status(block_build(&root, list, 1), tries[i].status);
		check(block_erase(&root, &block) == (tries[i].status == WB_OK));
		check_status(block_insert(&root, &block), tries[i].status);
		if (tries[i].status)
			continue;
		check(block_find(&root, block.start) == &block);
		check(block_find(&root, block.start + block.size - 1) == &block);
		check(!block_find(&root, block.start - 1) || block.start == 0);
		block.size = 0;
		check_status(block_update(&root, &block), WB_E_RANGE);
	}
}

/* More keys than there are, in a size that holds the number. */
struct tiny_block {
	struct wb_node node;
	int8_t start;
	int64_t size;
};
WB_RANGE_DEFINE_SIZED(tiny, struct tiny_block, node, int8_t, BLOCK_START, BLOCK_SIZE);

static void test_sizes_end_with_the_keys(void **state)
{
	(void)state;
	for (int start = INT8_MIN; start <= INT8_MAX; start++) {
		for (int64_t size = -600; size <= 600; size++) {
			struct tiny_block block = { WB_NODE_INIT, (int8_t)start, size };
			struct wb_root root = WB_ROOT_INIT;
			const bool fits = size >= 1 && start + size - 1 <= INT8_MAX;

			check_status(tiny_insert(&root, &block), fits ? WB_OK : WB_E_RANGE);
		}
	}
}

static bool all_blocks_are_alike(const struct block *before, const struct block *behind)
{
	return before->start + before->size == behind->start;
}

static void test_blocks_are_merged_unless_no_size_holds_all(void **state)
{
	struct block blocks[3] = { { WB_NODE_INIT, 0, 5 },
				   { WB_NODE_INIT, 5, 5 },
				   { WB_NODE_INIT, 10, UINT64_MAX - 9 } };
	struct block copy;
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		check_status(block_insert(&root, &blocks[i]), WB_OK);
	copy = blocks[1];
	check_status(block_coalesce(&root, &blocks[1], all_blocks_are_alike, NULL, NULL),
		     WB_E_RANGE);
	check(copy.start == blocks[1].start && copy.size == blocks[1].size);
	check(block_find(&root, 4) == &blocks[0] && block_find(&root, 10) == &blocks[2]);
	check_status(block_cut(&root, 0, 0, NULL, NULL, NULL), WB_OK);
	check_status(block_coalesce(&root, &blocks[1], all_blocks_are_alike, NULL, NULL), WB_OK);
	check(blocks[1].start == 1 && blocks[1].size == UINT64_MAX);
	check(wb_total(&root) == UINT64_MAX - 1 && root.node == &blocks[1].node);
}

/* A type of signed blocks, and their test. */
#define SIGNED_SIZES(bits)                                                                         \
	struct signed_block##bits {                                                                \
		struct wb_node node;                                                               \
		int##bits##_t start, size;                                                         \
	};                                                                                         \
	WB_RANGE_DEFINE_SIZED(signed##bits, struct signed_block##bits, node, int##bits##_t,        \
			      BLOCK_START, BLOCK_SIZE);                                            \
                                                                                                   \
	static void test_signed_sizes_below_1_are_refused_int##bits(void **state)                  \
	{                                                                                          \
		static const int##bits##_t starts[] = { INT##bits##_MIN, -1, 0, 1,                 \
							INT##bits##_MAX };                         \
		static const int##bits##_t sizes[] = { INT##bits##_MIN, -2, -1, 0 };               \
		struct wb_root root = WB_ROOT_INIT;                                                \
                                                                                                   \
		(void)state;                                                                       \
		for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {                  \
			const bool at_end = starts[i] == INT##bits##_MAX;                          \
			struct signed_block##bits block = { WB_NODE_INIT, starts[i], 0 };          \
                                                                                                   \
			for (size_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]); j++) {            \
				block.size = sizes[j];                                             \
				check_status(signed##bits##_insert(&root, &block), WB_E_RANGE);    \
			}                                                                          \
			block.size = 2;                                                            \
			check_status(signed##bits##_insert(&root, &block),                         \
				     at_end ? WB_E_RANGE : WB_OK);                                 \
			check(signed##bits##_erase(&root, &block) == !at_end);                     \
		}                                                                                  \
	}

SIGNED_SIZES(32)
SIGNED_SIZES(64)

#endif /* SIZE_CASES_H */
