/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What a reader beside a writer can meet, if the memory gives no more than release and
 * acquire promise. Random logs of calls are recorded, store by store; then the real
 * lookup runs over the log, and each load may give any value that the model allows. All
 * ways are tried, from every beginning.
 *
 * The model: stores are numbered, as there is one writer. A reader knows of the stores
 * up to some number: it can no longer read what they had overwritten, but anything
 * later. Loading from a release store makes it know of all up to that one. What it
 * loads from a relaxed store tells nothing of others, only nothing older can come
 * from that place again (operational release/acquire semantics, Lahav, Giannarakis and
 * Vafeiadis 2016, for one writer).
 *
 * Faults are planted in the logs, one by one, and each must be found.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared_world.h"

enum {
	ENOUGH = 30,
	CALLS = 12,
	MOST = 160,
	CELLS = sizeof(struct world) / CELL,
	NOWHERE = CELLS,
	ALL_KEYS = KEYS + 3,
	LOADS = 4096
};

/* ---- the log ---- */

struct store {
	uintptr_t value;
	size_t cell;
	bool release;
};

/* The stores from number 1 on, and what was there before. */
static struct store stores[MOST + 1];
static size_t count;
static uintptr_t initial[CELLS];

/* The calls: a call's stores are those behind from, up to to. */
static struct made {
	const struct call *call;
	size_t from, to;
} made[CALLS];
static size_t made_count;
static bool recording;

static size_t cell_of(const void *cell)
{
	return ((uintptr_t)cell - (uintptr_t)&world) / CELL;
}

static bool is_link(size_t cell)
{
	for (size_t i = 0; i < ITEMS; i++)
		if (cell == cell_of(&world.items[i].node.child[WB_LEFT]) ||
		    cell == cell_of(&world.items[i].node.child[WB_RIGHT]))
			return true;
	return cell == cell_of(&world.root.node);
}

static bool is_seq(size_t cell)
{
	return cell == cell_of(&world.root.seq);
}

/* Trees that are in the making hang on roots of their own, outside of the world. */
static void stored(const void *cell, uintptr_t value, bool release)
{
	if (!recording || cell_of(cell) >= CELLS)
		return;
	check(count < MOST);
	stores[++count] = (struct store){ value, cell_of(cell), release };
}

static void play(uintptr_t *cells, size_t number)
{
	if (stores[number].cell != NOWHERE)
		cells[stores[number].cell] = stores[number].value;
}

/* Whether all that readers see has been stored by way of stored(). */
static void check_complete(void)
{
	uintptr_t now[CELLS], played[CELLS];

	memcpy(now, &world, sizeof(now));
	memcpy(played, initial, sizeof(played));
	for (size_t i = 1; i <= count; i++)
		play(played, i);
	for (size_t cell = 0; cell < CELLS; cell++)
		if (is_link(cell) || is_seq(cell))
			check_equal(now[cell], played[cell]);
}

/* Calls until there are enough stores for a log that can be tried in all ways. */
static void record(uint64_t seed)
{
	check_context("log %" PRIu64, seed);
	start_world(seed, 2 + (size_t)(seed % 5));
	memcpy(initial, &world, sizeof(initial));
	count = made_count = 0;
	recording = true;
	while (made_count < CALLS && count < ENOUGH) {
		struct made *now = &made[made_count];

		now->call = any_call();
		now->from = count;
		make_call(now->call);
		now->to = count;
		made_count += now->to != now->from;
		check_complete();
	}
	recording = false;
}

/* ---- the truth: what was in the tree after each store ---- */

typedef uint32_t set_of_items; /* by their numbers */

static set_of_items reachable[MOST + 1], members[MOST + 1];
static set_of_items owners[MOST + 1][ALL_KEYS]; /* of a key: in a section, old and new ones */
static bool may_miss[MOST + 1][ALL_KEYS];

/* What links lead to from a node, which is an item's first member. */
static set_of_items reach(const uintptr_t *cells, uintptr_t node, set_of_items seen)
{
	size_t cell = (node - (uintptr_t)&world) / CELL;
	size_t number = (node - (uintptr_t)world.items) / sizeof(struct item);
	const size_t child = offsetof(struct wb_node, child) / CELL;

	if (!node || seen >> number & 1)
		return seen;
	seen |= (set_of_items)1 << number;
	seen = reach(cells, cells[cell + child], seen);
	return reach(cells, cells[cell + child + 1], seen);
}

