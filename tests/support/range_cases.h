/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The tests of the range layer for one key type: a template, included once per
 * type by test_range.c with
 *
 *	KEY             the type
 *	KEY_NAME        its name in identifiers
 *	KEY_MIN KEY_MAX its ends
 *
 * and, once for all of a file, PLACE, an unsigned type as wide as the widest key,
 * RANDOM_PLACE(rng), SIZE_WEIGHT(start, last), what a range of these places weighs, and
 * DEFINE_SIZED, the definition that weighs by size.
 *
 * It speaks of places, 0 to SPAN, and turns them into keys at the last moment:
 * place 0 is the lowest key, whatever its sign.
 */
#define CASE_JOIN_(name, key) name##_##key
#define CASE_JOIN(name, key) CASE_JOIN_(name, key)
#define CASE(name) CASE_JOIN(name, KEY_NAME)
#define CASE_TEXT_(key) #key
#define CASE_TEXT(key) CASE_TEXT_(key)
#define SPAN ((PLACE)KEY_MAX - (PLACE)KEY_MIN)

#define RANGE CASE(range)
#define FIELD CASE(field)
#define FN(name) CASE_JOIN(CASE(keyed), name)
#define WEIGHTED(name) CASE_JOIN(CASE(weighted), name)

struct RANGE {
	int not_first;
	struct wb_node node;
	KEY start, last;
	wb_weight_t weight;
};

/* The library pastes the first argument, so it must be a name already. */
#define DEFINE(P) DEFINE_SIZED(P, struct RANGE, node, KEY)
#define DEFINE_WEIGHTED(P)                                                                         \
	WB_RANGE_DEFINE_WEIGHTED(P, struct RANGE, node, KEY, RANGE_START, RANGE_LAST, RANGE_WEIGHT)
#define DEFINE_MAP(P) WB_MAP_DEFINE(P, struct RANGE, node, KEY, CASE(set_ends))
#define FOR_EACH(P, pos, root, start, last) WB_RANGE_FOR_EACH (P, pos, root, start, last)

static void CASE(set_ends)(struct RANGE *range, KEY start, KEY last)
{
	range->start = start;
	range->last = last;
}

DEFINE(CASE(keyed));
DEFINE_MAP(CASE(keyed));
DEFINE_WEIGHTED(CASE(weighted));

/* A tree and the items that are or are not in it. */
struct FIELD {
	struct wb_root root;
	struct RANGE ranges[FIELD_RANGES];
	struct rng rng;
};

static KEY CASE(key)(PLACE place)
{
	return (KEY)((PLACE)KEY_MIN + place);
}

static bool CASE(overlaps)(const struct RANGE *range, KEY start, KEY last)
{
	return range->start <= last && start <= range->last;
}

/* The linked range that overlaps [start, last] and comes next after the given one, if any. */
static struct RANGE *CASE(next_by_force)(struct FIELD *field, const struct RANGE *after, KEY start,
					 KEY last)
{
	struct RANGE *best = NULL;

	for (size_t i = 0; i < FIELD_RANGES; i++) {
		struct RANGE *range = &field->ranges[i];

		if (!wb_is_linked(&range->node) || !CASE(overlaps)(range, start, last))
			continue;
		if (after && range->start <= after->start)
			continue;
		if (!best || range->start < best->start)
			best = range;
	}
	return best;
}

/* The linked range with the greatest start up to key. */
static struct RANGE *CASE(floor_by_force)(struct FIELD *field, KEY key)
{
	struct RANGE *best = NULL;

	for (size_t i = 0; i < FIELD_RANGES; i++) {
		struct RANGE *range = &field->ranges[i];

		if (wb_is_linked(&range->node) && range->start <= key &&
		    (!best || range->start > best->start))
			best = range;
	}
	return best;
}

static void CASE(check_order)(struct FIELD *field)
{
	struct RANGE *expected = CASE(next_by_force)(field, NULL, KEY_MIN, KEY_MAX), *before = NULL;

	check_promises(&field->root, FN(order));
	check(FN(first)(&field->root) == expected);
	while (expected) {
		check(FN(prev)(expected) == before);
		before = expected;
		expected = CASE(next_by_force)(field, before, KEY_MIN, KEY_MAX);
		check(FN(next)(before) == expected);
	}
	check(FN(last)(&field->root) == before);
}

