/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Closed intervals [start, last] of keys that may overlap, in a wbtree that is
 * augmented with the greatest last of each subtree (Cormen, Leiserson, Rivest
 * and Stein, "Introduction to Algorithms", "Interval trees"). They are ordered
 * by start, equal starts by insertion. Keys, START and LAST are as in
 * wbtree_range.h; MAXLAST(item) is a key_type in each item, kept by the
 * functions of P, through which all changes of such a tree must go.
 *
 *	struct meeting {
 *		struct wb_node node;
 *		int64_t start, last, max_last;
 *	};
 *	#define MEETING_START(meeting) ((meeting)->start)
 *	#define MEETING_LAST(meeting) ((meeting)->last)
 *	#define MEETING_MAX_LAST(meeting) ((meeting)->max_last)
 *	WB_INTERVAL_DEFINE(meeting, struct meeting, node, int64_t, MEETING_START,
 *			   MEETING_LAST, MEETING_MAX_LAST);
 *
 * THE FUNCTIONS, for the prefix P; costs and pointers as in wbtree.h
 *
 * int P_insert(struct wb_root *root, type *item)
 *	Links item behind all that start where it does. WB_E_LINKED, WB_E_RANGE
 *	(start > last), WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order. O(height).
 * bool P_erase(struct wb_root *root, type *item)
 *	As wb_erase: false if item is in no tree or NULL. O(height).
 * int P_update(struct wb_root *root, type *item)
 *	Tells the tree that item's ends or weight were changed in place.
 *	WB_E_UNLINKED, WB_E_RANGE, WB_E_ORDER (its start would have to move past
 *	a neighbour's: erase and insert it instead), WB_E_WEIGHT, WB_E_OVERFLOW:
 *	then the tree is as it was, and the caller must put the old ends back.
 *	O(height).
 * int P_move(struct wb_root *root, type *from, type *to)
 *	Copies the item at from to the uninitialised *to and links that instead;
 *	from->member is zero afterwards. WB_E_UNLINKED. O(1).
 * int P_relink(struct wb_root *root, type *from, type *to)
 *	The same for a *to that is a copy of the item already, whatever its member
 *	holds: for items in several trees, P_move in one and P_relink in the others.
 *	WB_E_UNLINKED. O(1).
 * int P_build(struct wb_root *root, type *const *sorted, size_t n)
 *	Makes a tree of n items, sorted by start, in an empty root; see wb_build.
 *	WB_E_NOT_EMPTY, WB_E_LINKED, WB_E_RANGE, WB_E_ORDER, WB_E_WEIGHT,
 *	WB_E_OVERFLOW. O(n).
 *
 * type *P_first_overlap(const struct wb_root *root, key_type start, key_type last)
 *	The first interval that has a key in common with [start, last], or NULL;
 *	NULL if start > last. O(height).
 * type *P_next_overlap(const type *item, key_type start, key_type last)
 *	The next one after item, or NULL. O(height); all k of n intervals take
 *	O(height + k * log(n/k)), and O(height + k) if they are neighbours.
 * type *P_stab(const struct wb_root *root, key_type key)
 * type *P_next_stab(const type *item, key_type key)
 *	The same for the intervals that contain key.
 * type *P_first_containing(const struct wb_root *root, key_type start, key_type last)
 * type *P_next_containing(const type *item, key_type start, key_type last)
 *	The same for those that contain all of [start, last].
 * type *P_first_within(const struct wb_root *root, key_type start, key_type last)
 * type *P_next_within(const type *item, key_type last)
 *	The same for those that lie inside [start, last]. O(height + number of
 *	intervals passed that start in it but end behind it).
 * type *P_first_equal(const struct wb_root *root, key_type start, key_type last)
 * type *P_next_equal(const type *item)
 *	The same for those that are [start, last], or that have the ends of item.
 *	Costs as P_first_within, for those that start there and end behind last.
 * type *P_find_before(const struct wb_root *root, key_type key)
 *	The one that ends nearest before key, one of them if several do, or NULL.
 *	O(height + k * log(n/k)) if k of n contain key.
 * type *P_find_after(const struct wb_root *root, key_type key)
 *	The first one that starts behind key, or NULL. O(height).
 * size_t P_count_overlaps(const struct wb_root *root, key_type start, key_type last, size_t limit)
 *	How many intervals overlap [start, last], but at most limit: stops there.
 * size_t P_erase_range(struct wb_root *root, key_type start, key_type last,
 *			void (*release)(type *item, void *ctx), void *ctx)
 *	Takes out every interval that lies inside [start, last]; each is then handed
 *	to release in order, unless that is NULL, which may free it. Returns how many.
 *	O(height) for each of these, and O(1) to O(height) for each that starts there
 *	and ends behind it. If start > last, nothing is taken out.
 * type *P_first(const struct wb_root *root), *P_last(...), *P_next(const type *item), *P_prev(...)
 *	In order; NULL at the end. Costs as wb_first and wb_next.
 * int P_order(const struct wb_node *a, const struct wb_node *b)
 *	For wb_check: compares the starts.
 */
#ifndef WBTREE_INTERVAL_H
#define WBTREE_INTERVAL_H

#include "wbtree.h"

/* All intervals weigh 1: the tree is balanced by number. */
#define WB_INTERVAL_DEFINE(P, type, member, key_type, START, LAST, MAXLAST)                        \
	WB_DEFINE_ONE_(P, type)                                                                    \
	WB_INTERVAL_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, MAXLAST, P##_one_)

/*
 * Loops over the intervals that overlap [start, last] in order; pos is a pointer
 * to the caller's type, NULL after the loop. root, start and last are evaluated
 * once. The body must not erase pos; in the safe form it may erase and free pos,
 * and nothing else.
 */
#define WB_INTERVAL_FOR_EACH(P, pos, root, start, last)                                            \
	WB_LOOP_(P##_next_in_loop_, pos, struct P##_loop_, P##_loop_in_(root, start, last))
#define WB_INTERVAL_FOR_EACH_SAFE(P, pos, root, start, last)                                       \
	WB_LOOP_SAFE_(P##_next_in_loop_, pos, struct P##_loop_, P##_loop_in_(root, start, last))

/* -------------------------------------------------------------------------
 * What the definition is made of, in keys mapped to wb_mapped_ in their order
 */

/* A function that gives the greatest last in the subtree of a node. */
typedef wb_mapped_ wb_max_last_fn_(const struct wb_node *node);

/* The greatest last in the subtree of node, from its own and its children's. */
WB_INLINE_ wb_mapped_ wb_interval_max_last_(const struct wb_node *node, wb_span_fn_ *span,
					    wb_max_last_fn_ *max_last)
{
	wb_mapped_ greatest = span(node).last;
	int d;

	for (d = WB_LEFT; d <= WB_RIGHT; d++)
		if (node->child[d] && max_last(node->child[d]) > greatest)
			greatest = max_last(node->child[d]);
	return greatest;
}

WB_INLINE_ int wb_interval_insert_(struct wb_root *root, struct wb_node *node, wb_weight_t weight,
				   wb_span_fn_ *span, wb_update_fn *update)
{
	struct wb_node **link = &root->node, *parent = NULL;
	const struct wb_span_ own = span(node);

	if (wb_is_linked(node))
		return WB_E_LINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	while (*link) {
		parent = *link;
		link = &parent->child[own.start >= span(parent).start];
	}
	return wb_link_(root, node, parent, link, weight, update);
}

/* The wb_span_order_fn_ of intervals: only the starts are in order. */
static inline int wb_interval_order_(struct wb_span_ a, struct wb_span_ b)
{
	return a.start <= b.start ? WB_OK : WB_E_ORDER;
}

/* The first node below x, x included, that overlaps the query, or NULL. */
WB_INLINE_ struct wb_node *wb_interval_first_(struct wb_node *x, struct wb_span_ query,
					      wb_span_fn_ *span, wb_max_last_fn_ *max_last)
{
	while (x && max_last(x) >= query.start) {
		struct wb_node *left = x->child[WB_LEFT];

		if (left && max_last(left) >= query.start) {
			x = left;
			continue;
		}
		if (span(x).start > query.last)
			break;
		if (span(x).last >= query.start)
			return x;
		x = x->child[WB_RIGHT];
	}
	return NULL;
}

/* The next node after x that overlaps the query, or NULL. */
WB_INLINE_ struct wb_node *wb_interval_next_(const struct wb_node *x, struct wb_span_ query,
					     wb_span_fn_ *span, wb_max_last_fn_ *max_last)
{
	struct wb_node *up;

	for (;;) {
		struct wb_node *right = x->child[WB_RIGHT];

		if (right && max_last(right) >= query.start)
			return wb_interval_first_(right, query, span, max_last);
		for (up = x->parent; up && x == up->child[WB_RIGHT]; up = up->parent)
			x = up;
		if (!up || span(up).start > query.last)
			return NULL;
		if (span(up).last >= query.start)
			return up;
		x = up;
	}
}

/* The first node below x, x included, that starts at key or behind it; if past, behind it. */
WB_INLINE_ struct wb_node *wb_interval_from_(struct wb_node *x, wb_mapped_ key, bool past,
					     wb_span_fn_ *span)
{
	struct wb_node *found = NULL;

	while (x) {
		bool before = past ? span(x).start <= key : span(x).start < key;

		found = before ? found : x;
		x = x->child[before];
	}
	return found;
}

/*
 * x, or else the first node after it, that starts at query.last or before, and ends
 * at query.start or after, but not after most.
 */
WB_INLINE_ struct wb_node *wb_interval_ending_(struct wb_node *x, struct wb_span_ query,
					       wb_mapped_ most, wb_span_fn_ *span,
					       wb_max_last_fn_ *max_last)
{
	while (x && (span(x).last < query.start || span(x).last > most))
		x = wb_interval_next_(x, query, span, max_last);
	return x && span(x).start <= query.last ? x : NULL;
}

/* The node after the subtree of x in preorder, without those that start at key or after it. */
WB_INLINE_ struct wb_node *wb_interval_past_(const struct wb_node *x, wb_mapped_ key,
					     wb_span_fn_ *span)
{
	const struct wb_node *up;

	for (up = x->parent; up; x = up, up = x->parent)
		if (x == up->child[WB_LEFT] && up->child[WB_RIGHT] && span(up).start < key)
			return up->child[WB_RIGHT];
	return NULL;
}

/*
 * The node below root with the greatest last before key. Subtrees of which all end
 * before key are known by their maximum; the others contain an interval of key, or
 * are on the way down to where key would be.
 */
WB_INLINE_ struct wb_node *wb_interval_before_(struct wb_node *root, wb_mapped_ key,
					       wb_span_fn_ *span, wb_max_last_fn_ *max_last)
{
	struct wb_node *x = root, *best = NULL;
	wb_mapped_ greatest = 0;

	while (x) {
		bool ended = max_last(x) < key;
		wb_mapped_ last = ended ? max_last(x) : span(x).last;

		if (last < key && (!best || last > greatest)) {
			best = x;
			greatest = last;
		}
		if (!ended && x->child[WB_LEFT])
			x = x->child[WB_LEFT];
		else if (!ended && x->child[WB_RIGHT] && span(x).start < key)
			x = x->child[WB_RIGHT];
		else
			x = wb_interval_past_(x, key, span);
	}
	while (best && span(best).last != greatest) {
		struct wb_node *left = best->child[WB_LEFT];

		best = left && max_last(left) == greatest ? left : best->child[WB_RIGHT];
	}
	return best;
}

/* Takes out all that lie in the span; returns them as a list along child[WB_RIGHT]. */
WB_INLINE_ struct wb_node *wb_interval_extract_(struct wb_root *root, struct wb_span_ cut,
						wb_span_fn_ *span, wb_max_last_fn_ *max_last,
						wb_update_fn *update)
{
	struct wb_node *x, *next, *list = NULL, **end = &list;

	x = wb_interval_from_(root->node, cut.start, false, span);
	for (x = wb_interval_ending_(x, cut, cut.last, span, max_last); x; x = next) {
		next = wb_interval_next_(x, cut, span, max_last);
		next = wb_interval_ending_(next, cut, cut.last, span, max_last);
		wb_erase_augmented(root, x, update);
		*end = x;
		end = &x->child[WB_RIGHT];
	}
	return list;
}

/* As WB_INTERVAL_DEFINE, but each interval weighs WEIGHT(item): a hit count, say. */
#define WB_INTERVAL_DEFINE_WEIGHTED(P, type, member, key_type, START, LAST, MAXLAST, WEIGHT)       \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_INTERVAL_DEFINE_MAX_LAST_(P, key_type, MAXLAST)                                         \
	WB_DEFINE_CHANGE_(P, type, member, WEIGHT, wb_interval_order_, P##_update_max_last_)       \
	WB_INTERVAL_DEFINE_INSERT_(P, type, member)                                                \
	WB_DEFINE_ITERATION_(P, type, member)                                                      \
	WB_INTERVAL_DEFINE_OVERLAP_(P, type, member, key_type)                                     \
	WB_INTERVAL_DEFINE_LOOP_(P, type, key_type)                                                \
	WB_INTERVAL_DEFINE_ALIKE_(P, type, member, key_type)                                       \
	WB_INTERVAL_DEFINE_NEAREST_(P, type, member, key_type)                                     \
	WB_DEFINE_RELEASE_(P, type)                                                                \
	WB_INTERVAL_DEFINE_ERASE_RANGE_(P, type, key_type)                                         \
	typedef struct wb_root P##_root_ /* so that a semicolon ends the definition */

#define WB_INTERVAL_DEFINE_MAX_LAST_(P, key_type, MAXLAST)                                         \
	WB_INLINE_ wb_mapped_ P##_max_last_(const struct wb_node *node_)                           \
	{                                                                                          \
		return WB_KEY_TO_MAPPED_(key_type, MAXLAST(P##_item_(node_)));                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static bool P##_update_max_last_(struct wb_node *node_)                         \
	{                                                                                          \
		const wb_mapped_ old_ = P##_max_last_(node_);                                      \
		const wb_mapped_ greatest_ =                                                       \
			wb_interval_max_last_(node_, P##_span_, P##_max_last_);                    \
                                                                                                   \
		MAXLAST(P##_item_(node_)) = WB_KEY_FROM_MAPPED_(key_type, greatest_);              \
		return greatest_ != old_;                                                          \
	}

#define WB_INTERVAL_DEFINE_INSERT_(P, type, member)                                                \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_insert(struct wb_root *root_, type *item_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		return wb_interval_insert_(root_, &item_->member, P##_weight_(&item_->member),     \
					   P##_span_, P##_update_max_last_);                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline int P##_order(const struct wb_node *a_, const struct wb_node *b_) \
	{                                                                                          \
		const wb_mapped_ from_ = P##_span_(a_).start, to_ = P##_span_(b_).start;           \
                                                                                                   \
		return (from_ > to_) - (from_ < to_);                                              \
	}

#define WB_INTERVAL_DEFINE_OVERLAP_(P, type, member, key_type)                                     \
	WB_UNUSED_ static inline type *P##_first_overlap(const struct wb_root *root_,              \
							 key_type start_, key_type last_)          \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		if (start_ > last_)                                                                \
			return NULL;                                                               \
		return wb_entry(wb_interval_first_(root_->node, P##_mapped_(start_, last_),        \
						   P##_span_, P##_max_last_),                      \
				type, member);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_overlap(const type *item_, key_type start_,        \
							key_type last_)                            \
	{                                                                                          \
		WB_NOT_NULL_(item_);                                                               \
		if (start_ > last_)                                                                \
			return NULL;                                                               \
		return wb_entry(wb_interval_next_(&item_->member, P##_mapped_(start_, last_),      \
						  P##_span_, P##_max_last_),                       \
				type, member);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_stab(const struct wb_root *root_, key_type key_)        \
	{                                                                                          \
		return P##_first_overlap(root_, key_, key_);                                       \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_stab(const type *item_, key_type key_)             \
	{                                                                                          \
		return P##_next_overlap(item_, key_, key_);                                        \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline size_t P##_count_overlaps(                                        \
		const struct wb_root *root_, key_type start_, key_type last_, size_t limit_)       \
	{                                                                                          \
		const type *item_ = limit_ ? P##_first_overlap(root_, start_, last_) : NULL;       \
		size_t count_ = 0;                                                                 \
                                                                                                   \
		while (item_) {                                                                    \
			count_++;                                                                  \
			item_ = count_ < limit_ ? P##_next_overlap(item_, start_, last_) : NULL;   \
		}                                                                                  \
		return count_;                                                                     \
	}

#define WB_INTERVAL_DEFINE_LOOP_(P, type, key_type)                                                \
	/* The state of WB_INTERVAL_FOR_EACH. */                                                   \
	struct P##_loop_ {                                                                         \
		key_type start, last;                                                              \
		type *item, *next;                                                                 \
	};                                                                                         \
                                                                                                   \
	WB_INLINE_ struct P##_loop_ P##_loop_in_(const struct wb_root *root_, key_type start_,     \
						 key_type last_)                                   \
	{                                                                                          \
		struct P##_loop_ loop_ = { start_, last_, P##_first_overlap(root_, start_, last_), \
					   NULL };                                                 \
                                                                                                   \
		return loop_;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ type *P##_next_in_loop_(const type *item_, const struct P##_loop_ *loop_)       \
	{                                                                                          \
		return P##_next_overlap(item_, loop_->start, loop_->last);                         \
	}

/* Containing a span is overlapping it with its ends exchanged: last >= last, start <= start. */
#define WB_INTERVAL_DEFINE_ALIKE_(P, type, member, key_type)                                       \
	WB_UNUSED_ static inline type *P##_first_containing(const struct wb_root *root_,           \
							    key_type start_, key_type last_)       \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		if (start_ > last_)                                                                \
			return NULL;                                                               \
		return wb_entry(wb_interval_first_(root_->node, P##_mapped_(last_, start_),        \
						   P##_span_, P##_max_last_),                      \
				type, member);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_containing(const type *item_, key_type start_,     \
							   key_type last_)                         \
	{                                                                                          \
		WB_NOT_NULL_(item_);                                                               \
		if (start_ > last_)                                                                \
			return NULL;                                                               \
		return wb_entry(wb_interval_next_(&item_->member, P##_mapped_(last_, start_),      \
						  P##_span_, P##_max_last_),                       \
				type, member);                                                     \
	}                                                                                          \
                                                                                                   \
	/* The first from node_ on that is in the query and ends at most there. */                 \
	WB_INLINE_ type *P##_ending_(struct wb_node *node_, struct wb_span_ query_,                \
				     wb_mapped_ most_)                                             \
	{                                                                                          \
		return wb_entry(                                                                   \
			wb_interval_ending_(node_, query_, most_, P##_span_, P##_max_last_), type, \
			member);                                                                   \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_first_within(const struct wb_root *root_,               \
							key_type start_, key_type last_)           \
	{                                                                                          \
		const struct wb_span_ query_ = P##_mapped_(start_, last_);                         \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		return P##_ending_(wb_interval_from_(root_->node, query_.start, false, P##_span_), \
				   query_, query_.last);                                           \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_within(const type *item_, key_type last_)          \
	{                                                                                          \
		struct wb_span_ query_;                                                            \
                                                                                                   \
		WB_NOT_NULL_(item_);                                                               \
		query_ = P##_mapped_(P##_start_(item_), last_);                                    \
		return P##_ending_(                                                                \
			wb_interval_next_(&item_->member, query_, P##_span_, P##_max_last_),       \
			query_, query_.last);                                                      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_first_equal(const struct wb_root *root_,                \
						       key_type start_, key_type last_)            \
	{                                                                                          \
		const struct wb_span_ query_ = P##_mapped_(last_, start_);                         \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		return P##_ending_(wb_interval_from_(root_->node, query_.last, false, P##_span_),  \
				   query_, query_.start);                                          \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_next_equal(const type *item_)                           \
	{                                                                                          \
		struct wb_span_ query_;                                                            \
                                                                                                   \
		WB_NOT_NULL_(item_);                                                               \
		query_ = P##_mapped_(P##_last_(item_), P##_start_(item_));                         \
		return P##_ending_(                                                                \
			wb_interval_next_(&item_->member, query_, P##_span_, P##_max_last_),       \
			query_, query_.start);                                                     \
	}

#define WB_INTERVAL_DEFINE_NEAREST_(P, type, member, key_type)                                     \
	WB_UNUSED_ static inline type *P##_find_before(const struct wb_root *root_, key_type key_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		return wb_entry(wb_interval_before_(root_->node,                                   \
						    WB_KEY_TO_MAPPED_(key_type, key_), P##_span_,  \
						    P##_max_last_),                                \
				type, member);                                                     \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_after(const struct wb_root *root_, key_type key_)  \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		return wb_entry(wb_interval_from_(root_->node, WB_KEY_TO_MAPPED_(key_type, key_),  \
						  true, P##_span_),                                \
				type, member);                                                     \
	}

#define WB_INTERVAL_DEFINE_ERASE_RANGE_(P, type, key_type)                                         \
	WB_UNUSED_ static inline size_t P##_erase_range(                                           \
		struct wb_root *root_, key_type start_, key_type last_,                            \
		void (*release_)(type * item_, void *ctx_), void *ctx_)                            \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		return P##_release_(wb_interval_extract_(root_, P##_mapped_(start_, last_),        \
							 P##_span_, P##_max_last_,                 \
							 P##_update_max_last_),                    \
				    release_, ctx_);                                               \
	}

#endif /* WBTREE_INTERVAL_H */
