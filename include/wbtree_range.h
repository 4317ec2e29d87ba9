/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Disjoint closed ranges [start, last] of keys in a wbtree, typed and inline.
 * This is a part of wbtree.h, which includes it.
 *
 *	struct slot {
 *		struct wb_node node;
 *		uint64_t start, last;
 *	};
 *	#define SLOT_START(slot) ((slot)->start)
 *	#define SLOT_LAST(slot) ((slot)->last)
 *	WB_RANGE_DEFINE(slot, struct slot, node, uint64_t, SLOT_START, SLOT_LAST);
 *
 * defines slot_insert, slot_find and so on: the functions below, with slot for
 * P. Write P literally; it must not be the name of a macro.
 *
 * Both ends belong to the range, so ranges reach both ends of the key space.
 * Mind sizes of 0: { start, start + size - 1 } is then refused (WB_E_RANGE),
 * but at start 0 it wraps around to the whole key space. WB_RANGE_DEFINE_SIZED
 * takes sizes, and refuses 0.
 *
 * The key type is any integer type of at most 64 bits, signed or not; others
 * don't compile. See WB_WIDE_KEYS for 128 bits, wbtree_float.h for floating
 * point. START(item) and LAST(item) are function-like macros or inline functions
 * of the caller that give an item's ends as integers that the key type can hold;
 * builds with WB_DEBUG check that. They are evaluated often, with a pointer to
 * const, and must have no side effects; their names must not be P_first, P_last
 * and so on. While an item is linked its ends must stay, but see P_update. Items
 * whose links and ends share a cache line are found fastest.
 *
 * THE FUNCTIONS; costs and pointers as in wbtree.h
 *
 * int P_insert(struct wb_root *root, type *item)
 *	Links item. WB_E_LINKED, WB_E_RANGE (start > last), WB_E_OVERLAP (it has
 *	a key in common with one that is there; those that only touch do not),
 *	WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order. O(height).
 * struct wb_node **P_find_link(struct wb_root *root, key_type start, key_type last,
 *				struct wb_node **parent)
 *	The place where the range [start, last] would be linked, for P_insert_at,
 *	before there is an item for it; it holds until the tree is changed. NULL if
 *	a range overlaps, whose node goes to *parent, or if start > last, with
 *	*parent NULL. O(height).
 * int P_insert_at(struct wb_root *root, type *item, struct wb_node *parent,
 *		   struct wb_node **link)
 *	P_insert at a place from P_find_link, without a search for it. Compares
 *	item with parent alone, else it is the caller's word that the place is right,
 *	which builds with WB_DEBUG check. Errors as P_insert, and WB_E_ORDER: parent
 *	lies on the other side. O(height).
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
 * int P_relink(struct wb_root *root, type *from, type *to)
 *	The same for a *to that is a copy of the item already, whatever its member
 *	holds: for items in several trees, P_move in one and P_relink in the others.
 *	WB_E_UNLINKED. O(1).
 *
 * type *P_find(const struct wb_root *root, key_type key)
 *	The range that contains key, or NULL. O(depth of it), O(height) for none.
 * type *P_find_hint(const struct wb_root *root, key_type key, type **hint)
 *	The same, but looks at *hint first, which may be NULL, and stores there
 *	what it finds: one comparison where the same range is hit again and
 *	again. *hint is written, so each thread needs a hint of its own, for each
 *	tree. Reset it to NULL before the item it points to is freed, moved, or
 *	inserted into another tree.
 * void P_find_batch(const struct wb_root *root, const key_type *keys, type **found, size_t n)
 *	found[i] = P_find(root, keys[i]) for all i < n, with many lookups under
 *	way at once: their cache misses overlap, and no branch depends on a key.
 *	Slower than a loop of P_find where branches are predicted: for runs of
 *	the same range, and for misses in small sets of equal weights.
 * type *P_find_span(const struct wb_root *root, key_type start, key_type last)
 *	The range that contains all of [start, last], or NULL; NULL if start >
 *	last. Costs as P_find.
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
 *	The same for a start that is a multiple of align, counted from key 0; an
 *	align below 1 is taken as 1. In a tree with gaps O(height) for each gap
 *	passed that is long enough but holds no aligned run.
 * bool P_find_gap_last(root, lo, hi, size, align, start)
 *	The same for the highest such run.
 * bool P_find_gap_best(root, lo, hi, size, align, start)
 *	The same for the lowest run in the smallest gap that holds one; gaps are cut
 *	off at lo and hi. O(height + ranges in [lo, hi]); in a tree with gaps
 *	O(height + k * log(n/k)) for k gaps of size or more between n ranges: not
 *	O(height), which takes a second tree, of gaps by their length.
 *
 * int P_build(struct wb_root *root, type *const *sorted, size_t n)
 *	Makes a tree of n items in an empty root; see wb_build.
 *	WB_E_NOT_EMPTY, WB_E_LINKED, WB_E_RANGE, WB_E_ORDER, WB_E_OVERLAP,
 *	WB_E_WEIGHT, WB_E_OVERFLOW. O(n).
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
 *	lines and pages. None of the old items may lie in array; they are in no
 *	tree afterwards, and are the caller's to free. Returns the number of
 *	items; if that is greater than n, nothing was done. O(items).
 * int P_order(const struct wb_node *a, const struct wb_node *b)
 *	For wb_check: < 0 if all of a lies before all of b, else > 0; 0 if a is b.
 */
