/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What learning does: which searches it learns from, what it adds, when it fades; notes of
 * readers; extents. What searches then cost is the subject of test_learn_cost.c, and all
 * changes of trees that learn are mixed in test_range_bulk.c.
 */
#include <string.h>

#include "promises.h"
#include "rng.h"
#include "totals.h"
#include "wbtree_learn.h"
#include "wbtree_shared.h"

struct slot {
	struct wb_node node;
	uint32_t start, last;
	struct wb_gaps gaps;
};

#define SLOT_START(slot) ((slot)->start)
#define SLOT_LAST(slot) ((slot)->last)
#define SLOT_GAPS(slot) ((slot)->gaps)
WB_RANGE_DEFINE_LEARNED(slot, struct slot, node, uint32_t, SLOT_START, SLOT_LAST);
WB_SHARED_DEFINE(slot, struct slot, node, uint32_t);
WB_NOTES_DEFINE(slot, struct slot, node, uint32_t);
WB_EXTENT_DEFINE(slot, struct slot, node, uint32_t);
WB_KEY_DEFINE_LEARNED(exact, struct slot, node, uint32_t, SLOT_START);
WB_RANGE_DEFINE_LEARNED_GAPS(gapped, struct slot, node, uint32_t, SLOT_START, SLOT_LAST, SLOT_GAPS);

/* Slot i is [16 i + 8, 16 i + 15], so there is a gap before each. */
enum { SLOTS = 64, SPAN = 16 * SLOTS };

static struct slot slots[SLOTS];

static const struct wb_learner from_each = { .sampling = { .every = 1 } };

/* A tree of the first n slots, all of weight 1. */
static struct wb_root tree_of(uint32_t n)
{
	struct wb_root root = WB_ROOT_INIT;
	struct slot *sorted[SLOTS];

	memset(slots, 0, sizeof(slots));
	for (uint32_t i = 0; i < n; i++) {
		slots[i].start = 16 * i + 8;
		slots[i].last = 16 * i + 15;
		sorted[i] = &slots[i];
	}
	check_status(slot_build(&root, sorted, n), WB_OK);
	return root;
}

/* ---- which searches ---- */

static void test_by_default_a_search_in_64_is_learned_from_at_random(void **state)
{
	enum { SEARCHES = 640000, EXPECTED = SEARCHES / 64 };
	size_t sampled = 0, gap = 0, gaps[127] = { 0 }, of_phase[64] = { 0 };
	struct wb_sampling sampling = { 0 };

	(void)state;
	for (size_t i = 0; i < SEARCHES; i++, gap++) {
		if (!wb_sampled_(&sampling))
			continue;
		sampled++;
		of_phase[i % 64]++;
		if (i)
			gaps[gap - 1]++;
		gap = 0;
	}
	/* Far more than five times what chance comes to. */
	check(sampled > EXPECTED - EXPECTED / 20 && sampled < EXPECTED + EXPECTED / 20);
	for (size_t i = 0; i < 64; i++)
		check(of_phase[i] > EXPECTED / 64 / 2 && of_phase[i] < 2 * EXPECTED / 64);
	for (size_t i = 0; i < 127; i++)
		check(gaps[i] > EXPECTED / 127 / 4 && gaps[i] < 3 * EXPECTED / 127);
}

static void test_one_in_one_is_each_search(void **state)
{
	struct wb_sampling sampling = { .every = 1, .random = 5 };

	(void)state;
	for (size_t i = 0; i < 1000; i++)
		check(wb_sampled_(&sampling));
}

static void test_the_rarest_sample_is_one_in_all_of_32_bits(void **state)
{
	uint64_t most = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 1000; seed++) {
		struct wb_sampling sampling = { .every = UINT32_MAX, .random = seed };

		check(wb_sampled_(&sampling));
		check(sampling.skip <= 2 * (uint64_t)UINT32_MAX - 2);
		most = sampling.skip > most ? sampling.skip : most;
	}
	check(most > 2 * (uint64_t)UINT32_MAX - UINT32_MAX / 50);
}

