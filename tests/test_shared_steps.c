/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The writer stops after each store that a reader can see, and every key is looked up:
 * as a signal handler would that interrupts it there.
 */
#include <inttypes.h>
#include <stdio.h>

#include "shared_world.h"

enum { ALL_KEYS = KEYS + 3, WORLDS = 2000, CALLS = 20 };

static uintptr_t loaded(const void *cell)
{
	uintptr_t value;

	memcpy(&value, cell, sizeof(value));
	return value;
}

/* What lookups of a key have found during a call. */
static struct answers {
	uint32_t items; /* a bit for each */
	bool none;
} answers[ALL_KEYS];

static bool stepping;
static uint64_t steps, busy;

static void stored(const void *cell, uintptr_t value, bool release)
{
	(void)cell;
	(void)value;
	(void)release;
	if (!stepping)
		return;
	steps++;
	for (unsigned long key = 0; key < ALL_KEYS; key++) {
		struct item *found = NULL;
		int status = item_try_find_shared(&world.root, key, &found);

		if (status) {
			check_status(status, WB_E_BUSY);
			check(world.root.seq & 1);
			busy++;
		} else if (found) {
			answers[key].items |= (uint32_t)1 << (found - world.items);
		} else {
			answers[key].none = true;
		}
	}
}

/* The item with each key, as a bit; 0 if there is none. */
static void find_owners(uint32_t *owners)
{
	for (unsigned long key = 0; key < ALL_KEYS; key++) {
		owners[key] = 0;
		for (size_t i = 0; i < ITEMS; i++)
			if (wb_is_linked(&world.items[i].node) && world.items[i].start <= key &&
			    key <= world.items[i].last)
				owners[key] |= (uint32_t)1 << i;
	}
}

/* Nothing but what was there before the call or is after it is found, and one of the two is. */
static void check_answers(const uint32_t *before, const uint32_t *after)
{
	for (unsigned long key = 0; key < ALL_KEYS; key++) {
		check(!(answers[key].items & ~(before[key] | after[key])));
		check(!answers[key].none || !before[key] || !after[key]);
	}
}

static void test_after_each_store_a_reader_is_right_or_told_to_wait(void **state)
{
	uint32_t before[ALL_KEYS], after[ALL_KEYS];

	(void)state;
	for (uint64_t seed = 0; seed < WORLDS; seed++) {
		start_world(seed, ITEMS / 2);
		find_owners(before);
		for (int i = 0; i < CALLS; i++) {
			check_context("world %" PRIu64 ", call %d", seed, i);
			memset(answers, 0, sizeof(answers));
			stepping = true;
			make_call(any_call());
			stepping = false;
			find_owners(after);
			check_answers(before, after);
			memcpy(before, after, sizeof(before));
		}
	}
	check(steps && busy);
	printf("%" PRIu64 " stores, %" PRIu64 " lookups told to wait\n", steps, busy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_after_each_store_a_reader_is_right_or_told_to_wait),
	};

	return run_suite(tests);
}
