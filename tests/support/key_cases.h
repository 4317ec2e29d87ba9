/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The tests of exact keys for one key type: a template, included once per type by
 * test_keys.c with
 *
 *	KEY             the type
 *	KEY_NAME        its name in identifiers
 *	KEY_MIN KEY_MAX its ends
 *
 * The keys are the first and the last ones, those about the middle of the key space,
 * and some between; a truth for each, whether it is in the tree, is the model.
 */
#define CASE_JOIN_(name, key) name##_##key
#define CASE_JOIN(name, key) CASE_JOIN_(name, key)
#define CASE(name) CASE_JOIN(name, KEY_NAME)
#define CASE_TEXT_(key) #key
#define CASE_TEXT(key) CASE_TEXT_(key)
#define ITEM CASE(item)
#define WORLD CASE(world)
#define FN(name) CASE_JOIN(CASE(keyed), name)
#define WEIGHTED(name) CASE_JOIN(CASE(weighted), name)
#define SPAN ((uint64_t)KEY_MAX - (uint64_t)KEY_MIN)

struct ITEM {
	int not_first;
	struct wb_node node;
	KEY key;
	wb_weight_t weight;
};

/* The library pastes the first argument, so it must be a name already. */
#define DEFINE(P) WB_KEY_DEFINE(P, struct ITEM, node, KEY, ITEM_KEY)
#define DEFINE_WEIGHTED(P) WB_KEY_DEFINE_WEIGHTED(P, struct ITEM, node, KEY, ITEM_KEY, ITEM_WEIGHT)
#define FOR_EACH(P, pos, root, start, last) WB_RANGE_FOR_EACH (P, pos, root, start, last)

DEFINE(CASE(keyed));
DEFINE_WEIGHTED(CASE(weighted));

/* keys is sorted; items[i] has keys[i] whenever it is linked. */
struct WORLD {
	struct wb_root root;
	KEY keys[KEYS];
	struct ITEM items[KEYS];
	struct rng rng;
};

static void CASE(init)(struct WORLD *world)
{
	const uint64_t from[4] = { 0, SPAN / 4, SPAN / 2 - EACH / 2, SPAN - EACH + 1 };

	memset(world, 0, sizeof(*world));
	for (size_t i = 0; i < KEYS; i++) {
		world->keys[i] = (KEY)((uint64_t)KEY_MIN + from[i / EACH] + i % EACH);
		world->items[i].key = world->keys[i];
		world->items[i].weight = 1 + i % 7 * 100;
	}
}

/* The linked item nearest to keys[i] on side d, that one included; or NULL. */
static struct ITEM *CASE(nearest)(struct WORLD *world, size_t i, int d)
{
	while (i < KEYS && !wb_is_linked(&world->items[i].node))
		i += d ? 1 : SIZE_MAX;
	return i < KEYS ? &world->items[i] : NULL;
}

static void CASE(check_world)(struct WORLD *world)
{
	struct ITEM *found[KEYS], *hint = NULL, *pos, *expected = NULL;

	check_promises(&world->root, FN(order));
	FN(find_batch)(&world->root, world->keys, found, KEYS);
	for (size_t i = 0; i < KEYS; i++) {
		struct ITEM *item = &world->items[i], *at = wb_is_linked(&item->node) ? item : NULL;

		check(FN(find)(&world->root, world->keys[i]) == at);
		check(FN(find_hint)(&world->root, world->keys[i], &hint) == at);
		check(found[i] == at);
		check(FN(floor)(&world->root, world->keys[i]) == CASE(nearest)(world, i, 0));
		check(FN(ceil)(&world->root, world->keys[i]) == CASE(nearest)(world, i, 1));
	}
	expected = CASE(nearest)(world, 0, 1);
	FOR_EACH(CASE(keyed), pos, &world->root, KEY_MIN, KEY_MAX)
	{
		check(pos == expected);
		expected = CASE(nearest)(world, (size_t)(pos - world->items) + 1, 1);
	}
	check(!expected);
}

/* Of two items with a key in common the second is refused, and nothing changed. */
static void CASE(check_duplicate)(struct WORLD *world, const struct ITEM *there)
{
	struct ITEM twin = { 0 };

	twin.key = there->key;
	twin.weight = 1;
	check_refused(world, FN(insert)(&world->root, &twin), WB_E_EXISTS);
	check(!wb_is_linked(&twin.node));
}