static void test_seeds_choose_the_sample_and_runs_repeat(void **state)
{
	struct wb_sampling a = { .random = 1 }, b = { .random = 1 }, c = { .random = 2 };
	size_t differ = 0;

	(void)state;
	for (size_t i = 0; i < 10000; i++) {
		const bool sampled = wb_sampled_(&a);

		check(sampled == wb_sampled_(&b));
		differ += sampled != wb_sampled_(&c);
	}
	check(differ > 100);
}

/* ---- what is added, and to what ---- */

/* The nodes visited to reach a slot. */
static unsigned int depth(const struct slot *slot)
{
	const struct wb_node *x = &slot->node;
	unsigned int visited = 0;

	for (; x; x = x->parent)
		visited++;
	return visited;
}

static void test_what_is_credited_is_where_the_search_ends(void **state)
{
	const struct wb_learner from_each_a_little = { .sampling = { .every = 1 },
						       .credit = 3,
						       .limit = UINT64_MAX };
	struct wb_learner learner = from_each_a_little;
	struct wb_root root = tree_of(SLOTS);
	struct rng rng = { 1 };

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		const uint32_t key = (uint32_t)rng_below(&rng, rng_below(&rng, 2) ? SPAN : 100);
		struct slot *behind = slot_ceil(&root, key), *end = behind;
		wb_weight_t weight;

		if (key % 16 < 8 && key > 8 && depth(behind - 1) > depth(behind))
			end = behind - 1;
		weight = wb_weight(&end->node);
		check(slot_find_learn(&root, key, &learner) == (key % 16 < 8 ? NULL : behind));
		check_equal(wb_weight(&end->node), weight + 3);
		check_equal(wb_total(&root), SLOTS + 3 * (i + 1));
		if (i % 100 == 0)
			check_promises(&root, slot_order);
	}
}

static void test_a_search_that_is_not_sampled_changes_nothing(void **state)
{
	struct wb_root root = tree_of(SLOTS), before;
	struct wb_learner learner = { 0 };
	struct slot as_it_was[SLOTS];

	(void)state;
	slot_find_learn(&root, 0, &learner);
	for (learner.sampling.skip = 10; learner.sampling.skip;) {
		before = root;
		memcpy(as_it_was, slots, sizeof(slots));
		check(slot_find_learn(&root, 24, &learner) == &slots[1]);
		check(!slot_find_learn(&root, 16, &learner));
		check(memcmp(as_it_was, slots, sizeof(slots)) == 0);
		check(memcmp(&before, &root, sizeof(root)) == 0);
	}
}

static void test_an_empty_tree_has_nothing_to_learn(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	for (uint32_t key = 0; key < 100; key++)
		check(!slot_find_learn(&root, key, &learner));
	check(wb_is_empty(&root));
}

/* ---- the limit ---- */

/* Learns from random searches, and checks after each that the total is in its limit. */
static void learn_below(struct wb_root *root, struct wb_learner *learner, wb_weight_t limit,
			size_t searches)
{
	struct rng rng = { limit };

	for (size_t i = 0; i < searches; i++) {
		slot_find_learn(root, (uint32_t)rng_below(&rng, SPAN), learner);
		check(wb_total(root) <= limit);
	}
	check_promises(root, slot_order);
}

