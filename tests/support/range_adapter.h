/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Defines a struct range_ops: a template, included for each key type (see
 * key_types.h) and each of the ways to define ranges, with
 *
 *	KIND            the name of the way
 *	DEFINE(P)       the definition, of struct range
 *	SIZED GAPPED    what it does
 *	LEARNED         defined if the tree learns
 */
static KEY OP(key)(uint64_t place)
{
	return (KEY)((uint64_t)KEY_MIN + place);
}

static uint64_t OP(place)(KEY key)
{
	return (uint64_t)key - (uint64_t)KEY_MIN;
}

static KEY OP(start_of)(const struct range *range)
{
	range_looks++;
	return OP(key)(range->start);
}

static KEY OP(last_of)(const struct range *range)
{
	range_looks++;
	return OP(key)(range->last);
}

static void OP(set)(struct range *range, KEY start, KEY last)
{
	range->offset += OP(place)(start) - range->start;
	range->start = OP(place)(start);
	range->last = OP(place)(last);
}

DEFINE(P);
DEFINE_MAP(P);
#define DEFINE_EXTENT(prefix) WB_EXTENT_DEFINE(prefix, struct range, node, KEY)
DEFINE_EXTENT(P);
#undef DEFINE_EXTENT

static struct wb_node **OP(find_link)(struct wb_root *root, uint64_t start, uint64_t last,
				      struct wb_node **parent)
{
	return FN(find_link)(root, OP(key)(start), OP(key)(last), parent);
}

static struct range *OP(find)(const struct wb_root *root, uint64_t place)
{
	return FN(find)(root, OP(key)(place));
}

static struct range *OP(find_hint)(const struct wb_root *root, uint64_t place, struct range **hint)
{
	return FN(find_hint)(root, OP(key)(place), hint);
}

static void OP(find_batch)(const struct wb_root *root, const uint64_t *places, struct range **found,
			   size_t n)
{
	KEY *keys = must_alloc(n, sizeof(*keys));

	for (size_t i = 0; i < n; i++)
		keys[i] = OP(key)(places[i]);
	FN(find_batch)(root, keys, found, n);
	free(keys);
}

static void OP(find_extent)(const struct wb_root *root, const uint64_t *places,
			    struct range **found, size_t n)
{
	struct FN(extent) extent = { 0 };

	for (size_t i = 0; i < n; i++)
		found[i] = FN(find_extent)(root, OP(key)(places[i]), &extent);
}

#ifdef LEARNED
static struct range *OP(find_learn)(struct wb_root *root, uint64_t place,
				    struct wb_learner *learner)
{
	return FN(find_learn)(root, OP(key)(place), learner);
}
#endif

static struct range *OP(find_span)(const struct wb_root *root, uint64_t start, uint64_t last)
{
	return FN(find_span)(root, OP(key)(start), OP(key)(last));
}

static struct range *OP(floor)(const struct wb_root *root, uint64_t place)
{
	return FN(floor)(root, OP(key)(place));
}

static struct range *OP(ceil)(const struct wb_root *root, uint64_t place)
{
	return FN(ceil)(root, OP(key)(place));
}

static struct range *OP(first_overlap)(const struct wb_root *root, uint64_t start, uint64_t last)
{
	return FN(first_overlap)(root, OP(key)(start), OP(key)(last));
}

static struct range *OP(next_overlap)(const struct range *range, uint64_t last)
{
	return FN(next_overlap)(range, OP(key)(last));
}

static bool OP(find_gap)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			 uint64_t *start)
{
	KEY key = OP(key)(*start);
	bool found = FN(find_gap)(root, OP(key)(lo), OP(key)(hi), (KEY)size, &key);

	*start = OP(place)(key);
	return found;
}

static bool OP(find_gap_aligned)(const struct wb_root *root, uint64_t lo, uint64_t hi,
				 uint64_t size, uint64_t align, uint64_t *start)
{
	KEY key = OP(key)(*start);
	bool found =
		FN(find_gap_aligned)(root, OP(key)(lo), OP(key)(hi), (KEY)size, (KEY)align, &key);

	*start = OP(place)(key);
	return found;
}

