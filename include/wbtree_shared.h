/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Lookups that take no lock and run beside one writer: in other threads, or in a
 * signal handler that has interrupted the writer.
 *
 *	WB_RANGE_DEFINE(slot, struct slot, node, uint64_t, SLOT_START, SLOT_LAST);
 *	WB_SHARED_DEFINE(slot, struct slot, node, uint64_t);
 *
 * defines, with slot for P:
 *
 * int P_try_find_shared(const struct wb_root *root, key_type key, type **found)
 *	As P_find, into *found: the range that contains key, or NULL. WB_E_BUSY, and
 *	*found as it was, if there may be one that is out of reach just now. Never
 *	waits; visits at most 4 * WB_MAX_HEIGHT items; safe in signal handlers.
 * type *P_find_shared(const struct wb_root *root, key_type key)
 *	The same, again until it is not busy; yields the processor before each
 *	attempt from the 16th retry on. Waits for ever where the writer can't go on: not
 *	for a signal handler that may interrupt it.
 *
 * What is found was in the tree, and contained the key, at some moment of the call.
 * NULL says that at some moment of the call no range contained the key.
 *
 * WHAT THE WRITER MUST SEE TO
 *
 * Changes are made one at a time: by one thread, or under a lock of the writers'.
 *
 * Beside readers it may call P_insert, P_erase, P_move, P_update, wb_set_weight, wb_credit,
 * wb_fade, wb_replace, and what these are made of. P_build, P_join, P_split, P_relayout,
 * P_erase_range, wb_rebuild, wb_extract and wb_clear, with a release that frees nothing yet,
 * need a section: they stand between wb_shared_begin and wb_shared_end. Range maps
 * (wbtree_map.h) exclude readers. Changes that belong together have a section, too: it counts
 * as one change, and no NULL comes from within it. While it is open, keys that are not
 * found are busy, and items that leave the tree may be found up to its end.
 *
 * Readers may still be at an item when it has been erased, moved or replaced. Until
 * all calls that had begun by then have ended (a grace period, which RCU, epochs or
 * joined threads can tell) it may not be freed, change its ends or get into another
 * tree; it may go back into the same one with the same ends. This holds for all items
 * that P_split or P_join take to another root, too: neither tree may get new items
 * before. The target of P_move and P_relayout must be memory that no reader is at.
 * The root must stay where it is.
 *
 * The ends of a linked item stay as they are. One of them may be changed if it is stored
 * by one atomic release store, START and LAST read it by an atomic acquire load, and all
 * ranges that the item has had since a grace period have a key in common; P_update
 * comes after. (Where there is a SIZE, that is what may change, and START is not.)
 *
 * Readers may call nothing else beside a writer: not P_find, P_find_hint, P_next,
 * P_floor, wb_rank, gaps, overlaps. wb_root.seq is an unsigned long: one call must not take
 * so long that the writer makes half ULONG_MAX rotations.
 *
 * WHERE THE LINES OF THE CACHE END
 *
 * Beside a writer that changes the tree millions of times a second, a reader waits for
 * what was just written: the sums of all ancestors of each item that comes or goes, and
 * root->seq. Items that take two lines, and a root between two, keep that apart from what
 * readers need (64 being the size of a line):
 *
 *	struct slot {			// aligned to 64; as is what holds the root
 *		char rest[64 - 2 * sizeof(uint64_t) - offsetof(struct wb_node, sum)];
 *		uint64_t start, last;
 *		struct wb_node node;	// its links end the line, its sum begins the next
 *	};
 *	struct {
 *		char rest[64 - offsetof(struct wb_root, seq)];
 *		struct wb_root root;
 *	} slots;
 *
 * Readers then take half the time or less, and the writer is faster, too. Where changes
 * are fewer than some hundred thousand a second it costs readers a third more: two lines
 * take more of the cache than one.
 *
 * WHY IT IS RIGHT
 *
 * Links are written by release stores and read by acquire loads: who follows a link
 * sees all that was written before it.
 *
 * A hit. The first item was in the tree during the call, as the root led to it. If an
 * item was in the tree at some moment of the call, so was what the reader comes to
 * next: the links of an item in the tree lead to others in the tree, and one that was
 * taken out keeps the links it had, until they are zeroed or it is in the same tree
 * again. So what was found was in the tree, with the ends that it had there.
 *
 * A miss. root->seq is made odd before an item may get out of reach, which rotations,
 * replacements and the unlinking of an item with two children do, and even again after,
 * and greater. It also grows when an item with one child has been unlinked; both before
 * the links of that item are zeroed. A miss counts only if it was even and is unchanged.
 * Of a change that had ended when the reader first read the count he sees everything. If
 * he sees a link that was written while it was odd later, or what an item got that was
 * taken out later, zeroes or the links that it has when it is in the tree again, he also
 * sees another count in the end. So the links of a miss that counts
 * are those of one tree to which at most leaves were added, and of which leaves were
 * taken, meanwhile. If he was at none of those that were taken, that tree had no range
 * with the key when he came to the end. If he was, it had none when that leaf was taken:
 * where the key belongs there was nothing but the leaf. What goes in there later, the
 * leaf itself included, he may see or not.
 *
 * The end. A rotation takes its first link away before it gives the others, and an
 * unlinking gives links only to what comes to lie below, as does all that was linked there
 * before, so neither leads anybody in a circle; for readers that meet many, and for bulk
 * calls, visits are counted.
 */
