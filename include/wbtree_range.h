/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Disjoint closed ranges [start, last] of keys in a wbtree, typed and inline.
 *
 * Both ends belong to the range, so ranges reach both ends of the key space.
 * Keys are of any integer type up to 64 bits, signed or not. START(item) and
 * LAST(item) are function-like macros or inline functions of the caller that
 * give an item's ends; they are evaluated often, with a pointer to const, and
 * must have no side effects; their names must not be P_first, P_last and so on.
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
 *
 * THE FUNCTIONS, for the prefix P; costs and pointers as in wbtree.h
 *
 * int P_insert(struct wb_root *root, type *item)
 *	Links item. WB_E_LINKED, WB_E_RANGE (start > last), WB_E_OVERLAP (it has
 *	a key in common with one that is there; those that only touch do not),
 *	WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order. O(height).
 * bool P_erase(struct wb_root *root, type *item)
 *	As wb_erase: false if item is in no tree or NULL. O(height).
 * int P_update(struct wb_root *root, type *item)
 *	Tells the tree that item's ends or weight were changed in place: checks
 *	them against its neighbours and reweighs. WB_E_UNLINKED, WB_E_RANGE,
 *	WB_E_OVERLAP, WB_E_ORDER (it would have to move past a neighbour: erase
 *	and insert it instead), WB_E_WEIGHT, WB_E_OVERFLOW: then the tree is as
 *	it was, and the caller must put the old ends back. O(height).
 * int P_move(struct wb_root *root, type *from, type *to)
 *	Copies the item at from to the uninitialised *to and links that instead;
 *	from->member is zero afterwards. For arrays that grow: allocate the new
 *	one, move all items, free the old one. WB_E_UNLINKED. O(1).
 *
 * type *P_find(const struct wb_root *root, key_type key)
 *	The range that contains key, or NULL. O(depth of it), O(height) for none.
 * type *P_find_hint(const struct wb_root *root, key_type key, type **hint)
 *	The same, but looks at *hint first, which may be NULL, and stores there
 *	what it finds: one comparison where the same range is hit again and
 *	again. One hint per tree: reset it before the item it points to is freed,
 *	moved, or goes to another tree.
 * void P_find_batch(const struct wb_root *root, const key_type *keys, type **found, size_t n)
 *	found[i] = P_find(root, keys[i]) for all i < n, with many lookups under
 *	way at once, so that their cache misses overlap and few branches are
 *	mispredicted. 16 go down in step, and what they did says how to go on. If
 *	they visited fewer than 2 nodes each, or half of them ended where the one
 *	before did, or 14 on one of the upper seven levels, the next 496 are looked
 *	up one after the other, as that takes no longer. Else, if they visited 5 or
 *	more each, and the deepest 21, or 7 more than the mean, the next 1008 go
 *	down 32 at a time, each followed by another as soon as it ends. Else, if
 *	the deepest visited 2 more than 2.25 times the mean, 496 one after the
 *	other. Else in step again. Fewer than 16 are looked up one by one.
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
 * bool P_find_gap(const struct wb_root *root, key_type lo, key_type hi, key_type size,
 *		   key_type *start)
 *	The lowest run of size keys within [lo, hi] that are in no range: puts
 *	its first key into *start. False, and *start as it was, if there is none,
 *	if size < 1 or if lo > hi. O(height + ranges between lo and the run), but
 *	O(height) in a tree with gaps.
 * bool P_find_gap_aligned(root, lo, hi, size, key_type align, start)
 *	The same for a start that is a multiple of align (counted from key 0; 0
 *	is taken as 1). In a tree with gaps O(height) for each gap passed that
 *	is long enough but holds no aligned run.
 *
 * int P_build(struct wb_root *root, type *const *sorted, size_t n)
 *	Makes a tree of n items in an empty root; see wb_build. WB_E_LINKED,
 *	WB_E_RANGE, WB_E_ORDER, WB_E_OVERLAP, WB_E_WEIGHT, WB_E_OVERFLOW. O(n).
 * int P_join(struct wb_root *left, type *mid, struct wb_root *right)
 *	As wb_join, and checks that left, mid and right are in this order.
 *	WB_E_LINKED, WB_E_RANGE, WB_E_ORDER, WB_E_OVERLAP, WB_E_WEIGHT,
 *	WB_E_OVERFLOW. O(height).
 * int P_split(struct wb_root *root, type *at, struct wb_root *left, struct wb_root *right)
 *	As wb_split.
 * struct P_erased P_erase_range(struct wb_root *root, key_type start, key_type last,
 *				 void (*release)(type *item, void *ctx), void *ctx)
 *	Takes out every range that lies inside [start, last], in order; each is
 *	then handed to release, unless that is NULL, which may free it. Ranges
 *	that cross an end of the span stay, and are returned. O(height + number
 *	taken out). If start > last, nothing is taken out.
 * size_t P_relayout(struct wb_root *root, type *array, size_t n)
 *	Copies every item into array, parents before children and the heavier
 *	child first, and links the copies instead: lookups then touch fewer cache
 *	lines and pages. None of the old items may lie in array, and they are in
 *	no tree afterwards. Returns the
 *	number of items; if that is greater than n, nothing was done. O(items).
 * int P_order(const struct wb_node *a, const struct wb_node *b)
 *	For wb_check: < 0 if all of a lies before all of b, else > 0; 0 if a is b.
 *
 * P_build, P_join, P_split and P_erase_range need wbtree_bulk.c too where the
 * sources are compiled into a program.
 */
