/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What WB_RANGE_DEFINE and its like are made of: functions that take accessors of
 * the caller's type, and the macros that ranges and intervals have in common.
 * None of it is for callers.
 *
 * Only P_find and its like, where each instruction counts, work on the key type
 * itself; all else maps keys to an unsigned type in their order.
 */
#ifndef WBTREE_TYPED_H
#define WBTREE_TYPED_H

#ifndef WBTREE_H
#error "include wbtree.h, of which wbtree_typed.h is a part"
#endif

/* A loop with a variable of its own name, so that nested loops shadow nothing. */
#ifdef __COUNTER__
#define WB_UNIQUE_ __COUNTER__
#else
#define WB_UNIQUE_ __LINE__
#endif
#define WB_LOOP_NAMED_(next_in, pos, loop_type, begin, loop)                                       \
	for (loop_type loop = begin; ((pos) = loop.item) != NULL; loop.item = next_in(pos, &loop))
#define WB_LOOP_SAFE_NAMED_(next_in, pos, loop_type, begin, loop)                                  \
	for (loop_type loop = begin;                                                               \
	     ((pos) = loop.item) != NULL && (loop.next = next_in(pos, &loop), true);               \
	     loop.item = loop.next)
#define WB_LOOP_(next_in, pos, loop_type, begin)                                                   \
	WB_LOOP_NAMED_(next_in, pos, loop_type, begin, WB_PASTE_(wb_loop_, WB_UNIQUE_))
#define WB_LOOP_SAFE_(next_in, pos, loop_type, begin)                                              \
	WB_LOOP_SAFE_NAMED_(next_in, pos, loop_type, begin, WB_PASTE_(wb_loop_, WB_UNIQUE_))

/* A compile-time error that names the rule unless cond is true. */
#define WB_REQUIRE_(rule, cond) typedef char rule[(cond) ? 1 : -1] WB_UNUSED_

/* 1 / 2 is 0 in integers; in bool, too. */
#define WB_IS_KEY_TYPE_(key_type) (sizeof(key_type) <= sizeof(wb_mapped_) && (key_type)1 / 2 == 0)

/*
 * Whether key_type holds a value of so many bytes, all of which count. Arithmetic on
 * narrow keys is done in int, whose upper bits mean nothing: address | ~mask.
 */
#define WB_HOLDS_(key_type, value, bytes)                                                          \
	((bytes) <= sizeof(int) || ((((wb_mapped_)(key_type)(value) ^ (value))                     \
				     << (8 * (sizeof(wb_mapped_) - (bytes)))) == 0))

/* Adding 0 makes an int of bool, which compilers else warn of. */
#define WB_KEY_IS_SIGNED_(key_type) ((key_type)-1 + 0 < 1)

/* A number of which only the bit with the value 2^bit is set. */
#define WB_BIT_(bit) ((wb_mapped_)1 << (bit))

/* The bit whose change makes keys sort as unsigned numbers, or 0. */
#define WB_KEY_SIGN_(key_type)                                                                     \
	(WB_KEY_IS_SIGNED_(key_type) ? WB_BIT_(8 * sizeof(wb_mapped_) - 1) : (wb_mapped_)0)
#define WB_KEY_TO_MAPPED_(key_type, key) ((wb_mapped_)(key) ^ WB_KEY_SIGN_(key_type))
#define WB_KEY_FROM_MAPPED_(key_type, mapped) ((key_type)((mapped) ^ WB_KEY_SIGN_(key_type)))

/* The greatest key, mapped. */
#define WB_KEY_MAX_(key_type)                                                                      \
	((WB_KEY_IS_SIGNED_(key_type) ? WB_BIT_(8 * sizeof(key_type) - 1) - 1                      \
				      : (wb_mapped_)(key_type)-1) ^                                \
	 WB_KEY_SIGN_(key_type))

/*
 * The distance from one key up to another, modulo the size of the key space. A
 * range contains a key if and only if the distance from start to the key is at
 * most the distance from start to last: for a key below start it wraps around to
 * more than that.
 */
