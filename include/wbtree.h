/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * wbtree: an intrusive binary search tree, balanced by the weights of its user.
 *
 * Embed a struct wb_node in a struct of your own and give it a weight of 1 or
 * more when you insert it: a range's size, a hit count, a probability times
 * some large number. The tree keeps the weighted path length, the sum over all
 * nodes of weight times nodes visited to reach it, small: heavy nodes sit near
 * the root, and no node is deeper than log_phi(W/w) + 2, where W is the total
 * weight, w the node's own, and log_phi = 1.4404 * log2. The mean nodes
 * visited by a hit are at most 1 + 1.05155 * H, H being the entropy of the
 * weights in bits. "Weight-balanced" here does not mean "balanced by node
 * count" (BB[alpha], Adams); give all nodes the weight 1 to have that.
 *
 * Costs are given in the number of nodes visited: "depth" is the depth of the
 * node named, O(log(W/w)); "height" that of the whole tree, at most
 * WB_MAX_HEIGHT. Calls that change a tree also rotate. With weights of 1 and
 * insertions only, the rotations are amortised O(log n) a call. For other weights
 * no bound is known: 0.5 to 3 a call are usual, and weights whose subtrees nearly
 * tie on every level, as powers of a constant or Fibonacci numbers do, can make a
 * single call turn a whole path, several rotations a node.
 *
 * Unless a comment says otherwise, pointers must not be NULL, and a node that is
 * passed with a root must be in the tree of that root. Builds with WB_DEBUG
 * defined check both, at a cost of O(depth) more, and abort with the name of the
 * broken rule. A call that fails has changed nothing.
 *
 * The library allocates nothing, keeps no global state and takes no lock. Calls
 * that change a tree need exclusive access to it. Those that take a pointer to a
 * const root or node may run beside each other. wbtree_shared.h has lookups that run
 * beside a call that changes the tree.
 */
#ifndef WBTREE_H
#define WBTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; that of the library linked is wb_version(). */
#define WB_VERSION_MAJOR 0
#define WB_VERSION_MINOR 2
#define WB_VERSION_PATCH 0

#define WB_PASTED_(a, b) a##b
#define WB_PASTE_(a, b) WB_PASTED_(a, b)

/*
 * Define WB_PREFIX to a name before every inclusion, and when the sources are
 * compiled, to have that put before all external names: two copies of the tree,
 * or another library's wb_ functions, can then be in one program. For copies of the
 * sources alone: the shared library exports the plain names, each with a version.
 */
