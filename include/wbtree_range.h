/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Disjoint closed ranges [start, last] of keys in a wbtree, typed and inline.
 *
 * Both ends belong to the range, so ranges reach both ends of the key space.
 * Keys are of any integer type up to 64 bits, signed or not. START(item) and
 * LAST(item) are function-like macros or inline functions of the caller that
 * give an item's ends; they are evaluated often and must have no side effects.
 * While an item is linked its ends must stay, but see P_update.
 *
 *	struct slot {
 *		struct wb_node node;
 *		uint64_t start, last;
 *	};
 *	#define SLOT_START(slot) ((slot)->start)
 *	#define SLOT_LAST(slot) ((slot)->last)
 *	WB_RANGE_DEFINE(slot, struct slot, node, uint64_t, SLOT_START, SLOT_LAST);
 *
 * defines slot_insert, slot_find and so on. Items whose links and ends lie in
 * one cache line are found fastest.
 */
#ifndef WBTREE_RANGE_H
#define WBTREE_RANGE_H

#include "wbtree.h"

/*
 * to - from for keys with from <= to. If to is the lower one the result wraps
 * to a number greater than any distance upwards from from to a key: so a range
 * contains key if and only if the distance from start to key is at most the one
 * from start to last.
 */
#define WB_DISTANCE_(key_type, from, to)                                                           \
	(sizeof(key_type) <= sizeof(uint32_t)                                                      \
		 ? (uint64_t)(uint32_t)((uint32_t)(to) - (uint32_t)(from))                         \
		 : (uint64_t)(to) - (uint64_t)(from))

/*
 * Weighs each range by its size: last - start, but at least 1, so that the
 * total can't overflow. Right when all keys are equally likely.
 */
#define WB_RANGE_DEFINE(P, type, member, key_type, START, LAST)                                    \
	WB_UNUSED_ static inline wb_weight_t P##_size_(const type *item)                           \
	{                                                                                          \
		wb_weight_t size = WB_DISTANCE_(key_type, START(item), LAST(item));                \
                                                                                                   \
		return size ? size : 1;                                                            \
	}                                                                                          \
	WB_RANGE_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, P##_size_)

/*
 * Weighs each range by WEIGHT(item), a macro or inline function like the other
 * two: hit counts, for example. It is evaluated in P_insert and P_update.
 *
 * The functions, with n ranges and "depth" as in wbtree.h:
 *
 * int P_insert(struct wb_root *root, type *item)
 *	Links item. WB_E_LINKED, WB_E_RANGE (start > last), WB_E_OVERLAP (it has
 *	a key in common with one that is there; those that only touch do not),
 *	WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order. O(depth).
 * bool P_erase(struct wb_root *root, type *item)
 *	As wb_erase. False if item is in no tree or NULL. O(depth).
 * type *P_find(const struct wb_root *root, key_type key)
 *	The range that contains key, or NULL. O(depth of it), O(height) for none.
 * type *P_floor(const struct wb_root *root, key_type key)
 *	The last range with start <= key, or NULL. O(height).
 * type *P_ceil(const struct wb_root *root, key_type key)
 *	The first range with last >= key, or NULL. O(height).
 * type *P_first(const struct wb_root *root), *P_last(...), *P_next(const type *item), *P_prev(...)
 *	In order; NULL at the end. Costs as wb_first and wb_next.
 * type *P_first_overlap(const struct wb_root *root, key_type start, key_type last)
 *	The first range that has a key in common with [start, last], or NULL;
 *	NULL if start > last. O(height).
 * type *P_next_overlap(const type *item, key_type last)
 *	The next one after item, which came from P_first_overlap or from here.
 * int P_update(struct wb_root *root, type *item)
 *	Tells the tree that item's ends or weight were changed in place: checks
 *	them against its neighbours and reweighs. WB_E_UNLINKED, WB_E_RANGE,
 *	WB_E_OVERLAP, WB_E_ORDER (it would have to move past a neighbour: erase
 *	and insert it), WB_E_WEIGHT, WB_E_OVERFLOW: then the tree is as it was,
 *	and the caller must put the old ends back. O(height).
 * int P_order(const struct wb_node *a, const struct wb_node *b)
 *	For wb_check: < 0 if all of a lies before all of b, else > 0; 0 if a is b.
 */