static void test_the_total_stays_below_its_limit_whatever_is_added(void **state)
{
	static const wb_weight_t credits[] = { 0, 1, 7, 100, UINT64_MAX };

	(void)state;
	for (uint32_t n = 1; n <= SLOTS; n += n < 4 ? 1 : 15) {
		const wb_weight_t limits[] = { 0, 1, 5 * n, 100 * n, UINT64_MAX };

		for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
			const wb_weight_t least = 4 * n;
			wb_weight_t limit = limits[i] ? limits[i] : 64 * n;

			limit = limit > least ? limit : least;
			for (size_t j = 0; j < sizeof(credits) / sizeof(credits[0]); j++) {
				struct wb_learner learner = from_each;
				struct wb_root root = tree_of(n);

				check_context("%u slots, limit %u, credit %u", (unsigned int)n,
					      (unsigned int)limit, (unsigned int)credits[j]);
				learner.limit = limits[i];
				learner.credit = credits[j];
				learn_below(&root, &learner, limit, 500);
			}
		}
	}
}

static void test_the_total_comes_near_its_limit_and_is_halved_there(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = tree_of(SLOTS);
	wb_weight_t most = 0, before = SLOTS;
	size_t halved = 0;

	(void)state;
	for (size_t i = 0; i < 10000; i++) {
		wb_weight_t total;

		slot_find_learn(&root, (uint32_t)(16 * (i % SLOTS) + 8), &learner);
		total = wb_total(&root);
		most = total > most ? total : most;
		if (total < before) {
			halved++;
			check(before > 64 * SLOTS - 8);
			check(total - 8 >= before / 2 && total - 8 <= before / 2 + SLOTS / 2);
		} else {
			check_equal(total, before + 8);
		}
		before = total;
	}
	check(most > 64 * SLOTS - 8 && most <= 64 * SLOTS);
	/* The window: from 1/2 to all of 64 a slot, by 8 a search, and SLOTS / 2 less. */
	check(halved > 10000 / (4 * SLOTS) - 2 && halved <= 10000 / (4 * SLOTS) + 4);
}

static void test_a_limit_that_is_too_low_is_taken_as_4_for_each_item(void **state)
{
	static const wb_weight_t limits[] = { 1, 4 * SLOTS - 1, 4 * SLOTS };

	(void)state;
	for (size_t j = 0; j < 3; j++) {
		struct wb_learner learner = from_each;
		struct wb_root root = tree_of(SLOTS);
		wb_weight_t most = 0;

		learner.credit = 1;
		learner.limit = limits[j];
		for (uint32_t i = 0; i < 1000; i++) {
			slot_find_learn(&root, 16 * (i % SLOTS), &learner);
			most = wb_total(&root) > most ? wb_total(&root) : most;
		}
		check_equal(most, 4 * SLOTS);
	}
}

static void test_a_credit_that_is_too_large_is_taken_as_a_quarter_of_the_limit(void **state)
{
	static const wb_weight_t credits[] = { 8 * SLOTS, 16 * SLOTS, 16 * SLOTS + 1, UINT64_MAX };

	(void)state;
	for (size_t j = 0; j < sizeof(credits) / sizeof(credits[0]); j++) {
		struct wb_learner learner = from_each;
		struct wb_root root = tree_of(SLOTS);
		const wb_weight_t before = wb_total(&root);

		learner.credit = credits[j];
		learner.limit = 64 * SLOTS;
		slot_find_learn(&root, 16 * 3, &learner);
		check_equal(wb_total(&root) - before, j ? 16 * SLOTS : 8 * SLOTS);
	}
}

static void test_weights_of_before_are_faded_first(void **state)
{
	struct wb_root root = WB_ROOT_INIT;
	struct wb_learner learner = from_each;
	struct slot *sorted[SLOTS];
	wb_weight_t weights[SLOTS];

	(void)state;
	tree_of(SLOTS);
	memset(slots, 0, sizeof(slots));
	for (uint32_t i = 0; i < SLOTS; i++) {
		slots[i].start = 16 * i + 8;
		slots[i].last = 16 * i + 15;
		sorted[i] = &slots[i];
		weights[i] = UINT64_MAX / SLOTS;
	}
	weights[3] += UINT64_MAX % SLOTS;
	check_status(slot_build_learned(&root, sorted, weights, SLOTS), WB_OK);
	check_equal(wb_total(&root), UINT64_MAX);
	learn_below(&root, &learner, 64 * SLOTS, 1000);
}

