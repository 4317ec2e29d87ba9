/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Range maps: ranges whose items say what their keys are, such as who owns a page,
 * where one change may touch any number of ranges and parts of them.
 *
 *	static inline void area_set(struct area *area, uint64_t start, uint64_t last)
 *	{
 *		area->offset += start - area->start;
 *		area->start = start;
 *		area->last = last;
 *	}
 *	WB_RANGE_DEFINE(area, struct area, node, uint64_t, AREA_START, AREA_LAST);
 *	WB_MAP_DEFINE(area, struct area, node, uint64_t, area_set);
 *
 * defines the functions below, with area for P; any definition of ranges with the same
 * first arguments comes first: not one of exact keys. SET(item, start, last) is a macro
 * or function of the caller that gives an item other ends; while it runs the item still
 * has the old ones, so that what depends on the start can be moved along. It is called
 * again with the old ends if a call fails, and must put all back as it was then.
 *
 * All or nothing: a call that fails has changed nothing, but may have written to
 * *spare. Ranges that are trimmed, split or merged weigh then what they weigh by
 * their definition; in a tree that learns, an item keeps its weight, and the copy that
 * a split makes weighs 1. Costs and pointers are as in wbtree.h. Trees that readers use
 * beside a writer (wbtree_shared.h) must not be changed by these functions: erase
 * items and insert others there, in a section.
 *
 * Where ranges of two owners must never overlap by mistake, P_insert, which refuses
 * them, is the better choice.
 *
 * int P_cut(struct wb_root *root, key_type start, key_type last, type *spare,
 *	     void (*release)(type *item, void *ctx), void *ctx)
 *	Takes [start, last] out of all ranges. Those that lie inside are taken out
 *	and handed to release, in order, unless that is NULL, which may free them;
 *	those that cross an end are trimmed. A range that goes on at both ends is
 *	split: *spare, an item in no tree, becomes a copy of it and the part behind
 *	last, and is linked then. spare may be NULL where no split is wanted.
 *	WB_E_RANGE (start > last), WB_E_LINKED (spare), WB_E_SPLIT (it is needed, and
 *	NULL), WB_E_WEIGHT, WB_E_OVERFLOW (those of the parts); tested in that order.
 *	O(height + number taken out).
 * int P_overwrite(struct wb_root *root, type *item, type *spare,
 *		   void (*release)(type *item, void *ctx), void *ctx)
 *	Cuts the range of item out and inserts item there. spare is another item, or
 *	NULL. WB_E_LINKED (item), then as P_cut. O(height + number taken out).
 * int P_coalesce(struct wb_root *root, type *item,
 *		  bool (*alike)(const type *before, const type *behind),
 *		  void (*release)(type *item, void *ctx), void *ctx)
 *	Merges a linked item with the range before it and the one behind it, each if
 *	the two touch and alike(the one, the other) says that they are one: they are
 *	taken out and handed to release, in order, unless that is NULL, and item gets
 *	their keys. After an insertion or P_overwrite, or where items have become
 *	alike. WB_E_UNLINKED, WB_E_RANGE (all keys there are, whose number the item's
 *	size can't hold), WB_E_WEIGHT, WB_E_OVERFLOW (of the whole); tested in that
 *	order. O(height).
 */
#ifndef WBTREE_MAP_H
#define WBTREE_MAP_H

#include "wbtree.h"

#define WB_MAP_DEFINE(P, type, member, key_type, SET)                                              \
	WB_MAP_DEFINE_CUT_(P, type, member, key_type, SET)                                         \
	WB_MAP_DEFINE_COALESCE_(P, type, member)                                                   \
	typedef struct wb_root P##_map_root_ /* so that a semicolon ends the definition */

/* -------------------------------------------------------------------------
 * What the definition is made of. None of it is for callers.
 */

/* A function that gives the item of a node other ends. */
typedef void wb_set_span_fn_(const struct wb_node *node, struct wb_span_ span);

/* Whether nodes, of which each may be NULL, may get their weights, added to a total. */
WB_INLINE_ int wb_weights_fit_(wb_weight_t total, const struct wb_node *const *nodes, int n,
			       wb_weight_fn_ *weight)
{
	int i;

	for (i = 0; i < n; i++)
		if (nodes[i] && !weight(nodes[i]))
			return WB_E_WEIGHT;
	for (i = 0; i < n; i++) {
		if (nodes[i] && weight(nodes[i]) > UINT64_MAX - total)
			return WB_E_OVERFLOW;
		total += nodes[i] ? weight(nodes[i]) : 0;
	}
	return WB_OK;
}

/* The weight of the ranges that a hole concerns. */
static inline wb_weight_t wb_hole_weight_(const struct wb_hole_ *hole)
{
	wb_weight_t sum = 0;

	if (hole->first)
		sum = wb_rank(hole->last) - wb_rank(hole->first) + wb_weight(hole->last);
	if (hole->left)
		sum += wb_weight(hole->left);
	return hole->right ? sum + wb_weight(hole->right) : sum;
}

/* A change cannot fail, as all that could make it fail was tested before. */
WB_INLINE_ void wb_must_(int status)
{
	WB_ASSERT_(status == WB_OK, "the weights were tested before");
	(void)status;
}

/*
 * The ranges at the ends of a hole, which have their new ends already, get the
 * weights that these give them; right is linked if it is new. Where one gains weight
 * and the other loses some, the one that loses comes first, so that no total on the
 * way is greater than the last one.
 */
WB_INLINE_ void wb_map_reweigh_(struct wb_root *root, struct wb_node *left, struct wb_node *right,
				wb_weight_fn_ *weight, wb_update_fn *update)
{
	const bool is_new = right && !wb_is_linked(right);
	const bool right_first = left && right && !is_new && weight(left) > wb_weight(left);

	if (right_first)
		wb_must_(wb_reweigh_(root, right, weight(right), update));
	if (left)
		wb_must_(wb_reweigh_(root, left, weight(left), update));
	if (is_new && update)
		wb_must_(wb_insert_after_augmented(root, right, left, weight(right), update));
	else if (is_new)
		wb_must_(wb_insert_after(root, right, left, weight(right)));
	else if (right && !right_first)
		wb_must_(wb_reweigh_(root, right, weight(right), update));
}

/*
 * Cuts a span out. If that splits a range, hole->right is a copy of it that is in no
 * tree. extra is what is to be inserted after, or NULL. Gives the list of what was
 * taken out.
 */
WB_INLINE_ int wb_map_cut_(struct wb_root *root, struct wb_span_ cut, const struct wb_hole_ *hole,
			   const struct wb_node *extra, wb_span_fn_ *span, wb_weight_fn_ *weight,
			   wb_set_span_fn_ *set, wb_update_fn *update, struct wb_node **list)
{
	struct wb_node *const left = hole->left, *const right = hole->right;
	const struct wb_node *nodes[3] = { extra, left, right };
	const struct wb_span_ none = { 0, 0 }, old_left = left ? span(left) : none,
			      old_right = right ? span(right) : none;
	const struct wb_span_ before = { old_left.start, cut.start - 1 },
			      behind = { cut.last + 1, old_right.last };
	int status;

	if (left)
		set(left, before);
	if (right)
		set(right, behind);
	status = wb_weights_fit_(wb_total(root) - wb_hole_weight_(hole), nodes, 3, weight);
	if (status) {
		if (left)
			set(left, old_left);
		if (right)
			set(right, old_right);
		return status;
	}
	*list = wb_hole_extract_(root, hole, update);
	wb_map_reweigh_(root, left, right, weight, update);
	return WB_OK;
}

/* Merges a node with its neighbours, or with one of them if the other is NULL. */
WB_INLINE_ int wb_map_merge_(struct wb_root *root, struct wb_node *node, struct wb_node *prev,
			     struct wb_node *next, wb_span_fn_ *span, wb_span_fn_ *own_span,
			     wb_weight_fn_ *weight, wb_set_span_fn_ *set, wb_update_fn *update)
{
	const struct wb_node *nodes[1] = { node };
	const struct wb_hole_ hole = { node, node, prev, next };
	const struct wb_span_ old = span(node);
	const struct wb_span_ whole = { prev ? span(prev).start : old.start,
					next ? span(next).last : old.last };
	int status;

	set(node, whole);
	if (own_span(node).start > own_span(node).last)
		status = WB_E_RANGE;
	else
		status = wb_weights_fit_(wb_total(root) - wb_hole_weight_(&hole), nodes, 1, weight);
	if (status) {
		set(node, old);
		return status;
	}
	if (prev)
		wb_unlink_(root, prev, update);
	if (next)
		wb_unlink_(root, next, update);
	return wb_reweigh_(root, node, weight(node), update);
}

#define WB_MAP_DEFINE_CUT_(P, type, member, key_type, SET)                                         \
	WB_INLINE_ void P##_set_span_(const struct wb_node *node_, struct wb_span_ span_)          \
	{                                                                                          \
		type *item_ = P##_item_(node_);                                                    \
                                                                                                   \
		SET(item_, WB_KEY_FROM_MAPPED_(key_type, span_.start),                             \
		    WB_KEY_FROM_MAPPED_(key_type, span_.last));                                    \
	}                                                                                          \
                                                                                                   \
	/* extra_: what is to be inserted after, or NULL. */                                       \
	WB_INLINE_ int P##_cut_for_(struct wb_root *root_, key_type start_, key_type last_,        \
				    type *spare_, const struct wb_node *extra_,                    \
				    struct wb_node **list_)                                        \
	{                                                                                          \
		struct wb_hole_ hole_;                                                             \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		if (start_ > last_)                                                                \
			return WB_E_RANGE;                                                         \
		if (spare_ && wb_is_linked(&spare_->member))                                       \
			return WB_E_LINKED;                                                        \
		hole_ = P##_hole_(root_, start_, last_);                                           \
		if (hole_.left && hole_.left == hole_.right) {                                     \
			if (!spare_)                                                               \
				return WB_E_SPLIT;                                                 \
			*spare_ = *P##_item_(hole_.left);                                          \
			wb_init(&spare_->member);                                                  \
			hole_.right = &spare_->member;                                             \
		}                                                                                  \
		return wb_map_cut_(root_, P##_mapped_(start_, last_), &hole_, extra_, P##_span_,   \
				   P##_weight_, P##_set_span_, P##_updater_(), list_);             \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_cut(                                       \
		struct wb_root *root_, key_type start_, key_type last_, type *spare_,              \
		void (*release_)(type * item_, void *ctx_), void *ctx_)                            \
	{                                                                                          \
		struct wb_node *list_ = NULL;                                                      \
		int status_ = P##_cut_for_(root_, start_, last_, spare_, NULL, &list_);            \
                                                                                                   \
		P##_release_(list_, release_, ctx_);                                               \
		return status_;                                                                    \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_overwrite(                                 \
		struct wb_root *root_, type *item_, type *spare_,                                  \
		void (*release_)(type * released_, void *ctx_), void *ctx_)                        \
	{                                                                                          \
		struct wb_node *list_ = NULL;                                                      \
		struct wb_span_ own_;                                                              \
		int status_;                                                                       \
                                                                                                   \
		WB_NOT_NULL_(item_);                                                               \
		WB_ASSERT_(item_ != spare_, "the spare is another item");                          \
		if (wb_is_linked(&item_->member))                                                  \
			return WB_E_LINKED;                                                        \
		own_ = P##_own_span_(&item_->member);                                              \
		if (own_.start > own_.last)                                                        \
			return WB_E_RANGE;                                                         \
		status_ = P##_cut_for_(root_, P##_start_(item_), P##_last_(item_), spare_,         \
				       &item_->member, &list_);                                    \
		if (!status_)                                                                      \
			status_ = P##_insert(root_, item_);                                        \
		P##_release_(list_, release_, ctx_);                                               \
		return status_;                                                                    \
	}

#define WB_MAP_DEFINE_COALESCE_(P, type, member)                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_coalesce(                                  \
		struct wb_root *root_, type *item_,                                                \
		bool (*alike_)(const type *before_, const type *behind_),                          \
		void (*release_)(type * released_, void *ctx_), void *ctx_)                        \
	{                                                                                          \
		struct wb_node *node_, *prev_, *next_;                                             \
		int status_ = WB_OK;                                                               \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		WB_NOT_NULL_(alike_);                                                              \
		node_ = &item_->member;                                                            \
		if (!wb_is_linked(node_))                                                          \
			return WB_E_UNLINKED;                                                      \
		prev_ = wb_prev(node_);                                                            \
		next_ = wb_next(node_);                                                            \
		if (prev_ && (P##_span_(prev_).last + 1 != P##_span_(node_).start ||               \
			      !alike_(P##_item_(prev_), item_)))                                   \
			prev_ = NULL;                                                              \
		if (next_ && (P##_span_(node_).last + 1 != P##_span_(next_).start ||               \
			      !alike_(item_, P##_item_(next_))))                                   \
			next_ = NULL;                                                              \
		if (prev_ || next_)                                                                \
			status_ = wb_map_merge_(root_, node_, prev_, next_, P##_span_,             \
						P##_own_span_, P##_weight_, P##_set_span_,         \
						P##_updater_());                                   \
		if (prev_ && !status_ && release_)                                                 \
			release_(P##_item_(prev_), ctx_);                                          \
		if (next_ && !status_ && release_)                                                 \
			release_(P##_item_(next_), ctx_);                                          \
		return status_;                                                                    \
	}

#endif /* WBTREE_MAP_H */
