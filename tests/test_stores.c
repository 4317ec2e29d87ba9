/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Each single store to a link that leads downwards: the library is compiled into this
 * program once more, and shows them. A reader beside the writer is not led round in a
 * circle, not even among nodes that the root no longer leads to, as he may still be
 * there. A node that comes in is complete when the first link to it is written. And
 * the nodes whose links were written are those that an update function sees, and no
 * others, if it says that nothing changed.
 */
static void look(const void *place);

#define WB_STORE_RELEASE_(type, to, value) (*(type volatile *)(to) = (value), look(to))
#define WB_STORE_RELAXED_(type, to, value) (*(type volatile *)(to) = (value))
#include "wbtree.c"

#include <inttypes.h>
#include <string.h>

#include "promises.h"
#include "rng.h"
#include "totals.h"
#include "weights.h"

enum { POOL = 32, STEPS = 2000 };

struct entry {
	struct wb_node node;
	uint64_t key;
	unsigned int count;	       /* kept by augmentation: the nodes of the subtree */
	unsigned int written, updated; /* the last step in which a link of it was, and it itself */
};

#define entry_of(ptr) wb_entry(ptr, struct entry, node)

static struct world {
	struct wb_root root;
	struct entry pool[POOL];
	wb_weight_t weights[POOL];
	wb_update_fn *update; /* NULL: by the plain calls */
	struct rng rng;
	unsigned int step;
	uint64_t snapshots;

	/* Who comes in, and what he must be by then; NULL once he is there. */
	const struct wb_node *newcomer;
	struct wb_node complete;
} world;

/* ---- a look after each store ---- */

enum colour { UNSEEN, ABOVE, DONE };

static bool leads_into_a_circle(const struct wb_node *x, enum colour *colours)
{
	enum colour *colour;

	if (!x)
		return false;
	colour = &colours[entry_of(x) - world.pool];
	if (*colour != UNSEEN)
		return *colour == ABOVE;
	*colour = ABOVE;
	if (leads_into_a_circle(x->child[WB_LEFT], colours) ||
	    leads_into_a_circle(x->child[WB_RIGHT], colours))
		return true;
	*colour = DONE;
	return false;
}

static void check_complete(const struct wb_node *x)
{
	check(x->parent == world.complete.parent);
	check(x->child[WB_LEFT] == world.complete.child[WB_LEFT]);
	check(x->child[WB_RIGHT] == world.complete.child[WB_RIGHT]);
	check_equal(x->sum, world.complete.sum);
	check(!world.update || entry_of(x)->count != 0);
}

static bool is_newcomer(const struct wb_node *node)
{
	return node && node == world.newcomer;
}

/* Returns whether what was written is the link to the newcomer. */
static bool note_written(const void *place)
{
	for (size_t i = 0; i < POOL; i++) {
		for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
			struct wb_node *const *link = &world.pool[i].node.child[d];

			if (place != link)
				continue;
			world.pool[i].written = world.step;
			return is_newcomer(*link);
		}
	}
	return place == &world.root.node && is_newcomer(world.root.node);
}

static void look(const void *place)
{
	enum colour colours[POOL] = { UNSEEN };
	bool circle = false;

	world.snapshots++;
	for (size_t i = 0; i < POOL && !circle; i++)
		circle = leads_into_a_circle(&world.pool[i].node, colours);
	check(!circle);
	if (note_written(place)) {
		check_complete(world.newcomer);
		world.newcomer = NULL;
	}
}

/* ---- what the writer does ---- */

static bool update_count(struct wb_node *node)
{
	struct entry *entry = entry_of(node);
	unsigned int old = entry->count;

	entry->count = 1;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if (node->child[d])
			entry->count += entry_of(node->child[d])->count;
	return entry->count != old;
}

static bool update_nothing(struct wb_node *node)
{
	entry_of(node)->updated = world.step;
	entry_of(node)->count = 1;
	return false;
}

static int entry_order(const struct wb_node *a, const struct wb_node *b)
{
	return (entry_of(a)->key > entry_of(b)->key) - (entry_of(a)->key < entry_of(b)->key);
}

/* One of the set's, so far as it fits. */
static wb_weight_t any_weight(void)
{
	wb_weight_t weight = world.weights[rng_below(&world.rng, POOL)];
	wb_weight_t left = UINT64_MAX - wb_total(&world.root);

	return weight <= left ? weight : left;
}