#ifdef WB_PREFIX
#define wb_build WB_PASTE_(WB_PREFIX, wb_build)
#define wb_build_augmented WB_PASTE_(WB_PREFIX, wb_build_augmented)
#define wb_clear WB_PASTE_(WB_PREFIX, wb_clear)
#define wb_credit WB_PASTE_(WB_PREFIX, wb_credit)
#define wb_credit_augmented WB_PASTE_(WB_PREFIX, wb_credit_augmented)
#define wb_depth WB_PASTE_(WB_PREFIX, wb_depth)
#define wb_erase WB_PASTE_(WB_PREFIX, wb_erase)
#define wb_erase_augmented WB_PASTE_(WB_PREFIX, wb_erase_augmented)
#define wb_extract WB_PASTE_(WB_PREFIX, wb_extract)
#define wb_extract_augmented WB_PASTE_(WB_PREFIX, wb_extract_augmented)
#define wb_fade WB_PASTE_(WB_PREFIX, wb_fade)
#define wb_fade_augmented WB_PASTE_(WB_PREFIX, wb_fade_augmented)
#define wb_first WB_PASTE_(WB_PREFIX, wb_first)
#define wb_first_postorder WB_PASTE_(WB_PREFIX, wb_first_postorder)
#define wb_insert_after WB_PASTE_(WB_PREFIX, wb_insert_after)
#define wb_insert_after_augmented WB_PASTE_(WB_PREFIX, wb_insert_after_augmented)
#define wb_insert_at WB_PASTE_(WB_PREFIX, wb_insert_at)
#define wb_insert_at_augmented WB_PASTE_(WB_PREFIX, wb_insert_at_augmented)
#define wb_insert_before WB_PASTE_(WB_PREFIX, wb_insert_before)
#define wb_insert_before_augmented WB_PASTE_(WB_PREFIX, wb_insert_before_augmented)
#define wb_join WB_PASTE_(WB_PREFIX, wb_join)
#define wb_join_augmented WB_PASTE_(WB_PREFIX, wb_join_augmented)
#define wb_last WB_PASTE_(WB_PREFIX, wb_last)
#define wb_list_add_ WB_PASTE_(WB_PREFIX, wb_list_add_)
#define wb_list_build_ WB_PASTE_(WB_PREFIX, wb_list_build_)
#define wb_next WB_PASTE_(WB_PREFIX, wb_next)
#define wb_next_postorder WB_PASTE_(WB_PREFIX, wb_next_postorder)
#define wb_next_preorder WB_PASTE_(WB_PREFIX, wb_next_preorder)
#define wb_prev WB_PASTE_(WB_PREFIX, wb_prev)
#define wb_rank WB_PASTE_(WB_PREFIX, wb_rank)
#define wb_rebuild WB_PASTE_(WB_PREFIX, wb_rebuild)
#define wb_rebuild_augmented WB_PASTE_(WB_PREFIX, wb_rebuild_augmented)
#define wb_replace WB_PASTE_(WB_PREFIX, wb_replace)
#define wb_replace_augmented WB_PASTE_(WB_PREFIX, wb_replace_augmented)
#define wb_select WB_PASTE_(WB_PREFIX, wb_select)
#define wb_set_weight WB_PASTE_(WB_PREFIX, wb_set_weight)
#define wb_set_weight_augmented WB_PASTE_(WB_PREFIX, wb_set_weight_augmented)
#define wb_split WB_PASTE_(WB_PREFIX, wb_split)
#define wb_split_augmented WB_PASTE_(WB_PREFIX, wb_split_augmented)
#define wb_strerror WB_PASTE_(WB_PREFIX, wb_strerror)
#define wb_version WB_PASTE_(WB_PREFIX, wb_version)
#define wb_rotations_ WB_PASTE_(WB_PREFIX, wb_rotations_)
#endif

#if defined(__GNUC__)
#define WB_MUST_CHECK_ __attribute__((warn_unused_result))
#define WB_UNUSED_ __attribute__((unused))
#define WB_NORETURN_ __attribute__((noreturn))
#define WB_INLINE_ static inline __attribute__((always_inline, unused))
#define WB_PREFETCH_(address) __builtin_prefetch(address)
#else
#define WB_MUST_CHECK_
#define WB_UNUSED_
#define WB_NORETURN_
#define WB_INLINE_ static inline
#define WB_PREFETCH_(address) ((void)(address))
#endif

#ifdef WB_DEBUG
#include <stdio.h>
#include <stdlib.h>
/* Not assert(), which does nothing where NDEBUG is defined. */
WB_NORETURN_ static inline void wb_fail_(const char *file, int line, const char *rule)
{
	fprintf(stderr, "%s:%d: broken rule of wbtree: %s\n", file, line, rule);
	abort();
}
#define WB_ASSERT_(cond, rule) ((cond) ? (void)0 : wb_fail_(__FILE__, __LINE__, rule))
#else
#define WB_ASSERT_(cond, rule) ((void)0)
#endif
#define WB_NOT_NULL_(pointer) WB_ASSERT_((pointer) != NULL, #pointer " is not NULL")

/*
 * Stores and loads that may meet those of another thread. Where the compiler has no
 * atomics, stores are at least made in program order; wbtree_shared.h refuses that.
 */
#ifndef WB_STORE_RELEASE_
#if defined(__ATOMIC_RELEASE)
#define WB_STORE_RELEASE_(type, to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)
#define WB_STORE_RELAXED_(type, to, value) __atomic_store_n(to, value, __ATOMIC_RELAXED)
#define WB_LOAD_ACQUIRE_(type, from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define WB_STORE_RELEASE_(type, to, value)                                                         \
	atomic_store_explicit((_Atomic(type) *)(to), value, memory_order_release)