#ifndef WBTREE_RANGE_H
#define WBTREE_RANGE_H

#ifndef WBTREE_H
#error "include wbtree.h, of which wbtree_range.h is a part"
#endif

/*
 * Keys of up to 128 bits, such as IPv6 addresses: define WB_WIDE_KEYS before
 * wbtree.h is included. It needs a compiler with __int128, makes struct wb_gaps
 * larger, and costs other key types nothing else. Ranges of such keys weigh their
 * size in units of 2^65 keys, rounded down, but at least 1.
 */
#ifndef WB_WIDE_KEYS
typedef uint64_t wb_mapped_;
#elif defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wb_mapped_;
#else
#error "WB_WIDE_KEYS needs a compiler with unsigned __int128"
#endif

/*
 * What WB_RANGE_DEFINE_GAPS keeps in an item about the item's subtree. Keys are
 * mapped to an unsigned type in their order: signed ones have 2^63 added (2^127 if
 * WB_WIDE_KEYS is defined).
 */
struct wb_gaps {
	wb_mapped_ start, last; /* the first and the last key in a range */
	wb_mapped_ greatest;	/* the most free keys between two neighbours, 0 if there are none */
};

#include "wbtree_typed.h"

/*
 * Weighs each range by its size: last - start, but at least 1, so that the
 * total can't overflow. Right when all keys are equally likely.
 */
#define WB_RANGE_DEFINE(P, type, member, key_type, START, LAST)                                    \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_DEFINE_SIZE_(P, type, key_type)                                                         \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, P##_size_, wb_span_order_, NULL)

/*
 * Weighs each range by WEIGHT(item), a macro or inline function like the other
 * two: hit counts, for example. It is evaluated in P_insert, P_update, P_build
 * and P_join.
 */
#define WB_RANGE_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, WEIGHT)                   \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, wb_span_order_, NULL)

/*
 * As WB_RANGE_DEFINE for items that have a size in place of a last key: SIZE(item)
 * keys from START(item) on. Sizes of 0 and below, and ranges that would pass the
 * end of the key space, are WB_E_RANGE. A size may be of a wider type than the keys,
 * so that one range can hold all of them.
 */
#define WB_RANGE_DEFINE_SIZED(P, type, member, key_type, START, SIZE)                              \
	WB_DEFINE_ITEM_WITH_SIZE_(P, type, member, key_type, START, SIZE)                          \
	WB_DEFINE_SIZE_(P, type, key_type)                                                         \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, P##_size_, wb_span_order_, NULL)

/*
 * Exact keys: one key, KEY(item), for each item. All functions are those of ranges,
 * with the key as the start and the last of a range of one key; an item whose key is
 * there already is WB_E_EXISTS. So P_find finds the item of a key, P_floor and P_ceil
 * the nearest, WB_RANGE_FOR_EACH those from one key to another, and P_find_gap keys
 * that are free. All items weigh 1, or WEIGHT(item).
 */
