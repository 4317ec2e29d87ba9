/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "map_world.h"

#include <string.h>

#include "places.h"
#include "totals.h"

/* ---- pieces ---- */

/* What a range is in the model. */
static struct piece piece_of(const struct range *range)
{
	struct piece piece = { range->start, range->last,
			       range->owner, range->offset - range->start,
			       range->salt,  range->weight };

	return piece;
}

static bool is_learned(const struct map *map)
{
	return map->world.ops->find_learn != NULL;
}

static wb_weight_t weight_of(const struct map *map, const struct piece *piece)
{
	const struct range range = { .start = piece->start,
				     .last = piece->last,
				     .salt = piece->salt,
				     .weight = piece->weight };

	if (map->world.ops->sized)
		return piece->last > piece->start ? piece->last - piece->start : 1;
	return range_weight(&range);
}

static bool touches(const struct piece *piece, uint64_t start, uint64_t last)
{
	return piece->start <= last && start <= piece->last;
}

static bool goes_on_at_both_ends(const struct piece *piece, uint64_t start, uint64_t last)
{
	return piece->start < start && piece->last > last;
}

static void append(struct piece *pieces, size_t *n, struct piece piece, uint64_t start,
		   uint64_t last)
{
	piece.start = start;
	piece.last = last;
	pieces[(*n)++] = piece;
}

/*
 * What is left of all pieces when a span is taken out of them. In a tree that learns,
 * the second part of one that is split begins with a weight of 1.
 */
static size_t cut_pieces(const struct map *map, uint64_t start, uint64_t last, struct piece *left)
{
	size_t n = 0;

	for (size_t i = 0; i < map->count; i++) {
		const struct piece *piece = &map->pieces[i];

		if (!touches(piece, start, last)) {
			left[n++] = *piece;
			continue;
		}
		if (piece->start < start)
			append(left, &n, *piece, piece->start, start - 1);
		if (piece->last > last)
			append(left, &n, *piece, last + 1, piece->last);
		if (is_learned(map) && goes_on_at_both_ends(piece, start, last))
			left[n - 1].weight = 1;
	}
	return n;
}

/* Whether the pieces that are not as they were weigh 1 or more, and all not too much. */
static int expected_of_weights(const struct map *map, const struct piece *pieces, size_t n)
{
	wb_weight_t total = 0;

	for (size_t i = 0; i < n; i++)
		if (!weight_of(map, &pieces[i]))
			return WB_E_WEIGHT;
	for (size_t i = 0; i < n; i++) {
		if (weight_of(map, &pieces[i]) > UINT64_MAX - total)
			return WB_E_OVERFLOW;
		total += weight_of(map, &pieces[i]);
	}
	return WB_OK;
}

static int expected_of_cut(const struct map *map, uint64_t start, uint64_t last,
			   const struct range *spare)
{
	if (start > last)
		return WB_E_RANGE;
	if (spare && wb_is_linked(&spare->node))
		return WB_E_LINKED;
	for (size_t i = 0; i < map->count && !spare; i++)
		if (goes_on_at_both_ends(&map->pieces[i], start, last))
			return WB_E_SPLIT;
	return WB_OK;
}

/* ---- the tree beside them ---- */

static void adopt(struct map *map, const struct piece *pieces, size_t n)
{
	memcpy(map->pieces, pieces, n * sizeof(pieces[0]));
	map->count = n;
}

/* Reads the ranges back, which must be the pieces, and has their tree checked. */
static void check_map(struct map *map)
{
	struct world *world = &map->world;
	struct range *range = world->ops->first(&world->root);

	check(map->to_release == 0);
	for (size_t i = 0; i < map->count; i++) {
		const struct piece *piece = &map->pieces[i];

		check(range != NULL);
		check(range->start == piece->start && range->last == piece->last);
		check(range->owner == piece->owner);
		check(range->offset - range->start == piece->bias);
		check_equal(wb_weight(&range->node), weight_of(map, piece));
		range->weight = piece->weight;
		world->in[i] = range;
		range = world->ops->next(range);
	}
	check(!range);
	world->count = map->count;
	world_check(world);
}

