/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "intervals.h"

#include <string.h>

#include "places.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"

#define interval_of(ptr) wb_entry(ptr, struct interval, node)

/* ---- the model ---- */

void intervals_init(struct intervals *world, const struct interval_ops *ops, uint64_t seed)
{
	memset(world, 0, sizeof(*world));
	world->ops = ops;
	world->rng.state = seed;
	check_context("%s", ops->name);
}

void intervals_clear(struct intervals *world)
{
	for (size_t i = 0; i < world->count; i++)
		memset(&world->in[i]->node, 0, sizeof(world->in[i]->node));
	world->root.node = NULL;
	world->count = 0;
}

static size_t index_of(const struct intervals *world, const struct interval *interval)
{
	size_t i = 0;

	while (world->in[i] != interval)
		i++;
	return i;
}

static struct interval *at(const struct intervals *world, size_t i)
{
	return i < world->count ? world->in[i] : NULL;
}

/* Puts an interval behind all that start where it does or before. */
void intervals_take_in(struct intervals *world, struct interval *interval)
{
	size_t i = world->count++;

	for (; i && world->in[i - 1]->start > interval->start; i--)
		world->in[i] = world->in[i - 1];
	world->in[i] = interval;
}

void intervals_take_out(struct intervals *world, const struct interval *interval)
{
	size_t i = index_of(world, interval);

	world->count--;
	memmove(&world->in[i], &world->in[i + 1], (world->count - i) * sizeof(world->in[0]));
}

static bool overlaps(const struct interval *interval, uint64_t start, uint64_t last)
{
	return interval->start <= last && start <= interval->last;
}

/* The first from index i on that overlaps; NULL if none does or the query is reversed. */
static struct interval *overlap_from(const struct intervals *world, size_t i, uint64_t start,
				     uint64_t last)
{
	while (i < world->count && !overlaps(world->in[i], start, last))
		i++;
	return start <= last ? at(world, i) : NULL;
}

/* ---- checks ---- */

static uint64_t greatest_last(const struct wb_node *x)
{
	uint64_t greatest;

	if (!x)
		return 0;
	greatest = interval_of(x)->last;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if (greatest_last(x->child[d]) > greatest)
			greatest = greatest_last(x->child[d]);
	return greatest;
}

/* Promises, order, both ways, weights and what the augmentation keeps. */
void intervals_check(const struct intervals *world)
{
	const struct interval_ops *ops = world->ops;
	struct interval *pos = ops->first(&world->root), *before = NULL;

	check_promises(&world->root, ops->order);
	for (size_t i = 0; i < world->count; i++) {
		check(pos == world->in[i]);
		check(ops->prev(pos) == before);
		check_equal(wb_weight(&pos->node), ops->weighted ? pos->weight : 1);
		check_equal(ops->max_last(pos), greatest_last(&pos->node));
		before = pos;
		pos = ops->next(pos);
	}
	check(!pos && ops->last(&world->root) == before);
	for (size_t i = 0; i < INTERVALS; i++)
		if (!wb_is_linked(&world->slots[i].node))
			check(!world->slots[i].node.parent && !world->slots[i].node.child[0] &&
			      !world->slots[i].node.child[1]);
}

void intervals_check_query(const struct intervals *world, uint64_t start, uint64_t last)
{
	const struct interval_ops *ops = world->ops;
	struct interval *found[INTERVALS], *expected = overlap_from(world, 0, start, last);
	struct interval *pos = ops->first_overlap(&world->root, start, last);
	size_t n = ops->collect(&world->root, start, last, found), count = 0;

	for (; expected; count++) {
		check(pos == expected);
		check(count < n && found[count] == expected);
		expected = overlap_from(world, index_of(world, expected) + 1, start, last);
		pos = ops->next_overlap(pos, start, last);
	}
	check(!pos);
	check_equal(n, count);
	check_equal(ops->count_overlaps(&world->root, start, last, SIZE_MAX), count);
	for (size_t limit = 0; limit <= count + 1; limit++)
		check_equal(ops->count_overlaps(&world->root, start, last, limit),
			    limit < count ? limit : count);
}

void intervals_check_stab(const struct intervals *world, uint64_t place)
{
	struct interval *expected = overlap_from(world, 0, place, place);
	struct interval *pos = world->ops->stab(&world->root, place);

	while (expected) {
		check(pos == expected);
		expected = overlap_from(world, index_of(world, expected) + 1, place, place);
		pos = world->ops->next_stab(pos, place);
	}
	check(!pos);
}

static bool contains(const struct interval *interval, uint64_t start, uint64_t last)
{
	return start <= last && interval->start <= start && last <= interval->last;
}

static bool is_within(const struct interval *interval, uint64_t start, uint64_t last)
{
	return start <= interval->start && interval->last <= last;
}

