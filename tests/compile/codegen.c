/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What tests/codegen.sh looks at after it is compiled. The functions called
 * search_ have a loop with two conditions, which are to be its only branches;
 * inline_ ones name a comparator, which is to vanish in them; control_ ones are
 * what the library is not to be compiled to: the test must tell them apart.
 */
#include <wbtree.h>

#define START(range) ((range)->start)
#define LAST(range) ((range)->last)

#define DEFINE_SEARCHES(name, key_type)                                                            \
	struct range_##name {                                                                      \
		struct wb_node node;                                                               \
		key_type start, last;                                                              \
	};                                                                                         \
	WB_RANGE_DEFINE(name, struct range_##name, node, key_type, START, LAST);                   \
	struct range_##name *search_##name(const struct wb_root *root, key_type key);              \
	struct range_##name *search_##name(const struct wb_root *root, key_type key)               \
	{                                                                                          \
		return name##_find(root, key);                                                     \
	}                                                                                          \
	struct wb_root

DEFINE_SEARCHES(uint64, uint64_t);
DEFINE_SEARCHES(int64, int64_t);
DEFINE_SEARCHES(uint32, uint32_t);
DEFINE_SEARCHES(int32, int32_t);
DEFINE_SEARCHES(uint8, uint8_t);
DEFINE_SEARCHES(int8, int8_t);

struct number {
	struct wb_node node;
	long number;
};

static int compare(const void *key, const struct wb_node *node)
{
	const long wanted = *(const long *)key,
		   number = wb_entry(node, struct number, node)->number;

	return (wanted > number) - (wanted < number);
}

static int compare_nodes(const struct wb_node *a, const struct wb_node *b)
{
	return compare(&wb_entry(a, struct number, node)->number, b);
}

static bool is_less(const struct wb_node *a, const struct wb_node *b)
{
	return compare_nodes(a, b) < 0;
}

struct wb_node *inline_find(const struct wb_root *root, long key);
struct wb_node *inline_find(const struct wb_root *root, long key)
{
	return wb_find(root, &key, compare);
}

struct wb_node **inline_find_link(struct wb_root *root, long key, struct wb_node **parent);
struct wb_node **inline_find_link(struct wb_root *root, long key, struct wb_node **parent)
{
	return wb_find_link(root, &key, compare, parent);
}

struct wb_node *inline_lower_bound(const struct wb_root *root, long key);
struct wb_node *inline_lower_bound(const struct wb_root *root, long key)
{
	return wb_lower_bound(root, &key, compare);
}

struct wb_node *inline_upper_bound(const struct wb_root *root, long key);
struct wb_node *inline_upper_bound(const struct wb_root *root, long key)
{
	return wb_upper_bound(root, &key, compare);
}

int inline_add(struct wb_root *root, struct wb_node *node);
int inline_add(struct wb_root *root, struct wb_node *node)
{
	return wb_add(root, node, 1, is_less);
}

int inline_find_add(struct wb_root *root, struct wb_node *node, struct wb_node **existing);
int inline_find_add(struct wb_root *root, struct wb_node *node, struct wb_node **existing)
{
	return wb_find_add(root, node, 1, compare_nodes, existing);
}

/* Calls what it is given. */
struct wb_node *control_find(const struct wb_root *root, long key, wb_cmp_fn *cmp);
struct wb_node *control_find(const struct wb_root *root, long key, wb_cmp_fn *cmp)
{
	return wb_find(root, &key, cmp);
}

/* Branches three ways, as most trees do. */
struct range_uint64 *control_search(const struct wb_root *root, uint64_t key, long *lefts);
struct range_uint64 *control_search(const struct wb_root *root, uint64_t key, long *lefts)
{
	struct wb_node *node = root->node;

	while (node) {
		struct range_uint64 *range = wb_entry(node, struct range_uint64, node);

		if (key < range->start) {
			++*lefts;
			node = node->child[WB_LEFT];
		} else if (key > range->last) {
			node = node->child[WB_RIGHT];
		} else {
			return range;
		}
	}
	return NULL;
}