#define WB_STORE_RELAXED_(type, to, value)                                                         \
	atomic_store_explicit((_Atomic(type) *)(to), value, memory_order_relaxed)
#define WB_LOAD_ACQUIRE_(type, from)                                                               \
	atomic_load_explicit((const _Atomic(type) *)(from), memory_order_acquire)
#else
#define WB_STORE_RELEASE_(type, to, value) ((void)(*(type volatile *)(to) = (value)))
#define WB_STORE_RELAXED_(type, to, value) WB_STORE_RELEASE_(type, to, value)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------
 * Types
 */

/* A weight, or a sum of weights. A node's is at least 1; a tree's total is at most UINT64_MAX. */
typedef uint64_t wb_weight_t;

/* The two sides of a node: index into wb_node.child. The mirror of d is !d. */
enum { WB_LEFT, WB_RIGHT };

/*
 * The links that callers embed. All zero means "in no tree": static, calloc'ed
 * and zeroed nodes are ready to be inserted, and erased ones are zero again.
 * Read the fields as you like; only the library writes them while the node is
 * linked. sum is the weight of the whole subtree, the node included.
 *
 * Lookups are fastest when the links and the key share a cache line: keep them
 * next to each other, and items that are allocated one by one aligned to 64.
 */
struct wb_node {
	struct wb_node *parent;
	struct wb_node *child[2];
	wb_weight_t sum;
};

/*
 * A tree. All zero is the empty one. It may be moved: no node points to it. seq is
 * for readers that run beside a writer: see wbtree_shared.h.
 */
struct wb_root {
	struct wb_node *node;
	unsigned long seq; /* odd while a part of the tree may be out of reach */
};

/* To initialise with: a node that is in no tree, see wb_init; the empty tree. */
/* clang-format off */
#define WB_ROOT_INIT { NULL, 0 }
#define WB_NODE_INIT { NULL, { NULL, NULL }, 0 }
/* clang-format on */

/* The empty tree, to assign to a root. */
#ifdef __cplusplus
#define WB_ROOT_EMPTY (wb_root())
#else
#define WB_ROOT_EMPTY ((struct wb_root)WB_ROOT_INIT)
#endif

/* No tree is deeper: one of height h weighs at least F(h+2) - 1, F(1) = F(2) = 1. */
#define WB_MAX_HEIGHT 91

/* What calls return: 0, or a negative number that says why nothing was done. */
enum wb_status {
	WB_OK = 0,
	WB_E_LINKED = -1,     /* the node is in a tree already */
	WB_E_UNLINKED = -2,   /* the node is in no tree */
	WB_E_WEIGHT = -3,     /* a weight of 0 */
	WB_E_OVERFLOW = -4,   /* the total would pass UINT64_MAX */
	WB_E_RANGE = -5,      /* a range's start is greater than its last */
	WB_E_OVERLAP = -6,    /* the range has a key in common with another */
	WB_E_ORDER = -7,      /* not sorted; would leave its place; two roots that are one */
	WB_E_EXISTS = -8,     /* a node that compares equal is in the tree */
	WB_E_WRITE = -9,      /* the file could not be written */
	WB_E_BUSY = -10,      /* the tree is being changed; see wbtree_shared.h */
	WB_E_NOT_EMPTY = -11, /* the root is not that of an empty tree */
	WB_E_SPLIT = -12      /* a range would have to be split, for which there is no item */
};

/* The version of the library as "MAJOR.MINOR.PATCH". */
const char *wb_version(void);

/* A short description of a status, in English; never NULL. */
const char *wb_strerror(int status);

/*
 * The functions that callers pass. They are inlined into wb_find and its like
 * when named directly in the call. Compare, never subtract: differences
 * overflow.
 */

/* Where key lies: before node (< 0), at it (0), after it (> 0). */
typedef int wb_cmp_fn(const void *key, const struct wb_node *node);
/* Where a lies, seen from b: before (< 0), equal (0), after (> 0). */
typedef int wb_order_fn(const struct wb_node *a, const struct wb_node *b);
/* Whether a goes before b. */
typedef bool wb_less_fn(const struct wb_node *a, const struct wb_node *b);

