/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What searches cost in trees that learn: what is promised, on streams of all kinds; and
 * how near they come to the optimum for the stream. That is the best tree for its hits
 * and its misses (Knuth 1971 with both kinds of weights), as a miss has to visit both
 * neighbours of its gap in any tree.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "rng.h"
#include "streams.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "wbtree_learn.h"

struct place {
	struct wb_node node;
	uint64_t start, last;
};

#define PLACE_START(place) ((place)->start)
#define PLACE_LAST(place) ((place)->last)
WB_RANGE_DEFINE_LEARNED(place, struct place, node, uint64_t, PLACE_START, PLACE_LAST);
WB_RANGE_DEFINE(sized, struct place, node, uint64_t, PLACE_START, PLACE_LAST);

/* A stream and the tree of its ranges. */
struct field {
	struct stream stream;
	struct wb_root root;
	struct place *places, **sorted;
};

/* An unlinked tree. */
static void open_field(struct field *field, const struct stream_source *source)
{
	size_t n;

	memset(field, 0, sizeof(*field));
	stream_open(&field->stream, source);
	n = field->stream.ranges;
	field->places = must_alloc(n, sizeof(*field->places));
	field->sorted = must_alloc(n, sizeof(struct place *));
	for (size_t i = 0; i < n; i++) {
		field->places[i].start = field->stream.start[i];
		field->places[i].last = field->stream.last[i];
		field->sorted[i] = &field->places[i];
	}
	check_context("%s", source->name);
}

static void close_field(struct field *field)
{
	stream_close(&field->stream);
	free(field->places);
	free(field->sorted);
}

/* All ranges weigh 1. */
static void build_equal(struct field *field)
{
	for (size_t i = 0; i < field->stream.ranges; i++)
		memset(&field->places[i].node, 0, sizeof(field->places[i].node));
	field->root = WB_ROOT_EMPTY;
	check_status(place_build(&field->root, field->sorted, field->stream.ranges), WB_OK);
}

static void build_by_size(struct field *field)
{
	build_equal(field);
	for (size_t i = 0; i < field->stream.ranges; i++)
		memset(&field->places[i].node, 0, sizeof(field->places[i].node));
	field->root = WB_ROOT_EMPTY;
	check_status(sized_build(&field->root, field->sorted, field->stream.ranges), WB_OK);
}

/* The nodes that a search visits, and where it ends. */
static unsigned int visits_of(const struct field *field, uint64_t key, size_t *end)
{
	const struct wb_node *x = field->root.node;
	unsigned int visits = 0;

	while (x) {
		const struct place *place = wb_entry(x, struct place, node);

		visits++;
		*end = (size_t)(place - field->places);
		if (key >= place->start && key <= place->last)
			break;
		x = x->child[key > place->start];
	}
	return visits;
}

/* Of keys first to end - 1, in the tree as it is. */
static double visits_of_all(const struct field *field, size_t first, size_t end)
{
	double visits = 0;
	size_t at;

	for (; first < end; first++)
		visits += visits_of(field, field->stream.key[first], &at);
	return visits;
}

static double all_visits(const struct field *field)
{
	return visits_of_all(field, 0, field->stream.keys);
}

/* Learns from so many searches, which go through keys first to end - 1 again and again. */
static void learn(struct field *field, struct wb_learner *learner, size_t searches, size_t first,
		  size_t end)
{
	for (size_t i = 0; i < searches; i++) {
		const uint64_t key = field->stream.key[first + i % (end - first)];
		const struct place *found = place_find_learn(&field->root, key, learner);

		check(!found || (key >= found->start && key <= found->last));
	}
	check_promises(&field->root, place_order);
}

/* ---- what is promised ---- */

static size_t height_of(const struct wb_root *root)
{
	struct wb_shape shape;

	wb_measure(root, &shape);
	return shape.height;
}

/* Learns from each search, and checks the promises about any single one. */
static void check_all_heights(struct field *field, struct wb_learner learner, wb_weight_t limit)
{
	build_equal(field);
	for (size_t i = 0; i < 4000; i++) {
		place_find_learn(&field->root, field->stream.key[i], &learner);
		check(wb_total(&field->root) <= limit);
		if (i % 500 == 0)
			check((double)height_of(&field->root) <= 1.4404 * log2((double)limit) + 2);
	}
	check_promises(&field->root, place_order);
}

static void test_no_search_visits_more_than_the_limit_allows(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		struct wb_learner learner = { .sampling = { .every = 1 } };
		struct field field;
		size_t n;

		open_field(&field, &stream_sources[i]);
		n = field.stream.ranges;
		check_all_heights(&field, learner, 64 * n);
		learner.limit = 4 * n + 1000;
		check_all_heights(&field, learner, 4 * n + 1000);
		learner.credit = UINT64_MAX; /* a quarter of the limit is added */
		if (!stream_sources[i].sparse)
			check_all_heights(&field, learner, 4 * n + 1000);
		close_field(&field);
	}
}