#define WB_DISTANCE_(key_type, from, to)                                                           \
	(sizeof(key_type) <= sizeof(uint32_t)                                                      \
		 ? (wb_mapped_)(uint32_t)((uint32_t)(to) - (uint32_t)(from))                       \
	 : sizeof(key_type) <= sizeof(uint64_t) ? (wb_mapped_)((uint64_t)(to) - (uint64_t)(from))  \
						: (wb_mapped_)(to) - (wb_mapped_)(from))

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
	wb_mapped_ start, last;
};
typedef struct wb_span_ wb_span_fn_(const struct wb_node *node);

/* A function that gives a node's weight. */
typedef wb_weight_t wb_weight_fn_(const struct wb_node *node);

/* Where a key is: in the range of hit, or between the ranges of two nodes that may be NULL. */
struct wb_around_ {
	struct wb_node *hit, *before, *behind;
};

/* WB_OK if a and b may be neighbours in this order, else what is wrong. */
typedef int wb_span_order_fn_(struct wb_span_ a, struct wb_span_ b);

/* The one of ranges: a lies wholly before b. */
static inline int wb_span_order_(struct wb_span_ a, struct wb_span_ b)
{
	if (a.last < b.start)
		return WB_OK;
	return b.last < a.start ? WB_E_ORDER : WB_E_OVERLAP;
}

/* The one of exact keys, which are ranges of one key. */
static inline int wb_key_order_(struct wb_span_ a, struct wb_span_ b)
{
	const int status = wb_span_order_(a, b);

	return status == WB_E_OVERLAP ? WB_E_EXISTS : status;
}

/* ---- changes: written once for ranges and intervals, which differ in their order ---- */

/* WB_OK if own may stand between prev and next, either of which may be NULL. */
WB_INLINE_ int wb_span_between_(const struct wb_node *prev, struct wb_span_ own,
				const struct wb_node *next, wb_span_fn_ *span,
				wb_span_order_fn_ *order)
{
	int status = WB_OK;

	if (own.start > own.last)
		return WB_E_RANGE;
	if (prev)
		status = order(span(prev), own);
	if (!status && next)
		status = order(own, span(next));
	return status;
}

/* What changes a tree, augmented unless update is NULL. */
WB_INLINE_ int wb_link_(struct wb_root *root, struct wb_node *node, struct wb_node *parent,
			struct wb_node **link, wb_weight_t weight, wb_update_fn *update)
{
	return update ? wb_insert_at_augmented(root, node, parent, link, weight, update)
		      : wb_insert_at(root, node, parent, link, weight);
}

WB_INLINE_ bool wb_unlink_(struct wb_root *root, struct wb_node *node, wb_update_fn *update)
{
	return update ? wb_erase_augmented(root, node, update) : wb_erase(root, node);
}

WB_INLINE_ int wb_reweigh_(struct wb_root *root, struct wb_node *node, wb_weight_t weight,
			   wb_update_fn *update)
{
	return update ? wb_set_weight_augmented(root, node, weight, update)
		      : wb_set_weight(root, node, weight);
}

WB_INLINE_ int wb_span_update_(struct wb_root *root, struct wb_node *node, struct wb_span_ own,
			       wb_span_fn_ *span, wb_weight_fn_ *weight, wb_span_order_fn_ *order,
			       wb_update_fn *update)
{
	int status;

	if (!wb_is_linked(node))
		return WB_E_UNLINKED;
	status = wb_span_between_(wb_prev(node), own, wb_next(node), span, order);
	if (status)
		return status;
	return wb_reweigh_(root, node, weight(node), update);
}

/* Adds node to a list that is to be built. */
WB_INLINE_ int wb_span_list_(struct wb_list_ *list, struct wb_node *node, struct wb_span_ own,
			     wb_weight_t weight, wb_span_fn_ *span, wb_span_order_fn_ *order)
{
	int status;

	if (wb_is_linked(node))
		return WB_E_LINKED;
	status = wb_span_between_(list->last, own, NULL, span, order);
	return status ? status : wb_list_add_(list, node, weight);
}