/*
 * Recomputes the caller's data in node from node's own and its children's; see
 * "Augmented trees". Returns whether it changed.
 */
typedef bool wb_update_fn(struct wb_node *node);

/* -------------------------------------------------------------------------
 * Linking
 */

/*
 * Zeroes node, so that it is in no tree: for memory from malloc, and for copies
 * of items. A linked node is to be erased instead. O(1).
 */
static inline void wb_init(struct wb_node *node)
{
	const struct wb_node zero = WB_NODE_INIT;

	WB_NOT_NULL_(node);
	*node = zero;
}

/* Whether node is in a tree. O(1). */
static inline bool wb_is_linked(const struct wb_node *node)
{
	WB_NOT_NULL_(node);
	return node->sum != 0;
}

/* For assertions: whether node is in the tree of this root. O(depth). */
static inline bool wb_is_in_(const struct wb_root *root, const struct wb_node *node)
{
	while (node->parent)
		node = node->parent;
	return node == root->node;
}

static inline bool wb_is_empty(const struct wb_root *root)
{
	WB_NOT_NULL_(root);
	return !root->node;
}

/* What wb_entry does; a function, so that ptr is evaluated once. */
static inline void *wb_entry_(const struct wb_node *node, size_t offset)
{
	return node ? (void *)((uintptr_t)node - offset) : NULL;
}

/* The struct of the given type whose member ptr points to; NULL stays NULL. */
#define wb_entry(ptr, type, member) ((type *)wb_entry_((ptr), offsetof(type, member)))

/*
 * Links node as a leaf at *link, an empty child of parent (or &root->node of
 * an empty tree, with parent NULL), and rebalances. wb_find_link finds the place,
 * or the caller goes down from the root himself:
 *
 *	struct wb_node **link = &root->node, *parent = NULL;
 *
 *	while (*link) {
 *		parent = *link;
 *		link = &parent->child[key(node) > key(parent)];
 *	}
 *	status = wb_insert_at(root, node, parent, link, weight);
 *
 * O(height). WB_E_LINKED, WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order.
 */
WB_MUST_CHECK_ int wb_insert_at(struct wb_root *root, struct wb_node *node, struct wb_node *parent,
				struct wb_node **link, wb_weight_t weight);

/*
 * Link node right before next, or right behind prev, in order; with NULL for these
 * as the last node, or as the first. For trees in an order that no key has: lists,
 * ropes. O(height). WB_E_UNLINKED: next or prev is in no tree; then as
 * wb_insert_at.
 */
WB_MUST_CHECK_ int wb_insert_before(struct wb_root *root, struct wb_node *node,
				    struct wb_node *next, wb_weight_t weight);
WB_MUST_CHECK_ int wb_insert_after(struct wb_root *root, struct wb_node *node, struct wb_node *prev,
				   wb_weight_t weight);

/*
 * Takes node out of its tree and zeroes it. Returns false, and does nothing,
 * if it was in no tree or is NULL. O(height): unlike in a red-black tree, the
 * sums up to the root change, so erasing by handle reads a path that may not be
 * in the cache. After a lookup it is.
 */
bool wb_erase(struct wb_root *root, struct wb_node *node);

/*
 * Empties the tree in O(n): zeroes every node, children before parents, and hands
 * it to release, unless that is NULL, which may free it or put it into a tree, be
 * it this one. ctx is handed on.
 */
void wb_clear(struct wb_root *root, void (*release)(struct wb_node *node, void *ctx), void *ctx);

/*
 * Gives node a new weight and rebalances. O(height). Its place in the order
 * stays. WB_E_UNLINKED, WB_E_WEIGHT, WB_E_OVERFLOW; tested in that order.
 */
WB_MUST_CHECK_ int wb_set_weight(struct wb_root *root, struct wb_node *node, wb_weight_t weight);

/*
 * Adds amount to the weight of node and rebalances: for weights that count something.
 * O(height), usually less. WB_E_UNLINKED, WB_E_WEIGHT (amount is 0), WB_E_OVERFLOW;
 * tested in that order.
 */
WB_MUST_CHECK_ int wb_credit(struct wb_root *root, struct wb_node *node, wb_weight_t amount);