static void insert_entry(struct entry *entry)
{
	struct wb_node **link = &world.root.node, *parent = NULL, *node = &entry->node;
	wb_weight_t weight = any_weight();

	if (!weight)
		return;
	entry->key = rng_below(&world.rng, POOL);
	entry->count = 0;
	while (*link) {
		parent = *link;
		link = &parent->child[entry->key >= entry_of(parent)->key];
	}
	world.newcomer = node;
	world.complete = (struct wb_node){ parent, { NULL, NULL }, weight };
	check_status(world.update ? wb_insert_at_augmented(&world.root, node, parent, link, weight,
							   world.update)
				  : wb_insert_at(&world.root, node, parent, link, weight),
		     WB_OK);
	check(!world.newcomer);
}

static void erase_entry(struct entry *entry)
{
	check(world.update ? wb_erase_augmented(&world.root, &entry->node, world.update)
			   : wb_erase(&world.root, &entry->node));
}

static void reweigh_entry(struct entry *entry)
{
	struct wb_node *node = &entry->node;
	wb_weight_t weight = any_weight();

	if (!weight)
		weight = 1;
	check_status(world.update ? wb_set_weight_augmented(&world.root, node, weight, world.update)
				  : wb_set_weight(&world.root, node, weight),
		     WB_OK);
}

static void replace_entry(struct entry *victim, struct entry *entry)
{
	struct wb_node *node = &entry->node;

	entry->key = victim->key;
	entry->count = victim->count;
	world.newcomer = node;
	world.complete = victim->node;
	check_status(world.update
			     ? wb_replace_augmented(&world.root, &victim->node, node, world.update)
			     : wb_replace(&world.root, &victim->node, node),
		     WB_OK);
	check(!world.newcomer);
}

/* Takes a node out by splitting, and puts it in again by joining. */
static void split_and_join_entry(struct entry *entry)
{
	wb_weight_t weight = wb_weight(&entry->node);
	struct wb_root right;

	check_status(
		wb_split_augmented(&world.root, &entry->node, &world.root, &right, world.update),
		WB_OK);
	check_status(wb_join_augmented(&world.root, &entry->node, weight, &right, world.update),
		     WB_OK);
}

/* Of what is in the tree, after a call for one node. */
static void check_updated(const struct entry *own)
{
	for (size_t i = 0; i < POOL; i++) {
		const struct entry *entry = &world.pool[i];
		bool expected = entry == own || entry->written == world.step;

		if (wb_is_linked(&entry->node))
			check((entry->updated == world.step) == expected);
	}
}

/* One node, and the one whose call it is. */
static const struct entry *change_one(struct entry *entry, struct entry *other)
{
	if (!wb_is_linked(&entry->node)) {
		insert_entry(entry);
		return entry;
	}
	if (!wb_is_linked(&other->node)) {
		replace_entry(entry, other);
		return other;
	}
	if (rng_below(&world.rng, 2))
		reweigh_entry(entry);
	else
		erase_entry(entry);
	return entry;
}

static void change_all(struct entry *entry)
{
	if (!wb_is_linked(&entry->node))
		wb_rebuild_augmented(&world.root, world.update);
	else
		split_and_join_entry(entry);
}

static void change_something(void)
{
	struct entry *entry = &world.pool[rng_below(&world.rng, POOL)];
	struct entry *other = &world.pool[rng_below(&world.rng, POOL)];

	if (rng_below(&world.rng, 8) == 0) {
		change_all(entry);
	} else {
		const struct entry *own = change_one(entry, other);

		if (world.update == update_nothing)
			check_updated(own);
	}
	check_promises(&world.root, entry_order);
}

/* Some changes write no link, others turn a whole path. */
static void run(wb_update_fn *update)
{
	uint64_t snapshots = 0;

	for (size_t set = 0; set < weight_set_count; set++) {
		memset(&world, 0, sizeof(world));
		world.rng.state = set;
		world.update = update;
		weight_sets[set].fill(&world.rng, world.weights, POOL);
		while (world.step++ < STEPS) {
			check_context("%s, step %u", weight_sets[set].name, world.step);
			change_something();
		}
		snapshots += world.snapshots;
	}
	print_message("snapshots: %" PRIu64 "\n", snapshots);
	check(snapshots > 3 * weight_set_count * STEPS);
}

static void test_no_store_leads_in_a_circle_or_to_what_is_not_complete(void **state)
{
	(void)state;
	run(NULL);
}

static void test_nor_does_one_of_the_augmented_calls(void **state)
{
	(void)state;
	run(update_count);
}

static void test_only_nodes_with_new_links_are_updated_if_nothing_changes(void **state)
{
	(void)state;
	run(update_nothing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_store_leads_in_a_circle_or_to_what_is_not_complete),
		cmocka_unit_test(test_nor_does_one_of_the_augmented_calls),
		cmocka_unit_test(test_only_nodes_with_new_links_are_updated_if_nothing_changes),
	};

	return run_suite(tests);
}
