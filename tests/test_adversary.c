/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The worst that is known to be done to a tree, with figures: what the search
 * in tests/adversary has found, and inputs made to hurt. The figures are of the
 * algorithm, not of a machine: they change only when the rule does.
 */
#define WB_COUNT_ROTATIONS
#include "wbtree.c"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knuth.h"
#include "promises.h"
#include "totals.h"
#include "twin.h"
#include "wbtree_debug.h"
#include "zigzag.h"

/* ---- sequences that the search has found, 16 keys each but for the last ---- */

enum { KEYS = 64 };

static const char most_rotations_per_operation[] =
	"+5:3 +4:4 +14:13 +11:6 +10:4 +0:153 +1:61 +2:21 +3:9 +12:11 +15:142 =14:74 +13:32 "
	"+8:69 -8 +6:72 -6 +6:71 -6 +8:100 -8 +8:74 -8 +6:69 -6 +6:71 -6 +9:71 -9 +7:71 -7 "
	"+6:68 -6 +7:72 -7 +9:71 -9 +6:72 -6 =12:71";
static const char most_rotations_of_one_operation[] =
	"+7:217455 +9:40 +13:3268 =7:7 +0:6 +4:2334 +1:23638 =7:1514777075 +8:842 +12:88 -8 "
	"-13 +6:2333 +3:12 +14:230 =4:1268980 +2:8 -12 =4:12 +12:74 -7 +8:6 +13:1755734054 "
	"-1 =8:12 +5:1268980 +15:4 -15 +1:5 +11:762857 +10:842 =10:88 =11:86 -13 +13:2333 "
	"=5:9 +7:12 +15:515 =13:13 -6";
static const char most_rotations_of_one_operation_on_64_keys[] =
	"+43:2 +36:4 +4:211924 +52:174 +50:2006855 +2:1 +60:2147483673 -4 =50:12 +44:10 -44 "
	"+9:16475996 +47:36 +15:6 +6:32767 +56:4294967296 +23:9 +4:122172764 +57:34359738368 "
	"+35:68719476730 +54:3131621490 +21:7 +3:1 +8:1159123085 +45:18 +24:122172764 "
	"+14:410 +16:58146 +46:76 +42:3 =15:5 =6:1 -57 -6 =4:17179869185 +26:516 +40:2 "
	"+27:17179869185 +0:261 +53:6 +41:274877906927 +48:159276 =0:68719476728 =16:2 "
	"+10:5630855 +7:10 +12:414 -54 +20:8589934598 =8:2657705147 +44:10 =23:80022214 "
	"+62:8589934599 =53:33554422 +39:2 +37:4 +6:8589934587 =15:370 =12:16475997 +5:4 -5 "
	"+61:8 =43:5 +19:17179869177 +51:79 +58:4 +63:1 +29:50 -63 +54:225123650 "
	"+13:33554422 +63:17179869186 =35:33293 =4:17179869185 =46:1 -61 =56:159276 =15:230 "
	"=56:81 +57:536870893 +11:5630846 +33:14 =53:25551351 +17:419 +5:17179869184 +31:14 "
	"+1:17179869184 +25:1125 +32:23 +22:67108862 +30:80022214 =58:77 =7:4 =16:31836 "
	"+61:4294967328 =35:8 -40 +55:300221454 +38:2 =39:1 =20:370 +28:107 =27:261 +18:68 "
	"=20:209969 =7:3131621490 =21:262144 =16:77 =35:4 -58 +59:1073741810 =48:7 =19:5 "
	"=30:4 +34:68719476736 -34 =53:410 +58:2097154 +34:1 -41";
static const char dearest_beside_the_optimum[] =
	"+2:268435458 +14:3 +6:2 +3:2 +5:9 =6:2 =14:268435457 +8:137438953472 +12:2 -14 +9:1 "
	"+4:268435455 =4:1 +14:135355 =5:6 =5:2 +10:134217728 =14:1844134900 -8 -9 -14 -10 "
	"+8:6 +1:268435457 +10:17179869185 +9:268435456 -1 -8 -3 =6:2 +13:268435454 "
	"+7:268435455 +8:1020642360 =10:65533 +3:17179869185 =3:8 =10:2 =8:3 -12 =3:2";