static bool OP(find_gap_last)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			      uint64_t align, uint64_t *start)
{
	KEY key = OP(key)(*start);
	bool found = FN(find_gap_last)(root, OP(key)(lo), OP(key)(hi), (KEY)size, (KEY)align, &key);

	*start = OP(place)(key);
	return found;
}

static bool OP(find_gap_best)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
			      uint64_t align, uint64_t *start)
{
	KEY key = OP(key)(*start);
	bool found = FN(find_gap_best)(root, OP(key)(lo), OP(key)(hi), (KEY)size, (KEY)align, &key);

	*start = OP(place)(key);
	return found;
}

static size_t OP(gaps)(const struct wb_root *root, uint64_t lo, uint64_t hi, uint64_t size,
		       struct gap *found)
{
	struct FN(gap) gap;
	size_t n = 0;

	FOR_EACH_GAP(P, gap, root, OP(key)(lo), OP(key)(hi), (KEY)size)
	{
		found[n].start = OP(place)(gap.start);
		found[n++].last = OP(place)(gap.last);
	}
	return n;
}

static struct range_erased OP(erase_range)(struct wb_root *root, uint64_t start, uint64_t last,
					   range_release_fn *release, void *ctx)
{
	struct FN(erased) erased =
		FN(erase_range)(root, OP(key)(start), OP(key)(last), release, ctx);
	struct range_erased all = { erased.count, erased.left, erased.right };

	return all;
}

static int OP(cut)(struct wb_root *root, uint64_t start, uint64_t last, struct range *spare,
		   range_release_fn *release, void *ctx)
{
	return FN(cut)(root, OP(key)(start), OP(key)(last), spare, release, ctx);
}

/* By the remainder as C has it, which has the sign of the key. */
static bool OP(align)(uint64_t *place, uint64_t align)
{
	KEY key = OP(key)(*place), over = (KEY)(key % (KEY)align);
	uint64_t add = over < 1 ? -(uint64_t)over : align - (uint64_t)over;

	if (add > (uint64_t)KEY_MAX - (uint64_t)key)
		return false;
	*place += add;
	return true;
}

static bool OP(align_down)(uint64_t *place, uint64_t align)
{
	KEY key = OP(key)(*place), over = (KEY)(key % (KEY)align);
	uint64_t off = over < 1 && over ? align + (uint64_t)over : (uint64_t)over;

	if (off > *place)
		return false;
	*place -= off;
	return true;
}

static const struct range_ops OP(all) = {
	.name = TEXT(P),
	.span = (uint64_t)KEY_MAX - (uint64_t)KEY_MIN,
	.most = KEY_MAX,
	.sized = SIZED,
	.gapped = GAPPED,
	.insert = FN(insert),
	.find_link = OP(find_link),
	.insert_at = FN(insert_at),
	.erase = FN(erase),
	.update = FN(update),
	.move = FN(move),
	.relink = FN(relink),
	.find = OP(find),
	.find_hint = OP(find_hint),
	.find_batch = OP(find_batch),
	.find_span = OP(find_span),
	.floor = OP(floor),
	.ceil = OP(ceil),
	.first = FN(first),
	.last = FN(last),
	.next = FN(next),
	.prev = FN(prev),
	.first_overlap = OP(first_overlap),
	.next_overlap = OP(next_overlap),
	.find_gap = OP(find_gap),
	.find_gap_aligned = OP(find_gap_aligned),
	.find_gap_last = OP(find_gap_last),
	.find_gap_best = OP(find_gap_best),
	.build = FN(build),
	.join = FN(join),
	.split = FN(split),
	.erase_range = OP(erase_range),
	.cut = OP(cut),
	.overwrite = FN(overwrite),
	.coalesce = FN(coalesce),
	.relayout = FN(relayout),
	.order = FN(order),
	.gaps = OP(gaps),
	.find_extent = OP(find_extent),
#ifdef LEARNED
	.find_learn = OP(find_learn),
	.build_learned = FN(build_learned),
#endif
	.align = OP(align),
	.align_down = OP(align_down),
};
