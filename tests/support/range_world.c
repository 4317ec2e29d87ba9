/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "range_world.h"

#include <string.h>

#include "places.h"
#include "promises.h"
#include "totals.h"

#define range_of(ptr) wb_entry(ptr, struct range, node)

/* ---- the model ---- */

static bool overlaps(const struct range *range, uint64_t start, uint64_t last)
{
	return range->start <= last && start <= range->last;
}

/* The index of the first range that ends at place or after it. */
static size_t first_ending_at(const struct world *world, uint64_t place)
{
	size_t i = 0;

	while (i < world->count && world->in[i]->last < place)
		i++;
	return i;
}

static size_t index_of(const struct world *world, const struct range *range)
{
	size_t i = 0;

	while (world->in[i] != range)
		i++;
	return i;
}

static struct range *at(const struct world *world, size_t i)
{
	return i < world->count ? world->in[i] : NULL;
}

static void take_in(struct world *world, size_t i, struct range *range)
{
	memmove(&world->in[i + 1], &world->in[i], (world->count - i) * sizeof(world->in[0]));
	world->in[i] = range;
	world->count++;
}

static void take_out(struct world *world, size_t i)
{
	world->count--;
	memmove(&world->in[i], &world->in[i + 1], (world->count - i) * sizeof(world->in[0]));
}

static wb_weight_t weight_of(const struct world *world, const struct range *range)
{
	if (!world->ops->sized)
		return range_weight(range);
	return range->last > range->start ? range->last - range->start : 1;
}

/* The total without one range, which may be NULL. */
static wb_weight_t total_but(const struct world *world, const struct range *range)
{
	wb_weight_t total = 0;

	for (size_t i = 0; i < world->count; i++)
		if (world->in[i] != range)
			total += wb_weight(&world->in[i]->node);
	return total;
}

/* What is said to the weight of a range that is or is to be in the tree. */
static int expected_of_weight(const struct world *world, const struct range *range)
{
	wb_weight_t weight = weight_of(world, range);

	if (!weight)
		return WB_E_WEIGHT;
	return weight > UINT64_MAX - total_but(world, range) ? WB_E_OVERFLOW : WB_OK;
}

/* ---- what is chosen at random ---- */

void world_init(struct world *world, const struct range_ops *ops, uint64_t seed)
{
	memset(world, 0, sizeof(*world));
	world->ops = ops;
	world->rng.state = seed;
}

static struct range *any_of(struct world *world)
{
	return world->count ? world->in[rng_below(&world->rng, world->count)] : NULL;
}

/* The weight of a range that is to be inserted; what learns weighs 1 at first. */
static wb_weight_t any_weight(struct world *world)
{
	if (world->ops->find_learn)
		return 1;
	if (rng_below(&world->rng, 64) == 0)
		return rng_below(&world->rng, 2) ? 0 : UINT64_MAX;
	return 1 + rng_bits(&world->rng, 56);
}

struct range *world_take(struct world *world, uint64_t start, uint64_t last)
{
	for (size_t i = 0; i < WORLD_RANGES; i++) {
		struct range *range = &world->slots[i];

		if (wb_is_linked(&range->node))
			continue;
		range->start = start;
		range->last = last;
		range->weight = any_weight(world);
		range->salt = 0;
		return range;
	}
	return NULL;
}

struct range *world_put(struct world *world, uint64_t start, uint64_t last)
{
	struct range *range = world_take(world, start, last);

	range->weight = 1;
	check_status(world->ops->insert(&world->root, range), WB_OK);
	take_in(world, first_ending_at(world, start), range);
	world_check(world);
	return range;
}

void world_clear(struct world *world)
{
	for (size_t i = 0; i < world->count; i++)
		memset(&world->in[i]->node, 0, sizeof(world->in[i]->node));
	world->root.node = NULL;
	world->count = 0;
}

uint64_t world_place(struct world *world)
{
	const struct range *range = any_of(world);

	if (!range)
		return rng_u64(&world->rng) & world->ops->span;
	return place_near(&world->rng, world->ops->span, range->start, range->last);
}

/* Ends of a range: mostly about what fits between two others; now and then reversed. */
static void any_span(struct world *world, uint64_t *start, uint64_t *last)
{
	const uint64_t span = world->ops->span;

	*start = world_place(world);
	*last = place_last(&world->rng, span, *start, span / WORLD_RANGES);
	if (*start && rng_below(&world->rng, 16) == 0)
		*last = rng_below(&world->rng, 2) ? *start - 1 : world_place(world);
}