static void test_a_tree_that_grows_or_shrinks_has_its_limit_grow_or_shrink(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = tree_of(SLOTS);

	(void)state;
	learn_below(&root, &learner, 64 * SLOTS, 2000);
	for (size_t i = 4; i < SLOTS; i++)
		check(slot_erase(&root, &slots[i]));
	for (size_t i = 0; i < 2000; i++)
		slot_find_learn(&root, (uint32_t)(i % 64), &learner);
	learn_below(&root, &learner, 64 * SLOTS, 100);
	for (size_t i = 0; i < 20000; i++) /* until it is built anew */
		slot_find_learn(&root, (uint32_t)(i % 64), &learner);
	learn_below(&root, &learner, 64 * 4, 2000);
	for (size_t i = 4; i < SLOTS; i++)
		check_status(slot_insert(&root, &slots[i]), WB_OK);
	for (size_t i = 0; i < 10; i++)
		slot_find_learn(&root, (uint32_t)i, &learner);
	learn_below(&root, &learner, 64 * SLOTS, 5000);
	check(wb_total(&root) > 16 * SLOTS);
}

static void test_gaps_stay_right_in_a_tree_that_learns(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = WB_ROOT_INIT;
	struct rng rng = { 3 };

	(void)state;
	tree_of(SLOTS);
	memset(slots, 0, sizeof(slots));
	for (uint32_t i = 0; i < SLOTS; i++) {
		slots[i].start = 40 * i + i % 7;
		slots[i].last = 40 * i + 20;
		check_status(gapped_insert(&root, &slots[i]), WB_OK);
	}
	for (size_t i = 0; i < 5000; i++) {
		uint32_t start = 0;

		gapped_find_learn(&root, (uint32_t)rng_below(&rng, 40 * SLOTS), &learner);
		check(gapped_find_gap(&root, 0, 40 * SLOTS, 25, &start) && start == 40 * 5 + 21);
		check(gapped_find_gap(&root, 40 * 12, 40 * SLOTS, 25, &start) &&
		      start == 40 * 12 + 21);
	}
	check_promises(&root, gapped_order);
}

static void test_exact_keys_are_learned_like_ranges_of_one_key(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = WB_ROOT_INIT;
	struct slot twin = { .start = 8 };

	(void)state;
	tree_of(SLOTS);
	memset(slots, 0, sizeof(slots));
	for (uint32_t i = 0; i < SLOTS; i++) {
		slots[i].start = 16 * i + 8;
		check_status(exact_insert(&root, &slots[i]), WB_OK);
	}
	check_status(exact_insert(&root, &twin), WB_E_EXISTS);
	for (uint32_t i = 0; i < 500; i++) {
		check(exact_find_learn(&root, 24, &learner) == &slots[1]);
		check(!exact_find_learn(&root, 25, &learner));
		check(!exact_find_learn(&root, 23, &learner));
	}
	check(depth(&slots[1]) == 1 && depth(&slots[0]) <= 3 && depth(&slots[2]) <= 3);
	check_promises(&root, exact_order);
}

/* ---- a golden run ---- */

static void test_a_run_ends_in_the_tree_that_it_has_always_ended_in(void **state)
{
	struct wb_learner learner = { .sampling = { .random = 7, .every = 3 } };
	struct wb_root root = tree_of(SLOTS);
	struct rng rng = { 11 };
	uint64_t digest = 0;
	const struct wb_node *pos;

	(void)state;
	for (size_t i = 0; i < 50000; i++) {
		const uint64_t key = rng_below(&rng, 1 + rng_below(&rng, SPAN));

		slot_find_learn(&root, (uint32_t)key, &learner);
		digest = 31 * digest + depth(wb_entry(root.node, struct slot, node)) +
			 (uint64_t)(wb_entry(root.node, struct slot, node) - slots);
	}
	check_promises(&root, slot_order);
	wb_for_each (pos, &root)
		digest = 31 * digest + pos->sum;
	check_equal(digest, UINT64_C(0x2323522f0bfbdc89));
}

