/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Lookups beside a writer: what they return, threads that look up while another one
 * makes all the calls that it may, and a signal handler that interrupts the writer.
 * test_shared_model.c and test_shared_steps.c try what threads may never meet.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "rng.h"
#include "totals.h"
#include "wbtree_debug.h"

/* Counted, to see that P_find_shared comes to it. */
static unsigned int yields;
static struct wb_root *end_at_yield;
static void yield(void);
#define WB_SHARED_YIELD() yield()
#include "wbtree_shared.h"

struct slot {
	struct wb_node node;
	unsigned long start, last;
	wb_weight_t weight;
	struct wb_gaps gaps;
};

/* Ends that may change are read by atomic loads; others, as the weighted form's, as ever. */
#define START(slot) WB_LOAD_ACQUIRE_(unsigned long, &(slot)->start)
#define LAST(slot) WB_LOAD_ACQUIRE_(unsigned long, &(slot)->last)
#define PLAIN_START(slot) ((slot)->start)
#define PLAIN_LAST(slot) ((slot)->last)
#define WEIGHT(slot) ((slot)->weight)
#define GAPS(slot) ((slot)->gaps)
WB_RANGE_DEFINE(sized, struct slot, node, unsigned long, START, LAST);
WB_RANGE_DEFINE_WEIGHTED(weighted, struct slot, node, unsigned long, PLAIN_START, PLAIN_LAST,
			 WEIGHT);
#define SIZE(slot) ((slot)->last - (slot)->start + 1)
WB_RANGE_DEFINE_GAPS(gapped, struct slot, node, unsigned long, START, LAST, GAPS);
WB_SHARED_DEFINE(sized, struct slot, node, unsigned long);
WB_SHARED_DEFINE(weighted, struct slot, node, unsigned long);
WB_SHARED_DEFINE(gapped, struct slot, node, unsigned long);
WB_RANGE_DEFINE_SIZED(block, struct slot, node, unsigned long, PLAIN_START, SIZE);
WB_SHARED_DEFINE(block, struct slot, node, unsigned long);
WB_KEY_DEFINE(exact, struct slot, node, unsigned long, PLAIN_START);
WB_SHARED_DEFINE(exact, struct slot, node, unsigned long);

/* How often the start of an item was looked at, in all and before a yield. */
static unsigned int looks, looks_at_yield;

static unsigned long look(const struct slot *slot)
{
	looks++;
	return slot->start;
}

WB_RANGE_DEFINE_WEIGHTED(looked_at, struct slot, node, unsigned long, look, PLAIN_LAST, WEIGHT);
WB_SHARED_DEFINE(looked_at, struct slot, node, unsigned long);

static void yield(void)
{
	__atomic_fetch_add(&yields, 1, __ATOMIC_RELAXED);
	if (end_at_yield) {
		looks_at_yield = looks;
		wb_shared_end(end_at_yield);
		end_at_yield = NULL;
	}
	sched_yield();
}

/* ---- the world: slot i has the keys from 10 i to 10 i + 5, 6 or 7 ---- */

enum { SLOTS = 200, STEP = 10, CORE = 5, SPARE = 7, NEVER = 9 };

/* Each has two places to be in, for it to move. The even ones are always in the tree. */
static struct slot slots[SLOTS][2];
static size_t place[SLOTS];
static struct wb_root root;
static int rounds = 200000;

static struct slot *slot_at(size_t i)
{
	return &slots[i][place[i]];
}

/* The number of a slot that was found; SLOTS for NULL. */
static size_t number_of(const struct slot *slot)
{
	return slot ? (size_t)(slot - slots[0]) / 2 : SLOTS;
}

static void set_slots(void)
{
	memset(slots, 0, sizeof(slots));
	memset(place, 0, sizeof(place));
	root = WB_ROOT_EMPTY;
	for (size_t i = 0; i < SLOTS; i++) {
		slots[i][0].start = STEP * i;
		slots[i][0].last = STEP * i + CORE;
		slots[i][0].weight = 1 + i * i % 1000;
	}
}