/* ---- changes ---- */

static int expected_of_insert(const struct world *world, const struct range *range)
{
	const struct range *neighbour = at(world, first_ending_at(world, range->start));

	if (wb_is_linked(&range->node))
		return WB_E_LINKED;
	if (range->start > range->last)
		return WB_E_RANGE;
	if (neighbour && overlaps(neighbour, range->start, range->last))
		return WB_E_OVERLAP;
	return expected_of_weight(world, range);
}

/* There is a place exactly for what overlaps nothing. */
static void check_link(struct world *world, uint64_t start, uint64_t last)
{
	const struct range *there = at(world, first_ending_at(world, start));
	struct wb_node *parent, **link;

	link = world->ops->find_link(&world->root, start, last, &parent);
	if (start > last) {
		check(!link && !parent);
	} else if (there && overlaps(there, start, last)) {
		check(!link && overlaps(range_of(parent), start, last));
	} else {
		check(link && !*link);
	}
}

/* The parent alone is compared with: a range that overlaps it, or lies on its other side. */
static void check_wrong_places(struct world *world, struct range *range, struct wb_node *parent)
{
	const struct range old = *range, *there = range_of(parent);

	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		struct wb_node **link = &parent->child[d];

		range->start = range->last = there->start;
		check_refused(world, world->ops->insert_at(&world->root, range, parent, link),
			      WB_E_OVERLAP);
		range->last = there->last;
		check_refused(world, world->ops->insert_at(&world->root, range, parent, link),
			      WB_E_OVERLAP);
		if (old.start > old.last || overlaps(there, old.start, old.last))
			continue;
		*range = old;
		if ((range->start > there->last) != (d == WB_RIGHT))
			check_refused(world,
				      world->ops->insert_at(&world->root, range, parent, link),
				      WB_E_ORDER);
	}
	*range = old;
}

/* What is refused there, is so before or as it is by insert. */
static void insert_at_link(struct world *world, struct range *range, int expected)
{
	struct wb_node *parent, **link;

	link = world->ops->find_link(&world->root, range->start, range->last, &parent);
	if (!wb_is_linked(&range->node) && parent)
		check_wrong_places(world, range, parent);
	if (expected != WB_OK && expected != WB_E_OVERLAP) {
		link = link ? link : &world->root.node;
		check_refused(world, world->ops->insert_at(&world->root, range, parent, link),
			      expected);
	} else if (!expected) {
		check_status(world->ops->insert_at(&world->root, range, parent, link), WB_OK);
	}
}

void world_try_insert(struct world *world)
{
	struct range *range = NULL;
	uint64_t start, last;
	int expected;

	any_span(world, &start, &last);
	if (rng_below(&world->rng, 16) && world->count < WORLD_RANGES)
		range = world_take(world, start, last);
	if (!range)
		range = any_of(world);
	if (!range)
		return;
	expected = expected_of_insert(world, range);
	check_link(world, range->start, range->last);
	if (rng_below(&world->rng, 2)) {
		insert_at_link(world, range, expected);
	} else if (expected) {
		check_refused(world, world->ops->insert(&world->root, range), expected);
	} else {
		check_status(world->ops->insert(&world->root, range), WB_OK);
	}
	if (!expected)
		take_in(world, first_ending_at(world, range->start), range);
}

static void erase_any(struct world *world)
{
	struct range *range = any_of(world), *none = world_take(world, 0, 0);

	if (range) {
		check(world->ops->erase(&world->root, range));
		take_out(world, index_of(world, range));
	}
	if (none)
		check_refused(world, world->ops->erase(&world->root, none), false);
	check_refused(world, world->ops->erase(&world->root, NULL), false);
}

static int expected_of_neighbours(const struct range *before, const struct range *after)
{
	if (!before || !after || before->last < after->start)
		return WB_OK;
	return after->last < before->start ? WB_E_ORDER : WB_E_OVERLAP;
}

static int expected_of_update(const struct world *world, const struct range *range)
{
	size_t i;
	int expected;

	if (!wb_is_linked(&range->node))
		return WB_E_UNLINKED;
	if (range->start > range->last)
		return WB_E_RANGE;
	i = index_of(world, range);
	expected = expected_of_neighbours(i ? world->in[i - 1] : NULL, range);
	if (!expected)
		expected = expected_of_neighbours(range, at(world, i + 1));
	return expected ? expected : expected_of_weight(world, range);
}