static void CASE(check_key)(struct FIELD *field, KEY key)
{
	const struct wb_root *root = &field->root;
	struct RANGE *hit = CASE(next_by_force)(field, NULL, key, key);

	check(FN(find)(root, key) == hit);
	check(FN(ceil)(root, key) == CASE(next_by_force)(field, NULL, key, KEY_MAX));
	check(FN(floor)(root, key) == CASE(floor_by_force)(field, key));
	check(WEIGHTED(find)(root, key) == hit);
}

static void CASE(check_span)(struct FIELD *field, KEY start, KEY last)
{
	struct RANGE *expected = NULL, *pos;

	if (start > last) {
		check(!FN(first_overlap)(&field->root, start, last));
		return;
	}
	FOR_EACH(CASE(keyed), pos, &field->root, start, last)
	{
		expected = CASE(next_by_force)(field, expected, start, last);
		check(pos == expected);
	}
	check(!CASE(next_by_force)(field, expected, start, last));
}

/* Places where something may happen: ends of ranges and of the key space, and their neighbours. */
static size_t CASE(edges)(const struct FIELD *field, PLACE *places)
{
	size_t count = 0;

	for (PLACE step = 0; step < 3; step++) {
		for (size_t i = 0; i < FIELD_RANGES; i++) {
			const struct RANGE *range = &field->ranges[i];

			if (!wb_is_linked(&range->node))
				continue;
			places[count++] = (PLACE)range->start - (PLACE)KEY_MIN + step - 1;
			places[count++] = (PLACE)range->last - (PLACE)KEY_MIN + step - 1;
		}
		places[count++] = step - 1;	   /* SPAN, 0 and 1, once they are keys */
		places[count++] = SPAN / 2 + step; /* about where the sign changes */
		places[count++] = SPAN - step;
	}
	return count;
}

static void CASE(check_queries)(struct FIELD *field)
{
	PLACE places[6 * FIELD_RANGES + 9];
	size_t count = CASE(edges)(field, places);

	CASE(check_order)(field);
	for (size_t i = 0; i < count; i++) {
		CASE(check_key)(field, CASE(key)(places[i]));
		for (size_t j = 0; j < count; j++)
			CASE(check_span)(field, CASE(key)(places[i]), CASE(key)(places[j]));
	}
}

static struct RANGE *CASE(set)(struct FIELD *field, size_t i, PLACE start, PLACE last)
{
	struct RANGE *range = &field->ranges[i];

	range->start = CASE(key)(start);
	range->last = CASE(key)(last);
	return range;
}

/* Inserts range i as these places, and checks that it got the weight that its size is. */
static void CASE(put)(struct FIELD *field, size_t i, PLACE start, PLACE last)
{
	struct RANGE *range = CASE(set)(field, i, start, last);

	check_status(FN(insert)(&field->root, range), WB_OK);
	check_equal(wb_weight(&range->node), SIZE_WEIGHT(start, last));
}

static void CASE(clear)(struct FIELD *field)
{
	for (size_t i = 0; i < FIELD_RANGES; i++)
		FN(erase)(&field->root, &field->ranges[i]);
	check(wb_is_empty(&field->root));
}

static void CASE(test_an_empty_tree_has_no_range)(void **state)
{
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };

	(void)state;
	check_context("%s", CASE_TEXT(KEY_NAME));
	CASE(check_queries)(&field);
	check(!FN(erase)(&field.root, NULL));
	check(!FN(erase)(&field.root, &field.ranges[0]));
}

static void CASE(test_one_range_anywhere_is_found_by_its_keys_alone)(void **state)
{
	const PLACE ends[] = { 0, 1, SPAN / 2, SPAN / 2 + 1, SPAN - 1, SPAN };
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };

	(void)state;
	check_context("%s", CASE_TEXT(KEY_NAME));
	for (size_t i = 0; i < 6; i++) {
		for (size_t j = i; j < 6; j++) {
			CASE(put)(&field, 0, ends[i], ends[j]);
			CASE(check_queries)(&field);
			CASE(clear)(&field);
		}
	}
}