static bool is_equal(const struct interval *interval, uint64_t start, uint64_t last)
{
	return interval->start == start && interval->last == last;
}

/* The first from index i on of which the relation to the span holds, or NULL. */
static struct interval *related(const struct intervals *world, size_t i,
				bool (*holds)(const struct interval *, uint64_t, uint64_t),
				uint64_t start, uint64_t last)
{
	while (i < world->count && !holds(world->in[i], start, last))
		i++;
	return at(world, i);
}

/* Those that contain the span, lie inside it, or are it; also the next after any. */
void intervals_check_alike(const struct intervals *world, uint64_t start, uint64_t last)
{
	const struct interval_ops *ops = world->ops;
	const struct wb_root *root = &world->root;

	check(ops->first_containing(root, start, last) == related(world, 0, contains, start, last));
	check(ops->first_within(root, start, last) == related(world, 0, is_within, start, last));
	check(ops->first_equal(root, start, last) == related(world, 0, is_equal, start, last));
	for (size_t i = 0; i < world->count; i++) {
		struct interval *pos = world->in[i];

		check(ops->next_containing(pos, start, last) ==
		      related(world, i + 1, contains, start, last));
		check(ops->next_within(pos, last) ==
		      related(world, i + 1, is_within, pos->start, last));
		check(ops->next_equal(pos) ==
		      related(world, i + 1, is_equal, pos->start, pos->last));
		check(ops->first_equal(root, pos->start, pos->last) ==
		      related(world, 0, is_equal, pos->start, pos->last));
	}
}

/* Of those that end nearest before a place, any will do. */
void intervals_check_nearest(const struct intervals *world, uint64_t place)
{
	const struct interval *before = world->ops->find_before(&world->root, place);
	const struct interval *nearest = NULL;
	size_t i = 0;

	for (size_t j = 0; j < world->count; j++)
		if (world->in[j]->last < place && (!nearest || world->in[j]->last > nearest->last))
			nearest = world->in[j];
	check(!before == !nearest);
	check(!before || (before->last == nearest->last && at(world, index_of(world, before))));
	while (i < world->count && world->in[i]->start <= place)
		i++;
	check(world->ops->find_after(&world->root, place) == at(world, i));
}

/* The next overlap from any interval, be it of the query or not. */
void intervals_check_next_of_all(const struct intervals *world, uint64_t start, uint64_t last)
{
	for (size_t i = 0; i < world->count; i++)
		check(world->ops->next_overlap(world->in[i], start, last) ==
		      overlap_from(world, i + 1, start, last));
}

/* ---- changes at random ---- */

static struct interval *any_of(struct intervals *world)
{
	return world->count ? world->in[rng_below(&world->rng, world->count)] : NULL;
}

struct interval *intervals_unlinked(struct intervals *world)
{
	for (size_t i = 0; i < INTERVALS; i++)
		if (!wb_is_linked(&world->slots[i].node))
			return &world->slots[i];
	return NULL;
}

uint64_t intervals_place(struct intervals *world)
{
	const struct interval *interval = any_of(world);
	const uint64_t span = world->ops->span;

	return interval ? place_near(&world->rng, span, interval->start, interval->last)
			: rng_u64(&world->rng) & span;
}

/* Gives new ends and a new weight, which are now and then not to be accepted. */
static void set_any(struct intervals *world, struct interval *interval)
{
	const uint64_t span = world->ops->span;
	const struct interval *other = any_of(world);

	interval->start = intervals_place(world);
	if (other && rng_below(&world->rng, 4) == 0)
		interval->start = other->start;
	interval->last = place_last(&world->rng, span, interval->start, span / 4);
	if (interval->start && rng_below(&world->rng, 32) == 0)
		interval->last = interval->start - 1;
	interval->weight = 1 + rng_bits(&world->rng, 56);
	if (rng_below(&world->rng, 64) == 0)
		interval->weight = rng_below(&world->rng, 2) ? 0 : UINT64_MAX;
}

static int expected_of_weight(const struct intervals *world, const struct interval *interval)
{
	wb_weight_t others = wb_total(&world->root) - wb_weight(&interval->node);

	if (!world->ops->weighted)
		return WB_OK;
	if (!interval->weight)
		return WB_E_WEIGHT;
	return interval->weight > UINT64_MAX - others ? WB_E_OVERFLOW : WB_OK;
}

static int expected_of_insert(const struct intervals *world, const struct interval *interval)
{
	if (wb_is_linked(&interval->node))
		return WB_E_LINKED;
	if (interval->start > interval->last)
		return WB_E_RANGE;
	return expected_of_weight(world, interval);
}