/* Gives item i another key in place, and takes that back. */
static void CASE(check_update)(struct WORLD *world, size_t i, size_t other)
{
	struct ITEM *item = &world->items[i];
	const size_t low = other < i ? other : i, high = other < i ? i : other;
	int expected = WB_OK;

	for (size_t j = low; j <= high; j++)
		if (j != i && wb_is_linked(&world->items[j].node))
			expected = WB_E_ORDER;
	if (other != i && expected &&
	    CASE(nearest)(world, i < other ? i + 1 : i - 1, i < other) == &world->items[other])
		expected = WB_E_EXISTS;
	item->key = world->keys[other];
	check_status(FN(update)(&world->root, item), expected);
	item->key = world->keys[i];
	check_status(FN(update)(&world->root, item), WB_OK);
}

static void CASE(test_exact_keys_beside_a_model)(void **state)
{
	static struct WORLD world;

	(void)state;
	CASE(init)(&world);
	for (int step = 0; step < 600; step++) {
		size_t i = (size_t)rng_below(&world.rng, KEYS);
		struct ITEM *item = &world.items[i], moved;

		check_context("%s, step %d", CASE_TEXT(KEY_NAME), step);
		switch (wb_is_linked(&item->node) ? rng_below(&world.rng, 5) : 4) {
		case 0:
			check(FN(erase)(&world.root, item));
			check(!FN(erase)(&world.root, item));
			break;
		case 1:
			check_refused(&world, FN(insert)(&world.root, item), WB_E_LINKED);
			CASE(check_duplicate)(&world, item);
			break;
		case 2:
			CASE(check_update)(&world, i, (size_t)rng_below(&world.rng, KEYS));
			break;
		case 3:
			check_status(FN(move)(&world.root, item, &moved), WB_OK);
			check(FN(find)(&world.root, world.keys[i]) == &moved);
			check_status(FN(move)(&world.root, &moved, item), WB_OK);
			break;
		default:
			if (!wb_is_linked(&item->node))
				check_status(FN(insert)(&world.root, item), WB_OK);
			check_equal(wb_weight(&item->node), 1);
			break;
		}
		CASE(check_world)(&world);
	}
}

static void CASE(test_exact_keys_in_bulk)(void **state)
{
	static struct WORLD world;
	struct ITEM *sorted[KEYS];
	struct wb_root right = WB_ROOT_INIT;
	struct CASE_JOIN(CASE(keyed), erased) erased;

	(void)state;
	CASE(init)(&world);
	for (size_t i = 0; i < KEYS; i++)
		sorted[i] = &world.items[i];
	check_status(FN(build)(&world.root, sorted, KEYS), WB_OK);
	CASE(check_world)(&world);
	check_status(FN(split)(&world.root, sorted[EACH], &world.root, &right), WB_OK);
	check_status(FN(join)(&world.root, sorted[EACH], &right), WB_OK);
	CASE(check_world)(&world);
	erased = FN(erase_range)(&world.root, world.keys[1], world.keys[KEYS - 2], NULL, NULL);
	check(erased.count == KEYS - 2 && !erased.left && !erased.right);
	CASE(check_world)(&world);
	check_equal(FN(erase_range)(&world.root, KEY_MIN, KEY_MAX, NULL, NULL).count, 2);
	sorted[1] = sorted[0];
	check_status(FN(build)(&world.root, sorted, 2), WB_E_LINKED);
	world.items[3].key = world.keys[2];
	check_status(FN(build)(&world.root, &sorted[2], 2), WB_E_EXISTS);
	world.items[3].key = world.keys[0];
	check_status(FN(build)(&world.root, &sorted[2], 2), WB_E_ORDER);
	check(wb_is_empty(&world.root));
}

static void CASE(test_exact_keys_with_weights_and_free_keys)(void **state)
{
	static struct WORLD world;
	KEY key = KEY_MIN;

	(void)state;
	CASE(init)(&world);
	check(FN(find_gap)(&world.root, KEY_MIN, KEY_MAX, 1, &key) && key == KEY_MIN);
	for (size_t i = 0; i < KEYS; i++) {
		check_status(WEIGHTED(insert)(&world.root, &world.items[i]), WB_OK);
		check_equal(wb_weight(&world.items[i].node), world.items[i].weight);
		check(FN(find)(&world.root, world.keys[i]) == &world.items[i]);
	}
	check_promises(&world.root, WEIGHTED(order));
	check(FN(find_gap)(&world.root, KEY_MIN, KEY_MAX, 1, &key));
	check(key == (KEY)(world.keys[EACH - 1] + 1));
	check(!FN(find_gap)(&world.root, world.keys[KEYS - EACH], KEY_MAX, 1, &key));
}

#undef FOR_EACH
#undef DEFINE_WEIGHTED
#undef DEFINE
#undef SPAN
#undef WEIGHTED
#undef FN
#undef WORLD
#undef ITEM
#undef CASE_TEXT
#undef CASE_TEXT_
#undef CASE
#undef CASE_JOIN
#undef CASE_JOIN_
#undef KEY_MAX
#undef KEY_MIN
#undef KEY_NAME
#undef KEY