enum { ERASE_OR_INSERT, UPDATE, MOVE, REBUILD, SPLIT_AND_JOIN, ERASE_RANGE };

static const bool sized_resizes_ = true, weighted_resizes_ = false, gapped_resizes_ = true;

static wb_update_fn *const sized_update_ = NULL, *const weighted_update_ = NULL;
static wb_update_fn *const gapped_update_ = gapped_update_gaps_;

/* For each form of ranges: how to fill a tree, and to look up all keys in it. */
#define DEFINE_FIND(P)                                                                             \
	static void insert_##P(void)                                                               \
	{                                                                                          \
		set_slots();                                                                       \
		for (size_t i = 0; i < SLOTS; i++)                                                 \
			check_status(P##_insert(&root, slot_at(i)), WB_OK);                        \
	}                                                                                          \
                                                                                                   \
	static void find_##P(void)                                                                 \
	{                                                                                          \
		insert_##P();                                                                      \
		for (unsigned long key = 0; key < STEP * (SLOTS + 1); key++) {                     \
			struct slot *found = NULL;                                                 \
                                                                                                   \
			check_status(P##_try_find_shared(&root, key, &found), WB_OK);              \
			check(found == P##_find(&root, key));                                      \
			check(P##_find_shared(&root, key) == found);                               \
		}                                                                                  \
	}                                                                                          \
	typedef struct slot P##_finds_

DEFINE_FIND(sized);
DEFINE_FIND(weighted);
DEFINE_FIND(gapped);
DEFINE_FIND(block);
DEFINE_FIND(exact);

/* For those that threads are tried with: how to change a tree, and to look up in it. */
#define DEFINE_RUN(P)                                                                              \
	/* A call that the writer may make. */                                                     \
	static void change_##P(struct rng *rng, int call)                                          \
	{                                                                                          \
		const size_t i = (size_t)rng_below(rng, SLOTS), odd = i | 1;                       \
		const unsigned long last = STEP * i + CORE + (unsigned long)rng_below(rng, 3);     \
		struct slot *slot = slot_at(i), *at = slot_at(i & ~(size_t)1);                     \
		struct wb_root right = WB_ROOT_INIT;                                               \
                                                                                                   \
		switch (call) {                                                                    \
		case ERASE_OR_INSERT:                                                              \
			if (!P##_erase(&root, slot_at(odd)))                                       \
				check_status(P##_insert(&root, slot_at(odd)), WB_OK);              \
			break;                                                                     \
		case UPDATE:                                                                       \
			slot->weight = rng_bits(rng, 20) + 1;                                      \
			if (wb_is_linked(&slot->node)) {                                           \
				if (P##_resizes_)                                                  \
					WB_STORE_RELEASE_(unsigned long, &slot->last, last);       \
				check_status(P##_update(&root, slot), WB_OK);                      \
			}                                                                          \
			break;                                                                     \
		case MOVE:                                                                         \
			wait_for_readers(); /* they may be where it was before */                  \
			if (P##_move(&root, slot, &slots[i][!place[i]]) == WB_OK)                  \
				place[i] = !place[i];                                              \
			break;                                                                     \
		case REBUILD:                                                                      \
			wb_shared_begin(&root);                                                    \
			wb_rebuild_augmented(&root, P##_update_);                                  \
			wb_shared_end(&root);                                                      \
			break;                                                                     \
		case SPLIT_AND_JOIN:                                                               \
			wb_shared_begin(&root);                                                    \
			check_status(P##_split(&root, at, &root, &right), WB_OK);                  \
			check_status(P##_join(&root, at, &right), WB_OK);                          \
			wb_shared_end(&root);                                                      \
			break;                                                                     \
		case ERASE_RANGE:                                                                  \
			wb_shared_begin(&root);                                                    \
			P##_erase_range(&root, STEP *i, STEP *(i + 10), NULL, NULL);               \
			for (size_t j = 0; j < SLOTS; j += 2)                                      \
				if (!wb_is_linked(&slot_at(j)->node))                              \
					check_status(P##_insert(&root, slot_at(j)), WB_OK);        \
			wb_shared_end(&root);                                                      \
			break;                                                                     \
		}                                                                                  \
	}                                                                                          \
                                                                                                   \
	static struct slot *read_##P(unsigned long key)                                            \
	{                                                                                          \
		return P##_find_shared(&root, key);                                                \
	}                                                                                          \
                                                                                                   \
	static void run_##P(void)                                                                  \
	{                                                                                          \
		insert_##P();                                                                      \
		run_threads(change_##P, read_##P);                                                 \
		check(!wb_check(&root, P##_order, NULL));                                          \
	}                                                                                          \
	typedef struct slot P##_runs_

/* ---- threads ---- */

enum { READERS = 2 };

struct reader {
	pthread_t thread;
	uint64_t seed, lookups, wrong;
	unsigned long passed; /* lookups that have ended */
};

static struct reader readers[READERS];
static struct slot *(*look_up)(unsigned long key);
static int over;

/*
 * A grace period: till each reader has ended the lookup that it was at. The release and
 * the acquire make what the lookup read come before what the writer does next.
 */
static void wait_for_readers(void)
{
	for (int i = 0; i < READERS; i++) {
		unsigned long before = __atomic_load_n(&readers[i].passed, __ATOMIC_ACQUIRE);

		while (__atomic_load_n(&readers[i].passed, __ATOMIC_ACQUIRE) == before)
			sched_yield();
	}
}

static void *read_on(void *of)
{
	struct reader *reader = (struct reader *)of;
	struct rng rng = { reader->seed };

	while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
		const size_t i = (size_t)rng_below(&rng, SLOTS);
		const unsigned long within = (unsigned long)rng_below(&rng, STEP);
		const size_t found = number_of(look_up(STEP * i + within));

		if (found != i)
			reader->wrong += found != SLOTS || (i % 2 == 0 && within <= CORE);
		else
			reader->wrong += within > SPARE;
		if (++reader->lookups % 64 == 0)
			sched_yield(); /* there may be fewer processors than threads */
		__atomic_store_n(&reader->passed, reader->passed + 1, __ATOMIC_RELEASE);
	}
	return NULL;
}

static void run_threads(void (*change)(struct rng *rng, int call),
			struct slot *(*find)(unsigned long key))
{
	struct rng rng = { 1 };

	memset(readers, 0, sizeof(readers));
	look_up = find;
	__atomic_store_n(&over, 0, __ATOMIC_RELEASE);
	for (int i = 0; i < READERS; i++) {
		readers[i].seed = (uint64_t)i;
		check(!pthread_create(&readers[i].thread, NULL, read_on, &readers[i]));
	}
	wait_for_readers();
	for (int i = 0; i < rounds; i++) {
		/* Most are single changes: the others take much longer. */
		const int most = i % 200 ? UPDATE : i % 1000 ? MOVE : ERASE_RANGE;

		change(&rng, (int)rng_below(&rng, (uint64_t)most + 1));
	}
	wait_for_readers();
	__atomic_store_n(&over, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < READERS; i++) {
		check(!pthread_join(readers[i].thread, NULL));
		check_equal(readers[i].wrong, 0);
		printf("reader %d: %" PRIu64 " lookups\n", i, readers[i].lookups);
	}
}

DEFINE_RUN(sized);
DEFINE_RUN(weighted);
DEFINE_RUN(gapped);

static void test_a_tree_at_rest_is_read_as_ever(void **state)
{
	struct slot *found = &slots[0][1];

	(void)state;
	set_slots();
	check_status(sized_try_find_shared(&root, 1, &found), WB_OK);
	check(!found);
	find_sized();
	find_weighted();
	find_gapped();
	find_block();
	find_exact();
}

static void test_readers_in_threads_are_right(void **state)
{
	(void)state;
	run_sized();
	run_weighted();
	run_gapped();
}

static void test_in_a_section_hits_are_found_and_misses_busy(void **state)
{
	struct slot *found = &slots[0][1];
	unsigned long seq;

	(void)state;
	insert_sized();
	seq = root.seq;
	check(!(seq & 1));
	wb_shared_begin(&root);
	check(sized_erase(&root, slot_at(7)) && root.seq & 1);
	check_status(sized_try_find_shared(&root, STEP * 7, &found), WB_E_BUSY);
	check(found == &slots[0][1]);
	check_status(sized_try_find_shared(&root, STEP * 8, &found), WB_OK);
	check(found == slot_at(8));
	wb_shared_end(&root);
	check(root.seq > seq && !(root.seq & 1));
	check_status(sized_try_find_shared(&root, STEP * 7, &found), WB_OK);
	check(!found);
}

/* Each try looks twice at the start of the one item that there is. */
static void test_the_sixteenth_retry_yields(void **state)
{
	(void)state;
	set_slots();
	check_status(looked_at_insert(&root, slot_at(1)), WB_OK);
	wb_shared_begin(&root);
	end_at_yield = &root;
	looks = yields = 0;
	check(!looked_at_find_shared(&root, STEP * 2));
	check_equal(yields, 1);
	check_equal(looks_at_yield, 2 * 16);
	check_equal(looks, 2 * 17);
}

/* As a reader may see it during a bulk call. */
static void test_a_circle_is_left(void **state)
{
	struct slot *found = NULL;

	(void)state;
	set_slots();
	check_status(sized_insert(&root, slot_at(1)), WB_OK);
	slot_at(1)->node.child[WB_RIGHT] = &slot_at(1)->node;
	check_status(sized_try_find_shared(&root, STEP * 2, &found), WB_E_BUSY);
	check_status(sized_try_find_shared(&root, STEP, &found), WB_OK);
	check(found == slot_at(1));
}

/* ---- a signal handler ---- */

static struct {
	int signals, busy, wrong;
} seen;

static int signals_seen(void)
{
	return __atomic_load_n(&seen.signals, __ATOMIC_RELAXED);
}

/* The writer does not go on before this returns, so it is busy if the count is odd. */
static void handle(int signal)
{
	static struct rng rng;
	const bool is_odd = root.seq & 1;

	(void)signal;
	for (int n = 0; n < 8; n++) {
		const size_t i = (size_t)rng_below(&rng, SLOTS);
		const unsigned long within = (unsigned long)rng_below(&rng, STEP);
		struct slot *found = NULL;
		int status = weighted_try_find_shared(&root, STEP * i + within, &found);

		if (status == WB_E_BUSY) {
			seen.busy++;
			seen.wrong += !is_odd;
		} else if (found) {
			seen.wrong += number_of(found) != i || within > SPARE;
		} else {
			seen.wrong += i % 2 == 0 && within <= CORE;
		}
	}
	__atomic_store_n(&seen.signals, seen.signals + 1, __ATOMIC_RELAXED);
}

static void set_timer(long microseconds)
{
	const struct itimerval timer = { { 0, microseconds }, { 0, microseconds } };

	check(!setitimer(ITIMER_REAL, &timer, NULL));
}

/*
 * Before any thread is made: an emulator of i686 may give a thread that a signal has
 * interrupted the storage of another.
 */
static void test_a_handler_that_interrupts_the_writer_is_right(void **state)
{
	struct sigaction action;
	struct rng rng = { 1 };

	(void)state;
	insert_weighted();
	memset(&action, 0, sizeof(action));
	action.sa_handler = handle;
	check(!sigaction(SIGALRM, &action, NULL));
	set_timer(53);
	while (signals_seen() < rounds / 20)
		change_weighted(&rng, (int)rng_below(&rng, 2));
	set_timer(0);
	check(!seen.wrong);
	printf("%d signals, %d lookups were busy\n", seen.signals, seen.busy);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_tree_at_rest_is_read_as_ever),
		cmocka_unit_test(test_in_a_section_hits_are_found_and_misses_busy),
		cmocka_unit_test(test_the_sixteenth_retry_yields),
		cmocka_unit_test(test_a_circle_is_left),
		cmocka_unit_test(test_a_handler_that_interrupts_the_writer_is_right),
		cmocka_unit_test(test_readers_in_threads_are_right),
	};

	if (argc > 1 && strcmp(argv[1], "small") == 0)
		rounds = 10000;
	return run_suite(tests);
}
