/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The range layer for keys of every width and sign behind one interface, so that
 * tests are written once. Tests speak of places, from 0 for the lowest key up to
 * span for the highest, whatever the sign; sizes and alignments are keys.
 */
#ifndef RANGE_OPS_H
#define RANGE_OPS_H

#include "wbtree_learn.h"

struct range {
	int not_first;
	struct wb_node node;
	uint64_t start, last; /* places */
	wb_weight_t weight;   /* what definitions that do not weigh by size take */
	struct wb_gaps gaps;  /* kept by definitions with gaps */
	uint64_t owner;	      /* what maps say of a range, and of each of its keys */
	uint64_t offset;      /* of start; kept up by what sets the ends */
	uint64_t salt;	      /* if not 0, the weight depends on the ends */
};

/* The weight of what does not weigh by size: with a salt often too great, and sometimes 0. */
wb_weight_t range_weight(const struct range *range);

/* struct P_erased of all of them */
struct range_erased {
	size_t count;
	struct range *left, *right;
};

/* struct P_gap of all of them, in places */
struct gap {
	uint64_t start, last;
};

typedef void range_release_fn(struct range *range, void *ctx);
typedef bool range_alike_fn(const struct range *before, const struct range *after);

struct range_ops {
	const char *name;
	uint64_t span;	    /* the highest place */
	uint64_t most;	    /* the highest key: no size or alignment is greater */
	bool sized, gapped; /* which WB_RANGE_DEFINE it is of */
	int (*insert)(struct wb_root *root, struct range *range);
	struct wb_node **(*find_link)(struct wb_root *root, uint64_t start, uint64_t last,
				      struct wb_node **parent);
	int (*insert_at)(struct wb_root *root, struct range *range, struct wb_node *parent,
			 struct wb_node **link);
	bool (*erase)(struct wb_root *root, struct range *range);
	int (*update)(struct wb_root *root, struct range *range);
	int (*move)(struct wb_root *root, struct range *from, struct range *to);
	int (*relink)(struct wb_root *root, struct range *from, struct range *to);
	struct range *(*find)(const struct wb_root *root, uint64_t place);
	struct range *(*find_hint)(const struct wb_root *root, uint64_t place, struct range **hint);
	void (*find_batch)(const struct wb_root *root, const uint64_t *places, struct range **found,
			   size_t n);
	struct range *(*find_span)(const struct wb_root *root, uint64_t start, uint64_t last);
	struct range *(*floor)(const struct wb_root *root, uint64_t place);
	struct range *(*ceil)(const struct wb_root *root, uint64_t place);
	struct range *(*first)(const struct wb_root *root);
	struct range *(*last)(const struct wb_root *root);
	struct range *(*next)(const struct range *range);
	struct range *(*prev)(const struct range *range);
	struct range *(*first_overlap)(const struct wb_root *root, uint64_t start, uint64_t last);
	struct range *(*next_overlap)(const struct range *range, uint64_t last);
	bool (*find_gap)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			 uint64_t *start);
	bool (*find_gap_aligned)(const struct wb_root *root, uint64_t lo, uint64_t hi,
				 uint64_t size, uint64_t align, uint64_t *start);
	bool (*find_gap_last)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			      uint64_t align, uint64_t *start);
	bool (*find_gap_best)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			      uint64_t align, uint64_t *start);
	int (*build)(struct wb_root *root, struct range *const *sorted, size_t n);
	int (*join)(struct wb_root *left, struct range *mid, struct wb_root *right);
	int (*split)(struct wb_root *root, struct range *at, struct wb_root *left,
		     struct wb_root *right);
	struct range_erased (*erase_range)(struct wb_root *root, uint64_t start, uint64_t last,
					   range_release_fn *release, void *ctx);
	int (*cut)(struct wb_root *root, uint64_t start, uint64_t last, struct range *spare,
		   range_release_fn *release, void *ctx);
	int (*overwrite)(struct wb_root *root, struct range *range, struct range *spare,
			 range_release_fn *release, void *ctx);
	int (*coalesce)(struct wb_root *root, struct range *range, range_alike_fn *alike,
			range_release_fn *release, void *ctx);
	size_t (*relayout)(struct wb_root *root, struct range *array, size_t n);
	wb_order_fn *order;
	/* found[i] is where places[i] is, by one extent. */
	void (*find_extent)(const struct wb_root *root, const uint64_t *places,
			    struct range **found, size_t n);

	/* Of trees that learn; NULL for others. */
	struct range *(*find_learn)(struct wb_root *root, uint64_t place,
				    struct wb_learner *learner);
	int (*build_learned)(struct wb_root *root, struct range *const *sorted,
			     const wb_weight_t *weights, size_t n);

	/* Not of the library: what WB_GAP_FOR_EACH goes through. */
	size_t (*gaps)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
		       struct gap *found);
	/* Move up or down to the next multiple of align; false if there is none. */
	bool (*align)(uint64_t *place, uint64_t align);
	bool (*align_down)(uint64_t *place, uint64_t align);
};

extern const struct range_ops *const range_ops[];
extern const size_t range_ops_count;

/* How often the ends of a range were asked for: what queries on the ends cost. */
extern uint64_t range_looks;

#endif /* RANGE_OPS_H */