#define WB_RANGE_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, WEIGHT)                   \
	WB_INLINE_ type *P##_item_(const struct wb_node *node)                                     \
	{                                                                                          \
		return (type *)((uintptr_t)node - offsetof(type, member));                         \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ bool P##_contains_(const type *item, key_type key)                              \
	{                                                                                          \
		return WB_DISTANCE_(key_type, START(item), key) <=                                 \
		       WB_DISTANCE_(key_type, START(item), LAST(item));                            \
	}                                                                                          \
                                                                                                   \
	/* The range that contains key, else its neighbour on the given side of key. */            \
	WB_INLINE_ type *P##_nearest_(const struct wb_root *root, key_type key, int side)          \
	{                                                                                          \
		struct wb_node *node = root->node, *nearest = NULL;                                \
                                                                                                   \
		while (node) {                                                                     \
			const type *item = P##_item_(node);                                        \
			int d = key > (key_type)START(item);                                       \
                                                                                                   \
			if (P##_contains_(item, key))                                              \
				return P##_item_(node);                                            \
			nearest = d != side ? node : nearest;                                      \
			node = node->child[d];                                                     \
		}                                                                                  \
		return wb_entry(nearest, type, member);                                            \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_insert(struct wb_root *root, type *item)   \
	{                                                                                          \
		struct wb_node **link = &root->node, *parent = NULL;                               \
		const key_type start = (key_type)START(item), last = (key_type)LAST(item);         \
                                                                                                   \
		if (wb_is_linked(&item->member))                                                   \
			return WB_E_LINKED;                                                        \
		if (start > last)                                                                  \
			return WB_E_RANGE;                                                         \
		while (*link) {                                                                    \
			const type *there = P##_item_(*link);                                      \
			bool not_after = start <= (key_type)LAST(there);                           \
			bool not_before = (key_type)START(there) <= last;                          \
                                                                                                   \
			if (not_after & not_before)                                                \
				return WB_E_OVERLAP;                                               \
			parent = *link;                                                            \
			link = &parent->child[!not_after];                                         \
		}                                                                                  \
		return wb_insert_at(root, &item->member, parent, link, WEIGHT(item));              \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_erase(struct wb_root *root, type *item)                  \
	{                                                                                          \
		return item && wb_erase(root, &item->member);                                      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find(const struct wb_root *root, key_type key)          \
	{                                                                                          \
		struct wb_node *node = root->node;                                                 \
                                                                                                   \
		while (node) {                                                                     \
			type *item = P##_item_(node);                                              \
                                                                                                   \
			if (P##_contains_(item, key))                                              \
				return item;                                                       \
			node = node->child[key > (key_type)START(item)];                           \
		}                                                                                  \
		return NULL;                                                                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_floor(const struct wb_root *root, key_type key)         \
	{                                                                                          \
		return P##_nearest_(root, key, WB_LEFT);                                           \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_ceil(const struct wb_root *root, key_type key)          \
	{                                                                                          \
		return P##_nearest_(root, key, WB_RIGHT);                                          \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_first(const struct wb_root *root)                       \
	{                                                                                          \
		return wb_entry(wb_first(root), type, member);                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_last(const struct wb_root *root)                        \
	{                                                                                          \
		return wb_entry(wb_last(root), type, member);                                      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next(const type *item)                                  \
	{                                                                                          \
		return wb_entry(wb_next(&item->member), type, member);                             \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_prev(const type *item)                                  \
	{                                                                                          \
		return wb_entry(wb_prev(&item->member), type, member);                             \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_first_overlap(const struct wb_root *root,               \
							 key_type start, key_type last)            \
	{                                                                                          \
		type *item = P##_ceil(root, start);                                                \
                                                                                                   \
		return item && start <= last && (key_type)START(item) <= last ? item : NULL;       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_overlap(const type *item, key_type last)           \
	{                                                                                          \
		type *next = P##_next(item);                                                       \
                                                                                                   \
		return next && (key_type)START(next) <= last ? next : NULL;                        \
	}                                                                                          \
                                                                                                   \
	/* Whether a and b are disjoint and in this order: WB_OK, or what is wrong. */             \
	WB_UNUSED_ static inline int P##_adjoin_(const type *a, const type *b)                     \
	{                                                                                          \
		if ((key_type)LAST(a) < (key_type)START(b))                                        \
			return WB_OK;                                                              \
		return (key_type)LAST(b) < (key_type)START(a) ? WB_E_ORDER : WB_E_OVERLAP;         \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_update(struct wb_root *root, type *item)   \
	{                                                                                          \
		const type *prev, *next;                                                           \
		int status = WB_OK;                                                                \
                                                                                                   \
		if (!wb_is_linked(&item->member))                                                  \
			return WB_E_UNLINKED;                                                      \
		if ((key_type)START(item) > (key_type)LAST(item))                                  \
			return WB_E_RANGE;                                                         \
		prev = P##_prev(item);                                                             \
		next = P##_next(item);                                                             \
		if (prev)                                                                          \
			status = P##_adjoin_(prev, item);                                          \
		if (!status && next)                                                               \
			status = P##_adjoin_(item, next);                                          \
		return status ? status : wb_set_weight(root, &item->member, WEIGHT(item));         \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline int P##_order(const struct wb_node *a, const struct wb_node *b)   \
	{                                                                                          \
		if (a == b)                                                                        \
			return 0;                                                                  \
		return P##_adjoin_(P##_item_(a), P##_item_(b)) == WB_OK ? -1 : 1;                  \
	}                                                                                          \
                                                                                                   \
	struct wb_root /* so that a semicolon ends the definition */

/*
 * Loops over the ranges that overlap [start, last] in order; pos is a pointer
 * to the caller's type. The body must not erase pos.
 */
#define WB_RANGE_FOR_EACH(P, pos, root, start, last)                                               \
	for ((pos) = P##_first_overlap(root, start, last); (pos);                                  \
	     (pos) = P##_next_overlap(pos, last))

#endif /* WBTREE_RANGE_H */