/* Ranges that touch, end to end over all keys, inserted in random order. */
static void CASE(test_touching_ranges_over_all_keys)(void **state)
{
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 7 } };
	const PLACE part = SPAN / FIELD_RANGES;
	size_t order[FIELD_RANGES];

	(void)state;
	check_context("%s", CASE_TEXT(KEY_NAME));
	rng_order(&field.rng, order, FIELD_RANGES);
	for (size_t i = 0; i < FIELD_RANGES; i++)
		CASE(put)
	(&field, order[i], order[i] * part,
	 order[i] + 1 < FIELD_RANGES ? order[i] * part + part - 1 : SPAN);
	CASE(check_queries)(&field);
	for (size_t i = 0; i < FIELD_RANGES; i += 2)
		check(FN(erase)(&field.root, &field.ranges[i]));
	CASE(check_queries)(&field);
	CASE(clear)(&field);
}

static void CASE(test_single_keys_at_both_ends)(void **state)
{
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };

	(void)state;
	check_context("%s", CASE_TEXT(KEY_NAME));
	CASE(put)(&field, 0, SPAN, SPAN);
	CASE(put)(&field, 1, 0, 0);
	CASE(put)(&field, 2, SPAN - 1, SPAN - 1);
	CASE(put)(&field, 3, 1, 1);
	CASE(check_queries)(&field);
	CASE(put)(&field, 4, 2, SPAN - 2);
	CASE(check_queries)(&field);
	CASE(clear)(&field);
}

/* A range of up to a few times the mean gap, or now and then of any size. */
static void CASE(any_range)(struct FIELD *field, PLACE *start, PLACE *last)
{
	const PLACE usual = SPAN / FIELD_RANGES;
	PLACE most;

	*start = RANDOM_PLACE(&field->rng) & SPAN; /* which is all ones */
	most = SPAN - *start;
	if (rng_below(&field->rng, 16) && most > usual)
		most = usual;
	*last = *start + (most ? RANDOM_PLACE(&field->rng) % most : 0);
}

static int CASE(expected_insert)(struct FIELD *field, const struct RANGE *range)
{
	if (wb_is_linked(&range->node))
		return WB_E_LINKED;
	if (range->start > range->last)
		return WB_E_RANGE;
	if (CASE(next_by_force)(field, NULL, range->start, range->last))
		return WB_E_OVERLAP;
	return WB_OK;
}

/* Inserts range i, reversed now and then, unless it must be refused. */
static void CASE(try_insert)(struct FIELD *field, size_t i)
{
	struct RANGE *range = &field->ranges[i];
	PLACE start, last;
	struct FIELD copy;
	int expected;

	CASE(any_range)(field, &start, &last);
	if (!wb_is_linked(&range->node)) {
		range->start = CASE(key)(start);
		range->last = CASE(key)(last);
		if (rng_below(&field->rng, 16) == 0) {
			range->start = CASE(key)(last);
			range->last = CASE(key)(start);
		}
	}
	expected = CASE(expected_insert)(field, range);
	memcpy(&copy, field, sizeof(copy));
	check_status(FN(insert)(&field->root, range), expected);
	if (expected)
		check(memcmp(&copy, field, sizeof(copy)) == 0);
}

static int CASE(expected_update)(const struct RANGE *range, const struct RANGE *prev,
				 const struct RANGE *next)
{
	if (!wb_is_linked(&range->node))
		return WB_E_UNLINKED;
	if (range->start > range->last)
		return WB_E_RANGE;
	if (prev && CASE(overlaps)(prev, range->start, range->last))
		return WB_E_OVERLAP;
	if (prev && range->start < prev->start)
		return WB_E_ORDER;
	if (next && CASE(overlaps)(next, range->start, range->last))
		return WB_E_OVERLAP;
	return next && range->start > next->start ? WB_E_ORDER : WB_OK;
}

