/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Trees that learn what is looked up. Each search ends at an item: the one that
 * contains the key, or for a miss the last one visited. Here an item's weight counts
 * the searches that ended there, of a sample of them, hits and misses alike; so both
 * become cheap, whatever the ranges' sizes, and what is no longer looked up fades.
 *
 *	WB_RANGE_DEFINE_LEARNED(slot, struct slot, node, uint64_t, SLOT_START, SLOT_LAST);
 *	struct wb_learner learner = { .sampling = { .random = 1 } };
 *
 *	slot = slot_find_learn(&root, key, &learner);
 *
 * It pays where some keys are looked up far more often than others, and for longer than
 * it takes to learn them; not where all are alike, or change faster. To find without
 * learning, call slot_find.
 *
 * WB_RANGE_DEFINE_LEARNED defines all functions of WB_RANGE_DEFINE (WB_KEY_DEFINE_LEARNED
 * those of WB_KEY_DEFINE), but
 *
 * int P_insert(struct wb_root *root, type *item), P_build(...), P_join(...)
 *	give what they link the weight 1, and P_update, P_move, P_relayout and P_split
 *	keep the weight that an item has.
 *
 * and adds; costs, pointers and errors as in wbtree.h and wbtree_range.h:
 *
 * type *P_find_learn(struct wb_root *root, key_type key, struct wb_learner *learner)
 *	As P_find, and learns from one search in 64, at random. This changes the tree:
 *	it needs exclusive access, or to be the writer of a tree with readers. O(depth),
 *	and O(n) each time that the total weight has doubled or reached its limit.
 * int P_build_learned(struct wb_root *root, type *const *sorted, const wb_weight_t *weights,
 *		       size_t n)
 *	As P_build, with the weights that wb_weight gave for an earlier tree.
 *
 * WHAT IS PROMISED, with W the total weight and w that of the item where a search ends
 *
 * A search visits at most log_phi(W/w) + 2 items, log_phi being 1.4404 * log2. When
 * P_find_learn or P_learn has learned from a search, W is at most the limit; inserting
 * an item adds 1. So any search visits at most 1.4404 * log2(limit) + 2 items.
 *
 * If a tree of n items of weight 1 learns from every search with a credit of 1, and the
 * limit is not reached, the first m searches visit at most
 *
 *	2 * m + 1.4404 * (m * H + log2(C(n + m, n)))
 *
 * items in all, where H is the entropy, in bits, of the items where they end. (Search
 * number i finds a total of n + i - 1, and the weight 1 + k where k searches before it
 * ended at the same item. By the bound above the sum is at most 2 * m plus the log_phi
 * of n * (n + 1) * ... * (n + m - 1), divided by the product of all k! of the counts
 * at the end. That quotient is C(n + m - 1, m) times a multinomial coefficient,
 * which is at most 2^(m * H).)
 *
 * What is looked up now counts from 1/2 to the whole of the limit, so after a change the
 * tree has adapted when about every * limit / credit searches were made: with the
 * defaults 512 for each item.
 *
 * NOTES, for readers that run beside a writer (wbtree_shared.h)
 *
 *	WB_SHARED_DEFINE(slot, struct slot, node, uint64_t);
 *	WB_NOTES_DEFINE(slot, struct slot, node, uint64_t);
 *
 * struct P_notes
 *	Keys that a reader has looked up, a sample of them. All zero is empty. One for
 *	each reader.
 * type *P_find_note(const struct wb_root *root, key_type key, struct P_notes *notes)
 *	As P_find_shared, and notes the key of one search in 64, at random; nothing if
 *	64 notes wait already.
 * size_t P_learn(struct wb_root *root, struct P_notes *notes, struct wb_learner *learner)
 *	Called by the writer now and then, also while the reader is adding to the notes:
 *	learns from them as P_find_learn does, and empties them. Returns how many there
 *	were. O(height) for each, and O(n) as above.
 *
 * EXTENTS, for any definition of ranges
 *
 *	WB_EXTENT_DEFINE(slot, struct slot, node, uint64_t);
 *
 * struct P_extent
 *	The range or the gap in which the last search ended. All zero: none is known.
 * type *P_find_extent(const struct wb_root *root, key_type key, struct P_extent *extent)
 *	As P_find, but looks at *extent first, and stores there where key is: one
 *	comparison where the same range, or gap, is hit again and again. Where it is not,
 *	misses that are found quickly cost up to three times as much as by P_find. One
 *	for each reader and tree. It does not notice a change: zero it after each
 *	insertion, erasure, P_update, P_move, or change by wbtree_map.h. Learning is no
 *	such change.
 */
#ifndef WBTREE_LEARN_H
#define WBTREE_LEARN_H

#include "wbtree.h"

/* Which searches to learn from. All zero: one in 64, always the same. */
struct wb_sampling {
	uint64_t random; /* any number to begin with; another one, another sample */
	uint32_t every;	 /* one search in so many; 0: 64 */
	uint64_t skip;	 /* searches until the next one; not for callers */
};

