/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Defines a struct interval_ops: a template, included for each key type (see
 * key_types.h) and each of the ways to define intervals, with
 *
 *	KIND            the name of the way
 *	DEFINE(P)       the definition, of struct interval
 *	WEIGHTED        what it does
 */
static KEY OP(key)(uint64_t place)
{
	return (KEY)((uint64_t)KEY_MIN + place);
}

static KEY OP(start_of)(const struct interval *interval)
{
	interval_looks++;
	return OP(key)(interval->start);
}

static KEY OP(last_of)(const struct interval *interval)
{
	interval_looks++;
	return OP(key)(interval->last);
}

DEFINE(P);

static struct interval *OP(first_overlap)(const struct wb_root *root, uint64_t start, uint64_t last)
{
	return FN(first_overlap)(root, OP(key)(start), OP(key)(last));
}

static struct interval *OP(next_overlap)(const struct interval *interval, uint64_t start,
					 uint64_t last)
{
	return FN(next_overlap)(interval, OP(key)(start), OP(key)(last));
}

static struct interval *OP(stab)(const struct wb_root *root, uint64_t place)
{
	return FN(stab)(root, OP(key)(place));
}

static struct interval *OP(next_stab)(const struct interval *interval, uint64_t place)
{
	return FN(next_stab)(interval, OP(key)(place));
}

static struct interval *OP(first_containing)(const struct wb_root *root, uint64_t start,
					     uint64_t last)
{
	return FN(first_containing)(root, OP(key)(start), OP(key)(last));
}

static struct interval *OP(next_containing)(const struct interval *interval, uint64_t start,
					    uint64_t last)
{
	return FN(next_containing)(interval, OP(key)(start), OP(key)(last));
}

static struct interval *OP(first_within)(const struct wb_root *root, uint64_t start, uint64_t last)
{
	return FN(first_within)(root, OP(key)(start), OP(key)(last));
}

static struct interval *OP(next_within)(const struct interval *interval, uint64_t last)
{
	return FN(next_within)(interval, OP(key)(last));
}

static struct interval *OP(first_equal)(const struct wb_root *root, uint64_t start, uint64_t last)
{
	return FN(first_equal)(root, OP(key)(start), OP(key)(last));
}

static struct interval *OP(find_before)(const struct wb_root *root, uint64_t place)
{
	return FN(find_before)(root, OP(key)(place));
}

static struct interval *OP(find_after)(const struct wb_root *root, uint64_t place)
{
	return FN(find_after)(root, OP(key)(place));
}

static size_t OP(erase_range)(struct wb_root *root, uint64_t start, uint64_t last,
			      interval_release_fn *release, void *ctx)
{
	return FN(erase_range)(root, OP(key)(start), OP(key)(last), release, ctx);
}

static size_t OP(count_overlaps)(const struct wb_root *root, uint64_t start, uint64_t last,
				 size_t limit)
{
	return FN(count_overlaps)(root, OP(key)(start), OP(key)(last), limit);
}

static size_t OP(collect)(const struct wb_root *root, uint64_t start, uint64_t last,
			  struct interval **found)
{
	struct interval *pos;
	size_t n = 0;

	FOR_EACH(P, pos, root, OP(key)(start), OP(key)(last))
	found[n++] = pos;
	return n;
}

static uint64_t OP(max_last)(const struct interval *interval)
{
	return (uint64_t)MAX_LAST_OF(interval) - (uint64_t)KEY_MIN;
}

static const struct interval_ops OP(all) = {
	.name = TEXT(P),
	.span = (uint64_t)KEY_MAX - (uint64_t)KEY_MIN,
	.weighted = WEIGHTED,
	.insert = FN(insert),
	.erase = FN(erase),
	.update = FN(update),
	.move = FN(move),
	.relink = FN(relink),
	.build = FN(build),
	.first_overlap = OP(first_overlap),
	.next_overlap = OP(next_overlap),
	.stab = OP(stab),
	.next_stab = OP(next_stab),
	.first_containing = OP(first_containing),
	.next_containing = OP(next_containing),
	.first_within = OP(first_within),
	.next_within = OP(next_within),
	.first_equal = OP(first_equal),
	.next_equal = FN(next_equal),
	.find_before = OP(find_before),
	.find_after = OP(find_after),
	.erase_range = OP(erase_range),
	.count_overlaps = OP(count_overlaps),
	.first = FN(first),
	.last = FN(last),
	.next = FN(next),
	.prev = FN(prev),
	.order = FN(order),
	.collect = OP(collect),
	.max_last = OP(max_last),
};
