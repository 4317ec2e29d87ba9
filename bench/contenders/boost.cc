/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Boost.Intrusive: its red-black tree and its treap. Their find() goes down to
 * a leaf before it looks whether it has the key; the treap is searched with
 * this library's loop, too, which leaves at the hit.
 *
 * The treap is weighted by size as Aragon and Seidel (1989) have it: the
 * priority of a range is the greatest of w random numbers, so heavy ranges tend
 * to be near the root. Minus the logarithm of that is distributed exponentially
 * with rate w; the least one is the root's.
 */
#define BOOST_DISABLE_ASSERTS /* as in the other contenders */

#if defined(__GNUC__) && !defined(__clang__) /* wrong about the treap's insert_commit_data */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <boost/intrusive/rbtree.hpp>
#include <boost/intrusive/treap.hpp>
#include <math.h>
#include <new>
#include <stdlib.h>

extern "C" {
#include "contenders.h"
}
#include "wbtree.h"

namespace
{
namespace bi = boost::intrusive;

typedef bi::link_mode<bi::normal_link> plain_links;

/* What a lookup finds, by the address of its first member. */
struct payload {
	struct range range;
	uint64_t count;
};

struct rb_item : bi::set_base_hook<plain_links>, payload {
};

struct treap_item : bi::bs_set_base_hook<plain_links>, payload {
	double priority;
};

struct before {
	bool operator()(const payload &a, const payload &b) const
	{
		return a.range.last < b.range.start;
	}
	bool operator()(const payload &a, uint64_t key) const
	{
		return a.range.last < key;
	}
	bool operator()(uint64_t key, const payload &b) const
	{
		return key < b.range.start;
	}
};

struct higher {
	bool operator()(const treap_item &a, const treap_item &b) const
	{
		return a.priority < b.priority;
	}
};

typedef bi::rbtree<rb_item, bi::compare<before>, bi::constant_time_size<false>> rb_tree;
typedef bi::treap<treap_item, bi::compare<before>, bi::priority<higher>,
		  bi::constant_time_size<false>>
	treap;

void draw_priority(rb_item *, struct random *)
{
}

void draw_priority(treap_item *item, struct random *random)
{
	double even = ((double)(random_next(random) >> 11) + 0.5) / 9007199254740992.0;

	item->priority = -log(even) / (double)range_size(&item->range);
}

/* All that the two have in common. */
template <class tree_type> struct contest {
	typedef typename tree_type::value_type item;
	typedef typename tree_type::node node;

	tree_type tree;
	struct items items;

	static contest *self(const void *index)
	{
		return (contest *)(uintptr_t)index;
	}

	item *at(size_t i)
	{
		return (item *)item_at(&items, i);
	}

	static const payload *payload_of(const void *node_ptr)
	{
		return static_cast<const item *>((const node *)node_ptr);
	}

	static void *create(const struct set *set)
	{
		struct random random = random_start(set->n, FOR_SETS);
		contest *own = new (allocate_lines(sizeof(contest))) contest();

		own->items.n = set->n;
		own->items.lines = allocate_lines(set->n * CACHE_LINE);
		for (size_t i = 0; i < set->n; i++) {
			item *fresh = new (own->at(i)) item();

			fresh->range = set->ranges[set->arrival[i]];
			draw_priority(fresh, &random);
		}
		return own;
	}

	static void destroy(void *index)
	{
		free(self(index)->items.lines);
		free(index);
	}

	static bool build(void *index)
	{
		contest *own = self(index);
		bool fine = true;

		for (size_t i = 0; i < own->items.n; i++)
			fine &= own->tree.insert_unique(*own->at(i)).second;
		return fine;
	}

	static void clear(void *index)
	{
		self(index)->tree.clear();
	}

	/* Nodes */

	static const void *root(const void *index)
	{
		contest *own = self(index);

		return own->tree.empty() ? NULL : own->tree.root().pointed_node();
	}

	static const void *child(const void *above, bool right)
	{
		const node *here = (const node *)above;

		return right ? here->right_ : here->left_;
	}

	static const struct range *range(const void *node_ptr)
	{
		return &payload_of(node_ptr)->range;
	}

	/* Lookups */

	static inline const uint64_t *find(const void *index, uint64_t key)
	{
		contest *own = self(index);
		typename tree_type::const_iterator found = own->tree.find(key, before());

		return found == own->tree.cend() ? NULL : &found->range.start;
	}

	/* P_find, but for the names of the links. */
	static inline const uint64_t *find_contains(const void *index, uint64_t key)
	{
		const node *here = (const node *)root(index);

		while (here) {
			const struct range *there = range(here);
			node *left = here->left_, *right = here->right_;

			WB_BOTH_LOADED_(left, right);
			if (range_contains(there, key))
				return &there->start;
			here = key > there->start ? right : left;
		}
		return NULL;
	}

	static inline void count_hit(const void *, const uint64_t *start)
	{
		((payload *)(uintptr_t)start)->count++;
	}

	/* Updates */

	bool erase(item *old)
	{
		tree.erase(tree.iterator_to(*old));
		return true;
	}

	static inline bool insert_one(void *index, const struct batch *batch, size_t i)
	{
		contest *own = self(index);

		return own->tree.insert_unique(*own->at(batch->arrivals[i])).second;
	}

	static inline bool erase_one(void *index, const struct batch *batch, size_t i)
	{
		contest *own = self(index);
		typename tree_type::iterator found =
			own->tree.find(batch->before[i].start, before());

		return found != own->tree.end() && own->erase(&*found);
	}

	static inline bool erase_handle_one(void *index, const struct batch *batch, size_t i)
	{
		contest *own = self(index);

		return own->erase(own->at(batch->arrivals[i]));
	}
};

typedef contest<rb_tree> rb;
typedef contest<treap> heap;

DEFINE_LOOKUPS(rb, rb::find);
DEFINE_COUNTING(rb, rb::find, rb::count_hit);
DEFINE_UPDATE(rb_insert, rb::insert_one);
DEFINE_UPDATE(rb_erase, rb::erase_one);
DEFINE_UPDATE(rb_erase_handle, rb::erase_handle_one);

DEFINE_LOOKUPS(treap, heap::find);
DEFINE_LOOKUPS(contains, heap::find_contains);
DEFINE_UPDATE(treap_insert, heap::insert_one);
DEFINE_UPDATE(treap_erase, heap::erase_one);
DEFINE_UPDATE(treap_erase_handle, heap::erase_handle_one);

const struct walk rb_walk = { rb::root, rb::child, rb::range };
const struct walk treap_walk = { heap::root, heap::child, heap::range };

} // namespace