/*
 * While a call was made, what was there before and after it was there all the time; what
 * came, since it was in reach; what went, as long as it was, or up to the end of a section.
 */
static void find_members(size_t from, size_t to, bool in_section)
{
	set_of_items stays = reachable[from] & reachable[to], comes = 0, goes = 0;

	for (size_t i = from; i <= to; i++) {
		comes |= reachable[i] & reachable[to];
		members[i] = stays | comes;
	}
	for (size_t i = to + 1; i-- > from;) {
		goes |= reachable[in_section && i < to ? from : i] & reachable[from];
		members[i] |= goes;
	}
}

static void find_owners(const uintptr_t *cells, size_t at)
{
	for (unsigned long key = 0; key < ALL_KEYS; key++) {
		owners[at][key] = 0;
		for (int i = 0; i < ITEMS; i++)
			if (members[at] >> i & 1 && cells[cell_of(&world.items[i].start)] <= key &&
			    key <= cells[cell_of(&world.items[i].last)])
				owners[at][key] |= (set_of_items)1 << i;
		may_miss[at][key] = !owners[at][key];
	}
}

static void find_truth(void)
{
	uintptr_t cells[CELLS];

	memcpy(cells, initial, sizeof(cells));
	for (size_t i = 0; i <= count; i++) {
		if (i)
			play(cells, i);
		reachable[i] = reach(cells, cells[cell_of(&world.root.node)], 0);
	}
	members[0] = reachable[0];
	for (size_t i = 0; i < made_count; i++)
		find_members(made[i].from, made[i].to, made[i].call->in_section);
	memcpy(cells, initial, sizeof(cells));
	for (size_t i = 0; i <= count; i++) {
		if (i)
			play(cells, i);
		find_owners(cells, i);
	}
	/* What is done in a section is done at once: no state between may be seen. */
	for (size_t i = 0; i < made_count; i++)
		for (size_t at = made[i].from + 1; made[i].call->in_section && at < made[i].to;
		     at++)
			for (size_t key = 0; key < ALL_KEYS; key++)
				may_miss[at][key] =
					may_miss[made[i].from][key] || may_miss[made[i].to][key];
}

static bool is_in_section(size_t at)
{
	for (size_t i = 0; i < made_count; i++)
		if (made[i].call->in_section && made[i].from < at && at < made[i].to)
			return true;
	return false;
}

/* ---- the reader, all of whose ways are tried ---- */

/* What may be chosen at each load, what is, and how many choices have been made. */
static struct choice {
	size_t chosen, choices;
} choices[LOADS];
static size_t depth, replayed;

/* The stores that the reader knows of, has seen any of, and has seen in each cell. */
static size_t known, seen, seen_in[CELLS];

/* States (item, known, seen) that were tried, in this way and in any. */
static unsigned char tried[ITEMS * (MOST + 1) * (MOST + 1)];
static size_t way[LOADS], way_length;
static bool reading, is_old, is_circle;

static size_t choose(size_t n)
{
	if (depth >= replayed)
		choices[depth] = (struct choice){ 0, n };
	return choices[depth++].chosen;
}

/* To the next way; false if there is none. */
static bool another_way(void)
{
	while (depth && choices[depth - 1].chosen + 1 == choices[depth - 1].choices)
		depth--;
	if (!depth)
		return false;
	choices[depth - 1].chosen++;
	replayed = depth;
	return true;
}

/* The reader is at an item. Ends the way where another one has been in the same state. */
static void arrive(size_t item)
{
	size_t state = (item * (count + 1) + known) * (count + 1) + seen;

	check(depth < LOADS - 8);
	for (size_t i = 0; i < way_length; i++)
		is_circle = is_circle || way[i] == state;
	way[way_length++] = state;
	is_old = is_circle || (depth >= replayed && tried[state]);
	tried[state] = 1;
}

/* For each store, and for what was there before: the last one to each cell up to it. */
static size_t last_to[MOST + 1][CELLS];
/* For each cell its stores, in order, the first being what was there before. */
static size_t stores_to[CELLS][MOST + 1], stores_to_count[CELLS], place_of[MOST + 1];