/*
 * Puts node, which is in no tree, into the place of victim, with its weight,
 * and zeroes victim. Both must compare alike to the other nodes. O(1).
 * WB_E_UNLINKED: victim is in no tree; WB_E_LINKED: node is in one.
 */
WB_MUST_CHECK_ int wb_replace(struct wb_root *root, struct wb_node *victim, struct wb_node *node);

/* -------------------------------------------------------------------------
 * Searching
 *
 * Descents with a comparator of the caller's, which the compiler inlines. Cost:
 * O(depth of the node found), O(height) if there is none.
 */

/* A node at which key lies, the nearest to the root if there are several; or NULL. */
WB_INLINE_ struct wb_node *wb_find(const struct wb_root *root, const void *key, wb_cmp_fn *cmp)
{
	struct wb_node *node;

	WB_NOT_NULL_(root);
	node = root->node;
	while (node) {
		int order = cmp(key, node);

		if (!order)
			break;
		node = node->child[order > 0];
	}
	return node;
}

/* The first node that is not before key, NULL if all are. O(height). */
WB_INLINE_ struct wb_node *wb_lower_bound(const struct wb_root *root, const void *key,
					  wb_cmp_fn *cmp)
{
	struct wb_node *node, *best = NULL;

	WB_NOT_NULL_(root);
	node = root->node;
	while (node) {
		bool before = cmp(key, node) > 0;

		best = before ? best : node;
		node = node->child[before];
	}
	return best;
}

/* The first node that is after key, NULL if none is. O(height). */
WB_INLINE_ struct wb_node *wb_upper_bound(const struct wb_root *root, const void *key,
					  wb_cmp_fn *cmp)
{
	struct wb_node *node, *best = NULL;

	WB_NOT_NULL_(root);
	node = root->node;
	while (node) {
		bool after = cmp(key, node) < 0;

		best = after ? node : best;
		node = node->child[!after];
	}
	return best;
}

/*
 * Inserts node in the place that less gives it, behind all that are equal.
 * O(height). Errors as wb_insert_at.
 */
WB_MUST_CHECK_ WB_INLINE_ int wb_add(struct wb_root *root, struct wb_node *node, wb_weight_t weight,
				     wb_less_fn *less)
{
	struct wb_node **link, *parent = NULL;

	WB_NOT_NULL_(root);
	WB_NOT_NULL_(node);
	link = &root->node;
	while (*link) {
		parent = *link;
		link = &parent->child[!less(node, parent)];
	}
	return wb_insert_at(root, node, parent, link, weight);
}

/* wb_find_link for a key and its comparator, or for a node and its own; the others are NULL. */
WB_INLINE_ struct wb_node **wb_descend_(struct wb_root *root, const void *key, wb_cmp_fn *cmp,
					const struct wb_node *node, wb_order_fn *cmp_nodes,
					struct wb_node **parent)
{
	struct wb_node **link;

	WB_NOT_NULL_(root);
	WB_NOT_NULL_(parent);
	link = &root->node;
	*parent = NULL;
	while (*link) {
		int order = cmp_nodes ? cmp_nodes(node, *link) : cmp(key, *link);

		*parent = *link;
		if (!order)
			return NULL;
		link = &(*parent)->child[order > 0];
	}
	return link;
}

/*
 * The place where a node with this key would be linked: the link and, in *parent,
 * the parent that wb_insert_at takes. So the item need not exist until it is known
 * to be wanted. They hold until the tree is changed. NULL if there is a node at
 * which key lies, which goes to *parent then. O(depth of it), O(height) for none.
 */
WB_INLINE_ struct wb_node **wb_find_link(struct wb_root *root, const void *key, wb_cmp_fn *cmp,
					 struct wb_node **parent)
{
	return wb_descend_(root, key, cmp, NULL, NULL, parent);
}

/*
 * Inserts node unless an equal one is in the tree: then it is WB_E_EXISTS. Puts
 * that one, or NULL, into *existing unless existing is NULL. O(height). Errors as
 * wb_insert_at, which are tested when there is no equal one.
 */
