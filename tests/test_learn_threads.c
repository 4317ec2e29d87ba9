/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Readers take notes while the writer changes the tree and learns from them. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <string.h>

#include "promises.h"
#include "rng.h"
#include "totals.h"
#include "wbtree_learn.h"
#include "wbtree_shared.h"

struct slot {
	struct wb_node node;
	uint64_t start, last;
	struct wb_gaps gaps;
};

#define START(slot) ((slot)->start)
#define LAST(slot) ((slot)->last)
#define GAPS(slot) ((slot)->gaps)
WB_RANGE_DEFINE_LEARNED(plain, struct slot, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(plain, struct slot, node, uint64_t);
WB_NOTES_DEFINE(plain, struct slot, node, uint64_t);
WB_RANGE_DEFINE_LEARNED_GAPS(gapped, struct slot, node, uint64_t, START, LAST, GAPS);
WB_SHARED_DEFINE(gapped, struct slot, node, uint64_t);
WB_NOTES_DEFINE(gapped, struct slot, node, uint64_t);

/* Slot i is [10 i, 10 i + 7]; the even ones are always in the tree. */
enum { SLOTS = 128, STEP = 10, FREE = 8, HOT = 40, READERS = 2, ROUNDS = 20000 };

static struct slot slots[SLOTS];
static struct wb_root root;

struct reader {
	pthread_t thread;
	struct rng rng;
	int stop;
	uint64_t searches, wrong;
};

/* Half of the searches are for one slot, and for one gap that nobody fills. */
static uint64_t any_key(struct rng *rng)
{
	const uint64_t any = STEP * rng_below(rng, SLOTS) + rng_below(rng, STEP);

	switch (rng_below(rng, 4)) {
	case 0:
		return STEP * HOT;
	case 1:
		return STEP * HOT + FREE;
	default:
		return any;
	}
}

/* Whether found may be the answer: an odd slot may be there or not. */
static bool may_be(uint64_t key, const struct slot *found)
{
	const size_t i = (size_t)(key / STEP);

	if (key % STEP >= FREE)
		return !found;
	return found == &slots[i] || (!found && i % 2);
}

#define DEFINE_TEST(P)                                                                             \
	struct P##_party {                                                                         \
		struct reader reader;                                                              \
		struct P##_notes notes;                                                            \
	};                                                                                         \
                                                                                                   \
	static void *P##_read(void *arg)                                                           \
	{                                                                                          \
		struct P##_party *party = arg;                                                     \
		struct reader *reader = &party->reader;                                            \
                                                                                                   \
		while (!__atomic_load_n(&reader->stop, __ATOMIC_RELAXED)) {                        \
			const uint64_t key = any_key(&reader->rng);                                \
                                                                                                   \
			reader->wrong += !may_be(key, P##_find_note(&root, key, &party->notes));   \
			reader->searches++;                                                        \
		}                                                                                  \
		return NULL;                                                                       \
	}                                                                                          \
                                                                                                   \
	/* Turns an odd slot in or out, and learns. */                                             \
	static size_t P##_write(struct rng *rng, struct P##_party *parties,                        \
				struct wb_learner *learner)                                        \
	{                                                                                          \
		struct slot *slot = &slots[rng_below(rng, SLOTS) | 1];                             \
		size_t learned = 0;                                                                \
                                                                                                   \
		if (!P##_erase(&root, slot))                                                       \
			check_status(P##_insert(&root, slot), WB_OK);                              \
		P##_find_learn(&root, any_key(rng), learner);                                      \
		for (size_t i = 0; i < READERS; i++)                                               \
			learned += P##_learn(&root, &parties[i].notes, learner);                   \
		return learned;                                                                    \
	}                                                                                          \
                                                                                                   \
	static void P##_test(void **state)                                                         \
	{                                                                                          \
		static struct P##_party parties[READERS];                                          \
		struct wb_learner learner = { 0 };                                                 \
		struct rng rng = { 1 };                                                            \
		size_t learned = 0;                                                                \
                                                                                                   \
		(void)state;                                                                       \
		put_slots();                                                                       \
		for (size_t i = 0; i < SLOTS; i++)                                                 \
			check_status(P##_insert(&root, &slots[i]), WB_OK);                         \
		for (size_t i = 0; i < READERS; i++) {                                             \
			parties[i].reader.rng.state = i;                                           \
			parties[i].notes.sampling.every = 4;                                       \
			check(!pthread_create(&parties[i].reader.thread, NULL, P##_read,           \
					      &parties[i]));                                       \
		}                                                                                  \
		for (size_t i = 0; i < ROUNDS || learned < ROUNDS; i++)                            \
			learned += P##_write(&rng, parties, &learner);                             \
		for (size_t i = 0; i < READERS; i++) {                                             \
			__atomic_store_n(&parties[i].reader.stop, 1, __ATOMIC_RELAXED);            \
			check(!pthread_join(parties[i].reader.thread, NULL));                      \
			check_equal(parties[i].reader.wrong, 0);                                   \
			check(parties[i].reader.searches > 0);                                     \
		}                                                                                  \
		check_promises(&root, P##_order);                                                  \
		check_learned();                                                                   \
	}                                                                                          \
	typedef struct slot P##_tested_

static void put_slots(void)
{
	memset(slots, 0, sizeof(slots));
	root = WB_ROOT_EMPTY;
	for (size_t i = 0; i < SLOTS; i++) {
		slots[i].start = STEP * i;
		slots[i].last = STEP * i + FREE - 1;
	}
}

/* A quarter of all searches was for the hot slot, and one for the gap behind it. */
static void check_learned(void)
{
	const wb_weight_t hot =
		wb_weight(&slots[HOT].node) + wb_weight(&slots[HOT + 2].node) +
		(wb_is_linked(&slots[HOT + 1].node) ? wb_weight(&slots[HOT + 1].node) : 0);

	check(hot > wb_total(&root) / 3);
	check(hot < wb_total(&root) / 3 * 2);
}

DEFINE_TEST(plain);
DEFINE_TEST(gapped);

static void test_notes_are_learned_beside_readers(void **state)
{
	plain_test(state);
}

static void test_notes_are_learned_beside_readers_in_a_tree_with_gaps(void **state)
{
	gapped_test(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_notes_are_learned_beside_readers),
		cmocka_unit_test(test_notes_are_learned_beside_readers_in_a_tree_with_gaps),
	};

	return run_suite(tests);
}