/* Each is one that must go, in order; it is zeroed, and may be overwritten. */
static void release(struct range *range, void *ctx)
{
	static const struct wb_node zero = WB_NODE_INIT;
	struct map *map = ctx;
	const struct piece piece = piece_of(range);

	check(map->to_release > 0);
	check(memcmp(&range->node, &zero, sizeof(zero)) == 0);
	check(memcmp(&piece, map->released, sizeof(piece)) == 0);
	map->released++;
	map->to_release--;
	memset(range, 0xa5, sizeof(*range));
	range->node = zero;
}

/* The pieces within a span, which are neighbours, will be handed out. */
static void expect_release(struct map *map, const struct piece *pieces, uint64_t start,
			   uint64_t last)
{
	memcpy((void *)pieces, map->pieces, sizeof(map->pieces));
	map->released = pieces;
	for (size_t i = 0; i < map->count; i++) {
		if (pieces[i].start < start)
			map->released = &pieces[i + 1];
		else if (pieces[i].last <= last)
			map->to_release++;
	}
}

static void forbid_release(struct range *range, void *ctx)
{
	(void)ctx;
	check(!range);
}

/* ---- changes ---- */

void map_init(struct map *map, const struct range_ops *ops, uint64_t seed)
{
	memset(map, 0, sizeof(*map));
	world_init(&map->world, ops, seed);
}

/* One that is in no tree, of one of two owners and biases; NULL if all are in the tree. */
static struct range *take(struct map *map, uint64_t start, uint64_t last)
{
	struct rng *rng = &map->world.rng;
	struct range *range = world_take(&map->world, start, last);

	if (!range)
		return NULL;
	range->owner = rng_below(rng, 2);
	range->offset = start + (rng_below(rng, 8) == 0);
	range->salt = rng_below(rng, 3) == 0 ? rng_u64(rng) | 1 : 0;
	if (is_learned(map)) {
		range->weight = 1;
		range->salt = 0;
	}
	return range;
}

/* A spare: none, one that is in no tree, or one that is; other is not to be it. */
static struct range *take_spare(struct map *map, bool with_spare, const struct range *other)
{
	struct world *world = &map->world;

	if (!with_spare)
		return NULL;
	if (world->count && rng_below(&world->rng, 32) == 0)
		return world->in[rng_below(&world->rng, world->count)];
	for (size_t i = 0; i < WORLD_RANGES; i++)
		if (&world->slots[i] != other && !wb_is_linked(&world->slots[i].node))
			return &world->slots[i];
	return NULL;
}

void map_cut(struct map *map, uint64_t start, uint64_t last, bool with_spare)
{
	struct world *world = &map->world;
	struct range *spare = take_spare(map, with_spare, NULL), outside;
	struct piece left[WORLD_RANGES + 2], before[WORLD_RANGES + 2];
	size_t n = cut_pieces(map, start, last, left);
	int expected = expected_of_cut(map, start, last, spare);

	if (!expected)
		expected = expected_of_weights(map, left, n);
	memset(&outside, 0, sizeof(outside));
	if (spare && !wb_is_linked(&spare->node) && expected)
		spare = &outside;
	if (expected) {
		check_refused(
			map,
			world->ops->cut(&world->root, start, last, spare, forbid_release, NULL),
			expected);
		check(!wb_is_linked(&outside.node));
		return;
	}
	expect_release(map, before, start, last);
	check_status(world->ops->cut(&world->root, start, last, spare, release, map), WB_OK);
	adopt(map, left, n);
	check_map(map);
}

static void insert_piece(struct piece *pieces, size_t *n, struct piece piece)
{
	size_t i = (*n)++;

	for (; i && pieces[i - 1].start > piece.start; i--)
		pieces[i] = pieces[i - 1];
	pieces[i] = piece;
}