WB_INLINE_ int wb_span_join_(struct wb_root *left, struct wb_node *mid, struct wb_span_ own,
			     struct wb_root *right, wb_span_fn_ *span, wb_weight_fn_ *weight,
			     wb_span_order_fn_ *order, wb_update_fn *update)
{
	int status;

	if (wb_is_linked(mid))
		return WB_E_LINKED;
	status = wb_span_between_(wb_last(left), own, wb_first(right), span, order);
	if (status)
		return status;
	return wb_join_augmented(left, mid, weight(mid), right, update);
}

/* The place for a range; NULL if it overlaps one, which goes to *parent then. */
WB_INLINE_ struct wb_node **wb_range_find_link_(struct wb_root *root, struct wb_span_ own,
						struct wb_node **parent, wb_span_fn_ *span)
{
	struct wb_node *x = root->node, *above = NULL;
	bool after = false;

	while (x) {
		const struct wb_span_ there = span(x);
		struct wb_node *left = x->child[WB_LEFT], *right = x->child[WB_RIGHT];
		bool before = own.last < there.start;

		after = there.last < own.start;
		WB_PREFETCH_(left); /* the climb will need the sums of both */
		WB_PREFETCH_(right);
		WB_BOTH_LOADED_(left, right);
		above = x;
		if (before == after)
			break;
		x = after ? right : left;
	}
	*parent = above;
	if (x)
		return NULL;
	return above ? &above->child[after] : &root->node;
}

WB_INLINE_ int wb_range_insert_(struct wb_root *root, struct wb_node *node, struct wb_span_ own,
				wb_weight_t weight, wb_span_fn_ *span, wb_span_order_fn_ *order,
				wb_update_fn *update)
{
	struct wb_node *parent, **link;

	if (wb_is_linked(node))
		return WB_E_LINKED;
	if (own.start > own.last)
		return WB_E_RANGE;
	link = wb_range_find_link_(root, own, &parent, span);
	return link ? wb_link_(root, node, parent, link, weight, update) : order(own, span(parent));
}

/* The same at a place from wb_range_find_link_; compares with the parent alone. */
WB_INLINE_ int wb_range_insert_at_(struct wb_root *root, struct wb_node *node, struct wb_span_ own,
				   struct wb_node *parent, struct wb_node **link,
				   wb_weight_t weight, wb_span_fn_ *span, wb_span_order_fn_ *order,
				   wb_update_fn *update)
{
	const bool after = parent && link == &parent->child[WB_RIGHT];
	int status;

	if (wb_is_linked(node))
		return WB_E_LINKED;
	status = wb_span_between_(after ? parent : NULL, own, after ? NULL : parent, span, order);
	if (status)
		return status;
	WB_ASSERT_(!parent || *link ||
			   wb_span_between_(after ? parent : wb_prev(parent), own,
					    after ? wb_next(parent) : parent, span, order) == WB_OK,
		   "the range lies between its neighbours");
	return wb_link_(root, node, parent, link, weight, update);
}

/* A span of a tree: the ranges inside, from first to last, and those that cross its ends. */
struct wb_hole_ {
	struct wb_node *first, *last, *left, *right;
};

/* ceil and floor: the ranges in or next to the span's start and last key. */
WB_INLINE_ struct wb_hole_ wb_range_hole_(struct wb_span_ cut, struct wb_node *ceil,
					  struct wb_node *floor, wb_span_fn_ *span)
{
	struct wb_hole_ hole = { NULL, NULL, NULL, NULL };

	if (cut.start > cut.last)
		return hole;
	if (ceil && span(ceil).start < cut.start) {
		hole.left = ceil;
		ceil = wb_next(ceil);
	}
	if (floor && span(floor).last > cut.last) {
		hole.right = floor;
		floor = wb_prev(floor);
	}
	if (ceil && floor && span(ceil).start <= span(floor).start) {
		hole.first = ceil;
		hole.last = floor;
	}
	return hole;
}