WB_MUST_CHECK_ WB_INLINE_ int wb_find_add(struct wb_root *root, struct wb_node *node,
					  wb_weight_t weight, wb_order_fn *cmp,
					  struct wb_node **existing)
{
	struct wb_node **link, *parent;

	WB_NOT_NULL_(node);
	link = wb_descend_(root, NULL, NULL, node, cmp, &parent);
	if (existing)
		*existing = link ? NULL : parent;
	return link ? wb_insert_at(root, node, parent, link, weight) : WB_E_EXISTS;
}

/* -------------------------------------------------------------------------
 * Order
 */

/* The first and the last node, NULL if there is none. O(height). */
struct wb_node *wb_first(const struct wb_root *root);
struct wb_node *wb_last(const struct wb_root *root);

/*
 * The in-order neighbours of a linked node, NULL at the end. O(height), and
 * O(1) amortised over a whole traversal.
 */
struct wb_node *wb_next(const struct wb_node *node);
struct wb_node *wb_prev(const struct wb_node *node);

/*
 * Loops over a tree in order; pos and tmp are struct wb_node pointers of the
 * caller. The body may change the tree as long as pos stays in it: the loop goes
 * on with what is behind pos then. In the safe form the body may erase and free
 * pos, and nothing else.
 */
#define wb_for_each(pos, root) for ((pos) = wb_first(root); (pos); (pos) = wb_next(pos))
#define wb_for_each_reverse(pos, root) for ((pos) = wb_last(root); (pos); (pos) = wb_prev(pos))
#define wb_for_each_safe(pos, tmp, root)                                                           \
	for ((pos) = wb_first(root); (pos) && ((tmp) = wb_next(pos), true); (pos) = (tmp))

/*
 * The first node of a traversal that visits children before their parent, left
 * ones first, and the next one after node; NULL at the end. O(height), and
 * O(1) amortised over a whole traversal.
 */
struct wb_node *wb_first_postorder(const struct wb_root *root);
struct wb_node *wb_next_postorder(const struct wb_node *node);

/*
 * The node after node in a traversal that visits parents before their children,
 * and the heavier child first, from root->node on: the order in which to lay
 * items out in memory. NULL at the end. O(height), O(1) amortised.
 */
struct wb_node *wb_next_preorder(const struct wb_node *node);

/*
 * Loops in postorder; the body may free pos without erasing it, which empties a
 * tree without a function as wb_clear takes: assign WB_ROOT_EMPTY to the root
 * afterwards. The body must not erase pos: that rotates, and nodes would be skipped.
 */
#define wb_for_each_postorder_safe(pos, tmp, root)                                                 \
	for ((pos) = wb_first_postorder(root); (pos) && ((tmp) = wb_next_postorder(pos), true);    \
	     (pos) = (tmp))

/*
 * The same loops for pos and tmp that point to the caller's struct type, in
 * which the links are called member.
 */
#define wb_for_each_entry(pos, root, type, member)                                                 \
	for ((pos) = wb_entry(wb_first(root), type, member); (pos);                                \
	     (pos) = wb_entry(wb_next(&(pos)->member), type, member))
#define wb_for_each_entry_reverse(pos, root, type, member)                                         \
	for ((pos) = wb_entry(wb_last(root), type, member); (pos);                                 \
	     (pos) = wb_entry(wb_prev(&(pos)->member), type, member))
#define wb_for_each_entry_safe(pos, tmp, root, type, member)                                       \
	for ((pos) = wb_entry(wb_first(root), type, member);                                       \
	     (pos) && ((tmp) = wb_entry(wb_next(&(pos)->member), type, member), true);             \
	     (pos) = (tmp))
#define wb_for_each_entry_postorder_safe(pos, tmp, root, type, member)                             \
	for ((pos) = wb_entry(wb_first_postorder(root), type, member);                             \
	     (pos) && ((tmp) = wb_entry(wb_next_postorder(&(pos)->member), type, member), true);   \
	     (pos) = (tmp))

/* -------------------------------------------------------------------------
 * Weights
 */

/* The total weight of the tree, 0 if it is empty. O(1). */
static inline wb_weight_t wb_total(const struct wb_root *root)
{
	WB_NOT_NULL_(root);
	return root->node ? root->node->sum : 0;
}