void world_try_update(struct world *world)
{
	struct range *range = any_of(world), old;
	uint64_t start, last;
	int expected;

	if (!range || rng_below(&world->rng, 16) == 0)
		range = world_take(world, 0, 0);
	if (!range)
		return;
	old = *range;
	any_span(world, &start, &last);
	range->start = rng_below(&world->rng, 3) ? range->start : start;
	range->last = rng_below(&world->rng, 3) ? last : range->last;
	if (!world->ops->find_learn)
		range->weight = any_weight(world);
	expected = expected_of_update(world, range);
	if (!expected) {
		check_status(world->ops->update(&world->root, range), WB_OK);
		return;
	}
	check_refused(world, world->ops->update(&world->root, range), expected);
	range->start = old.start;
	range->last = old.last;
	range->weight = old.weight;
}

void world_move(struct world *world)
{
	struct range *from = any_of(world), *to = world_take(world, 0, 0), old;

	if (!to)
		return;
	if (!from) {
		check_refused(world, world->ops->move(&world->root, to, &world->laid[0][0]),
			      WB_E_UNLINKED);
		check_refused(world, world->ops->relink(&world->root, to, &world->laid[0][0]),
			      WB_E_UNLINKED);
		return;
	}
	check_refused(world, world->ops->move(&world->root, from, from), WB_OK);
	check_refused(world, world->ops->relink(&world->root, from, from), WB_OK);
	old = *from;
	memset(to, 0xa5, sizeof(*to));
	if (rng_below(&world->rng, 2)) {
		check_status(world->ops->move(&world->root, from, to), WB_OK);
	} else {
		*to = *from;
		check_status(world->ops->relink(&world->root, from, to), WB_OK);
	}
	check(!wb_is_linked(&from->node));
	check(to->start == old.start && to->last == old.last && to->weight == old.weight);
	world->in[index_of(world, from)] = to;
}

static bool is_free(const struct range *array)
{
	for (size_t i = 0; i < WORLD_RANGES; i++)
		if (wb_is_linked(&array[i].node))
			return false;
	return true;
}

/* The ranges lie in the array in preorder, the heavier child first. */
static void check_layout(const struct wb_node *x, const struct range *array, size_t *next)
{
	const struct wb_node *left, *right;
	bool right_first;

	if (!x)
		return;
	check(x == &array[(*next)++].node);
	left = x->child[WB_LEFT];
	right = x->child[WB_RIGHT];
	right_first = right && (!left || right->sum > left->sum);
	check_layout(right_first ? right : left, array, next);
	check_layout(right_first ? left : right, array, next);
}

void world_relayout(struct world *world)
{
	struct range *array = world->laid[!is_free(world->laid[0])];
	size_t next = 0;

	check(is_free(array));
	memset(array, 0xa5, sizeof(world->laid[0]));
	if (world->count)
		check_refused(world,
			      (int)world->ops->relayout(&world->root, array, world->count - 1),
			      (int)world->count);
	check_equal(world->ops->relayout(&world->root, array, world->count), world->count);
	check_layout(world->root.node, array, &next);
	check_equal(next, world->count);
	memset(&array[next], 0, (WORLD_RANGES - next) * sizeof(array[0]));
	for (size_t i = 0; i < next; i++) {
		struct range *moved = &array[i];

		world->in[first_ending_at(world, moved->start)] = moved;
	}
}

/* The nodes visited to reach x. */
static unsigned int depth(const struct wb_node *x)
{
	unsigned int visited = 0;

	for (; x; x = x->parent)
		visited++;
	return visited;
}

/* Where a search for place ends: the range that has it, or the deeper one beside it. */
static struct range *end_of_search(const struct world *world, uint64_t place)
{
	size_t i = first_ending_at(world, place);
	struct range *before = i ? world->in[i - 1] : NULL, *behind = at(world, i);

	if (behind && behind->start <= place)
		return behind;
	return depth(before ? &before->node : NULL) > depth(behind ? &behind->node : NULL) ? before
											   : behind;
}

