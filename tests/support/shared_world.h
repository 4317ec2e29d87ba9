/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A small world of ranges whose every store that readers beside a writer can see goes
 * through stored(), and every load of such a reader through loaded(). Both are the
 * suite's that includes this, next to a copy of the library that is made of them.
 *
 * What the contract allows after a grace period only is never done: so one reader may
 * see a log of calls from its beginning to its end.
 */
#ifndef SHARED_WORLD_H
#define SHARED_WORLD_H

#define WB_STORE_RELEASE_(type, to, value)                                                         \
	((void)(*(to) = (value)), stored((to), (uintptr_t) * (to), true))
#define WB_STORE_RELAXED_(type, to, value)                                                         \
	((void)(*(to) = (value)), stored((to), (uintptr_t) * (to), false))
#define WB_LOAD_ACQUIRE_(type, from) ((type)loaded(from))

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static void stored(const void *cell, uintptr_t value, bool release);
static uintptr_t loaded(const void *cell);

#include "wbtree.c"
#include "wbtree_debug.h"
#include "wbtree_shared.h"

#include "rng.h"
#include "totals.h"

enum { ITEMS = 14, KEYS = 18, CELL = sizeof(uintptr_t) };

struct item {
	struct wb_node node;
	unsigned long start, last; /* as long as a pointer */
	wb_weight_t weight;
	bool used;		 /* was linked, so a reader may be there */
	unsigned long low, high; /* what all ranges that it has had since then have in common */
};

#define START(item) WB_LOAD_ACQUIRE_(unsigned long, &(item)->start)
#define LAST(item) WB_LOAD_ACQUIRE_(unsigned long, &(item)->last)
#define WEIGHT(item) ((item)->weight)
WB_RANGE_DEFINE_WEIGHTED(item, struct item, node, unsigned long, START, LAST, WEIGHT);
WB_SHARED_DEFINE(item, struct item, node, unsigned long);

static struct world {
	struct wb_root root, side; /* readers know of root only */
	struct item items[ITEMS];
} world;

static struct rng rng;

/* ---- what is there ---- */

static bool is_free(unsigned long start, unsigned long last, const struct item *but)
{
	for (const struct item *item = world.items; item < world.items + ITEMS; item++)
		if (item != but && wb_is_linked(&item->node) && item->start <= last &&
		    start <= item->last)
			return false;
	return true;
}

enum state { FRESH, IN, OUT };

/* An item in that state, any of them; NULL if there is none. */
static struct item *any(enum state state)
{
	struct item *chosen = NULL;
	uint64_t n = 0;

	for (struct item *item = world.items; item < world.items + ITEMS; item++) {
		bool in = wb_is_linked(&item->node);

		if ((in ? IN : item->used ? OUT : FRESH) == state && !rng_below(&rng, ++n))
			chosen = item;
	}
	return chosen;
}

static void set_ends(struct item *item, unsigned long start, unsigned long last)
{
	WB_STORE_RELAXED_(unsigned long, &item->start, start);
	WB_STORE_RELAXED_(unsigned long, &item->last, last);
	item->low = start;
	item->high = last;
	item->weight = 1 + rng_bits(&rng, 10);
}

/* Changes one end of a linked item. */
static void set_end(struct item *item, unsigned long *end, unsigned long key)
{
	WB_STORE_RELEASE_(unsigned long, end, key);
	if (end == &item->start && key > item->low)
		item->low = key;
	if (end == &item->last && key < item->high)
		item->high = key;
	item->weight = 1 + rng_bits(&rng, 10);
}

static void insert(struct item *item)
{
	check_status(item_insert(&world.root, item), WB_OK);
	item->used = true;
}

/* ---- the calls, each a statement about what the writer may do ---- */

static void insert_new(void)
{
	struct item *item = any(FRESH);
	unsigned long start = (unsigned long)rng_below(&rng, KEYS);
	unsigned long last = start + (unsigned long)rng_below(&rng, 3);

	if (!item)
		return;
	set_ends(item, start, last);
	if (is_free(start, last, NULL))
		insert(item);
	else
		check_status(item_insert(&world.root, item), WB_E_OVERLAP);
}

static void insert_again(void)
{
	struct item *item = any(OUT);

	if (item && is_free(item->start, item->last, NULL))
		insert(item);
}

static void erase_one(void)
{
	struct item *item = any(IN);

	check(item_erase(&world.root, item) == (item != NULL));
}

static void reweigh(void)
{
	struct item *item = any(IN);

	if (!item)
		return;
	item->weight = 1 + rng_bits(&rng, 10);
	check_status(wb_set_weight(&world.root, &item->node, item->weight), WB_OK);
}