static void index_stores(void)
{
	memset(last_to, 0, sizeof(last_to));
	for (size_t cell = 0; cell < CELLS; cell++)
		stores_to_count[cell] = 1;
	for (size_t at = 1; at <= count; at++) {
		const size_t cell = stores[at].cell;

		memcpy(last_to[at], last_to[at - 1], sizeof(last_to[at]));
		if (cell == NOWHERE)
			continue;
		last_to[at][cell] = at;
		place_of[at] = stores_to_count[cell]++;
		stores_to[cell][place_of[at]] = at;
	}
}

static uintptr_t loaded(const void *cell)
{
	const size_t place = cell_of(cell);
	const size_t left = offsetof(struct item, node.child) / CELL;
	const size_t in_items = place - cell_of(world.items), length = sizeof(struct item) / CELL;
	uintptr_t value;
	size_t at, oldest;

	if (!reading) {
		memcpy(&value, cell, sizeof(value));
		return value;
	}
	if (place >= cell_of(world.items) && in_items % length == left)
		arrive(in_items / length);
	if (is_old)
		return 0;
	oldest = last_to[known > seen_in[place] ? known : seen_in[place]][place];
	oldest = oldest ? place_of[oldest] : 0;
	at = stores_to[place][oldest + choose(stores_to_count[place] - oldest)];
	seen_in[place] = at;
	seen = at > seen ? at : seen;
	if (at && stores[at].release)
		known = at > known ? at : known;
	return at ? stores[at].value : initial[place];
}

enum finding { NOTHING, CIRCLE, WRONG_HIT, WRONG_MISS };
static uint64_t hits, misses, busy;

/* Whether what a lookup of key gave was so between two stores. */
static enum finding judge(unsigned long key, size_t begin, int status, const struct item *found)
{
	size_t at = begin;

	if (is_circle)
		return is_in_section(seen) ? NOTHING : CIRCLE; /* the real one counts its visits */
	if (is_old)
		return NOTHING;
	if (status) {
		busy++;
		return NOTHING;
	}
	if (found) {
		hits++;
		while (at <= seen && !(owners[at][key] >> (found - world.items) & 1))
			at++;
		return at <= seen ? NOTHING : WRONG_HIT;
	}
	misses++;
	while (at <= seen && !may_miss[at][key])
		at++;
	return at <= seen ? NOTHING : WRONG_MISS;
}

/* A lookup that begins when the stores up to begin are known, in all ways. */
static enum finding look_up_from(unsigned long key, size_t begin)
{
	enum finding finding;

	replayed = 0;
	do {
		struct item *found = NULL;
		int status;

		memset(seen_in, 0, sizeof(seen_in));
		depth = way_length = 0;
		known = seen = begin;
		is_old = is_circle = false;
		reading = true;
		status = item_try_find_shared(&world.root, key, &found);
		reading = false;
		finding = judge(key, begin, status, found);
	} while (!finding && another_way());
	return finding;
}

/*
 * From the last beginning to the first: a state that was tried need not be again, as who
 * came to it from an earlier one has more moments at which what it finds may have been so.
 */
static enum finding look_up_all(void)
{
	index_stores();
	for (unsigned long key = 0; key < ALL_KEYS; key++) {
		memset(tried, 0, ITEMS * (count + 1) * (count + 1));
		for (size_t begin = count + 1; begin--;) {
			enum finding finding = look_up_from(key, begin);

			if (finding)
				return finding;
		}
	}
	return NOTHING;
}

/* ---- faults ---- */

static void forget(size_t at)
{
	stores[at].cell = NOWHERE;
}

/*
 * A section of one call, its two counts included, or the one count of an unlinking; the call
 * is one that makes its own.
 */
struct section {
	size_t first, last;
	void (*call)(void);
};

static void relax_links(const struct section *section)
{
	for (size_t i = section->first; i <= section->last; i++)
		stores[i].release = stores[i].release && !is_link(stores[i].cell);
}

static void relax_end(const struct section *section)
{
	stores[section->last].release = false;
}

static bool is_rotation(const struct section *section)
{
	return section->last - section->first == 4;
}

static void swap_links(const struct section *section)
{
	const struct store second = stores[section->first + 2];

	if (!is_rotation(section))
		return;
	stores[section->first + 2] = stores[section->first + 1];
	stores[section->first + 1] = second;
}