/* Rotations and operations of a run, or of a part of it. */
struct work {
	unsigned long long operations, rotations, most; /* most: of one operation */
};

static void count_operation(struct work *work, unsigned long long before)
{
	unsigned long long rotations = wb_rotations_ - before;

	work->operations++;
	work->rotations += rotations;
	if (rotations > work->most)
		work->most = rotations;
}

static void print_work(const char *name, const struct work *work)
{
	printf("%s: %llu operations, %.3f rotations each, %llu at most\n", name, work->operations,
	       (double)work->rotations / (double)work->operations, work->most);
}

/* Runs a sequence beside the reference, one operation after the other. */
static struct work run_sequence(struct twin *twin, const char *line)
{
	struct work work = { 0, 0, 0 };
	char operation[64];
	int length;

	for (; sscanf(line, "%63s%n", operation, &length) == 1; line += length) {
		unsigned long long before = wb_rotations_;

		twin_run(twin, operation);
		count_operation(&work, before);
	}
	check_equal(work.rotations, twin->heap.rotations);
	return work;
}

static void check_sequence(const char *name, const char *line, unsigned long long rotations,
			   unsigned long long most)
{
	struct twin twin;
	struct work work;

	check_context("%s", name);
	twin_init(&twin, KEYS);
	work = run_sequence(&twin, line);
	print_work(name, &work);
	check_equal(work.rotations, rotations);
	check_equal(work.most, most);
	twin_free(&twin);
}

static void test_most_rotations_per_operation(void **state)
{
	(void)state;
	check_sequence("per operation, 16 keys", most_rotations_per_operation, 945, 51);
}

static void test_most_rotations_of_one_operation(void **state)
{
	(void)state;
	check_sequence("one operation, 16 keys", most_rotations_of_one_operation, 119, 62);
	check_sequence("one operation, 64 keys", most_rotations_of_one_operation_on_64_keys, 477,
		       237);
}

static void test_dearest_tree_beside_the_optimum(void **state)
{
	wb_weight_t weights[KEYS];
	struct wb_shape shape;
	struct twin twin;
	double ratio;

	(void)state;
	twin_init(&twin, KEYS);
	run_sequence(&twin, dearest_beside_the_optimum);
	for (size_t i = 0; i < twin.model.count; i++)
		weights[i] = twin.model.items[i]->weight;
	wb_measure(&twin.model.root, &shape);
	ratio = shape.cost / knuth_optimum(weights, twin.model.count);
	printf("cost over optimum: %.6f\n", ratio);
	check(fabs(ratio - 1.5) < 1e-6);
	twin_free(&twin);
}

/* ---- made to hurt ---- */

enum { MANY = 2048 };

static struct item items[MANY];

static void do_reweigh(struct model *model, struct item *item, wb_weight_t weight,
		       struct work *work)
{
	unsigned long long before = wb_rotations_;

	model_reweigh(model, item, weight);
	count_operation(work, before);
}

static void do_erase(struct model *model, struct item *item, struct work *work)
{
	unsigned long long before = wb_rotations_;

	model_erase(model, item);
	count_operation(work, before);
}

static void do_insert(struct model *model, struct item *item, wb_weight_t weight, struct work *work)
{
	unsigned long long before = wb_rotations_;

	model_insert(model, item, weight);
	count_operation(work, before);
}

static void model_of_zigzag(struct model *model, unsigned int height)
{
	struct wb_node *pos;

	memset(items, 0, sizeof(items));
	model->count = 0;
	link_zigzag(items, &model->root, height);
	model->total = wb_total(&model->root);
	wb_for_each (pos, &model->root) {
		struct item *item = item_of(pos);

		item->key = model->count;
		item->weight = wb_weight(pos);
		model->items[model->count++] = item;
	}
}