/* Learns from one search, of which the model knows where it ends and what it adds. */
void world_learn(struct world *world)
{
	const uint64_t place = world_place(world);
	struct range *end = end_of_search(world, place);
	struct wb_learner learner = { .sampling = { .every = 1 }, .limit = UINT64_MAX };

	if (!world->ops->find_learn)
		return;
	learner.credit = rng_bits(&world->rng, 20);
	check(world->ops->find_learn(&world->root, place, &learner) ==
	      world->ops->find(&world->root, place));
	if (end)
		end->weight += learner.credit ? learner.credit : 8;
}

/* From the weights that the ranges have, if they learn, else as they are. */
static int build_any(struct world *world, struct range *const *sorted, size_t n)
{
	wb_weight_t weights[WORLD_RANGES];

	if (world->ops->build_learned && rng_below(&world->rng, 2)) {
		for (size_t i = 0; i < n; i++)
			weights[i] = sorted[i]->weight;
		return world->ops->build_learned(&world->root, sorted, weights, n);
	}
	for (size_t i = 0; i < n && world->ops->build_learned; i++)
		sorted[i]->weight = 1;
	return world->ops->build(&world->root, sorted, n);
}

void world_build(struct world *world)
{
	struct range *sorted[WORLD_RANGES];
	size_t n = world->count;

	memcpy(sorted, world->in, sizeof(sorted));
	world_clear(world);
	check_status(build_any(world, sorted, n), WB_OK);
	memcpy(world->in, sorted, sizeof(sorted));
	world->count = n;
	if (n)
		check_refused(world, world->ops->build(&world->root, sorted, 0), WB_E_NOT_EMPTY);
}

/* A world that has the ranges of this one from index first on. */
static void check_part(const struct world *world, struct wb_root part, size_t first, size_t count)
{
	struct range *range = world->ops->first(&part);

	check_promises(&part, world->ops->order);
	for (size_t i = first; i < first + count; i++) {
		check(range == world->in[i]);
		range = world->ops->next(range);
	}
	check(!range);
}

void world_split_and_join(struct world *world)
{
	struct wb_root spare[2] = { { &world->slots[0].node, 0 }, { &world->slots[0].node, 0 } };
	struct wb_root *left = &spare[0], *right = &spare[1];
	struct range *mid = any_of(world);
	size_t i;

	if (!mid)
		return;
	i = index_of(world, mid);
	if (rng_below(&world->rng, 3) == 0)
		left = &world->root;
	else if (rng_below(&world->rng, 2) == 0)
		right = &world->root;
	check_status(world->ops->split(&world->root, mid, left, right), WB_OK);
	check(!wb_is_linked(&mid->node));
	if (world->ops->find_learn)
		mid->weight = 1;
	check(left == &world->root || right == &world->root || wb_is_empty(&world->root));
	check_part(world, *left, 0, i);
	check_part(world, *right, i + 1, world->count - i - 1);
	check_status(world->ops->join(left, mid, right), WB_OK);
	check(wb_is_empty(right));
	world->root = *left;
}

struct released {
	const struct world *world;
	size_t next; /* index in the model */
	size_t count;
};

static void release(struct range *range, void *ctx)
{
	const struct wb_node zero = { NULL, { NULL, NULL }, 0 };
	struct released *released = ctx;

	check(range == at(released->world, released->next++));
	check(memcmp(&range->node, &zero, sizeof(zero)) == 0);
	memset(range, 0xa5, sizeof(*range));
	memset(&range->node, 0, sizeof(range->node));
	released->count++;
}

void world_erase_range(struct world *world, uint64_t start, uint64_t last)
{
	struct released released = { world, first_ending_at(world, start), 0 };
	struct range *left = at(world, released.next), *right;
	size_t first, end = released.next;
	struct range_erased erased;

	left = left && start <= last && left->start < start ? left : NULL;
	first = released.next += left ? 1 : 0;
	while (end < world->count && world->in[end]->last <= last)
		end++;
	right = at(world, end);
	right = right && start <= last && right->start <= last ? right : NULL;
	erased = world->ops->erase_range(&world->root, start, last, release, &released);
	check(erased.left == left && erased.right == right);
	end = start <= last && end > first ? end : first;
	check_equal(released.count, end - first);
	check_equal(erased.count, end - first);
	for (; end > first; end--)
		take_out(world, first);
}