static void open_rotation(const struct section *section)
{
	if (!is_rotation(section))
		return;
	forget(section->first);
	forget(section->last);
}

static void do_not_count(const struct section *section)
{
	if (section->call == erase_one && !is_rotation(section))
		forget(section->last);
}

static void open_replacement(const struct section *section)
{
	if (section->call != move_one && section->call != replace_one)
		return;
	forget(section->first);
	forget(section->last);
}

/* The links that the new item gets before, and those that the old one loses after. */
static void relax_copy(const struct section *section)
{
	if (section->call == replace_one)
		stores[section->first - 1].release = stores[section->first - 2].release = false;
}

static void relax_zeroes(const struct section *section)
{
	if (section->call == erase_one && !is_rotation(section))
		stores[section->last + 1].release = stores[section->last + 2].release = false;
}

static void plant(void (*fault)(const struct section *section))
{
	for (size_t i = 0; i < made_count; i++) {
		struct section section = { 0, 0, made[i].call->make };

		for (size_t at = made[i].from + 1; at <= made[i].to; at++) {
			if (!is_seq(stores[at].cell) || made[i].call->in_section)
				continue;
			section.last = at;
			if (!section.first)
				section.first = at;
			if (stores[at].value & 1)
				continue;
			fault(&section);
			section.first = 0;
		}
	}
}

/* ---- tests ---- */

static size_t logs = 500;

static void test_no_reader_is_wrong(void **state)
{
	uint64_t all = 0;

	(void)state;
	for (uint64_t seed = 0; seed < logs; seed++) {
		record(seed);
		find_truth();
		all += count;
		check_equal(look_up_all(), NOTHING);
	}
	check(hits && misses && busy);
	printf("%zu logs, %" PRIu64 " stores, %" PRIu64 " hits, %" PRIu64 " misses, %" PRIu64
	       " busy\n",
	       logs, all, hits, misses, busy);
}

static void check_found(void (*fault)(const struct section *section), enum finding expected)
{
	enum finding finding = NOTHING;
	uint64_t seed;

	for (seed = 0; seed < 1000 && finding != expected; seed++) {
		record(seed);
		plant(fault);
		find_truth();
		finding = look_up_all();
	}
	printf("after %" PRIu64 " logs\n", seed);
	check_equal(finding, expected);
}

static void test_relaxed_links_are_found(void **state)
{
	(void)state;
	check_found(relax_links, WRONG_MISS);
}

static void test_links_in_another_order_are_found(void **state)
{
	(void)state;
	check_found(swap_links, CIRCLE);
}

static void test_a_count_that_comes_too_early_is_found(void **state)
{
	(void)state;
	check_found(relax_end, WRONG_MISS);
}

static void test_a_rotation_without_a_section_is_found(void **state)
{
	(void)state;
	check_found(open_rotation, WRONG_MISS);
}

static void test_an_unlinking_that_is_not_counted_is_found(void **state)
{
	(void)state;
	check_found(do_not_count, WRONG_MISS);
}

static void test_a_replacement_without_a_section_is_found(void **state)
{
	(void)state;
	check_found(open_replacement, WRONG_MISS);
}

static void test_a_relaxed_copy_is_found(void **state)
{
	(void)state;
	check_found(relax_copy, WRONG_MISS);
}

static void test_relaxed_zeroes_are_found(void **state)
{
	(void)state;
	check_found(relax_zeroes, WRONG_MISS);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_reader_is_wrong),
		cmocka_unit_test(test_relaxed_links_are_found),
		cmocka_unit_test(test_links_in_another_order_are_found),
		cmocka_unit_test(test_a_count_that_comes_too_early_is_found),
		cmocka_unit_test(test_a_rotation_without_a_section_is_found),
		cmocka_unit_test(test_an_unlinking_that_is_not_counted_is_found),
		cmocka_unit_test(test_a_replacement_without_a_section_is_found),
		cmocka_unit_test(test_a_relaxed_copy_is_found),
		cmocka_unit_test(test_relaxed_zeroes_are_found),
	};

	if (argc > 1)
		logs = strcmp(argv[1], "full") == 0    ? 1000
		       : strcmp(argv[1], "usual") == 0 ? 500
						       : 60;
	return run_suite(tests);
}