/* Joined from its end up: the next node of the path, and its leaf. */
static void test_the_highest_tree_comes_about_by_calls_alone(void **state)
{
	static struct item linked[ZIGZAG_ITEMS];
	struct wb_root expected, sides[2] = { WB_ROOT_INIT, WB_ROOT_INIT };
	size_t leaf = WB_MAX_HEIGHT;
	const struct wb_node *pos;
	struct wb_node *other;
	int d = WB_LEFT;

	(void)state;
	memset(items, 0, sizeof(items));
	link_zigzag(linked, &expected, WB_MAX_HEIGHT);
	for (unsigned int i = 0; i < WB_MAX_HEIGHT; i++, d = !d) {
		if (i > 1) {
			other = &items[leaf++].node;
			check_status(wb_insert_at(&sides[d], other, NULL, &sides[d].node,
						  fibonacci(i + 1) - 1),
				     WB_OK);
		}
		check_status(wb_join(&sides[WB_LEFT], &items[i].node, 1, &sides[WB_RIGHT]), WB_OK);
		if (d == WB_LEFT)
			continue;
		sides[WB_RIGHT] = sides[WB_LEFT];
		sides[WB_LEFT].node = NULL;
	}
	pos = sides[!d].node;
	check_promises(&sides[!d], NULL);
	for (other = expected.node; other; other = wb_next_preorder(other)) {
		check(pos && pos->sum == other->sum);
		check(item_of(pos) - items == item_of(other) - linked);
		pos = wb_next_preorder(pos);
	}
	check(!pos);
}

/* Up, so that it rises to the root, and back down again. */
static void test_each_node_of_a_zigzag_toggled_between_1_and_2_to_the_38(void **state)
{
	static const struct {
		unsigned int height;
		unsigned long long rotations, most;
	} zigzags[] = { { 20, 812, 53 }, { 40, 2932, 113 }, { 80, 10247, 233 } };
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (size_t z = 0; z < 3; z++) {
		struct work work = { 0, 0, 0 };

		for (unsigned int i = 0; i < zigzags[z].height; i++) {
			check_context("height %u, node %u", zigzags[z].height, i);
			model_of_zigzag(&model, zigzags[z].height);
			for (int times = 0; times < 4; times++) {
				do_reweigh(&model, &items[i], UINT64_C(1) << 38, &work);
				check_model(&model);
				do_reweigh(&model, &items[i], 1, &work);
				check_model(&model);
			}
		}
		print_work("toggled zigzag", &work);
		check_equal(work.rotations, zigzags[z].rotations);
		check_equal(work.most, zigzags[z].most);
	}
	model_free(&model);
}

static void fill_evenly(struct model *model, size_t n, wb_weight_t weight, struct work *work)
{
	memset(items, 0, sizeof(items));
	for (size_t i = 0; i < n; i++) {
		items[i].key = i;
		do_insert(model, &items[i], weight, work);
	}
}

static void test_nodes_of_equal_weights_toggled_between_1_and_2_to_the_38(void **state)
{
	struct work work = { 0, 0, 0 };
	struct model model;

	(void)state;
	model_init(&model, MANY);
	fill_evenly(&model, MANY, 1, &work);
	work = (struct work){ 0, 0, 0 };
	for (size_t i = 0; i < MANY; i++) {
		do_reweigh(&model, &items[i], UINT64_C(1) << 38, &work);
		do_reweigh(&model, &items[i], 1, &work);
		if (i % 64 == 0)
			check_model(&model);
	}
	print_work("toggled among equals", &work);
	check_equal(work.rotations, 46185);
	check_equal(work.most, 27);
	model_clear(&model);
	model_free(&model);
}

static size_t reversed(size_t i, unsigned int bits)
{
	size_t result = 0;

	while (bits--) {
		result = result << 1 | (i & 1);
		i >>= 1;
	}
	return result;
}