#define WB_KEY_DEFINE(P, type, member, key_type, KEY)                                              \
	WB_DEFINE_ONE_(P, type)                                                                    \
	WB_KEY_DEFINE_WEIGHTED(P, type, member, key_type, KEY, P##_one_)
#define WB_KEY_DEFINE_WEIGHTED(P, type, member, key_type, KEY, WEIGHT)                             \
	WB_DEFINE_ITEM_(P, type, member, key_type, KEY, KEY)                                       \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, wb_key_order_, NULL)

/*
 * As WB_RANGE_DEFINE, and GAPS(item) is a struct wb_gaps in each item, kept by
 * augmentation, so that P_find_gap and P_find_gap_aligned skip what is too
 * small. All changes of such a tree must go through the functions of P.
 */
#define WB_RANGE_DEFINE_GAPS(P, type, member, key_type, START, LAST, GAPS)                         \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_DEFINE_SIZE_(P, type, key_type)                                                         \
	WB_RANGE_DEFINE_WITH_GAPS_(P, type, GAPS)                                                  \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, P##_size_, wb_span_order_,           \
				   P##_update_gaps_)

/* The same for ranges that weigh WEIGHT(item). */
#define WB_RANGE_DEFINE_GAPS_WEIGHTED(P, type, member, key_type, START, LAST, GAPS, WEIGHT)        \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_RANGE_DEFINE_WITH_GAPS_(P, type, GAPS)                                                  \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, wb_span_order_,              \
				   P##_update_gaps_)

/*
 * Loops over the ranges that overlap [start, last] in order; pos is a pointer
 * to the caller's type, NULL after the loop. root, start and last are evaluated
 * once. The body must not erase pos; in the safe form it may erase and free pos,
 * and nothing else.
 */