static double log2_of_factorial(double n)
{
	return lgamma(n + 1) / log(2);
}

/* What the first m searches may visit in all, if counts[i] of them ended at item i. */
static double promised(const uint64_t *counts, size_t n, size_t m)
{
	double ways = log2_of_factorial((double)(n + m)) - log2_of_factorial((double)n) -
		      log2_of_factorial((double)m);

	return 2 * (double)m + 1.4404 * ((double)m * entropy_of(counts, n) + ways);
}

/* The searches of an adversary: of a field, for the next key to look up. */
typedef uint64_t next_key_fn(const struct field *field, size_t i);

static uint64_t key_of_stream(const struct field *field, size_t i)
{
	return field->stream.key[i];
}

/* The deepest item below x. */
static const struct wb_node *deepest(const struct wb_node *x, unsigned int depth,
				     unsigned int *most)
{
	const struct wb_node *best = NULL;

	if (depth > *most) {
		*most = depth;
		best = x;
	}
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		const struct wb_node *below =
			x->child[d] ? deepest(x->child[d], depth + 1, most) : NULL;

		best = below ? below : best;
	}
	return best;
}

static uint64_t key_of_deepest(const struct field *field, size_t i)
{
	unsigned int most = 0;

	(void)i;
	return wb_entry(deepest(field->root.node, 1, &most), struct place, node)->start;
}

/* The gap before the deepest item, or if that is not above it the one behind. */
static uint64_t miss_of_deepest(const struct field *field, size_t i)
{
	return key_of_deepest(field, i) - 1;
}

static void check_together(struct field *field, next_key_fn *next_key, size_t searches)
{
	struct wb_learner learner = { .sampling = { .every = 1 },
				      .credit = 1,
				      .limit = UINT64_MAX };
	uint64_t *counts = must_alloc(field->stream.ranges, sizeof(*counts));
	double visits = 0;

	build_equal(field);
	for (size_t i = 0; i < searches; i++) {
		const uint64_t key = next_key(field, i);
		size_t end = 0;

		visits += visits_of(field, key, &end);
		counts[end]++;
		place_find_learn(&field->root, key, &learner);
		if ((i & (i + 1)) == 0 || i + 1 == searches)
			check(visits <= promised(counts, field->stream.ranges, i + 1));
	}
	for (size_t i = 0; i < field->stream.ranges; i++)
		check_equal(wb_weight(&field->places[i].node), 1 + counts[i]);
	free(counts);
}

static void test_all_searches_together_visit_no_more_than_is_promised(void **state)
{
	struct field field;

	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		open_field(&field, &stream_sources[i]);
		check_together(&field, key_of_stream, field.stream.keys);
		if (field.stream.ranges <= 600) {
			check_together(&field, key_of_deepest, 3000);
			check_together(&field, miss_of_deepest, 3000);
		}
		close_field(&field);
	}
}

/* ---- how near to the optimum ---- */

/* Long enough to forget how it began: what a tree holds comes to be learned in windows. */
static size_t long_enough(const struct field *field, size_t every)
{
	const size_t windows = 4 * every * 8 * field->stream.ranges, some = 2000 * every;

	return windows > some ? windows : some;
}

static void test_learning_from_each_search_comes_near_the_optimum(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		struct wb_learner learner = { .sampling = { .every = 1 }, .limit = UINT64_MAX };
		struct field field;
		double ratio;

		open_field(&field, &stream_sources[i]);
		build_equal(&field);
		learn(&field, &learner, 16 * field.stream.keys, 0, field.stream.keys);
		wb_fade(&field.root, 0);
		ratio = all_visits(&field) / stream_optimum(&field.stream, 0, field.stream.keys);
		print_message("learned from all, over optimum: %-24s %.4f\n", field.stream.name,
			      ratio);
		check(ratio >= 1 - 1e-12);
		check(ratio <= (stream_sources[i].sparse ? 1.05 : 1.03));
		close_field(&field);
	}
}

static void test_learning_from_a_sample_comes_within_8_percent_of_the_optimum(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		struct wb_learner learner = { 0 };
		struct field field;
		double ratio;

		if (stream_sources[i].sparse) /* would take 80 million searches */
			continue;
		open_field(&field, &stream_sources[i]);
		build_equal(&field);
		learn(&field, &learner, long_enough(&field, 64), 0, field.stream.keys);
		ratio = all_visits(&field) / stream_optimum(&field.stream, 0, field.stream.keys);
		print_message("learned from 1 in 64, over optimum: %-24s %.4f\n", field.stream.name,
			      ratio);
		check(ratio >= 1 - 1e-12 && ratio <= 1.08);
		close_field(&field);
	}
}