/* Each node outweighs all before it, as far as that goes, and comes in another place. */
static void test_bit_reversed_exponential_growth(void **state)
{
	struct work work = { 0, 0, 0 };
	struct model model;

	(void)state;
	memset(items, 0, sizeof(items));
	model_init(&model, MANY);
	for (size_t i = 0; i < MANY; i++) {
		items[i].key = reversed(i, 11);
		do_insert(&model, &items[i], UINT64_C(1) << i * 50 / MANY, &work);
		if (i % 64 == 0)
			check_model(&model);
	}
	print_work("bit-reversed growth", &work);
	check_equal(work.rotations, 15358);
	check_equal(work.most, 21);
	model_clear(&model);
	model_free(&model);
}

/* From one end, from the root, and all but every eighth. */
static struct item *next_to_erase(struct model *model, unsigned int way, size_t step)
{
	switch (way) {
	case 0:
		return model->items[0];
	case 1:
		return model->items[model->count - 1];
	case 2:
		return item_of(model->root.node);
	default:
		return model->items[step * 7 / 8 % model->count];
	}
}

static void test_erasing_alone(void **state)
{
	struct work work = { 0, 0, 0 };
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (unsigned int way = 0; way < 4; way++) {
			struct rng rng = { set };

			memset(items, 0, sizeof(items));
			model_fill_set(&model, items, &weight_sets[set], &rng, MANY);
			for (size_t i = 0; model.count; i++) {
				check_context("%s, way %u, step %u", weight_sets[set].name, way,
					      (unsigned int)i);
				do_erase(&model, next_to_erase(&model, way, i), &work);
				if (i % 256 == 0 || model.count < 32)
					check_model(&model);
			}
		}
	}
	print_work("erasing alone", &work);
	check_equal(work.rotations, 1280003);
	check_equal(work.most, 255);
	model_free(&model);
}

/* The total is at the limit after every second change. */
static void test_a_total_that_stays_at_the_limit(void **state)
{
	enum { FULL = 64 };
	struct work work = { 0, 0, 0 };
	struct rng rng = { 1 };
	struct model model;

	(void)state;
	model_init(&model, MANY);
	fill_evenly(&model, FULL, UINT64_MAX / FULL, &work);
	work = (struct work){ 0, 0, 0 };
	for (int step = 0; step < 4000; step++) {
		struct item *item = &items[rng_below(&rng, FULL)];
		struct item *other = &items[rng_below(&rng, FULL)];

		check_context("step %d", step);
		if (item->weight && model.count > 1 && rng_below(&rng, 2))
			do_erase(&model, item, &work);
		else if (item->weight)
			do_reweigh(&model, item, 1 + rng_below(&rng, item->weight), &work);
		check_model(&model);
		if (model.total == UINT64_MAX)
			continue;
		if (other->weight)
			do_reweigh(&model, other, other->weight + (UINT64_MAX - model.total),
				   &work);
		else
			do_insert(&model, other, UINT64_MAX - model.total, &work);
		check_equal(model.total, UINT64_MAX);
		check_model(&model);
	}
	print_work("at the limit", &work);
	check_equal(work.rotations, 4375);
	check_equal(work.most, 16);
	model_clear(&model);
	model_free(&model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_most_rotations_per_operation),
		cmocka_unit_test(test_most_rotations_of_one_operation),
		cmocka_unit_test(test_the_highest_tree_comes_about_by_calls_alone),
		cmocka_unit_test(test_dearest_tree_beside_the_optimum),
		cmocka_unit_test(test_each_node_of_a_zigzag_toggled_between_1_and_2_to_the_38),
		cmocka_unit_test(test_nodes_of_equal_weights_toggled_between_1_and_2_to_the_38),
		cmocka_unit_test(test_bit_reversed_exponential_growth),
		cmocka_unit_test(test_erasing_alone),
		cmocka_unit_test(test_a_total_that_stays_at_the_limit),
	};

	return run_suite(tests);
}
