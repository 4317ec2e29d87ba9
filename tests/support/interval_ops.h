/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The interval layer for keys of every width and sign behind one interface; see range_ops.h. */
#ifndef INTERVAL_OPS_H
#define INTERVAL_OPS_H

#include "wbtree_interval.h"

/* The greatest last of a subtree, in the key type that keeps it. */
union interval_key {
	uint64_t uint64;
	int64_t int64;
	uint32_t uint32;
	int32_t int32;
	uint16_t uint16;
	int16_t int16;
	uint8_t uint8;
	int8_t int8;
};

struct interval {
	int not_first;
	struct wb_node node;
	uint64_t start, last; /* places */
	wb_weight_t weight;   /* what weighted definitions take */
	union interval_key max_last;
};

typedef void interval_release_fn(struct interval *interval, void *ctx);

struct interval_ops {
	const char *name;
	uint64_t span; /* the highest place */
	bool weighted;
	int (*insert)(struct wb_root *root, struct interval *interval);
	bool (*erase)(struct wb_root *root, struct interval *interval);
	int (*update)(struct wb_root *root, struct interval *interval);
	int (*move)(struct wb_root *root, struct interval *from, struct interval *to);
	int (*relink)(struct wb_root *root, struct interval *from, struct interval *to);
	int (*build)(struct wb_root *root, struct interval *const *sorted, size_t n);
	struct interval *(*first_overlap)(const struct wb_root *root, uint64_t start,
					  uint64_t last);
	struct interval *(*next_overlap)(const struct interval *interval, uint64_t start,
					 uint64_t last);
	struct interval *(*stab)(const struct wb_root *root, uint64_t place);
	struct interval *(*next_stab)(const struct interval *interval, uint64_t place);
	struct interval *(*first_containing)(const struct wb_root *root, uint64_t start,
					     uint64_t last);
	struct interval *(*next_containing)(const struct interval *interval, uint64_t start,
					    uint64_t last);
	struct interval *(*first_within)(const struct wb_root *root, uint64_t start, uint64_t last);
	struct interval *(*next_within)(const struct interval *interval, uint64_t last);
	struct interval *(*first_equal)(const struct wb_root *root, uint64_t start, uint64_t last);
	struct interval *(*next_equal)(const struct interval *interval);
	struct interval *(*find_before)(const struct wb_root *root, uint64_t place);
	struct interval *(*find_after)(const struct wb_root *root, uint64_t place);
	size_t (*erase_range)(struct wb_root *root, uint64_t start, uint64_t last,
			      interval_release_fn *release, void *ctx);
	size_t (*count_overlaps)(const struct wb_root *root, uint64_t start, uint64_t last,
				 size_t limit);
	struct interval *(*first)(const struct wb_root *root);
	struct interval *(*last)(const struct wb_root *root);
	struct interval *(*next)(const struct interval *interval);
	struct interval *(*prev)(const struct interval *interval);
	wb_order_fn *order;

	/* Not of the library: what WB_INTERVAL_FOR_EACH goes through; and the place kept. */
	size_t (*collect)(const struct wb_root *root, uint64_t start, uint64_t last,
			  struct interval **found);
	uint64_t (*max_last)(const struct interval *interval);
};

extern const struct interval_ops *const interval_ops[];
extern const size_t interval_ops_count;

/* How often the ends of an interval were asked for. */
extern uint64_t interval_looks;

#endif /* INTERVAL_OPS_H */