void world_step(struct world *world)
{
	uint64_t start;

	switch (rng_below(&world->rng, 28)) {
	case 0:
		world_move(world);
		break;
	case 1:
		world_relayout(world);
		break;
	case 2:
		world_build(world);
		break;
	case 3:
		world_split_and_join(world);
		break;
	case 4:
		start = world_place(world);
		world_erase_range(world, start, world_place(world));
		break;
	case 5:
	case 6:
		erase_any(world);
		break;
	case 7:
	case 8:
	case 9:
	case 10:
		world_try_update(world);
		break;
	case 11:
	case 12:
	case 13:
		world_learn(world);
		break;
	default:
		world_try_insert(world);
		break;
	}
	world_check(world);
	world_check_extent(world);
}

/* ---- checks ---- */

/* Keys are mapped in their order: base is what place 0 is mapped to. */
static void check_gaps(const struct world *world, const struct wb_node *x, uint64_t base)
{
	const struct wb_node *first = x, *last = x, *next;
	const struct wb_gaps *gaps;
	uint64_t greatest = 0;

	if (!x)
		return;
	while (first->child[WB_LEFT])
		first = first->child[WB_LEFT];
	while (last->child[WB_RIGHT])
		last = last->child[WB_RIGHT];
	for (size_t i = index_of(world, range_of(first)); world->in[i] != range_of(last); i++) {
		uint64_t between = world->in[i + 1]->start - world->in[i]->last - 1;

		greatest = between > greatest ? between : greatest;
	}
	gaps = &range_of(x)->gaps;
	check_equal(gaps->start, base + range_of(first)->start);
	check_equal(gaps->last, base + range_of(last)->last);
	check_equal(gaps->greatest, greatest);
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if ((next = x->child[d]) != NULL)
			check_gaps(world, next, base);
}

static void check_unlinked(const struct range *array)
{
	static const struct wb_node zero = { NULL, { NULL, NULL }, 0 };

	for (size_t i = 0; i < WORLD_RANGES; i++)
		if (!wb_is_linked(&array[i].node))
			check(memcmp(&array[i].node, &zero, sizeof(zero)) == 0);
}

void world_check(const struct world *world)
{
	const struct range *before = NULL;

	check_part(world, world->root, 0, world->count);
	for (size_t i = 0; i < world->count; i++) {
		check(world->ops->prev(world->in[i]) == before);
		before = world->in[i];
		check_equal(wb_weight(&before->node), weight_of(world, before));
		check(world->ops->order(&before->node, &before->node) == 0);
		check(world->ops->order(&before->node, &world->in[0]->node) >= 0);
	}
	check(world->ops->last(&world->root) == before);
	check_unlinked(world->slots);
	check_unlinked(world->laid[0]);
	check_unlinked(world->laid[1]);
	if (world->ops->gapped && world->count)
		check_gaps(world, world->root.node,
			   range_of(world->root.node)->gaps.start - world->in[0]->start);
}

void world_check_extent(struct world *world)
{
	enum { RUN = 12 };
	struct range *found[RUN];
	uint64_t places[RUN];

	for (size_t i = 0; i < RUN; i++)
		places[i] = i && rng_below(&world->rng, 2) ? places[i - 1] : world_place(world);
	for (size_t i = 1; i < RUN; i++)
		if (rng_below(&world->rng, 2) && places[i] < world->ops->span)
			places[i]++;
	world->ops->find_extent(&world->root, places, found, RUN);
	for (size_t i = 0; i < RUN; i++)
		check(found[i] == world->ops->find(&world->root, places[i]));
}

void world_check_key(const struct world *world, uint64_t place)
{
	size_t i = first_ending_at(world, place);
	struct range *ceil = at(world, i), *hit = ceil && ceil->start <= place ? ceil : NULL;

	check(world->ops->find(&world->root, place) == hit);
	check(world->ops->ceil(&world->root, place) == ceil);
	check(world->ops->floor(&world->root, place) == (hit ? hit : i ? at(world, i - 1) : NULL));
}

void world_check_span(const struct world *world, uint64_t start, uint64_t last)
{
	struct range *range = world->ops->first_overlap(&world->root, start, last);
	struct range *span = world->ops->find_span(&world->root, start, last);

	check(span == (range && range->start <= start && last <= range->last ? range : NULL));
	for (size_t i = 0; i < world->count; i++) {
		if (start > last || !overlaps(world->in[i], start, last))
			continue;
		check(range == world->in[i]);
		range = world->ops->next_overlap(range, last);
	}
	check(!range);
}