/* How a tree learns; one per tree. All zero: the defaults. */
struct wb_learner {
	struct wb_sampling sampling;
	wb_weight_t credit; /* what a search adds to a weight; 0: 8; at most limit/4 is added */
	wb_weight_t limit;  /* of the total; 0: 64 for each item; at least 4 for each is taken */

	/* Not for callers: when to build the tree anew, and what is added until then. */
	wb_weight_t due, amount;
};

/*
 * As WB_RANGE_DEFINE, WB_KEY_DEFINE and WB_RANGE_DEFINE_GAPS, but the tree learns. All
 * changes of a tree with gaps, learning included, must go through the functions of P.
 */
#define WB_RANGE_DEFINE_LEARNED(P, type, member, key_type, START, LAST)                            \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_DEFINE_LEARNED_(P, type, member, key_type, wb_span_order_, NULL)

#define WB_KEY_DEFINE_LEARNED(P, type, member, key_type, KEY)                                      \
	WB_DEFINE_ITEM_(P, type, member, key_type, KEY, KEY)                                       \
	WB_RANGE_DEFINE_WITHOUT_GAPS_(P)                                                           \
	WB_DEFINE_LEARNED_(P, type, member, key_type, wb_key_order_, NULL)

#define WB_RANGE_DEFINE_LEARNED_GAPS(P, type, member, key_type, START, LAST, GAPS)                 \
	WB_DEFINE_ITEM_(P, type, member, key_type, START, LAST)                                    \
	WB_RANGE_DEFINE_WITH_GAPS_(P, type, GAPS)                                                  \
	WB_DEFINE_LEARNED_(P, type, member, key_type, wb_span_order_, P##_update_gaps_)

/* -------------------------------------------------------------------------
 * What the definitions are made of. None of it is for callers.
 */

/* Whether to learn from this search. */
static inline bool wb_sampled_(struct wb_sampling *sampling)
{
	const uint64_t every = sampling->every ? sampling->every : 64;
	uint64_t x;

	if (sampling->skip) {
		sampling->skip--;
		return false;
	}
	x = sampling->random += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64, Steele et al. 2014 */
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	sampling->skip = ((x >> 34) * (2 * every - 1)) >> 30; /* 0 to 2 * every - 2 */
	return true;
}

/* Where a search ends: one of the two is below the other, and so lighter. */
static inline struct wb_node *wb_search_end_(struct wb_around_ around)
{
	if (around.hit)
		return around.hit;
	if (!around.before || !around.behind)
		return around.before ? around.before : around.behind;
	return around.before->sum < around.behind->sum ? around.before : around.behind;
}

/* Builds the tree anew, with room for one credit more below the limit. */
static inline void wb_learner_renew_(struct wb_learner *learner, struct wb_root *root,
				     wb_update_fn *update)
{
	wb_weight_t limit = learner->limit, amount = learner->credit ? learner->credit : 8;
	wb_weight_t nodes = 0, total;
	const struct wb_node *x;

	for (x = wb_first_postorder(root); x; x = wb_next_postorder(x))
		nodes++;
	if (!limit)
		limit = 64 * nodes;
	if (limit < 4 * nodes)
		limit = 4 * nodes;
	if (amount > limit / 4)
		amount = limit / 4;
	wb_fade_augmented(root, limit - amount, update);
	total = wb_total(root);
	learner->amount = amount;
	learner->due = total < limit - total ? 2 * total : limit;
}

/* A search ended at node. */
static inline void wb_learner_credit_(struct wb_learner *learner, struct wb_root *root,
				      struct wb_node *node, wb_update_fn *update)
{
	const wb_weight_t total = wb_total(root);
	int status;

	if (total > learner->due || learner->due - total < learner->amount)
		wb_learner_renew_(learner, root, update);
	status = update ? wb_credit_augmented(root, node, learner->amount, update)
			: wb_credit(root, node, learner->amount);
	WB_ASSERT_(status == WB_OK, "the limit leaves room for a credit");
	(void)status;
}

/* The range that was hit, or the gap, in mapped keys. */
WB_INLINE_ struct wb_span_ wb_extent_(struct wb_around_ around, wb_span_fn_ *span)
{
	struct wb_span_ gap = { 0, (wb_mapped_)-1 };

	if (around.hit)
		return span(around.hit);
	if (around.before)
		gap.start = span(around.before).last + 1;
	if (around.behind)
		gap.last = span(around.behind).start - 1;
	return gap;
}

#define WB_DEFINE_LEARNED_(P, type, member, key_type, ORDER, UPDATE)                               \
	/* The weight of an item that is linked, or that is to be. */                              \
	WB_INLINE_ wb_weight_t P##_learned_(const type *item_)                                     \
	{                                                                                          \
		return wb_is_linked(&item_->member) ? wb_weight(&item_->member) : 1;               \
	}                                                                                          \
                                                                                                   \
	WB_RANGE_DEFINE_FUNCTIONS_(P, type, member, key_type, P##_learned_, ORDER, UPDATE);        \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_learn_key_(struct wb_root *root_, key_type key_,        \
						      struct wb_learner *learner_)                 \
	{                                                                                          \
		const struct wb_around_ around_ = P##_around_(root_, key_);                        \
		struct wb_node *end_ = wb_search_end_(around_);                                    \
                                                                                                   \
		if (end_)                                                                          \
			wb_learner_credit_(learner_, root_, end_, UPDATE);                         \
		return wb_entry(around_.hit, type, member);                                        \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_learn(struct wb_root *root_, key_type key_,        \
						      struct wb_learner *learner_)                 \
	{                                                                                          \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(learner_);                                                            \
		return wb_sampled_(&learner_->sampling) ? P##_learn_key_(root_, key_, learner_)    \
							: P##_find(root_, key_);                   \
	}                                                                                          \
                                                                                                   \
	WB_MUST_CHECK_ WB_UNUSED_ static inline int P##_build_learned(                             \
		struct wb_root *root_, type *const *sorted_, const wb_weight_t *weights_,          \
		size_t n_)                                                                         \
	{                                                                                          \
		WB_ASSERT_(weights_ || !n_, "weights is not NULL");                                \
		return P##_build_with_(root_, sorted_, weights_, n_);                              \
	}                                                                                          \
                                                                                                   \
	typedef struct wb_root P##_learned_root_ /* so that a semicolon ends the definition */

/* The notes that wait at most: a power of 2. */
#define WB_NOTES_MAX_ 64u

/* After WB_RANGE_DEFINE_LEARNED and WB_SHARED_DEFINE with the same first arguments. */
#define WB_NOTES_DEFINE(P, type, member, key_type)                                                 \
	/* written and read count all that ever were; their difference waits. */                   \
	struct P##_notes {                                                                         \
		struct wb_sampling sampling;                                                       \
		unsigned int written; /* by the reader */                                          \
		unsigned int read;    /* by the writer of the tree */                              \
		key_type keys[WB_NOTES_MAX_];                                                      \
	};                                                                                         \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_note(const struct wb_root *root_, key_type key_,   \
						     struct P##_notes *notes_)                     \
	{                                                                                          \
		WB_NOT_NULL_(notes_);                                                              \
		if (wb_sampled_(&notes_->sampling)) {                                              \
			const unsigned int written_ = notes_->written;                             \
                                                                                                   \
			if (written_ - WB_LOAD_ACQUIRE_(unsigned int, &notes_->read) <             \
			    WB_NOTES_MAX_) {                                                       \
				notes_->keys[written_ % WB_NOTES_MAX_] = key_;                     \
				WB_STORE_RELEASE_(unsigned int, &notes_->written, written_ + 1);   \
			}                                                                          \
		}                                                                                  \
		return P##_find_shared(root_, key_);                                               \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline size_t P##_learn(struct wb_root *root_, struct P##_notes *notes_, \
						  struct wb_learner *learner_)                     \
	{                                                                                          \
		unsigned int written_, read_;                                                      \
		size_t count_;                                                                     \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(notes_);                                                              \
		WB_NOT_NULL_(learner_);                                                            \
		read_ = notes_->read;                                                              \
		written_ = WB_LOAD_ACQUIRE_(unsigned int, &notes_->written);                       \
		count_ = written_ - read_;                                                         \
		for (; read_ != written_; read_++)                                                 \
			P##_learn_key_(root_, notes_->keys[read_ % WB_NOTES_MAX_], learner_);      \
		WB_STORE_RELEASE_(unsigned int, &notes_->read, read_);                             \
		return count_;                                                                     \
	}                                                                                          \
                                                                                                   \
	typedef struct wb_root P##_noted_root_ /* so that a semicolon ends the definition */

/* After any WB_RANGE_DEFINE with the same first arguments. */
#define WB_EXTENT_DEFINE(P, type, member, key_type)                                                \
	/* Keys are mapped to unsigned numbers in their order. */                                  \
	struct P##_extent {                                                                        \
		type *item; /* NULL: a gap */                                                      \
		struct wb_span_ span;                                                              \
		bool known;                                                                        \
	};                                                                                         \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_extent(const struct wb_root *root_, key_type key_, \
						       struct P##_extent *extent_)                 \
	{                                                                                          \
		const wb_mapped_ mapped_ = WB_KEY_TO_MAPPED_(key_type, key_);                      \
		struct wb_around_ around_;                                                         \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(extent_);                                                             \
		if (extent_->known &&                                                              \
		    mapped_ - extent_->span.start <= extent_->span.last - extent_->span.start)     \
			return extent_->item;                                                      \
		around_ = P##_around_(root_, key_);                                                \
		extent_->known = true;                                                             \
		extent_->item = around_.hit ? P##_item_(around_.hit) : NULL;                       \
		extent_->span = wb_extent_(around_, P##_span_);                                    \
		return extent_->item;                                                              \
	}                                                                                          \
                                                                                                   \
	typedef struct wb_root P##_extent_root_ /* so that a semicolon ends the definition */

#endif /* WBTREE_LEARN_H */