/* Each search is counted before it is learned from: the tree knows only what came before. */
static double visits_while_learning(struct field *field, struct wb_learner learner)
{
	const size_t n = field->stream.keys;
	double visits = 0;
	size_t end;

	build_equal(field);
	learn(field, &learner, n / 2, 0, n / 2);
	for (size_t i = n / 2; i < n; i++) {
		visits += visits_of(field, field->stream.key[i], &end);
		place_find_learn(&field->root, field->stream.key[i], &learner);
	}
	check_promises(&field->root, place_order);
	return visits;
}

/*
 * The page faults of a process that starts are other ones in the second half: what was
 * learned helps there only as long as learning goes on.
 */
static void test_the_second_half_of_a_recording_gains_from_the_first(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		const struct wb_learner all = { .sampling = { .every = 1 } }, some = { 0 };
		double equal, by_size, learned;
		struct wb_learner learner = all;
		struct field field;
		size_t half, n;

		if (!stream_sources[i].recorded)
			continue;
		open_field(&field, &stream_sources[i]);
		n = field.stream.keys;
		half = n / 2;
		build_by_size(&field);
		by_size = visits_of_all(&field, half, n);
		build_equal(&field);
		equal = visits_of_all(&field, half, n);
		learn(&field, &learner, half, 0, half);
		learned = visits_of_all(&field, half, n);
		print_message("second half: %-24s %.2f by size, %.2f equal, %.2f learned\n",
			      field.stream.name, by_size / (double)half, equal / (double)half,
			      learned / (double)half);
		check(learned < by_size);
		check(stream_sources[i].changing || learned < equal);
		learned = visits_while_learning(&field, some);
		check(learned < by_size && learned < equal);
		learned = visits_while_learning(&field, all);
		check(learned < by_size && learned < equal);
		close_field(&field);
	}
}

static void test_uniform_searches_cost_at_most_3_percent_more_than_equal_weights(void **state)
{
	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		struct wb_learner learner = { 0 };
		struct field field;
		double equal;

		if (!stream_sources[i].uniform)
			continue;
		open_field(&field, &stream_sources[i]);
		build_equal(&field);
		equal = all_visits(&field);
		learn(&field, &learner, long_enough(&field, 64), 0, field.stream.keys);
		check(all_visits(&field) <= 1.03 * equal);
		close_field(&field);
	}
}

/* ---- change ---- */

/* Where key is in the mirror image of the ranges: in the one, or in the gap behind it. */
static uint64_t mirrored(const struct stream *stream, uint64_t key)
{
	size_t index;
	bool hit = stream_find(stream, key, &index);
	size_t other = stream->ranges - (index < stream->ranges ? index : 0) - 1;

	return hit ? stream->start[other] : stream->last[other] + 1;
}

/* So that any part of the stream is like the whole. */
static void shuffle_keys(struct stream *stream)
{
	struct rng rng = { stream->keys };

	for (size_t i = 0; i < stream->keys; i++) {
		const size_t at = (size_t)rng_below(&rng, i + 1);
		const uint64_t key = stream->key[i];

		stream->key[i] = stream->key[at];
		stream->key[at] = key;
	}
}

static void test_a_tree_adapts_within_two_windows_after_a_change(void **state)
{
	const size_t every = 4;

	(void)state;
	for (size_t i = 0; i < stream_source_count; i++) {
		struct wb_learner learner = { .sampling = { .every = (uint32_t)every } };
		double changed, adapted, optimum;
		struct field field;
		size_t window, n;

		if (stream_sources[i].sparse || stream_sources[i].uniform)
			continue;
		open_field(&field, &stream_sources[i]);
		n = field.stream.keys;
		window = every * 64 * field.stream.ranges / 8;
		shuffle_keys(&field.stream);
		build_equal(&field);
		learn(&field, &learner, long_enough(&field, every), 0, n);
		for (size_t j = 0; j < n; j++)
			field.stream.key[j] = mirrored(&field.stream, field.stream.key[j]);
		changed = all_visits(&field);
		optimum = stream_optimum(&field.stream, 0, n);
		learn(&field, &learner, 2 * window, 0, n);
		adapted = all_visits(&field);
		print_message("after a change: %-24s %.3f of the optimum, two windows later %.3f\n",
			      field.stream.name, changed / optimum, adapted / optimum);
		check(changed > adapted && adapted <= 1.08 * optimum);
		close_field(&field);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_search_visits_more_than_the_limit_allows),
		cmocka_unit_test(test_all_searches_together_visit_no_more_than_is_promised),
		cmocka_unit_test(test_learning_from_each_search_comes_near_the_optimum),
		cmocka_unit_test(test_learning_from_a_sample_comes_within_8_percent_of_the_optimum),
		cmocka_unit_test(test_the_second_half_of_a_recording_gains_from_the_first),
		cmocka_unit_test(
			test_uniform_searches_cost_at_most_3_percent_more_than_equal_weights),
		cmocka_unit_test(test_a_tree_adapts_within_two_windows_after_a_change),
	};

	return run_suite(tests);
}