/* ---- notes ---- */

static const struct slot_notes note_each = { .sampling = { .every = 1 } };

static void test_learning_from_notes_is_learning_from_the_searches(void **state)
{
	struct wb_learner learner = from_each, other = from_each;
	struct slot_notes notes = note_each;
	struct wb_root root = tree_of(SLOTS);
	wb_weight_t sums[SLOTS];
	uint32_t keys[50];
	struct rng rng = { 5 };

	(void)state;
	for (size_t i = 0; i < 50; i++) {
		keys[i] = (uint32_t)rng_below(&rng, SPAN);
		check(slot_find_note(&root, keys[i], &notes) == slot_find(&root, keys[i]));
	}
	check_equal(slot_learn(&root, &notes, &learner), 50);
	check_equal(slot_learn(&root, &notes, &learner), 0);
	for (size_t i = 0; i < SLOTS; i++)
		sums[i] = slots[i].node.sum;
	root = tree_of(SLOTS);
	for (size_t i = 0; i < 50; i++)
		slot_find_learn(&root, keys[i], &other);
	for (size_t i = 0; i < SLOTS; i++)
		check_equal(slots[i].node.sum, sums[i]);
	check_promises(&root, slot_order);
}

static void test_notes_that_are_full_forget_what_comes(void **state)
{
	struct wb_learner learner = { .limit = UINT64_MAX, .credit = 1 };
	struct slot_notes notes = note_each;
	struct wb_root root = tree_of(SLOTS);

	(void)state;
	notes.written = notes.read = (unsigned int)-30; /* the counts wrap around */
	for (size_t round = 0; round < 3; round++) {
		for (size_t i = 0; i < 64; i++)
			slot_find_note(&root, 8, &notes);
		for (size_t i = 0; i < 10; i++)
			check(slot_find_note(&root, 24, &notes) == &slots[1]);
		check_equal(slot_learn(&root, &notes, &learner), 64);
		check_equal(wb_weight(&slots[0].node), 1 + 64 * (round + 1));
		check_equal(wb_weight(&slots[1].node), 1);
	}
}

static void test_notes_take_a_search_in_64_by_default(void **state)
{
	struct slot_notes notes = { 0 };
	struct wb_root root = tree_of(SLOTS);
	struct wb_learner learner = { 0 };
	size_t learned = 0;

	(void)state;
	for (size_t i = 0; i < 640; i++) {
		for (size_t j = 0; j < 64; j++)
			slot_find_note(&root, (uint32_t)j, &notes);
		learned += slot_learn(&root, &notes, &learner);
	}
	check(learned > 600 && learned < 680);
}

static void test_what_was_noted_may_be_erased_before_it_is_learned(void **state)
{
	struct wb_learner learner = from_each;
	struct slot_notes notes = note_each;
	struct wb_root root = tree_of(SLOTS);

	(void)state;
	for (uint32_t i = 0; i < 60; i++)
		check(slot_find_note(&root, 16 * i + 8, &notes) == &slots[i]);
	for (uint32_t i = 0; i < SLOTS; i++) {
		check(slot_erase(&root, &slots[i]));
		memset(&slots[i], 0xa5, sizeof(slots[i]));
		if (i == 40)
			check_equal(slot_learn(&root, &notes, &learner), 60);
		if (i == 41)
			check(!slot_find_note(&root, 8, &notes));
	}
	check_equal(slot_learn(&root, &notes, &learner), 1);
	check(wb_is_empty(&root));
}

/* ---- extents ---- */