#ifndef WBTREE_SHARED_H
#define WBTREE_SHARED_H

#include "wbtree.h"

#ifndef WB_LOAD_ACQUIRE_
#error "wbtree_shared.h needs a compiler with __atomic_load_n, or C11 with atomics"
#endif

/* What P_find_shared does before it tries again and again; define it to do otherwise. */
#ifndef WB_SHARED_YIELD
#if defined(__unix__) || defined(__APPLE__)
#include <sched.h>
#define WB_SHARED_YIELD() ((void)sched_yield())
#else
#define WB_SHARED_YIELD() ((void)0)
#endif
#endif

/* Opens a section of changes that belong together, or of bulk calls. They don't nest. */
static inline void wb_shared_begin(struct wb_root *root)
{
	WB_NOT_NULL_(root);
	WB_ASSERT_(!(root->seq & 1), "no section is open");
	WB_STORE_RELAXED_(unsigned long, &root->seq, root->seq | 1);
}

/* Closes it. */
static inline void wb_shared_end(struct wb_root *root)
{
	WB_NOT_NULL_(root);
	WB_ASSERT_(root->seq & 1, "a section is open");
	WB_STORE_RELEASE_(unsigned long, &root->seq, root->seq + 1);
}

/* After the WB_RANGE_DEFINE or WB_KEY_DEFINE, of whichever form, with the same first arguments. */
#define WB_SHARED_DEFINE(P, type, member, key_type)                                                \
	WB_UNUSED_ static inline int P##_try_find_shared(const struct wb_root *root_,              \
							 key_type key_, type **found_)             \
	{                                                                                          \
		unsigned long seq_;                                                                \
		struct wb_node *node_;                                                             \
		int left_to_visit_ = 4 * WB_MAX_HEIGHT;                                            \
                                                                                                   \
		WB_NOT_NULL_(root_);                                                               \
		WB_NOT_NULL_(found_);                                                              \
		seq_ = WB_LOAD_ACQUIRE_(unsigned long, &root_->seq);                               \
		node_ = WB_LOAD_ACQUIRE_(struct wb_node *, &root_->node);                          \
		while (node_ && left_to_visit_--) {                                                \
			type *item_ = P##_item_(node_);                                            \
			struct wb_node *const *child_ = item_->member.child;                       \
			struct wb_node *before_, *after_;                                          \
                                                                                                   \
			before_ = WB_LOAD_ACQUIRE_(struct wb_node *, &child_[WB_LEFT]);            \
			after_ = WB_LOAD_ACQUIRE_(struct wb_node *, &child_[WB_RIGHT]);            \
			WB_BOTH_LOADED_(before_, after_);                                          \
			if (P##_contains_(item_, key_)) {                                          \
				*found_ = item_;                                                   \
				return WB_OK;                                                      \
			}                                                                          \
			node_ = key_ > P##_start_(item_) ? after_ : before_;                       \
		}                                                                                  \
		if (node_ || seq_ & 1 || WB_LOAD_ACQUIRE_(unsigned long, &root_->seq) != seq_)     \
			return WB_E_BUSY;                                                          \
		*found_ = NULL;                                                                    \
		return WB_OK;                                                                      \
	}                                                                                          \
                                                                                                   \
	WB_UNUSED_ static inline type *P##_find_shared(const struct wb_root *root_, key_type key_) \
	{                                                                                          \
		type *found_ = NULL;                                                               \
		int retries_ = 0;                                                                  \
                                                                                                   \
		while (P##_try_find_shared(root_, key_, &found_) != WB_OK)                         \
			if (++retries_ >= 16) {                                                    \
				retries_ = 16;                                                     \
				WB_SHARED_YIELD();                                                 \
			}                                                                          \
		return found_;                                                                     \
	}                                                                                          \
	typedef struct wb_root P##_shared_root_ /* so that a semicolon ends the definition */

#endif /* WBTREE_SHARED_H */