/* The node's own weight, 0 if it is in no tree. O(1). */
static inline wb_weight_t wb_weight(const struct wb_node *node)
{
	const struct wb_node *left, *right;

	WB_NOT_NULL_(node);
	left = node->child[WB_LEFT];
	right = node->child[WB_RIGHT];
	return node->sum - (left ? left->sum : 0) - (right ? right->sum : 0);
}

/*
 * How many nodes a search for node visits: 1 if it is the root's, 0 if it is in no
 * tree. O(depth).
 */
unsigned int wb_depth(const struct wb_node *node);

/*
 * The weight of all nodes before a linked one; with weights of 1 its index.
 * O(depth).
 */
wb_weight_t wb_rank(const struct wb_node *node);

/*
 * The node that covers offset when all weights are laid end to end in order:
 * wb_rank(node) <= offset < wb_rank(node) + wb_weight(node). NULL if offset is
 * not below the total. Puts offset - wb_rank(node) into *within unless that is
 * NULL. An even random offset samples by weight; with weights of 1 it is the
 * node of that index; with lengths the piece of a rope. O(depth).
 */
struct wb_node *wb_select(const struct wb_root *root, wb_weight_t offset, wb_weight_t *within);

/* -------------------------------------------------------------------------
 * Bulk
 */

/*
 * Makes a tree of n nodes in their order, in an empty root. Its weighted path
 * length is mostly within 2.5 % of the optimum, and was 10 % above it at the worst
 * that a search found. weights NULL: all 1. The order of the nodes is not checked
 * here. O(n): usually some 3 nodes visited for each; more where ties let whole
 * paths rotate, as with Fibonacci numbers. WB_E_NOT_EMPTY (root), WB_E_LINKED (a
 * node is in a tree or twice in the array), WB_E_WEIGHT, WB_E_OVERFLOW.
 */
WB_MUST_CHECK_ int wb_build(struct wb_root *root, struct wb_node *const *nodes,
			    const wb_weight_t *weights, size_t n);

/* For wbtree_typed.h: a list of nodes to be built into a tree. All zero is empty. */
struct wb_list_ {
	struct wb_node *first, *last;
	wb_weight_t total;
};

/* Adds a node at the end, or fails like wb_build. */
int wb_list_add_(struct wb_list_ *list, struct wb_node *node, wb_weight_t weight);
/* Builds the tree if status is WB_OK, else unlinks the nodes and returns status. */
int wb_list_build_(struct wb_root *root, const struct wb_list_ *list, int status,
		   wb_update_fn *update);

/*
 * Builds the tree anew in place, as wb_build does, for after much change. O(n).
 * A tree that was better already can get worse, by a few per cent.
 */
void wb_rebuild(struct wb_root *root);

/*
 * Halves all weights, rounding up, again and again until the total is at most limit or
 * all weights are 1; limit 0: 64 for each node. Then builds the tree anew. For weights
 * that count: what was counted long ago fades. O(n) for the tree and for each time that
 * the weights are halved.
 */
void wb_fade(struct wb_root *root, wb_weight_t limit);

/*
 * Puts mid, which is in no tree, and all of right, another tree, behind all of
 * left; right ends empty. The caller sees to the order. O(1 + depth of mid in
 * the result), which is about the logarithm of the quotient of the two totals.
 * WB_E_LINKED, WB_E_ORDER (left and right are one root), WB_E_WEIGHT,
 * WB_E_OVERFLOW; tested in that order.
 */
WB_MUST_CHECK_ int wb_join(struct wb_root *left, struct wb_node *mid, wb_weight_t weight,
			   struct wb_root *right);

/*
 * Takes at out of its tree and puts what was before it into left, what was
 * behind it into right, two roots whose old values are lost; root ends empty
 * unless it is one of them. O(height). WB_E_UNLINKED, WB_E_ORDER (left and right
 * are one root); tested in that order.
 */
WB_MUST_CHECK_ int wb_split(struct wb_root *root, struct wb_node *at, struct wb_root *left,
			    struct wb_root *right);