static void test_an_extent_is_the_whole_range_or_gap(void **state)
{
	struct wb_root root = tree_of(SLOTS);

	(void)state;
	for (uint32_t i = 0; i < SLOTS; i++) {
		struct slot_extent extent = { 0 };

		check(!slot_find_extent(&root, 16 * i + 3, &extent));
		check(extent.known && !extent.item);
		check_equal(extent.span.start, 16 * i);
		check_equal(extent.span.last, 16 * i + 7);
		check(slot_find_extent(&root, 16 * i + 9, &extent) == &slots[i]);
		check(extent.item == &slots[i]);
		check_equal(extent.span.start, slots[i].start);
		check_equal(extent.span.last, slots[i].last);
	}
}

static void test_an_extent_is_not_looked_for_again(void **state)
{
	struct wb_root root = tree_of(SLOTS), empty = WB_ROOT_INIT;
	struct slot_extent extent = { 0 };

	(void)state;
	check(!slot_find_extent(&root, 16, &extent));
	for (uint32_t key = 16; key < 24; key++)
		check(!slot_find_extent(&empty, key, &extent) && !extent.item);
	check(slot_find_extent(&root, 24, &extent) == &slots[1]);
	for (uint32_t key = 24; key < 32; key++)
		check(slot_find_extent(&empty, key, &extent) == &slots[1]);
	check(!slot_find_extent(&empty, 32, &extent));
	check_equal(extent.span.start, 0);
	check_equal(extent.span.last, UINT64_MAX);
}

static void test_learning_does_not_make_an_extent_wrong(void **state)
{
	struct wb_learner learner = from_each;
	struct wb_root root = tree_of(SLOTS);
	struct slot_extent extent = { 0 };
	struct rng rng = { 9 };

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		const uint32_t key = (uint32_t)rng_below(&rng, rng_below(&rng, 4) ? 40 : SPAN);

		check(slot_find_extent(&root, key, &extent) == slot_find(&root, key));
		slot_find_learn(&root, key, &learner);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_default_a_search_in_64_is_learned_from_at_random),
		cmocka_unit_test(test_one_in_one_is_each_search),
		cmocka_unit_test(test_the_rarest_sample_is_one_in_all_of_32_bits),
		cmocka_unit_test(test_seeds_choose_the_sample_and_runs_repeat),
		cmocka_unit_test(test_what_is_credited_is_where_the_search_ends),
		cmocka_unit_test(test_a_search_that_is_not_sampled_changes_nothing),
		cmocka_unit_test(test_an_empty_tree_has_nothing_to_learn),
		cmocka_unit_test(test_the_total_stays_below_its_limit_whatever_is_added),
		cmocka_unit_test(test_the_total_comes_near_its_limit_and_is_halved_there),
		cmocka_unit_test(test_a_limit_that_is_too_low_is_taken_as_4_for_each_item),
		cmocka_unit_test(
			test_a_credit_that_is_too_large_is_taken_as_a_quarter_of_the_limit),
		cmocka_unit_test(test_weights_of_before_are_faded_first),
		cmocka_unit_test(test_a_tree_that_grows_or_shrinks_has_its_limit_grow_or_shrink),
		cmocka_unit_test(test_gaps_stay_right_in_a_tree_that_learns),
		cmocka_unit_test(test_exact_keys_are_learned_like_ranges_of_one_key),
		cmocka_unit_test(test_a_run_ends_in_the_tree_that_it_has_always_ended_in),
		cmocka_unit_test(test_learning_from_notes_is_learning_from_the_searches),
		cmocka_unit_test(test_notes_that_are_full_forget_what_comes),
		cmocka_unit_test(test_notes_take_a_search_in_64_by_default),
		cmocka_unit_test(test_what_was_noted_may_be_erased_before_it_is_learned),
		cmocka_unit_test(test_an_extent_is_the_whole_range_or_gap),
		cmocka_unit_test(test_an_extent_is_not_looked_for_again),
		cmocka_unit_test(test_learning_does_not_make_an_extent_wrong),
	};

	return run_suite(tests);
}