#ifndef WBTREE_RANGE_H
#define WBTREE_RANGE_H

#include "wbtree.h"

/*
 * Weighs each range by its size: last - start, but at least 1, so that the
 * total can't overflow. Right when all keys are equally likely.
 */
#define WB_RANGE_DEFINE(P, type, member, key_type, START, LAST)                                    \
	WB_RANGE_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                              \
	WB_RANGE_DEFINE_SIZE_(P, type)                                                             \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P, type, member, key_type, P##_size_)

/*
 * Weighs each range by WEIGHT(item), a macro or inline function like the other
 * two: hit counts, for example. It is evaluated in P_insert, P_update, P_build
 * and P_join.
 */
#define WB_RANGE_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, WEIGHT)                   \
	WB_RANGE_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                              \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P, type, member, key_type, WEIGHT)

/*
 * What WB_RANGE_DEFINE_GAPS keeps in an item about its subtree; keys are mapped
 * to uint64_t in their order.
 */
struct wb_gaps {
	uint64_t start, last; /* the first and the last key */
	uint64_t greatest;    /* the most free keys between two neighbours */
};

/*
 * As WB_RANGE_DEFINE, and GAPS(item) is a struct wb_gaps in each item, kept by
 * augmentation, so that P_find_gap and P_find_gap_aligned skip what is too
 * small. All changes of such a tree must go through the functions of P.
 */