/* Gives range i other ends in place, and puts the old ones back if that is refused. */
static void CASE(try_update)(struct FIELD *field, size_t i)
{
	struct RANGE *range = &field->ranges[i], old = *range;
	const struct RANGE *prev = NULL, *next = NULL;
	PLACE start, last;
	struct FIELD copy;
	int expected;

	if (wb_is_linked(&range->node)) {
		prev = FN(prev)(range);
		next = FN(next)(range);
	}
	CASE(any_range)(field, &start, &last);
	if (rng_below(&field->rng, 2))
		start = (PLACE)range->start - (PLACE)KEY_MIN;
	range->start = CASE(key)(start);
	range->last = CASE(key)(last);
	expected = CASE(expected_update)(range, prev, next);
	memcpy(&copy, field, sizeof(copy));
	check_status(FN(update)(&field->root, range), expected);
	if (expected) {
		check(memcmp(&copy, field, sizeof(copy)) == 0);
		range->start = old.start;
		range->last = old.last;
	} else {
		check_equal(wb_weight(&range->node), SIZE_WEIGHT(start, last));
	}
}

static void CASE(test_random_changes_beside_brute_force)(void **state)
{
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 1 } };

	(void)state;
	for (int step = 0; step < 1500; step++) {
		size_t i = (size_t)rng_below(&field.rng, FIELD_RANGES);
		bool linked = wb_is_linked(&field.ranges[i].node);

		check_context("%s, step %d", CASE_TEXT(KEY_NAME), step);
		switch (rng_below(&field.rng, 5)) {
		case 0:
			check(FN(erase)(&field.root, &field.ranges[i]) == linked);
			break;
		case 1:
			CASE(try_update)(&field, i);
			break;
		default:
			CASE(try_insert)(&field, i);
			break;
		}
		CASE(check_order)(&field);
		if (step % 50 == 0)
			CASE(check_queries)(&field);
	}
	CASE(clear)(&field);
}

/* All three ways to share a key with a neighbour at either end are refused, touching is not. */
static void CASE(test_ranges_may_touch_but_not_overlap)(void **state)
{
	const PLACE a = SPAN / 4, b = SPAN / 4 + 9;
	const struct {
		PLACE start, last;
		int status;
	} tries[] = {
		{ a, b, WB_E_OVERLAP },
		{ a, a, WB_E_OVERLAP },
		{ b, b, WB_E_OVERLAP },
		{ a + 1, b - 1, WB_E_OVERLAP },
		{ a - 1, a, WB_E_OVERLAP },
		{ b, b + 1, WB_E_OVERLAP },
		{ a - 1, b + 1, WB_E_OVERLAP },
		{ 0, SPAN, WB_E_OVERLAP },
		{ a + 1, a, WB_E_RANGE },
		{ SPAN, 0, WB_E_RANGE },
		{ 0, a - 1, WB_OK },
		{ b + 1, SPAN, WB_OK },
	};
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };

	(void)state;
	CASE(put)(&field, 0, a, b);
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		struct RANGE *range = CASE(set)(&field, 1, tries[i].start, tries[i].last);

		check_context("%s, try %u", CASE_TEXT(KEY_NAME), (unsigned int)i);
		check_status(FN(insert)(&field.root, range), tries[i].status);
		CASE(check_queries)(&field);
		check(FN(erase)(&field.root, range) == (tries[i].status == WB_OK));
	}
	CASE(clear)(&field);
}