/* Takes out what is inside, as a list along child[WB_RIGHT]. */
WB_INLINE_ struct wb_node *wb_hole_extract_(struct wb_root *root, const struct wb_hole_ *hole,
					    wb_update_fn *update)
{
	return hole->first ? wb_extract_augmented(root, hole->first, hole->last, update) : NULL;
}

/* ---- gaps ---- */

/*
 * All of this goes upwards or downwards. Downwards is upwards with the two children
 * exchanged and the keys flipped: each counted from the other end of the key space.
 */
static inline struct wb_span_ wb_flip_(struct wb_span_ span, bool down)
{
	const struct wb_span_ flipped = { ~span.last, ~span.start };

	return down ? flipped : span;
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
		wb_mapped_ between;

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
static inline const struct wb_node *wb_outermost_(const struct wb_node *node, bool down)
{
	while (node->child[!down])
		node = node->child[!down];
	return node;
}

/* What lies between the first and the last key in the subtree of node. */
WB_INLINE_ struct wb_span_ wb_gaps_span_(const struct wb_node *node, wb_gaps_fn_ *gaps_of,
					 bool down)
{
	const struct wb_span_ whole = { gaps_of(node)->start, gaps_of(node)->last };

	return wb_flip_(whole, down);
}

/* The node before the first gap in the subtree of node, which has one of size or more. */
WB_INLINE_ const struct wb_node *wb_gaps_first_(const struct wb_node *node, wb_mapped_ size,
						bool down, wb_span_fn_ *span, wb_gaps_fn_ *gaps_of)
{
	for (;;) {
		const struct wb_node *near = node->child[down], *far = node->child[!down];
		const struct wb_span_ own = wb_flip_(span(node), down);

		if (near && gaps_of(near)->greatest >= size) {
			node = near;
			continue;
		}
		if (near && own.start - wb_gaps_span_(near, gaps_of, down).last > size)
			return wb_outermost_(near, down);
		if (wb_gaps_span_(far, gaps_of, down).start - own.last > size)
			return node;
		node = far;
	}
}

/* wb_before_gap_fn_ of a tree with gaps. */
WB_INLINE_ const struct wb_node *wb_gaps_before_(const struct wb_node *node, wb_mapped_ size,
						 bool down, wb_span_fn_ *span, wb_gaps_fn_ *gaps_of)
{
	for (;;) {
		const struct wb_node *far = node->child[!down], *up = node->parent;

		if (far &&
		    wb_gaps_span_(far, gaps_of, down).start - wb_flip_(span(node), down).last >
			    size)
			return node;
		if (far && gaps_of(far)->greatest >= size)
			return wb_gaps_first_(far, size, down, span, gaps_of);
		for (; up && node == up->child[!down]; up = node->parent)
			node = up;
		if (!up ||
		    wb_flip_(span(up), down).start - wb_gaps_span_(node, gaps_of, down).last > size)
			return wb_outermost_(node, down);
		node = up;
	}
}

/* The first node from node on that may have size free keys behind it, or the last one. */
typedef const struct wb_node *wb_before_gap_fn_(const struct wb_node *node, wb_mapped_ size,
						bool down);

/* A walk over the gaps of at least size keys in [from, to], which are flipped if it goes down. */
struct wb_gap_walk_ {
	const struct wb_node *at; /* the first range that ends at from or behind it */
	struct wb_span_ in;
	wb_mapped_ size;
	bool begun;
};

WB_INLINE_ bool wb_next_gap_(struct wb_gap_walk_ *walk, bool down, wb_span_fn_ *span,
			     wb_before_gap_fn_ *before_gap, struct wb_span_ *gap)
{
	for (;; walk->begun = true) {
		struct wb_span_ own = { 0, 0 };

		if (walk->begun) {
			if (!walk->at || wb_flip_(span(walk->at), down).start > walk->in.last)
				return false;
			walk->at = before_gap(walk->at, walk->size, down);
			own = wb_flip_(span(walk->at), down);
			if (own.last >= walk->in.last)
				return false;
			walk->in.start = own.last + 1;
			walk->at = down ? wb_prev(walk->at) : wb_next(walk->at);
		}
		*gap = walk->in;
		if (walk->at) {
			own = wb_flip_(span(walk->at), down);
			if (own.start <= gap->start)
				continue;
			if (own.start <= gap->last)
				gap->last = own.start - 1;
		}
		if (gap->last - gap->start < walk->size - 1)
			continue;
		walk->begun = true;
		*gap = wb_flip_(*gap, down);
		return true;
	}
}

/* Of which run which start is wanted: a multiple of align, which residue is one of. */
struct wb_gap_query_ {
	wb_mapped_ align, residue;
};

/* Puts the first start of size keys in the gap, or the last if down, into *start. */
static inline bool wb_gap_fits_(const struct wb_gap_query_ *query, struct wb_span_ gap,
				wb_mapped_ size, bool down, wb_mapped_ *start)
{
	const wb_mapped_ spare = gap.last - gap.start - (size - 1);
	const wb_mapped_ from = down ? gap.start + spare : gap.start, over = from % query->align;
	const wb_mapped_ add = query->residue - over + (over > query->residue ? query->align : 0);
	const wb_mapped_ off = over - query->residue + (over < query->residue ? query->align : 0);

	if ((down ? off : add) > spare)
		return false;
	*start = down ? from - off : from + add;
	return true;
}

WB_INLINE_ bool wb_find_gap_(struct wb_gap_walk_ *walk, const struct wb_gap_query_ *query,
			     bool down, bool best, wb_span_fn_ *span, wb_before_gap_fn_ *before_gap,
			     wb_mapped_ *start)
{
	wb_mapped_ least = 0;
	struct wb_span_ gap;
	bool found = false;

	while (wb_next_gap_(walk, down, span, before_gap, &gap)) {
		if (found && gap.last - gap.start >= least)
			continue;
		if (!wb_gap_fits_(query, gap, walk->size, down, start))
			continue;
		found = true;
		least = gap.last - gap.start;
		if (!best || least == walk->size - 1)
			break;
	}
	return found;
}

/* ---- what is generated for ranges and intervals alike ---- */

/* In a function: elsewhere, compilers refuse the statements that atomic loads may be made of. */
#define WB_REQUIRE_ENDS_(P, start, last_or_size)                                                   \
	WB_REQUIRE_(P##_ends_must_be_integers_of_at_most_64_bits_or_128_with_WB_WIDE_KEYS_,        \
		    sizeof((start) | (last_or_size)) <= sizeof(wb_mapped_))

#define WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_DEFINE_START_(P, type, member, key_type, START)                                         \
                                                                                                   \
	WB_INLINE_ key_type P##_last_(const type *item_)                                           \
	{                                                                                          \
		const wb_mapped_ last_ = (wb_mapped_)LAST(item_);                                  \
                                                                                                   \
		WB_REQUIRE_ENDS_(P, START(item_), LAST(item_));                                    \
		WB_ASSERT_(WB_HOLDS_(key_type, last_, sizeof(LAST(item_))),                        \
			   "the key type holds both ends");                                        \
		return (key_type)last_;                                                            \
	}                                                                                          \
                                                                                                   \
	WB_DEFINE_SPAN_(P, type, key_type)                                                         \
                                                                                                   \
	/* The span of an item that is not linked yet: to be checked. */                           \
	WB_INLINE_ struct wb_span_ P##_own_span_(const struct wb_node *node_)                      \
	{                                                                                          \
		return P##_span_(node_);                                                           \
	}

#define WB_DEFINE_ITEM_WITH_SIZE_(P, type, member, key_type, START, SIZE)                          \
	WB_DEFINE_START_(P, type, member, key_type, START)                                         \
                                                                                                   \
	/* Modulo the size of the key space, for a size that has been checked. */                  \
	WB_INLINE_ key_type P##_last_(const type *item_)                                           \
	{                                                                                          \
		WB_REQUIRE_ENDS_(P, START(item_), SIZE(item_));                                    \
		return (key_type)((wb_mapped_)START(item_) + (wb_mapped_)SIZE(item_) - 1);         \
	}                                                                                          \
                                                                                                   \
	WB_DEFINE_SPAN_(P, type, key_type)                                                         \
                                                                                                   \
	/* A reversed span for a size that is 0, below 0, or passes the end of the key space. */   \
	WB_INLINE_ struct wb_span_ P##_own_span_(const struct wb_node *node_)                      \
	{                                                                                          \
		const type *item_ = P##_item_(node_);                                              \
		const wb_mapped_ start_ = WB_KEY_TO_MAPPED_(key_type, P##_start_(item_));          \
		const wb_mapped_ size_ = (wb_mapped_)SIZE(item_);                                  \
		const struct wb_span_ none_ = { 1, 0 };                                            \
                                                                                                   \
		/* Adding 0 makes an int of bool, which compilers else warn of. */                 \
		if (SIZE(item_) + 0 < 1 || size_ - 1 > WB_KEY_MAX_(key_type) - start_)             \
			return none_;                                                              \
		return P##_span_(node_);                                                           \
	}

#define WB_DEFINE_START_(P, type, member, key_type, START)                                         \
	WB_REQUIRE_(P##_key_type_must_be_an_integer_of_at_most_64_bits_or_128_with_WB_WIDE_KEYS_,  \
		    WB_IS_KEY_TYPE_(key_type));                                                    \
                                                                                                   \
	/* The caller's macros are used here only, where there are no names to capture. */         \
	WB_INLINE_ key_type P##_start_(const type *item_)                                          \
	{                                                                                          \
		const wb_mapped_ start_ = (wb_mapped_)START(item_);                                \
                                                                                                   \
		WB_ASSERT_(WB_HOLDS_(key_type, start_, sizeof(START(item_))),                      \
			   "the key type holds both ends");                                        \
		return (key_type)start_;                                                           \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ type *P##_item_(const struct wb_node *node_)                                    \
	{                                                                                          \
		return (type *)((uintptr_t)node_ - offsetof(type, member));                        \
	}

#define WB_DEFINE_SPAN_(P, type, key_type)                                                         \
	WB_INLINE_ struct wb_span_ P##_mapped_(key_type start_, key_type last_)                    \
	{                                                                                          \
		const struct wb_span_ span_ = { WB_KEY_TO_MAPPED_(key_type, start_),               \
						WB_KEY_TO_MAPPED_(key_type, last_) };              \
                                                                                                   \
		return span_;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_INLINE_ struct wb_span_ P##_span_(const struct wb_node *node_)                          \
	{                                                                                          \
		const type *item_ = P##_item_(node_);                                              \
                                                                                                   \
		return P##_mapped_(P##_start_(item_), P##_last_(item_));                           \
	}

/* Sizes that are wider than weights are taken in units of 2^65, so that no total overflows. */
#define WB_UNIT_BITS_(key_type) (sizeof(key_type) > sizeof(uint64_t) ? 65 : 0)
#define WB_DEFINE_SIZE_(P, type, key_type)                                                         \
	WB_INLINE_ wb_weight_t P##_size_(const type *item_)                                        \
	{                                                                                          \
		const wb_mapped_ size_ =                                                           \
			WB_DISTANCE_(key_type, P##_start_(item_), P##_last_(item_));               \
		const wb_weight_t weight_ = (wb_weight_t)(size_ >> WB_UNIT_BITS_(key_type));       \
                                                                                                   \
		return weight_ ? weight_ : 1;                                                      \
	}

/* Each item weighs 1. */
#define WB_DEFINE_ONE_(P, type)                                                                    \
	WB_INLINE_ wb_weight_t P##_one_(const type *item_)                                         \
	{                                                                                          \
		(void)item_;                                                                       \
		return 1;                                                                          \
	}

/* What ranges and intervals have in common; ORDER is a wb_span_order_fn_. */
#define WB_DEFINE_CHANGE_(P, type, member, WEIGHT, ORDER, UPDATE)                                  \
	WB_INLINE_ wb_weight_t P##_weight_(const struct wb_node *node_)                            \
	{                                                                                          \
		const type *item_ = P##_item_(node_);                                              \
                                                                                                   \
		return WEIGHT(item_);                                                              \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline bool P##_erase(struct wb_root *root_, type *item_)                \
	{                                                                                          \
		return item_ && wb_unlink_(root_, &item_->member, UPDATE);                         \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_update(struct wb_root *root_, type *item_) \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(item_);                                                               \
		return wb_span_update_(root_, &item_->member, P##_own_span_(&item_->member),       \
				       P##_span_, P##_weight_, ORDER, UPDATE);                     \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_relink(struct wb_root *root_, type *from_, \
							       type *to_)                          \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(from_);                                                               \
		WB_NOT_NULL_(to_);                                                                 \
		if (!wb_is_linked(&from_->member))                                                 \
			return WB_E_UNLINKED;                                                      \
		if (from_ == to_)                                                                  \
			return WB_OK;                                                              \
		wb_init(&to_->member);                                                             \
		return wb_replace(root_, &from_->member, &to_->member);                            \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_move(struct wb_root *root_, type *from_,   \
							     type *to_)                            \
	{                                                                                          \
		WB_NOT_NULL_(from_);                                                               \
		WB_NOT_NULL_(to_);                                                                 \
		if (from_ != to_ && wb_is_linked(&from_->member))                                  \
			*to_ = *from_;                                                             \
		return P##_relink(root_, from_, to_);                                              \
	}                                                                                          \
                                                                                                   \
	/* weights NULL: what WEIGHT says. */                                                      \
	WB_INLINE_ int P##_build_with_(struct wb_root *root_, type *const *sorted_,                \
				       const wb_weight_t *weights_, size_t n_)                     \
	{                                                                                          \
		struct wb_list_ list_ = { NULL, NULL, 0 };                                         \
		int status_;                                                                       \
		size_t i_;                                                                         \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		status_ = root_->node ? WB_E_NOT_EMPTY : WB_OK;                                    \
		for (i_ = 0; i_ < n_ && !status_; i_++) {                                          \
			struct wb_node *node_;                                                     \
                                                                                                   \
			WB_NOT_NULL_(sorted_[i_]);                                                 \
			node_ = &sorted_[i_]->member;                                              \
			status_ = wb_span_list_(&list_, node_, P##_own_span_(node_),               \
						weights_ ? weights_[i_] : P##_weight_(node_),      \
						P##_span_, ORDER);                                 \
		}                                                                                  \
		return wb_list_build_(root_, &list_, status_, UPDATE);                             \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_build(struct wb_root *root_,               \
							      type *const *sorted_, size_t n_)     \
	{                                                                                          \
		return P##_build_with_(root_, sorted_, NULL, n_);                                  \
	}

/* What is done to the list of those that were taken out: to each release(item, ctx). */
#define WB_DEFINE_RELEASE_(P, type)                                                                \
	WB_INLINE_ size_t P##_release_(struct wb_node *node_,                                      \
				       void (*release_)(type * item_, void *ctx_), void *ctx_)     \
	{                                                                                          \
		struct wb_node *next_;                                                             \
		size_t count_ = 0;                                                                 \
                                                                                                   \
		for (; node_; node_ = next_) {                                                     \
			next_ = node_->child[WB_RIGHT];                                            \
			WB_STORE_RELEASE_(struct wb_node *, &node_->child[WB_RIGHT], NULL);        \
			count_++;                                                                  \
			if (release_)                                                              \
				release_(P##_item_(node_), ctx_);                                  \
		}                                                                                  \
		return count_;                                                                     \
	}

#define WB_DEFINE_ITERATION_(P, type, member)                                                      \
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

#endif /* WBTREE_TYPED_H */