#define WB_RANGE_DEFINE_GAPS(P, type, member, key_type, START, LAST, GAPS)                         \
	WB_RANGE_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                              \
	WB_RANGE_DEFINE_SIZE_(P, type)                                                             \
	WB_INLINE_ struct wb_gaps *P##_gaps_(const struct wb_node *node_)                          \
	{                                                                                          \
		type *item_ = P##_item_(node_);                                                    \
                                                                                                   \
		return &GAPS(item_);                                                               \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static bool P##_update_gaps_(struct wb_node *node_)                             \
	{                                                                                          \
		return wb_gaps_update_(node_, P##_span_, P##_gaps_);                               \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static const struct wb_node *P##_before_gap_(const struct wb_node *node_,       \
								uint64_t size_)                    \
	{                                                                                          \
		return wb_gaps_before_(node_, size_, P##_span_, P##_gaps_);                        \
	}                                                                                          \
                                                                                                   \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, P##_size_, P##_update_gaps_)

/*
 * Loops over the ranges that overlap [start, last] in order; pos is a pointer
 * to the caller's type. The body must not erase pos.
 */
#define WB_RANGE_FOR_EACH(P, pos, root, start, last)                                               \
	for ((pos) = P##_first_overlap(root, start, last); (pos);                                  \
	     (pos) = P##_next_overlap(pos, last))

/* -------------------------------------------------------------------------
 * What the definitions are made of. Only P_find and its like, where each
 * instruction counts, work on the key type itself; all else maps keys to
 * uint64_t in their order.
 */

/* Whether key_type is signed, and the bit whose change makes it sort as uint64_t. */
#define WB_KEY_SIGN_(key_type) ((key_type)-1 < (key_type)1 ? (uint64_t)1 << 63 : (uint64_t)0)
#define WB_KEY_TO_U64_(key_type, key) ((uint64_t)(key) ^ WB_KEY_SIGN_(key_type))
#define WB_KEY_FROM_U64_(key_type, mapped) ((key_type)((mapped) ^ WB_KEY_SIGN_(key_type)))

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

/* Lookups that P_find_batch has under way at once: in step; each followed by another. */
#define WB_BATCH_LANES_ 16
#define WB_BATCH_REFILLED_ 32

/* What so many lookups did that went in step. */
struct wb_visits_ {
	size_t sum, most; /* nodes visited by all, and by the one that visited most */
	size_t same;	  /* lookups that ended where the one before did */
	size_t level;	  /* the most lookups that ended on one level */
};

enum wb_batch_way_ { WB_ONE_BY_ONE_, WB_IN_STEP_, WB_REFILLED_ };

/*
 * How to go on after such lookups. Measured while all nodes are in the cache, a
 * lookup in step takes 1.5 ns for each visit of the deepest; a refilled one 12 ns
 * and 1.5 for each of its own; one alone 2.5 ns a visit and 3 for the branch that
 * ends it, but less if it ends at the root or where the one before did, or after
 * as many visits as most and not many. Deep nodes are seldom in the cache, and
 * then what counts is that all lookups under way miss it at once.
 */
static inline enum wb_batch_way_ wb_batch_way_(struct wb_visits_ visits)
{
	const size_t lanes = WB_BATCH_LANES_;

	if (visits.sum < 2 * lanes || 2 * visits.same >= lanes)
		return WB_ONE_BY_ONE_;
	if (visits.most < 8 && visits.level >= lanes - 2)
		return WB_ONE_BY_ONE_;
	if (visits.sum >= 5 * lanes &&
	    (visits.most >= 21 || lanes * visits.most >= 7 * lanes + visits.sum))
		return WB_REFILLED_;
	if (4 * lanes * visits.most > 8 * lanes + 9 * visits.sum)
		return WB_ONE_BY_ONE_;
	return WB_IN_STEP_;
}

/*
 * Left or right is as good as random, so a branch on it would be mispredicted
 * every other time. The children are both loaded while the key is compared;
 * after this, compilers choose between two registers, by a conditional move.
 */
#if defined(__GNUC__)
#define WB_BOTH_LOADED_(left, right) __asm__("" : "+r"(left), "+r"(right))
#else
#define WB_BOTH_LOADED_(left, right) ((void)0)
#endif

/* A range in mapped keys; a function that gives the one of a node. */
struct wb_span_ {
	uint64_t start, last;
};
typedef struct wb_span_ wb_span_fn_(const struct wb_node *node);

/* WB_OK if a lies wholly before b, else what is wrong. */
static inline int wb_span_order_(struct wb_span_ a, struct wb_span_ b)
{
	if (a.last < b.start)
		return WB_OK;
	return b.last < a.start ? WB_E_ORDER : WB_E_OVERLAP;
}

WB_INLINE_ int wb_range_insert_(struct wb_root *root, struct wb_node *node, wb_weight_t weight,
				wb_span_fn_ *span, wb_update_fn *update)
{
	struct wb_node *x = root->node, *parent = NULL, **link;
	const struct wb_span_ own = span(node);
	bool after = false;

	if (wb_is_linked(node))
		return WB_E_LINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	while (x) {
		const struct wb_span_ there = span(x);
		struct wb_node *left = x->child[WB_LEFT], *right = x->child[WB_RIGHT];
		bool before = own.last < there.start;

		after = there.last < own.start;
		WB_PREFETCH_(left); /* the climb will need the sums of both */
		WB_PREFETCH_(right);
		WB_BOTH_LOADED_(left, right);
		if (before == after)
			return WB_E_OVERLAP;
		parent = x;
		x = after ? right : left;
	}
	link = parent ? &parent->child[after] : &root->node;
	return update ? wb_insert_at_augmented(root, node, parent, link, weight, update)
		      : wb_insert_at(root, node, parent, link, weight);
}

WB_INLINE_ int wb_range_update_(struct wb_root *root, struct wb_node *node, wb_weight_t weight,
				wb_span_fn_ *span, wb_update_fn *update)
{
	const struct wb_span_ own = span(node);
	const struct wb_node *prev, *next;
	int status = WB_OK;

	if (!wb_is_linked(node))
		return WB_E_UNLINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	prev = wb_prev(node);
	next = wb_next(node);
	if (prev)
		status = wb_span_order_(span(prev), own);
	if (!status && next)
		status = wb_span_order_(own, span(next));
	if (status)
		return status;
	return update ? wb_set_weight_augmented(root, node, weight, update)
		      : wb_set_weight(root, node, weight);
}

/* Adds node to a list that is to be built. */
WB_INLINE_ int wb_range_list_(struct wb_list_ *list, struct wb_node *node, wb_weight_t weight,
			      wb_span_fn_ *span)
{
	const struct wb_span_ own = span(node);
	int status = WB_OK;

	if (wb_is_linked(node))
		return WB_E_LINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	if (list->last)
		status = wb_span_order_(span(list->last), own);
	return status ? status : wb_list_add_(list, node, weight);
}

WB_INLINE_ int wb_range_join_(struct wb_root *left, struct wb_node *mid, wb_weight_t weight,
			      struct wb_root *right, wb_span_fn_ *span, wb_update_fn *update)
{
	const struct wb_span_ own = span(mid);
	const struct wb_node *prev = wb_last(left), *next = wb_first(right);
	int status = WB_OK;

	if (wb_is_linked(mid))
		return WB_E_LINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	if (prev)
		status = wb_span_order_(span(prev), own);
	if (!status && next)
		status = wb_span_order_(own, span(next));
	if (status)
		return status;
	return update ? wb_join_augmented(left, mid, weight, right, update)
		      : wb_join(left, mid, weight, right);
}

/* What wb_range_cut_ takes out, and what it leaves at the ends. */
struct wb_cut_ {
	struct wb_node *list, *left, *right;
};

/* ceil and floor: the ranges in or next to the span's start and last key. */
WB_INLINE_ struct wb_cut_ wb_range_cut_(struct wb_root *root, struct wb_span_ cut,
					struct wb_node *ceil, struct wb_node *floor,
					wb_span_fn_ *span, wb_update_fn *update)
{
	struct wb_cut_ result = { NULL, NULL, NULL };

	if (cut.start > cut.last)
		return result;
	if (ceil && span(ceil).start < cut.start) {
		result.left = ceil;
		ceil = wb_next(ceil);
	}
	if (floor && span(floor).last > cut.last) {
		result.right = floor;
		floor = wb_prev(floor);
	}
	if (ceil && floor && span(ceil).start <= span(floor).start)
		result.list = update ? wb_extract_augmented(root, ceil, floor, update)
				     : wb_extract(root, ceil, floor);
	return result;
}

/* A search for free keys: size of them in [lo, hi], start % align == residue. */
struct wb_gap_query_ {
	uint64_t lo, hi, size, align, residue;
};

/* Puts the first start that fits into [from, to] into *start. */
static inline bool wb_gap_fits_(const struct wb_gap_query_ *query, uint64_t from, uint64_t to,
				uint64_t *start)
{
	uint64_t over = from % query->align;
	uint64_t add = query->residue - over + (over > query->residue ? query->align : 0);

	if (add > to - from || to - from - add < query->size - 1)
		return false;
	*start = from + add;
	return true;
}

/* The first node from node on that may have size free keys behind it, or the last one. */
typedef const struct wb_node *wb_before_gap_fn_(const struct wb_node *node, uint64_t size);

/* next: the first range that ends at lo or above. */
WB_INLINE_ bool wb_range_gap_(const struct wb_gap_query_ *query, const struct wb_node *next,
			      wb_span_fn_ *span, wb_before_gap_fn_ *before_gap, uint64_t *start)
{
	uint64_t from = query->lo;

	while (next && span(next).start <= query->hi) {
		const struct wb_node *before;

		if (span(next).start > from &&
		    wb_gap_fits_(query, from, span(next).start - 1, start))
			return true;
		before = before_gap(next, query->size);
		if (span(before).last >= query->hi)
			return false;
		from = span(before).last + 1;
		next = wb_next(before);
	}
	return wb_gap_fits_(query, from, query->hi, start);
}

/* A function that gives the gaps of a node. */
typedef struct wb_gaps *wb_gaps_fn_(const struct wb_node *node);

/* The update function of a tree with gaps. */
WB_INLINE_ bool wb_gaps_update_(const struct wb_node *node, wb_span_fn_ *span, wb_gaps_fn_ *gaps_of)
{
	const struct wb_node *left = node->child[WB_LEFT], *right = node->child[WB_RIGHT];
	const struct wb_gaps old = *gaps_of(node);
	const struct wb_span_ own = span(node);
	struct wb_gaps gaps = { own.start, own.last, 0 };
	int d;

	if (left)
		gaps.start = gaps_of(left)->start;
	if (right)
		gaps.last = gaps_of(right)->last;
	for (d = WB_LEFT; d <= WB_RIGHT; d++) {
		const struct wb_gaps *below = node->child[d] ? gaps_of(node->child[d]) : NULL;
		uint64_t between;

		if (!below)
			continue;
		between = (d ? below->start - own.last : own.start - below->last) - 1;
		if (between > gaps.greatest)
			gaps.greatest = between;
		if (below->greatest > gaps.greatest)
			gaps.greatest = below->greatest;
	}
	*gaps_of(node) = gaps;
	return (gaps.start != old.start) | (gaps.last != old.last) |
	       (gaps.greatest != old.greatest);
}

/* The last node of the subtree of node. */
static inline const struct wb_node *wb_rightmost_(const struct wb_node *node)
{
	while (node->child[WB_RIGHT])
		node = node->child[WB_RIGHT];
	return node;
}

/* The node before the first gap in the subtree of node, which has one of size or more. */
WB_INLINE_ const struct wb_node *wb_gaps_first_(const struct wb_node *node, uint64_t size,
						wb_span_fn_ *span, wb_gaps_fn_ *gaps_of)
{
	for (;;) {
		const struct wb_node *left = node->child[WB_LEFT], *right = node->child[WB_RIGHT];

		if (left && gaps_of(left)->greatest >= size) {
			node = left;
			continue;
		}
		if (left && span(node).start - gaps_of(left)->last > size)
			return wb_rightmost_(left);
		if (gaps_of(right)->start - span(node).last > size)
			return node;
		node = right;
	}
}

/* wb_before_gap_fn_ of a tree with gaps. */
WB_INLINE_ const struct wb_node *wb_gaps_before_(const struct wb_node *node, uint64_t size,
						 wb_span_fn_ *span, wb_gaps_fn_ *gaps_of)
{
	for (;;) {
		const struct wb_node *right = node->child[WB_RIGHT], *up = node->parent;

		if (right && gaps_of(right)->start - span(node).last > size)
			return node;
		if (right && gaps_of(right)->greatest >= size)
			return wb_gaps_first_(right, size, span, gaps_of);
		for (; up && node == up->child[WB_RIGHT]; up = node->parent)
			node = up;
		if (!up || span(up).start - gaps_of(node)->last > size)
			return wb_rightmost_(node);
		node = up;
	}
}

#define WB_RANGE_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                              \
	/* The caller's macros are used here only, where there are no names to capture. */         \
	WB_INLINE_ key_type P##_start_(const type *item_)                                          \
	{                                                                                          \
		return (key_type)START(item_);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ key_type P##_last_(const type *item_)                                           \
	{                                                                                          \
		return (key_type)LAST(item_);                                                      \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ type *P##_item_(const struct wb_node *node_)                                    \
	{                                                                                          \
		return (type *)((uintptr_t)node_ - offsetof(type, member));                        \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ struct wb_span_ P##_span_(const struct wb_node *node_)                          \
	{                                                                                          \
		const type *item_ = P##_item_(node_);                                              \
		const struct wb_span_ span_ = { WB_KEY_TO_U64_(key_type, P##_start_(item_)),       \
						WB_KEY_TO_U64_(key_type, P##_last_(item_)) };      \
                                                                                                   \
		return span_;                                                                      \
	}

#define WB_RANGE_DEFINE_SIZE_(P, type)                                                             \
	WB_INLINE_ wb_weight_t P##_size_(const type *item_)                                        \
	{                                                                                          \
		wb_weight_t size_ = (uint64_t)P##_last_(item_) - (uint64_t)P##_start_(item_);      \
                                                                                                   \
		return size_ ? size_ : 1;                                                          \
	}

#define WB_RANGE_DEFINE_WITHOUT_GAPS_(P, type, member, key_type, WEIGHT)                           \
	WB_INLINE_ const struct wb_node *P##_before_gap_(const struct wb_node *node_,              \
							 uint64_t size_)                           \
	{                                                                                          \
		(void)size_;                                                                       \
		return node_;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, NULL)

#define WB_RANGE_DEFINE_MOVE_(P, type, member)                                                     \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_move(struct wb_root *root_, type *from_,   \
							     type *to_)                            \
	{                                                                                          \
		const struct wb_node zero_ = { NULL, { NULL, NULL }, 0 };                          \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(from_);                                                               \
		WB_NOT_NULL_(to_);                                                                 \
		if (!wb_is_linked(&from_->member))                                                 \
			return WB_E_UNLINKED;                                                      \
		if (from_ == to_)                                                                  \
			return WB_OK;                                                              \
		*to_ = *from_;                                                                     \
		to_->member = zero_;                                                               \
		return wb_replace(root_, &from_->member, &to_->member);                            \
	}

#define WB_RANGE_DEFINE_ITERATION_(P, type, member)                                                \
	WB_UNUSED_ static inline type *P##_first(const struct wb_root *root_)                      \
	{                                                                                          \
		return wb_entry(wb_first(root_), type, member);                                    \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_last(const struct wb_root *root_)                       \
	{                                                                                          \
		return wb_entry(wb_last(root_), type, member);                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next(const type *item_)                                 \
	{                                                                                          \
		WB_NOT_NULL_(item_);                                                               \
		return wb_entry(wb_next(&item_->member), type, member);                            \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_prev(const type *item_)                                 \
	{                                                                                          \
		WB_NOT_NULL_(item_);                                                               \
		return wb_entry(wb_prev(&item_->member), type, member);                            \
	}

#define WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, UPDATE)                      \
	WB_INLINE_ wb_weight_t P##_weight_(const type *item_)                                      \
	{                                                                                          \
		return WEIGHT(item_);                                                              \
	}                                                                                          \
	WB_INLINE_ bool P##_contains_(const type *item_, key_type key_)                            \
	{                                                                                          \
		return WB_DISTANCE_(key_type, P##_start_(item_), key_) <=                          \
		       WB_DISTANCE_(key_type, P##_start_(item_), P##_last_(item_));                \
	}                                                                                          \
                                                                                                   \
	/* The range that contains key, else its neighbour on the given side of key. */            \
	WB_INLINE_ struct wb_node *P##_nearest_(const struct wb_root *root_, key_type key_,        \
						int side_)                                         \
	{                                                                                          \
		struct wb_node *node_, *nearest_ = NULL;                                           \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		for (node_ = root_->node; node_;) {                                                \
			const type *item_ = P##_item_(node_);                                      \
			struct wb_node *left_ = node_->child[WB_LEFT];                             \
			struct wb_node *right_ = node_->child[WB_RIGHT];                           \
			int d_ = key_ > P##_start_(item_);                                         \
                                                                                                   \
			WB_BOTH_LOADED_(left_, right_);                                            \
			if (P##_contains_(item_, key_))                                            \
				return node_;                                                      \
			nearest_ = d_ != side_ ? node_ : nearest_;                                 \
			node_ = d_ ? right_ : left_;                                               \
		}                                                                                  \
		return nearest_;                                                                   \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_insert(struct wb_root *root_, type *item_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		return wb_range_insert_(root_, &item_->member, P##_weight_(item_), P##_span_,      \
					UPDATE);                                                   \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_erase(struct wb_root *root_, type *item_)                \
	{                                                                                          \
		wb_update_fn *update_ = UPDATE;                                                    \
                                                                                                   \
		if (!item_)                                                                        \
			return false;                                                              \
		return update_ ? wb_erase_augmented(root_, &item_->member, update_)                \
			       : wb_erase(root_, &item_->member);                                  \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_update(struct wb_root *root_, type *item_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		return wb_range_update_(root_, &item_->member, P##_weight_(item_), P##_span_,      \
					UPDATE);                                                   \
	}                                                                                          \
                                                                                                   \
	WB_RANGE_DEFINE_MOVE_(P, type, member)                                                     \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find(const struct wb_root *root_, key_type key_)        \
	{                                                                                          \
		struct wb_node *node_;                                                             \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		node_ = root_->node;                                                               \
		while (node_) {                                                                    \
			type *item_ = P##_item_(node_);                                            \
			struct wb_node *left_ = node_->child[WB_LEFT];                             \
			struct wb_node *right_ = node_->child[WB_RIGHT];                           \
                                                                                                   \
			WB_BOTH_LOADED_(left_, right_);                                            \
			if (P##_contains_(item_, key_))                                            \
				return item_;                                                      \
			node_ = key_ > P##_start_(item_) ? right_ : left_;                         \
		}                                                                                  \
		return NULL;                                                                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_hint(const struct wb_root *root_, key_type key_,   \
						     type **hint_)                                 \
	{                                                                                          \
		type *item_;                                                                       \
                                                                                                   \
		WB_NOT_NULL_(hint_);                                                               \
		item_ = *hint_;                                                                    \
		if (item_ && wb_is_linked(&item_->member) && P##_contains_(item_, key_))           \
			return item_;                                                              \
		item_ = P##_find(root_, key_);                                                     \
		if (item_)                                                                         \
			*hint_ = item_;                                                            \
		return item_;                                                                      \
	}                                                                                          \
                                                                                                   \
	/* The child of node on the way to key, or node itself where the way ends. */              \
	WB_INLINE_ struct wb_node *P##_step_(struct wb_node *node_, key_type key_)                 \
	{                                                                                          \
		const type *item_ = P##_item_(node_);                                              \
		struct wb_node *next_ = node_->child[WB_LEFT], *right_ = node_->child[WB_RIGHT];   \
		const key_type start_ = P##_start_(item_), last_ = P##_last_(item_);               \
                                                                                                   \
		WB_BOTH_LOADED_(next_, right_);                                                    \
		next_ = key_ > start_ ? right_ : next_;                                            \
		WB_BOTH_LOADED_(next_, node_);                                                     \
		next_ = WB_DISTANCE_(key_type, start_, key_) <=                                    \
					WB_DISTANCE_(key_type, start_, last_)                      \
				? node_                                                            \
				: next_;                                                           \
		WB_BOTH_LOADED_(next_, node_);                                                     \
		return next_ ? next_ : node_;                                                      \
	}                                                                                          \
                                                                                                   \
	/* WB_BATCH_LANES_ lookups from top on, in step, without branches of their own. */         \
	WB_INLINE_ struct wb_visits_ P##_find_lanes_(struct wb_node *top_, const key_type *keys_,  \
						     type **found_)                                \
	{                                                                                          \
		struct wb_node *node_[WB_BATCH_LANES_];                                            \
		struct wb_visits_ visits_ = { WB_BATCH_LANES_, 1, 0, 0 };                          \
		size_t going_ = WB_BATCH_LANES_, moved_ = going_, ended_, i_;                      \
                                                                                                   \
		for (i_ = 0; i_ < WB_BATCH_LANES_; i_++)                                           \
			node_[i_] = top_;                                                          \
		for (; moved_; visits_.most += !!moved_) {                                         \
			moved_ = 0;                                                                \
			for (i_ = 0; i_ < WB_BATCH_LANES_; i_++) {                                 \
				struct wb_node *next_ = P##_step_(node_[i_], keys_[i_]);           \
                                                                                                   \
				WB_PREFETCH_(next_);                                               \
				moved_ += next_ != node_[i_];                                      \
				node_[i_] = next_;                                                 \
			}                                                                          \
			visits_.sum += moved_;                                                     \
			ended_ = going_ - moved_; /* on this level */                              \
			visits_.level = ended_ > visits_.level ? ended_ : visits_.level;           \
			going_ = moved_;                                                           \
		}                                                                                  \
		for (i_ = 0; i_ < WB_BATCH_LANES_; i_++) {                                         \
			type *item_ = P##_item_(node_[i_]);                                        \
                                                                                                   \
			found_[i_] = P##_contains_(item_, keys_[i_]) ? item_ : NULL;               \
			visits_.same += i_ && node_[i_] == node_[i_ - 1];                          \
		}                                                                                  \
		return visits_;                                                                    \
	}                                                                                          \
                                                                                                   \
	/* As many lookups one after the other. */                                                 \
	WB_INLINE_ struct wb_visits_ P##_find_in_turn_(struct wb_node *top_,                       \
						       const key_type *keys_, type **found_)       \
	{                                                                                          \
		struct wb_visits_ visits_ = { 0, 0, 0, 0 };                                        \
		size_t ended_[WB_BATCH_LANES_] = { 0 };                                            \
		const type *at_ = NULL, *before_;                                                  \
		size_t i_;                                                                         \
                                                                                                   \
		for (i_ = 0; i_ < WB_BATCH_LANES_; i_++) {                                         \
			struct wb_node *node_ = top_;                                              \
			size_t depth_ = 0, level_;                                                 \
                                                                                                   \
			before_ = at_;                                                             \
			for (found_[i_] = NULL; node_ && !found_[i_]; depth_++) {                  \
				type *item_ = P##_item_(node_);                                    \
                                                                                                   \
				at_ = item_;                                                       \
				found_[i_] = P##_contains_(item_, keys_[i_]) ? item_ : NULL;       \
				node_ = node_->child[keys_[i_] > P##_start_(item_)];               \
			}                                                                          \
			visits_.same += at_ == before_;                                            \
			visits_.sum += depth_;                                                     \
			visits_.most = depth_ > visits_.most ? depth_ : visits_.most;              \
			level_ = ++ended_[depth_ < WB_BATCH_LANES_ ? depth_ : 0];                  \
			visits_.level = level_ > visits_.level ? level_ : visits_.level;           \
		}                                                                                  \
		return visits_;                                                                    \
	}                                                                                          \
                                                                                                   \
	/* n lookups from top on; where one ends the next begins. */                               \
	WB_UNUSED_ static void P##_find_refilled_(struct wb_node *top_, const key_type *keys_,     \
						  type **found_, size_t n_)                        \
	{                                                                                          \
		struct wb_node *node_[WB_BATCH_REFILLED_];                                         \
		size_t which_[WB_BATCH_REFILLED_];                                                 \
		size_t going_ = n_ < WB_BATCH_REFILLED_ ? n_ : WB_BATCH_REFILLED_;                 \
		size_t begun_ = going_, i_;                                                        \
                                                                                                   \
		for (i_ = 0; i_ < going_; i_++) {                                                  \
			node_[i_] = top_;                                                          \
			which_[i_] = i_;                                                           \
		}                                                                                  \
		while (going_) {                                                                   \
			for (i_ = 0; i_ < going_; i_++) {                                          \
				const key_type key_ = keys_[which_[i_]];                           \
				struct wb_node *next_ = P##_step_(node_[i_], key_);                \
				type *item_ = P##_item_(next_);                                    \
                                                                                                   \
				if (next_ != node_[i_]) {                                          \
					WB_PREFETCH_(next_);                                       \
					node_[i_] = next_;                                         \
					continue;                                                  \
				}                                                                  \
				found_[which_[i_]] = P##_contains_(item_, key_) ? item_ : NULL;    \
				if (begun_ < n_) {                                                 \
					node_[i_] = top_;                                          \
					which_[i_] = begun_++;                                     \
				} else {                                                           \
					going_--;                                                  \
					node_[i_] = node_[going_];                                 \
					which_[i_] = which_[going_];                               \
				}                                                                  \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline void P##_find_batch(                                              \
		const struct wb_root *root_, const key_type *keys_, type **found_, size_t n_)      \
	{                                                                                          \
		const size_t lanes_ = WB_BATCH_LANES_;                                             \
		enum wb_batch_way_ way_ = n_ < lanes_ ? WB_ONE_BY_ONE_ : WB_IN_STEP_;              \
		struct wb_node *top_;                                                              \
		size_t done_ = 0;                                                                  \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		top_ = root_->node;                                                                \
		while (done_ < n_) {                                                               \
			size_t ahead_ = n_ - done_;                                                \
			bool in_turn_;                                                             \
                                                                                                   \
			switch (way_) {                                                            \
			case WB_ONE_BY_ONE_:                                                       \
				ahead_ = ahead_ < 31 * lanes_ ? ahead_ : 31 * lanes_;              \
				for (; ahead_; ahead_--, done_++)                                  \
					found_[done_] = P##_find(root_, keys_[done_]);             \
				way_ = WB_IN_STEP_;                                                \
				break;                                                             \
			case WB_REFILLED_:                                                         \
				ahead_ = ahead_ < 63 * lanes_ ? ahead_ : 63 * lanes_;              \
				P##_find_refilled_(top_, &keys_[done_], &found_[done_], ahead_);   \
				done_ += ahead_;                                                   \
				way_ = WB_IN_STEP_;                                                \
				break;                                                             \
			case WB_IN_STEP_:                                                          \
				done_ = ahead_ < lanes_ ? n_ - lanes_ : done_;                     \
				/* of few keys the first in turn, as a step may not pay */         \
				in_turn_ = !top_ || (!done_ && n_ < 32 * lanes_);                  \
				way_ = wb_batch_way_(                                              \
					in_turn_ ? P##_find_in_turn_(top_, &keys_[done_],          \
								     &found_[done_])               \
						 : P##_find_lanes_(top_, &keys_[done_],            \
								   &found_[done_]));               \
				done_ += lanes_;                                                   \
				break;                                                             \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_floor(const struct wb_root *root_, key_type key_)       \
	{                                                                                          \
		return wb_entry(P##_nearest_(root_, key_, WB_LEFT), type, member);                 \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_ceil(const struct wb_root *root_, key_type key_)        \
	{                                                                                          \
		return wb_entry(P##_nearest_(root_, key_, WB_RIGHT), type, member);                \
	}                                                                                          \
                                                                                                   \
	WB_RANGE_DEFINE_ITERATION_(P, type, member)                                                \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_first_overlap(const struct wb_root *root_,              \
							 key_type start_, key_type last_)          \
	{                                                                                          \
		type *item_ = P##_ceil(root_, start_);                                             \
                                                                                                   \
		return item_ && start_ <= last_ && P##_start_(item_) <= last_ ? item_ : NULL;      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_overlap(const type *item_, key_type last_)         \
	{                                                                                          \
		type *next_ = P##_next(item_);                                                     \
                                                                                                   \
		return next_ && P##_start_(next_) <= last_ ? next_ : NULL;                         \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap_aligned(                                        \
		const struct wb_root *root_, key_type lo_, key_type hi_, key_type size_,           \
		key_type align_, key_type *start_)                                                 \
	{                                                                                          \
		const uint64_t step_ = align_ > 1 ? (uint64_t)align_ : 1;                          \
		const struct wb_gap_query_ query_ = { WB_KEY_TO_U64_(key_type, lo_),               \
						      WB_KEY_TO_U64_(key_type, hi_),               \
						      (uint64_t)size_, step_,                      \
						      WB_KEY_SIGN_(key_type) % step_ };            \
		uint64_t found_;                                                                   \
                                                                                                   \
		WB_NOT_NULL_(start_);                                                              \
		if (size_ < 1 || lo_ > hi_ ||                                                      \
		    !wb_range_gap_(&query_, P##_nearest_(root_, lo_, WB_RIGHT), P##_span_,         \
				   P##_before_gap_, &found_))                                      \
			return false;                                                              \
		*start_ = WB_KEY_FROM_U64_(key_type, found_);                                      \
		return true;                                                                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap(const struct wb_root *root_, key_type lo_,      \
						   key_type hi_, key_type size_, key_type *start_) \
	{                                                                                          \
		return P##_find_gap_aligned(root_, lo_, hi_, size_, 1, start_);                    \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_build(struct wb_root *root_,               \
							      type *const *sorted_, size_t n_)     \
	{                                                                                          \
		struct wb_list_ list_ = { NULL, NULL, 0 };                                         \
		int status_;                                                                       \
		size_t i_;                                                                         \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		status_ = root_->node ? WB_E_LINKED : WB_OK;                                       \
		for (i_ = 0; i_ < n_ && !status_; i_++) {                                          \
			WB_NOT_NULL_(sorted_[i_]);                                                 \
			status_ = wb_range_list_(&list_, &sorted_[i_]->member,                     \
						 P##_weight_(sorted_[i_]), P##_span_);             \
		}                                                                                  \
		return wb_list_build_(root_, &list_, status_, UPDATE);                             \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_join(struct wb_root *left_, type *mid_,    \
							     struct wb_root *right_)               \
	{                                                                                          \
		WB_NOT_NULL_(left_);                                                               \
		WB_NOT_NULL_(mid_);                                                                \
		WB_NOT_NULL_(right_);                                                              \
		return wb_range_join_(left_, &mid_->member, P##_weight_(mid_), right_, P##_span_,  \
				      UPDATE);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_split(                                     \
		struct wb_root *root_, type *at_, struct wb_root *left_, struct wb_root *right_)   \
	{                                                                                          \
		wb_update_fn *update_ = UPDATE;                                                    \
                                                                                                   \
		WB_NOT_NULL_(at_);                                                                 \
		return update_ ? wb_split_augmented(root_, &at_->member, left_, right_, update_)   \
			       : wb_split(root_, &at_->member, left_, right_);                     \
	}                                                                                          \
                                                                                                   \
	/* What P_erase_range did: how many it took out, and which it left at the ends. */         \
	struct P##_erased {                                                                        \
		size_t count;                                                                      \
		type *left;  /* contains start and keys before it, or NULL */                      \
		type *right; /* contains last and keys behind it, or NULL */                       \
	};                                                                                         \
                                                                                                   \
	WB_UNUSED_ static inline struct P##_erased P##_erase_range(                                \
		struct wb_root *root_, key_type start_, key_type last_,                            \
		void (*release_)(type * item_, void *ctx_), void *ctx_)                            \
	{                                                                                          \
		const struct wb_span_ span_ = { WB_KEY_TO_U64_(key_type, start_),                  \
						WB_KEY_TO_U64_(key_type, last_) };                 \
		const struct wb_cut_ cut_ =                                                        \
			wb_range_cut_(root_, span_, P##_nearest_(root_, start_, WB_RIGHT),         \
				      P##_nearest_(root_, last_, WB_LEFT), P##_span_, UPDATE);     \
		struct P##_erased erased_ = { 0, wb_entry(cut_.left, type, member),                \
					      wb_entry(cut_.right, type, member) };                \
		struct wb_node *node_, *next_;                                                     \
                                                                                                   \
		for (node_ = cut_.list; node_; node_ = next_) {                                    \
			next_ = node_->child[WB_RIGHT];                                            \
			node_->child[WB_RIGHT] = NULL;                                             \
			erased_.count++;                                                           \
			if (release_)                                                              \
				release_(P##_item_(node_), ctx_);                                  \
		}                                                                                  \
		return erased_;                                                                    \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline size_t P##_relayout(struct wb_root *root_, type *array_,          \
						     size_t n_)                                    \
	{                                                                                          \
		struct wb_node *node_;                                                             \
		size_t count_ = 0, i_;                                                             \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(array_);                                                              \
		for (node_ = root_->node; node_; node_ = wb_next_preorder(node_))                  \
			count_++;                                                                  \
		node_ = root_->node;                                                               \
		for (i_ = 0; count_ <= n_ && node_; i_++) {                                        \
			int status_ = P##_move(root_, P##_item_(node_), &array_[i_]);              \
                                                                                                   \
			WB_ASSERT_(status_ == WB_OK, "items in a tree can be moved");              \
			(void)status_;                                                             \
			node_ = wb_next_preorder(&array_[i_].member);                              \
		}                                                                                  \
		return count_;                                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline int P##_order(const struct wb_node *a_, const struct wb_node *b_) \
	{                                                                                          \
		if (a_ == b_)                                                                      \
			return 0;                                                                  \
		return wb_span_order_(P##_span_(a_), P##_span_(b_)) == WB_OK ? -1 : 1;             \
	}                                                                                          \
                                                                                                   \
	typedef struct wb_root P##_root_ /* so that a semicolon ends the definition */

#endif /* WBTREE_RANGE_H */