static void CASE(test_weights_of_the_user_are_taken_and_refused)(void **state)
{
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };
	struct RANGE *light = CASE(set)(&field, 0, 0, SPAN - 2),
		     *heavy = CASE(set)(&field, 1, SPAN, SPAN);
	struct RANGE *none = CASE(set)(&field, 2, SPAN - 1, SPAN - 1);

	(void)state;
	check_context("%s", CASE_TEXT(KEY_NAME));
	light->weight = 1;
	heavy->weight = UINT64_MAX - 1;
	check_status(WEIGHTED(insert)(&field.root, light), WB_OK);
	check_status(WEIGHTED(insert)(&field.root, heavy), WB_OK);
	check(field.root.node == &heavy->node);
	check_status(WEIGHTED(insert)(&field.root, none), WB_E_WEIGHT);
	none->weight = 1;
	check_status(WEIGHTED(insert)(&field.root, none), WB_E_OVERFLOW);
	heavy->weight = UINT64_MAX;
	check_status(WEIGHTED(update)(&field.root, heavy), WB_E_OVERFLOW);
	heavy->weight = 0;
	check_status(WEIGHTED(update)(&field.root, heavy), WB_E_WEIGHT);
	check_equal(wb_weight(&heavy->node), UINT64_MAX - 1);
	heavy->weight = 1;
	light->weight = 2;
	check_status(WEIGHTED(update)(&field.root, heavy), WB_OK);
	check_status(WEIGHTED(update)(&field.root, light), WB_OK);
	check(field.root.node == &light->node);
	check_status(WEIGHTED(update)(&field.root, none), WB_E_UNLINKED);
	check_promises(&field.root, WEIGHTED(order));
	CASE(clear)(&field);
}

static struct RANGE *CASE(unlinked)(struct FIELD *field, const struct RANGE *other)
{
	size_t i = 0;

	while (wb_is_linked(&field->ranges[i].node) || &field->ranges[i] == other)
		i++;
	return &field->ranges[i];
}

/* The weight, which the sizes leave unused, says who owns a range. */
static bool CASE(alike)(const struct RANGE *before, const struct RANGE *behind)
{
	return before->weight == behind->weight;
}

/* Gives some keys another owner, or none, in a map of twelve keys and in an array of these. */
static void CASE(change_owner)(struct FIELD *field, PLACE base, wb_weight_t *owners)
{
	const uint64_t a = rng_below(&field->rng, 12), b = rng_below(&field->rng, 12);
	const uint64_t start = a < b ? a : b, last = a < b ? b : a;
	struct RANGE *range = CASE(unlinked)(field, NULL), *spare = CASE(unlinked)(field, range);

	CASE(set)(field, (size_t)(range - field->ranges), base + start, base + last);
	range->weight = rng_below(&field->rng, 3);
	if (a != b)
		check_status(FN(cut)(&field->root, range->last, range->start, spare, NULL, NULL),
			     WB_E_RANGE);
	if (!range->weight) {
		check_status(FN(cut)(&field->root, range->start, range->last, spare, NULL, NULL),
			     WB_OK);
	} else {
		check_status(FN(overwrite)(&field->root, range, spare, NULL, NULL), WB_OK);
		check_status(FN(coalesce)(&field->root, range, CASE(alike), NULL, NULL), WB_OK);
	}
	for (uint64_t i = start; i <= last; i++)
		owners[i] = range->weight;
}

static void CASE(test_who_owns_a_key_beside_an_array)(void **state)
{
	const PLACE bases[] = { 0, SPAN / 2 - 5, SPAN - 11 };
	struct FIELD field = { WB_ROOT_INIT, { { 0 } }, { 0 } };

	(void)state;
	for (size_t base = 0; base < 3; base++) {
		wb_weight_t owners[12] = { 0 };

		for (int step = 0; step < 300; step++) {
			check_context("%s, step %d", CASE_TEXT(KEY_NAME), step);
			CASE(change_owner)(&field, bases[base], owners);
			check_promises(&field.root, FN(order));
			for (unsigned int i = 0; i < 12; i++) {
				const struct RANGE *range =
					FN(find)(&field.root, CASE(key)(bases[base] + i));

				check_equal(range ? range->weight : 0, owners[i]);
			}
		}
		CASE(clear)(&field);
	}
}

#undef FOR_EACH
#undef DEFINE_MAP
#undef DEFINE_WEIGHTED
#undef DEFINE
#undef WEIGHTED
#undef FN
#undef FIELD
#undef RANGE
#undef SPAN
#undef CASE_TEXT
#undef CASE_TEXT_
#undef CASE
#undef CASE_JOIN
#undef CASE_JOIN_
#undef KEY_MAX
#undef KEY_MIN
#undef KEY_NAME
#undef KEY