static void resize(void)
{
	struct item *item = any(IN);
	bool at_last = rng_below(&rng, 2);
	unsigned long key = (unsigned long)rng_below(&rng, KEYS);

	if (!item || (at_last ? key < item->low : key > item->high) ||
	    !is_free(at_last ? item->start : key, at_last ? key : item->last, item))
		return;
	set_end(item, at_last ? &item->last : &item->start, key);
	check_status(item_update(&world.root, item), WB_OK);
}

static void move_one(void)
{
	struct item *from = any(IN), *to = any(FRESH);

	if (!from || !to)
		return;
	set_ends(to, from->start, from->last); /* as the copy will do, out of sight */
	check_status(item_move(&world.root, from, to), WB_OK);
}

/* An item that is in no tree, but had been with the same ends; else a new one that gets them. */
static struct item *twin_of(const struct item *twin)
{
	struct item *item;

	for (item = world.items; item < world.items + ITEMS; item++)
		if (item->used && !wb_is_linked(&item->node) && item->start == twin->start &&
		    item->last == twin->last)
			return item;
	item = any(FRESH);
	if (item)
		set_ends(item, twin->start, twin->last);
	return item;
}

static void replace_one(void)
{
	struct item *victim = any(IN), *item = victim ? twin_of(victim) : NULL;

	if (!item)
		return;
	item->weight = victim->weight;
	check_status(wb_replace(&world.root, &victim->node, &item->node), WB_OK);
	item->used = true;
}

/* ---- in sections ---- */

static void rebuild(void)
{
	wb_rebuild(&world.root);
}

static void split_and_join(void)
{
	struct item *at = any(IN);

	if (!at)
		return;
	check_status(item_split(&world.root, at, &world.root, &world.side), WB_OK);
	check_status(item_join(&world.root, at, &world.side), WB_OK);
}

static void erase_range(void)
{
	unsigned long start = (unsigned long)rng_below(&rng, KEYS);
	bool in_again = rng_below(&rng, 2);
	struct item *were_in[ITEMS];
	size_t n = 0;

	for (struct item *item = item_first(&world.root); item; item = item_next(item))
		were_in[n++] = item;
	item_erase_range(&world.root, start, start + KEYS / 3, NULL, NULL);
	while (in_again && n--)
		if (!wb_is_linked(&were_in[n]->node))
			insert(were_in[n]);
}

/* An item gives some of its keys to a new one. */
static void hand_over(void)
{
	struct item *item = any(IN), *fresh = any(FRESH);
	unsigned long start;

	if (!item || !fresh || item->start == item->high)
		return;
	start = item->start;
	set_end(item, &item->start, start + 1);
	set_ends(fresh, start, start);
	insert(fresh);
	check_status(item_update(&world.root, item), WB_OK);
}

/* An item gives all of its keys to a new one. */
static void take_over(void)
{
	struct item *item = any(IN), *fresh = any(FRESH);

	if (!item || !fresh)
		return;
	set_ends(fresh, item->start, item->last);
	check(item_erase(&world.root, item));
	insert(fresh);
}

struct call {
	void (*make)(void);
	bool in_section;
	unsigned int share; /* how often it is made */
};

static const struct call calls[] = {
	{ insert_new, false, 6 },  { insert_again, false, 4 }, { erase_one, false, 6 },
	{ reweigh, false, 4 },	   { resize, false, 3 },       { move_one, false, 2 },
	{ replace_one, false, 5 }, { rebuild, true, 1 },       { split_and_join, true, 1 },
	{ erase_range, true, 1 },  { hand_over, true, 2 },     { take_over, true, 2 },
};

static const struct call *any_call(void)
{
	unsigned int shares = 0, chosen;
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		shares += calls[i].share;
	chosen = (unsigned int)rng_below(&rng, shares);
	for (i = 0; chosen >= calls[i].share; i++)
		chosen -= calls[i].share;
	return &calls[i];
}

static void make_call(const struct call *call)
{
	if (call->in_section)
		wb_shared_begin(&world.root);
	call->make();
	if (call->in_section)
		wb_shared_end(&world.root);
	check(!wb_check(&world.root, item_order, NULL));
	check(!(world.root.seq & 1));
}

/* A tree of some items; the others have ends that hold every key, till they get their own. */
static void start_world(uint64_t seed, size_t n)
{
	rng.state = seed;
	memset(&world, 0, sizeof(world));
	for (size_t i = 0; i < ITEMS; i++)
		world.items[i].last = KEYS;
	for (size_t i = 0; i < 4 * n; i++)
		if (any(FRESH) < world.items + n)
			insert_new();
}

#endif /* SHARED_WORLD_H */