void map_overwrite(struct map *map, uint64_t start, uint64_t last, bool with_spare)
{
	struct world *world = &map->world;
	struct range *range = take(map, start, last), outside, *spare;
	struct piece left[WORLD_RANGES + 2], before[WORLD_RANGES + 2];
	size_t n = cut_pieces(map, start, last, left);
	int expected;

	if (world->count && rng_below(&world->rng, 32) == 0)
		range = world->in[rng_below(&world->rng, world->count)];
	if (!range)
		return;
	spare = take_spare(map, with_spare, range);
	if (spare == range)
		return;
	if (wb_is_linked(&range->node))
		expected = WB_E_LINKED;
	else
		expected = expected_of_cut(map, start, last, spare);
	insert_piece(left, &n, piece_of(range));
	if (!expected)
		expected = expected_of_weights(map, left, n);
	memset(&outside, 0, sizeof(outside));
	if (spare && !wb_is_linked(&spare->node) && expected)
		spare = &outside;
	if (expected) {
		check_refused(
			map,
			world->ops->overwrite(&world->root, range, spare, forbid_release, NULL),
			expected);
		check(!wb_is_linked(&outside.node));
		return;
	}
	expect_release(map, before, start, last);
	check_status(world->ops->overwrite(&world->root, range, spare, release, map), WB_OK);
	adopt(map, left, n);
	check_map(map);
}

/* Asked of two neighbours that touch, in their order. */
static bool alike(const struct range *before, const struct range *after)
{
	check(before->last + 1 == after->start);
	return before->owner == after->owner &&
	       before->offset - before->start == after->offset - after->start;
}

static bool are_alike(const struct piece *before, const struct piece *after)
{
	return before->last + 1 == after->start && before->owner == after->owner &&
	       before->bias == after->bias;
}

void map_coalesce(struct map *map, size_t i)
{
	struct world *world = &map->world;
	struct piece left[WORLD_RANGES + 2], before[WORLD_RANGES + 2], *piece;
	size_t first = i, end = i + 1, n = 0;
	int expected;

	first -= i && are_alike(&map->pieces[i - 1], &map->pieces[i]);
	end += end < map->count && are_alike(&map->pieces[i], &map->pieces[i + 1]);
	memcpy(before, map->pieces, sizeof(before));
	for (size_t j = 0; j < map->count; j++)
		if (j == i || j < first || j >= end)
			left[n++] = map->pieces[j];
	piece = &left[first];
	piece->start = map->pieces[first].start;
	piece->last = map->pieces[end - 1].last;
	expected = expected_of_weights(map, left, n);
	if (expected) {
		check_refused(map,
			      world->ops->coalesce(&world->root, world->in[i], alike,
						   forbid_release, NULL),
			      expected);
		return;
	}
	for (size_t j = first; j < end; j++)
		if (j != i)
			before[map->to_release++] = map->pieces[j];
	map->released = before;
	check_status(world->ops->coalesce(&world->root, world->in[i], alike, release, map), WB_OK);
	adopt(map, left, n);
	check_map(map);
}

/* What is looked up weighs more then. */
static void map_learn(struct map *map)
{
	world_learn(&map->world);
	for (size_t i = 0; i < map->count; i++)
		map->pieces[i].weight = map->world.in[i]->weight;
	check_map(map);
}

void map_step(struct map *map)
{
	struct world *world = &map->world;
	const uint64_t start = world_place(world), span = world->ops->span;
	uint64_t last = place_last(&world->rng, span, start, span / WORLD_RANGES);
	const bool with_spare = rng_below(&world->rng, 4) != 0;
	struct range *none;

	if (rng_below(&world->rng, 16) == 0)
		last = world_place(world);
	if (is_learned(map))
		map_learn(map);
	switch (rng_below(&world->rng, 8)) {
	case 0:
	case 1:
	case 2:
		map_cut(map, start, last, with_spare);
		break;
	case 3:
	case 4:
		if (world->count)
			map_coalesce(map, (size_t)rng_below(&world->rng, world->count));
		break;
	case 5:
		none = world_take(world, start, start);
		if (none)
			check_refused(map,
				      world->ops->coalesce(&world->root, none, alike, release, map),
				      WB_E_UNLINKED);
		break;
	default:
		map_overwrite(map, start, last, with_spare);
		break;
	}
}
