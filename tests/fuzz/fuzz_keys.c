/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Definitions whose keys are not the ends of ranges: exact keys, sizes in place of
 * lasts, and floating-point numbers, each beside a plain array. An operation is a
 * byte that says what to do and to which item, and the numbers of that item.
 */
#include <string.h>

#include "bytes.h"
#include "promises.h"
#include "totals.h"
#include "wbtree.h"
#include "wbtree_float.h"

enum { ITEMS = 16 };

struct item {
	struct wb_node node;
	int16_t key;
	int32_t size;
	float from, to;
};
#define ITEM_KEY(item) ((item)->key)
#define ITEM_SIZE(item) ((item)->size)
#define ITEM_FROM(item) wb_float_start((item)->from)
#define ITEM_TO(item) wb_float_last((item)->to)
WB_KEY_DEFINE(exact, struct item, node, int16_t, ITEM_KEY);
WB_RANGE_DEFINE_SIZED(sized, struct item, node, int16_t, ITEM_KEY, ITEM_SIZE);
WB_RANGE_DEFINE(real, struct item, node, uint32_t, ITEM_FROM, ITEM_TO);

/* One tree of each definition, with its items. */
struct world {
	struct wb_root exact, sized, real;
	struct item exacts[ITEMS], sizes[ITEMS], reals[ITEMS];
};

static bool sizes_overlap(const struct item *a, const struct item *b)
{
	return a->key < b->key + b->size && b->key < a->key + a->size;
}

static void insert_exact(struct world *world, struct item *item, int16_t key)
{
	int expected = WB_OK;

	if (exact_erase(&world->exact, item))
		return;
	item->key = key;
	for (size_t i = 0; i < ITEMS; i++)
		if (wb_is_linked(&world->exacts[i].node) && world->exacts[i].key == key)
			expected = WB_E_EXISTS;
	check_status(exact_insert(&world->exact, item), expected);
}

static void insert_sized(struct world *world, struct item *item, int16_t key, int32_t size)
{
	int expected = WB_OK;

	if (sized_erase(&world->sized, item))
		return;
	item->key = key;
	item->size = size;
	for (size_t i = 0; i < ITEMS; i++)
		if (wb_is_linked(&world->sizes[i].node) && sizes_overlap(&world->sizes[i], item))
			expected = WB_E_OVERLAP;
	if (size < 1 || size > INT16_MAX - (int32_t)key + 1)
		expected = WB_E_RANGE;
	check_status(sized_insert(&world->sized, item), expected);
}

static void insert_real(struct world *world, struct item *item, float from, float to)
{
	int expected = WB_OK;

	if (real_erase(&world->real, item))
		return;
	item->from = from;
	item->to = to;
	for (size_t i = 0; i < ITEMS; i++)
		if (wb_is_linked(&world->reals[i].node) && world->reals[i].from <= to &&
		    from <= world->reals[i].to)
			expected = WB_E_OVERLAP;
	if (!(from <= to)) /* NaN, too */
		expected = WB_E_RANGE;
	check_status(real_insert(&world->real, item), expected);
}

static void check_world(const struct world *world, int16_t key, float number)
{
	const struct item *exact = NULL, *sized = NULL, *real = NULL;

	check_promises(&world->exact, exact_order);
	check_promises(&world->sized, sized_order);
	check_promises(&world->real, real_order);
	for (size_t i = 0; i < ITEMS; i++) {
		const struct item *a = &world->exacts[i], *b = &world->sizes[i];
		const struct item *c = &world->reals[i];

		if (wb_is_linked(&a->node) && a->key == key)
			exact = a;
		if (wb_is_linked(&b->node) && b->key <= key && key - b->key < b->size)
			sized = b;
		if (wb_is_linked(&c->node) && c->from <= number && number <= c->to)
			real = c;
	}
	check(exact_find(&world->exact, key) == exact);
	check(sized_find(&world->sized, key) == sized);
	check(real_find(&world->real, wb_float_start(number)) == real);
}

static float take_float(struct bytes *bytes)
{
	const uint32_t bits = (uint32_t)take_bytes(bytes, 2) << 16;
	float number;

	memcpy(&number, &bits, sizeof(number));
	return number;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, size };
	static struct world world;

	memset(&world, 0, sizeof(world));
	while (bytes.left) {
		const uint64_t operation = take_bytes(&bytes, 1);
		const int16_t key = (int16_t)(uint16_t)take_bytes(&bytes, 2);
		const float number = take_float(&bytes);
		const size_t i = operation / 3 % ITEMS;

		switch (operation % 3) {
		case 0:
			insert_exact(&world, &world.exacts[i], key);
			break;
		case 1:
			insert_sized(&world, &world.sizes[i], key,
				     (int32_t)(uint32_t)take_bytes(&bytes, 3) - 0x8000);
			break;
		default:
			insert_real(&world, &world.reals[i], number, take_float(&bytes));
			break;
		}
		check_world(&world, key, number);
	}
	return 0;
}