#define WB_RANGE_FOR_EACH(P, pos, root, start, last)                                               \
	WB_LOOP_(P##_next_in_loop_, pos, struct P##_loop_, P##_loop_in_(root, start, last))
#define WB_RANGE_FOR_EACH_SAFE(P, pos, root, start, last)                                          \
	WB_LOOP_SAFE_(P##_next_in_loop_, pos, struct P##_loop_, P##_loop_in_(root, start, last))

/*
 * Loops over the gaps: gap, a struct P_gap of the caller, becomes each run of keys
 * within [lo, hi] that are in no range, from its start to its last key, the lowest
 * first; runs of less than size keys are passed over. A run is as long as can be,
 * but cut off at lo and hi. No turn if size < 1 or lo > hi. The body must not
 * change the tree. O(height + ranges in between), but in a tree with gaps
 * O(height + k * log(n/k)) for k runs between n ranges.
 */
#define WB_GAP_FOR_EACH(P, gap, root, lo, hi, size)                                                \
	WB_GAP_LOOP_NAMED_(P, gap, P##_gaps_in_(root, lo, hi, size),                               \
			   WB_PASTE_(wb_loop_, WB_UNIQUE_))
#define WB_GAP_LOOP_NAMED_(P, gap, begin, loop)                                                    \
	for (struct wb_gap_walk_ loop = begin; P##_next_gap_(&loop, &(gap));)

/* -------------------------------------------------------------------------
 * What the definitions are made of, by theme. None of it is for callers.
 */

#define WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_INLINE_ const struct wb_node *P##_before_gap_(const struct wb_node *node_,              \
							 wb_mapped_ size_, bool down_)             \
	{                                                                                          \
		(void)size_;                                                                       \
		(void)down_;                                                                       \
		return node_;                                                                      \
	}

#define WB_RANGE_DEFINE_WITH_GAPS_(P, type, GAPS)                                                  \
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
	WB_UNUSED_ static const struct wb_node *P##_before_gap_up_(const struct wb_node *node_,    \
								   wb_mapped_ size_)               \
	{                                                                                          \
		return wb_gaps_before_(node_, size_, false, P##_span_, P##_gaps_);                 \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static const struct wb_node *P##_before_gap_down_(const struct wb_node *node_,  \
								     wb_mapped_ size_)             \
	{                                                                                          \
		return wb_gaps_before_(node_, size_, true, P##_span_, P##_gaps_);                  \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ const struct wb_node *P##_before_gap_(const struct wb_node *node_,              \
							 wb_mapped_ size_, bool down_)             \
	{                                                                                          \
		return down_ ? P##_before_gap_down_(node_, size_)                                  \
			     : P##_before_gap_up_(node_, size_);                                   \
	}

#define WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, WEIGHT, ORDER, UPDATE)               \
	WB_RANGE_DEFINE_LOOKUP_(P, type, member, key_type)                                         \
	WB_RANGE_DEFINE_NEIGHBOURS_(P, type, member, key_type)                                     \
	WB_RANGE_DEFINE_BATCH_(P, type, key_type)                                                  \
	WB_DEFINE_CHANGE_(P, type, member, WEIGHT, ORDER, UPDATE)                                  \
	WB_RANGE_DEFINE_INSERT_(P, type, member, key_type, ORDER, UPDATE)                          \
	WB_DEFINE_ITERATION_(P, type, member)                                                      \
	WB_RANGE_DEFINE_OVERLAP_(P, type, member, key_type)                                        \
	WB_RANGE_DEFINE_FIND_GAP_(P, key_type)                                                     \
	WB_RANGE_DEFINE_GAP_LOOP_(P, key_type)                                                     \
	WB_DEFINE_RELEASE_(P, type)                                                                \
	WB_RANGE_DEFINE_ERASE_RANGE_(P, type, member, key_type, UPDATE)                            \
	WB_RANGE_DEFINE_RELAYOUT_(P, type, member)                                                 \
	typedef struct wb_root P##_root_ /* so that a semicolon ends the definition */

#define WB_RANGE_DEFINE_LOOKUP_(P, type, member, key_type)                                         \
	WB_INLINE_ bool P##_contains_(const type *item_, key_type key_)                            \
	{                                                                                          \
		const key_type start_ = P##_start_(item_);                                         \
                                                                                                   \
		return WB_DISTANCE_(key_type, start_, key_) <=                                     \
		       WB_DISTANCE_(key_type, start_, P##_last_(item_));                           \
	}                                                                                          \
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
	WB_UNUSED_ static inline type *P##_find_span(const struct wb_root *root_, key_type start_, \
						     key_type last_)                               \
	{                                                                                          \
		type *item_ = P##_find(root_, start_);                                             \
                                                                                                   \
		return item_ && start_ <= last_ && last_ <= P##_last_(item_) ? item_ : NULL;       \
	}

#define WB_RANGE_DEFINE_NEIGHBOURS_(P, type, member, key_type)                                     \
	/* Of the two nodes beside the place of a key, one is the last that a search visits. */    \
	WB_INLINE_ struct wb_around_ P##_around_(const struct wb_root *root_, key_type key_)       \
	{                                                                                          \
		struct wb_around_ around_ = { NULL, NULL, NULL };                                  \
		struct wb_node *node_;                                                             \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		for (node_ = root_->node; node_;) {                                                \
			const type *item_ = P##_item_(node_);                                      \
			struct wb_node *left_ = node_->child[WB_LEFT];                             \
			struct wb_node *right_ = node_->child[WB_RIGHT];                           \
			bool after_ = key_ > P##_start_(item_);                                    \
                                                                                                   \
			WB_BOTH_LOADED_(left_, right_);                                            \
			if (P##_contains_(item_, key_)) {                                          \
				around_.hit = node_;                                               \
				break;                                                             \
			}                                                                          \
			around_.before = after_ ? node_ : around_.before;                          \
			around_.behind = after_ ? around_.behind : node_;                          \
			node_ = after_ ? right_ : left_;                                           \
		}                                                                                  \
		return around_;                                                                    \
	}                                                                                          \
                                                                                                   \
	/* The range that contains key, else its neighbour on the given side of key. */            \
	WB_INLINE_ struct wb_node *P##_nearest_(const struct wb_root *root_, key_type key_,        \
						int side_)                                         \
	{                                                                                          \
		const struct wb_around_ around_ = P##_around_(root_, key_);                        \
                                                                                                   \
		if (around_.hit)                                                                   \
			return around_.hit;                                                        \
		return side_ == WB_LEFT ? around_.before : around_.behind;                         \
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
	}

/* Lookups that P_find_batch has under way at once. */
#define WB_BATCH_LANES_ 128

#define WB_RANGE_DEFINE_BATCH_(P, type, key_type)                                                  \
	/*                                                                                         \
	 * Sweeps over the lookups that have not ended, packed at the front. No                    \
	 * branch depends on a key: what was looked at is always written, and the                  \
	 * count of those that go on grows by 0 or 1.                                              \
	 */                                                                                        \
	WB_INLINE_ void P##_find_lanes_(struct wb_node *top_, const key_type *keys_,               \
					type **found_, size_t n_)                                  \
	{                                                                                          \
		struct wb_node *node_[WB_BATCH_LANES_];                                            \
		unsigned char lane_[WB_BATCH_LANES_];                                              \
		size_t going_ = n_, kept_, i_;                                                     \
                                                                                                   \
		for (i_ = 0; i_ < n_; i_++) {                                                      \
			node_[i_] = top_;                                                          \
			lane_[i_] = (unsigned char)i_;                                             \
		}                                                                                  \
		for (; going_; going_ = kept_) {                                                   \
			for (i_ = kept_ = 0; i_ < going_; i_++) {                                  \
				struct wb_node *left_ = node_[i_]->child[WB_LEFT];                 \
				struct wb_node *right_ = node_[i_]->child[WB_RIGHT];               \
				type *item_ = P##_item_(node_[i_]), *hit_;                         \
				const unsigned char which_ = lane_[i_];                            \
				const key_type key_ = keys_[which_];                               \
				bool contained_ = P##_contains_(item_, key_);                      \
                                                                                                   \
				WB_BOTH_LOADED_(left_, right_);                                    \
				left_ = key_ > P##_start_(item_) ? right_ : left_;                 \
				right_ = NULL;                                                     \
				WB_BOTH_LOADED_(left_, right_);                                    \
				left_ = contained_ ? right_ : left_;                               \
				hit_ = contained_ ? item_ : NULL;                                  \
				WB_PREFETCH_(left_);                                               \
				found_[which_] = hit_;                                             \
				node_[kept_] = left_;                                              \
				lane_[kept_] = which_;                                             \
				kept_ += left_ != NULL;                                            \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline void P##_find_batch(                                              \
		const struct wb_root *root_, const key_type *keys_, type **found_, size_t n_)      \
	{                                                                                          \
		size_t i_, lanes_;                                                                 \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		for (i_ = 0; i_ < n_ && !root_->node; i_++)                                        \
			found_[i_] = NULL;                                                         \
		for (; i_ < n_; i_ += lanes_) {                                                    \
			lanes_ = n_ - i_ < WB_BATCH_LANES_ ? n_ - i_ : WB_BATCH_LANES_;            \
			P##_find_lanes_(root_->node, &keys_[i_], &found_[i_], lanes_);             \
		}                                                                                  \
	}

#define WB_RANGE_DEFINE_INSERT_(P, type, member, key_type, ORDER, UPDATE)                          \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_insert(struct wb_root *root_, type *item_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		return wb_range_insert_(root_, &item_->member, P##_own_span_(&item_->member),      \
					P##_weight_(&item_->member), P##_span_, ORDER, UPDATE);    \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline struct wb_node **P##_find_link(                                   \
		struct wb_root *root_, key_type start_, key_type last_, struct wb_node **parent_)  \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(parent_);                                                             \
		*parent_ = NULL;                                                                   \
		if (start_ > last_)                                                                \
			return NULL;                                                               \
		return wb_range_find_link_(root_, P##_mapped_(start_, last_), parent_, P##_span_); \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_insert_at(                                 \
		struct wb_root *root_, type *item_, struct wb_node *parent_,                       \
		struct wb_node **link_)                                                            \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		WB_NOT_NULL_(link_);                                                               \
		return wb_range_insert_at_(root_, &item_->member, P##_own_span_(&item_->member),   \
					   parent_, link_, P##_weight_(&item_->member), P##_span_, \
					   ORDER, UPDATE);                                         \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_join(struct wb_root *left_, type *mid_,    \
							     struct wb_root *right_)               \
	{                                                                                          \
		WB_NOT_NULL_(left_);                                                               \
		WB_NOT_NULL_(mid_);                                                                \
		WB_NOT_NULL_(right_);                                                              \
		return wb_span_join_(left_, &mid_->member, P##_own_span_(&mid_->member), right_,   \
				     P##_span_, P##_weight_, ORDER, UPDATE);                       \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_split(                                     \
		struct wb_root *root_, type *at_, struct wb_root *left_, struct wb_root *right_)   \
	{                                                                                          \
		WB_NOT_NULL_(at_);                                                                 \
		return wb_split_augmented(root_, &at_->member, left_, right_, UPDATE);             \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline int P##_order(const struct wb_node *a_, const struct wb_node *b_) \
	{                                                                                          \
		if (a_ == b_)                                                                      \
			return 0;                                                                  \
		return wb_span_order_(P##_span_(a_), P##_span_(b_)) == WB_OK ? -1 : 1;             \
	}

#define WB_RANGE_DEFINE_OVERLAP_(P, type, member, key_type)                                        \
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
	/* The state of WB_RANGE_FOR_EACH. */                                                      \
	struct P##_loop_ {                                                                         \
		key_type last;                                                                     \
		type *item, *next;                                                                 \
	};                                                                                         \
                                                                                                   \
	WB_INLINE_ struct P##_loop_ P##_loop_in_(const struct wb_root *root_, key_type start_,     \
						 key_type last_)                                   \
	{                                                                                          \
		struct P##_loop_ loop_ = { last_, P##_first_overlap(root_, start_, last_), NULL }; \
                                                                                                   \
		return loop_;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ type *P##_next_in_loop_(const type *item_, const struct P##_loop_ *loop_)       \
	{                                                                                          \
		return P##_next_overlap(item_, loop_->last);                                       \
	}

#define WB_RANGE_DEFINE_FIND_GAP_(P, key_type)                                                     \
	/* No gap is of less than 1 key, nor in a reversed span. */                                \
	WB_INLINE_ struct wb_gap_walk_ P##_gap_walk_(const struct wb_root *root_, key_type lo_,    \
						     key_type hi_, key_type size_, bool down_)     \
	{                                                                                          \
		struct wb_gap_walk_ walk_ = { NULL, { 0, 0 }, (wb_mapped_)size_, true };           \
                                                                                                   \
		if (size_ + 0 < 1 || lo_ > hi_)                                                    \
			return walk_;                                                              \
		walk_.at = down_ ? P##_nearest_(root_, hi_, WB_LEFT)                               \
				 : P##_nearest_(root_, lo_, WB_RIGHT);                             \
		walk_.in = wb_flip_(P##_mapped_(lo_, hi_), down_);                                 \
		walk_.begun = false;                                                               \
		return walk_;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ bool P##_search_gap_(const struct wb_root *root_, key_type lo_, key_type hi_,   \
					key_type size_, key_type align_, bool down_, bool best_,   \
					key_type *start_)                                          \
	{                                                                                          \
		const wb_mapped_ step_ = align_ + 0 > 1 ? (wb_mapped_)align_ : 1;                  \
		const struct wb_gap_query_ query_ = { step_, WB_KEY_SIGN_(key_type) % step_ };     \
		struct wb_gap_walk_ walk_ = P##_gap_walk_(root_, lo_, hi_, size_, down_);          \
		wb_mapped_ found_;                                                                 \
                                                                                                   \
		WB_NOT_NULL_(start_);                                                              \
		if (!wb_find_gap_(&walk_, &query_, down_, best_, P##_span_, P##_before_gap_,       \
				  &found_))                                                        \
			return false;                                                              \
		*start_ = WB_KEY_FROM_MAPPED_(key_type, found_);                                   \
		return true;                                                                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap_aligned(                                        \
		const struct wb_root *root_, key_type lo_, key_type hi_, key_type size_,           \
		key_type align_, key_type *start_)                                                 \
	{                                                                                          \
		return P##_search_gap_(root_, lo_, hi_, size_, align_, false, false, start_);      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap_last(const struct wb_root *root_, key_type lo_, \
							key_type hi_, key_type size_,              \
							key_type align_, key_type *start_)         \
	{                                                                                          \
		return P##_search_gap_(root_, lo_, hi_, size_, align_, true, false, start_);       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap_best(const struct wb_root *root_, key_type lo_, \
							key_type hi_, key_type size_,              \
							key_type align_, key_type *start_)         \
	{                                                                                          \
		return P##_search_gap_(root_, lo_, hi_, size_, align_, false, true, start_);       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_find_gap(const struct wb_root *root_, key_type lo_,      \
						   key_type hi_, key_type size_, key_type *start_) \
	{                                                                                          \
		return P##_find_gap_aligned(root_, lo_, hi_, size_, 1, start_);                    \
	}

#define WB_RANGE_DEFINE_GAP_LOOP_(P, key_type)                                                     \
	/* A run of keys that are in no range. */                                                  \
	struct P##_gap {                                                                           \
		key_type start, last;                                                              \
	};                                                                                         \
                                                                                                   \
	WB_INLINE_ struct wb_gap_walk_ P##_gaps_in_(const struct wb_root *root_, key_type lo_,     \
						    key_type hi_, key_type size_)                  \
	{                                                                                          \
		return P##_gap_walk_(root_, lo_, hi_, size_, false);                               \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ bool P##_next_gap_(struct wb_gap_walk_ *walk_, struct P##_gap *gap_)            \
	{                                                                                          \
		struct wb_span_ found_;                                                            \
                                                                                                   \
		if (!wb_next_gap_(walk_, false, P##_span_, P##_before_gap_, &found_))              \
			return false;                                                              \
		gap_->start = WB_KEY_FROM_MAPPED_(key_type, found_.start);                         \
		gap_->last = WB_KEY_FROM_MAPPED_(key_type, found_.last);                           \
		return true;                                                                       \
	}

#define WB_RANGE_DEFINE_ERASE_RANGE_(P, type, member, key_type, UPDATE)                            \
	/* What P_erase_range did: how many it took out, and which it left at the ends. */         \
	struct P##_erased {                                                                        \
		size_t count;                                                                      \
		type *left;  /* contains start and keys before it, or NULL */                      \
		type *right; /* contains last and keys behind it, or NULL */                       \
	};                                                                                         \
                                                                                                   \
	WB_INLINE_ struct wb_hole_ P##_hole_(const struct wb_root *root_, key_type start_,         \
					     key_type last_)                                       \
	{                                                                                          \
		return wb_range_hole_(P##_mapped_(start_, last_),                                  \
				      P##_nearest_(root_, start_, WB_RIGHT),                       \
				      P##_nearest_(root_, last_, WB_LEFT), P##_span_);             \
	}                                                                                          \
                                                                                                   \
	/* For what is defined in other headers. */                                                \
	WB_INLINE_ wb_update_fn *P##_updater_(void)                                                \
	{                                                                                          \
		return UPDATE;                                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline struct P##_erased P##_erase_range(                                \
		struct wb_root *root_, key_type start_, key_type last_,                            \
		void (*release_)(type * item_, void *ctx_), void *ctx_)                            \
	{                                                                                          \
		const struct wb_hole_ hole_ = P##_hole_(root_, start_, last_);                     \
		struct P##_erased erased_ = { 0, wb_entry(hole_.left, type, member),               \
					      wb_entry(hole_.right, type, member) };               \
                                                                                                   \
		erased_.count =                                                                    \
			P##_release_(wb_hole_extract_(root_, &hole_, UPDATE), release_, ctx_);     \
		return erased_;                                                                    \
	}

#define WB_RANGE_DEFINE_RELAYOUT_(P, type, member)                                                 \
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
	}

#endif /* WBTREE_RANGE_H */