/*
 * Takes the nodes from first to last, in order, out of root. Returns NULL, and
 * does nothing, if one of the two is in no tree or first comes behind last; else
 * first, from which child[WB_RIGHT] leads to the others in order and NULL at the
 * end. All other fields are zero, so the nodes are in no tree and may be inserted
 * again. O(height + number of nodes taken out).
 */
struct wb_node *wb_extract(struct wb_root *root, struct wb_node *first, struct wb_node *last);

/*
 * A weight that keeps rare targets and misses cheap too: weight + total/n/8 + 1,
 * each quotient rounded down, or UINT64_MAX if that is less. For n nodes that
 * weigh total in all without it; n must not be 0. With all of them weighted so,
 * the depth of each is at most 1.4405 * log2(9n) + 2, and hits cost up to a few
 * per cent more. The new total is up to 9/8 of the old, plus n.
 */
static inline wb_weight_t wb_smooth_weight(wb_weight_t weight, wb_weight_t total, size_t n)
{
	wb_weight_t share;

	WB_ASSERT_(n != 0, "the mean is that of one node or more");
	share = total / n / 8 + 1;
	return weight < UINT64_MAX - share ? weight + share : UINT64_MAX;
}

/* -------------------------------------------------------------------------
 * Augmented trees
 *
 * Callers can keep data in each item that sums up its whole subtree: a
 * maximum, a count, a hash. These calls, in place of the plain ones, keep it
 * right. update(node) recomputes node's data from node's own and its
 * children's. It is called on every node whose subtree has changed, after its
 * children, with all links and sums below it final, and again only if the
 * subtree has changed again. It may return false if the result is what it was
 * before; then the nodes above are not updated unless their subtrees have changed
 * otherwise. After a change of a node's own data call wb_set_weight_augmented
 * with the weight that it has. Calls for whole trees take NULL for update, and
 * are then the plain ones.
 */
WB_MUST_CHECK_ int wb_insert_at_augmented(struct wb_root *root, struct wb_node *node,
					  struct wb_node *parent, struct wb_node **link,
					  wb_weight_t weight, wb_update_fn *update);
WB_MUST_CHECK_ int wb_insert_before_augmented(struct wb_root *root, struct wb_node *node,
					      struct wb_node *next, wb_weight_t weight,
					      wb_update_fn *update);
WB_MUST_CHECK_ int wb_insert_after_augmented(struct wb_root *root, struct wb_node *node,
					     struct wb_node *prev, wb_weight_t weight,
					     wb_update_fn *update);
bool wb_erase_augmented(struct wb_root *root, struct wb_node *node, wb_update_fn *update);
WB_MUST_CHECK_ int wb_set_weight_augmented(struct wb_root *root, struct wb_node *node,
					   wb_weight_t weight, wb_update_fn *update);
WB_MUST_CHECK_ int wb_credit_augmented(struct wb_root *root, struct wb_node *node,
				       wb_weight_t amount, wb_update_fn *update);
/* O(depth) here, as the data above may change. */
WB_MUST_CHECK_ int wb_replace_augmented(struct wb_root *root, struct wb_node *victim,
					struct wb_node *node, wb_update_fn *update);

WB_MUST_CHECK_ int wb_build_augmented(struct wb_root *root, struct wb_node *const *nodes,
				      const wb_weight_t *weights, size_t n, wb_update_fn *update);
void wb_rebuild_augmented(struct wb_root *root, wb_update_fn *update);
void wb_fade_augmented(struct wb_root *root, wb_weight_t limit, wb_update_fn *update);
WB_MUST_CHECK_ int wb_join_augmented(struct wb_root *left, struct wb_node *mid, wb_weight_t weight,
				     struct wb_root *right, wb_update_fn *update);
WB_MUST_CHECK_ int wb_split_augmented(struct wb_root *root, struct wb_node *at,
				      struct wb_root *left, struct wb_root *right,
				      wb_update_fn *update);
struct wb_node *wb_extract_augmented(struct wb_root *root, struct wb_node *first,
				     struct wb_node *last, wb_update_fn *update);

#ifdef __cplusplus
}
#endif

#include "wbtree_range.h"

#endif /* WBTREE_H */