static void try_insert(struct intervals *world)
{
	struct interval *interval = intervals_unlinked(world);
	int expected;

	if (!interval || rng_below(&world->rng, 32) == 0)
		interval = any_of(world);
	if (!interval)
		return;
	if (!wb_is_linked(&interval->node))
		set_any(world, interval);
	expected = expected_of_insert(world, interval);
	if (expected) {
		check_refused(world, world->ops->insert(&world->root, interval), expected);
		return;
	}
	check_status(world->ops->insert(&world->root, interval), WB_OK);
	intervals_take_in(world, interval);
}

static void erase_any(struct intervals *world)
{
	struct interval *interval = any_of(world), *none = intervals_unlinked(world);

	if (none)
		check_refused(world, world->ops->erase(&world->root, none), false);
	check_refused(world, world->ops->erase(&world->root, NULL), false);
	if (!interval)
		return;
	check(world->ops->erase(&world->root, interval));
	intervals_take_out(world, interval);
}

static int expected_of_update(const struct intervals *world, const struct interval *interval)
{
	size_t i;

	if (!wb_is_linked(&interval->node))
		return WB_E_UNLINKED;
	if (interval->start > interval->last)
		return WB_E_RANGE;
	i = index_of(world, interval);
	if (i && world->in[i - 1]->start > interval->start)
		return WB_E_ORDER;
	if (i + 1 < world->count && world->in[i + 1]->start < interval->start)
		return WB_E_ORDER;
	return expected_of_weight(world, interval);
}

static void try_update(struct intervals *world)
{
	struct interval *interval = any_of(world), old;
	int expected;

	if (!interval || rng_below(&world->rng, 32) == 0)
		interval = intervals_unlinked(world);
	if (!interval)
		return;
	old = *interval;
	set_any(world, interval);
	if (rng_below(&world->rng, 4))
		interval->start = old.start;
	expected = expected_of_update(world, interval);
	if (!expected) {
		check_status(world->ops->update(&world->root, interval), WB_OK);
		return;
	}
	check_refused(world, world->ops->update(&world->root, interval), expected);
	interval->start = old.start;
	interval->last = old.last;
	interval->weight = old.weight;
}

static void move_any(struct intervals *world)
{
	struct interval *from = any_of(world), *to = intervals_unlinked(world), spare;

	if (!to)
		return;
	check_refused(world, world->ops->move(&world->root, to, &spare), WB_E_UNLINKED);
	check_refused(world, world->ops->relink(&world->root, to, &spare), WB_E_UNLINKED);
	if (!from)
		return;
	memset(to, 0xa5, sizeof(*to));
	if (rng_below(&world->rng, 2)) {
		check_status(world->ops->move(&world->root, from, to), WB_OK);
	} else {
		*to = *from;
		check_status(world->ops->relink(&world->root, from, to), WB_OK);
	}
	check(!wb_is_linked(&from->node));
	check(to->start == from->start && to->last == from->last);
	world->in[index_of(world, from)] = to;
}

static void build_anew(struct intervals *world)
{
	struct interval *sorted[INTERVALS];
	size_t n = world->count;

	memcpy(sorted, world->in, sizeof(sorted));
	intervals_clear(world);
	check_status(world->ops->build(&world->root, sorted, n), WB_OK);
	memcpy(world->in, sorted, sizeof(sorted));
	world->count = n;
}

struct released {
	struct intervals *world;
	uint64_t start, last;
	size_t count;
};

/* It comes in order, zeroed, and may be overwritten. */
static void release(struct interval *interval, void *ctx)
{
	const struct wb_node zero = WB_NODE_INIT;
	struct released *released = ctx;

	check(interval == related(released->world, 0, is_within, released->start, released->last));
	check(memcmp(&interval->node, &zero, sizeof(zero)) == 0);
	intervals_take_out(released->world, interval);
	memset(interval, 0xa5, sizeof(*interval));
	interval->node = zero;
	released->count++;
}

void intervals_erase_range(struct intervals *world, uint64_t start, uint64_t last)
{
	struct released released = { world, start, last, 0 };
	size_t count = world->ops->erase_range(&world->root, start, last, release, &released);

	check_equal(count, released.count);
	check(!related(world, 0, is_within, start, last));
	check_equal(world->ops->erase_range(&world->root, start, last, NULL, NULL), 0);
}

void intervals_step(struct intervals *world)
{
	uint64_t start;

	switch (rng_below(&world->rng, 20)) {
	case 0:
		move_any(world);
		break;
	case 1:
		build_anew(world);
		break;
	case 2:
		start = intervals_place(world);
		intervals_erase_range(world, start, intervals_place(world));
		break;
	case 3:
	case 4:
		erase_any(world);
		break;
	case 5:
	case 6:
	case 7:
	case 8:
	case 9:
		try_update(world);
		break;
	default:
		try_insert(world);
		break;
	}
	intervals_check(world);
}