extern "C" {

/* The members are in the order of struct contender. */
const struct contender contender_boost_rb = {
	"boost rbtree",
	"Boost.Intrusive's red-black tree, its find()",
	TREES,
	sizeof(rb::node) + sizeof(struct range),
	MOST_IN_EXTRA_TREES,
	rb::create,
	rb::destroy,
	rb::build,
	rb::clear,
	&rb_walk,
	NULL,
	{ rb_throughput, rb_latency, rb_cold, rb_counting },
	{ rb_insert, rb_erase, rb_erase_handle },
	NULL,
	NULL,
};

const struct contender contender_boost_treap = {
	"boost treap",
	"Boost.Intrusive's treap, priorities weighted by size, its find()",
	TREES,
	sizeof(heap::node) + sizeof(struct range) + sizeof(double),
	MOST_IN_EXTRA_TREES,
	heap::create,
	heap::destroy,
	heap::build,
	heap::clear,
	&treap_walk,
	NULL,
	{ treap_throughput, treap_latency, treap_cold },
	{ treap_insert, treap_erase, treap_erase_handle },
	NULL,
	NULL,
};

const struct contender contender_boost_treap_contains = {
	"treap our loop",
	"the same treap, searched by this library's loop",
	TREES,
	sizeof(heap::node) + sizeof(struct range) + sizeof(double),
	MOST_IN_EXTRA_TREES,
	heap::create,
	heap::destroy,
	heap::build,
	NULL,
	&treap_walk,
	NULL,
	{ contains_throughput, contains_latency, contains_cold },
	{},
	NULL,
	NULL,
};
}
