/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Uses every public name once, in what C and C++ have in common: it must compile
 * without a warning in all their versions, and return 0.
 */
#include <wbtree.h>
#include <wbtree_debug.h>
#include <wbtree_float.h>
#include <wbtree_interval.h>
#include <wbtree_learn.h>
#include <wbtree_map.h>
#include <wbtree_shared.h>

enum { ITEMS = 7 };

struct item {
	int number;
	struct wb_node node;
};

static struct item items[ITEMS + 1];
static struct wb_node *nodes[ITEMS];
static int failures;

static void expected(bool holds, const char *what)
{
	if (holds)
		return;
	failures++;
	printf("not so: %s\n", what);
}

#define expect(condition) expected(condition, #condition)

static struct wb_node *node_of(int i)
{
	return &items[i].node;
}

/* ---- the functions of the caller, in their types ---- */

static int by_key(const void *key, const struct wb_node *node)
{
	const int number = wb_entry(node, struct item, node)->number, wanted = *(const int *)key;

	return (wanted > number) - (wanted < number);
}

static int by_order(const struct wb_node *a, const struct wb_node *b)
{
	return by_key(&wb_entry(a, struct item, node)->number, b);
}

static bool is_less(const struct wb_node *a, const struct wb_node *b)
{
	return by_order(a, b) < 0;
}

static bool no_update(struct wb_node *node)
{
	return node->sum == 0;
}

static void print_number(FILE *file, const struct wb_node *node, void *ctx)
{
	(void)ctx;
	fprintf(file, "%d", wb_entry(node, struct item, node)->number);
}

static wb_cmp_fn *const cmp = by_key;
static wb_order_fn *const order = by_order;
static wb_less_fn *const less = is_less;
static wb_update_fn *const changed = no_update;
static wb_label_fn *const label = print_number;

/* ---- the tree ---- */

static void link_and_unlink(struct wb_root *root)
{
	struct wb_node *existing = NULL;
	const int key = ITEMS - 1;
	int i;

	expect(wb_insert_at(root, node_of(0), NULL, &root->node, 1) == WB_OK);
	for (i = 1; i < ITEMS; i++)
		expect(wb_add(root, node_of(i), 1, less) == WB_OK);
	expect(wb_find_add(root, node_of(ITEMS), 1, order, &existing) == WB_E_EXISTS);
	expect(existing == node_of(ITEMS - 1));
	expect(wb_replace(root, node_of(ITEMS - 1), node_of(ITEMS)) == WB_OK);
	expect(wb_erase(root, node_of(ITEMS)));
	expect(wb_find_link(root, &key, cmp, &existing) != NULL);
	expect(wb_erase(root, node_of(1)));
	expect(wb_insert_before(root, node_of(1), node_of(2), 1) == WB_OK);
	expect(wb_erase(root, node_of(1)));
	expect(wb_insert_after(root, node_of(1), node_of(0), 1) == WB_OK);
	expect(!wb_is_linked(node_of(ITEMS)) && !wb_is_empty(root));
	expect(wb_set_weight(root, node_of(3), 5) == WB_OK);
	expect(wb_credit(root, node_of(2), 2) == WB_OK &&
	       wb_set_weight(root, node_of(2), 1) == WB_OK);
	expect(wb_depth(root->node) == 1 && wb_depth(node_of(ITEMS)) == 0);
	expect(wb_weight(node_of(3)) == 5 && wb_total(root) == ITEMS - 1 + 4);
	expect(wb_rank(node_of(4)) == 8 && wb_select(root, 8, NULL) == node_of(4));
	expect(wb_smooth_weight(1, 16, 2) == 3);
}

static void search(const struct wb_root *root)
{
	const int key = 2;

	expect(wb_find(root, &key, cmp) == node_of(2));
	expect(wb_lower_bound(root, &key, cmp) == node_of(2));
	expect(wb_upper_bound(root, &key, cmp) == node_of(3));
	expect(wb_first(root) == node_of(0) && wb_last(root) == node_of(ITEMS - 2));
	expect(wb_next(node_of(0)) == node_of(1) && wb_prev(node_of(1)) == node_of(0));
	expect(wb_next_postorder(root->node) == NULL && wb_next_preorder(root->node) != NULL);
	expect(wb_first_postorder(root) != NULL);
}

/* Nested, so that a loop with names of its own would shadow another's. */
static void loop_over_nodes(const struct wb_root *root)
{
	struct wb_node *a, *b, *c, *d, *tmp, *next;
	int turns = 0;

	wb_for_each (a, root)
		wb_for_each_reverse (b, root)
			wb_for_each_safe (c, tmp, root)
				wb_for_each_postorder_safe (d, next, root)
					turns++;
	expect(turns == 6 * 6 * 6 * 6);
}

static void loop_over_entries(const struct wb_root *root)
{
	struct item *a, *b, *c, *d, *tmp, *next;
	int turns = 0;

	wb_for_each_entry (a, root, struct item, node)
		wb_for_each_entry_reverse (b, root, struct item, node)
			wb_for_each_entry_safe (c, tmp, root, struct item, node)
				wb_for_each_entry_postorder_safe (d, next, root, struct item, node)
					turns++;
	expect(turns == 6 * 6 * 6 * 6);
}

static void whole_trees(struct wb_root *root)
{
	struct wb_root right = WB_ROOT_INIT;

	wb_extract(root, wb_first(root), wb_last(root));
	for (int i = 0; i < ITEMS; i++)
		nodes[i]->child[WB_RIGHT] = NULL;
	expect(wb_build(root, nodes, NULL, ITEMS) == WB_OK);
	wb_rebuild(root);
	wb_fade(root, ITEMS);
	expect(wb_split(root, node_of(3), root, &right) == WB_OK);
	expect(wb_join(root, node_of(3), 2, &right) == WB_OK);
	expect(wb_total(root) == ITEMS + 1);
}

static void augmented(struct wb_root *root)
{
	struct wb_root right = WB_ROOT_INIT;

	wb_extract_augmented(root, node_of(0), node_of(ITEMS - 1), changed);
	for (int i = 0; i < ITEMS; i++)
		nodes[i]->child[WB_LEFT] = nodes[i]->child[WB_RIGHT] = NULL;
	expect(wb_build_augmented(root, &nodes[1], NULL, ITEMS - 1, changed) == WB_OK);
	wb_rebuild_augmented(root, changed);
	wb_fade_augmented(root, 1, changed);
	expect(wb_insert_at_augmented(root, node_of(0), node_of(1), &node_of(1)->child[WB_LEFT], 1,
				      changed) == WB_OK);
	expect(wb_split_augmented(root, node_of(3), root, &right, changed) == WB_OK);
	expect(wb_join_augmented(root, node_of(3), 2, &right, changed) == WB_OK);
	expect(wb_set_weight_augmented(root, node_of(3), 9, changed) == WB_OK);
	expect(wb_credit_augmented(root, node_of(3), 1, changed) == WB_OK);
	expect(wb_replace_augmented(root, node_of(6), node_of(7), changed) == WB_OK);
	expect(wb_erase_augmented(root, node_of(1), changed));
	expect(wb_insert_before_augmented(root, node_of(1), node_of(2), 1, changed) == WB_OK);
	expect(wb_erase_augmented(root, node_of(1), changed));
	expect(wb_insert_after_augmented(root, node_of(1), node_of(0), 1, changed) == WB_OK);
	expect(wb_erase_augmented(root, node_of(7), changed));
}

static void count_node(struct wb_node *node, void *ctx)
{
	(void)node;
	++*(int *)ctx;
}

static void clear(struct wb_root *root)
{
	struct wb_node none = WB_NODE_INIT;
	int count = 0;

	expect(wb_build(root, nodes, NULL, ITEMS) == WB_E_NOT_EMPTY);
	wb_clear(root, count_node, &count);
	expect(count == ITEMS - 1 && wb_is_empty(root) && !wb_is_linked(&none));
}

static void look_inside(const struct wb_root *root)
{
	static const enum wb_fault_kind kinds[] = { WB_FAULT_LINK, WB_FAULT_SUM, WB_FAULT_RULE,
						    WB_FAULT_ORDER };
	struct wb_fault fault;
	struct wb_shape shape;

	expect(wb_check(root, order, &fault) == 0 && fault.kind == WB_FAULT_NONE);
	expect(fault.kind != kinds[0] && kinds[1] != kinds[2] && kinds[2] != kinds[3]);
	wb_measure(root, &shape);
	expect(shape.nodes == ITEMS - 1 && shape.height <= WB_MAX_HEIGHT);
	expect(wb_print_dot(stdout, root, label, NULL) == WB_OK);
}

static void statuses(void)
{
	static const enum wb_status all[] = { WB_OK,	    WB_E_LINKED, WB_E_UNLINKED,
					      WB_E_WEIGHT,  WB_E_RANGE,	 WB_E_OVERFLOW,
					      WB_E_OVERLAP, WB_E_ORDER,	 WB_E_EXISTS,
					      WB_E_WRITE,   WB_E_BUSY,	 WB_E_NOT_EMPTY,
					      WB_E_SPLIT };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		expect(wb_strerror(all[i]) != NULL);
	expect(wb_version()[0] - '0' == WB_VERSION_MAJOR);
	expect(WB_VERSION_MINOR >= 0 && WB_VERSION_PATCH >= 0);
}

/* ---- ranges and intervals ---- */

struct range {
	struct wb_node node;
	int start, last;
	wb_weight_t weight;
	struct wb_gaps gaps;
	int max_last;
};

static void set_ends(struct range *range, int start, int last)
{
	range->start = start;
	range->last = last;
}

#define START(range) ((range)->start)
#define LAST(range) ((range)->last)
#define WEIGHT(range) ((range)->weight)
#define GAPS(range) ((range)->gaps)
#define MAX_LAST(range) ((range)->max_last)
WB_RANGE_DEFINE(sized, struct range, node, int, START, LAST);
WB_RANGE_DEFINE_WEIGHTED(weighted, struct range, node, int, START, LAST, WEIGHT);
WB_RANGE_DEFINE_GAPS(gapped, struct range, node, int, START, LAST, GAPS);
WB_RANGE_DEFINE_GAPS_WEIGHTED(both, struct range, node, int, START, LAST, GAPS, WEIGHT);
WB_SHARED_DEFINE(both, struct range, node, int);
WB_RANGE_DEFINE_LEARNED(learned, struct range, node, int, START, LAST);
WB_RANGE_DEFINE_LEARNED_GAPS(learned_gapped, struct range, node, int, START, LAST, GAPS);
WB_KEY_DEFINE_LEARNED(exactly_learned, struct range, node, int, START);
WB_SHARED_DEFINE(learned, struct range, node, int);
WB_SHARED_DEFINE(learned_gapped, struct range, node, int);
WB_NOTES_DEFINE(learned, struct range, node, int);
WB_NOTES_DEFINE(learned_gapped, struct range, node, int);
WB_EXTENT_DEFINE(learned, struct range, node, int);
WB_EXTENT_DEFINE(learned_gapped, struct range, node, int);
WB_SHARED_DEFINE(sized, struct range, node, int);
WB_SHARED_DEFINE(weighted, struct range, node, int);
WB_SHARED_DEFINE(gapped, struct range, node, int);
WB_MAP_DEFINE(sized, struct range, node, int, set_ends);
WB_MAP_DEFINE(weighted, struct range, node, int, set_ends);
WB_MAP_DEFINE(gapped, struct range, node, int, set_ends);
WB_MAP_DEFINE(both, struct range, node, int, set_ends);
WB_MAP_DEFINE(learned, struct range, node, int, set_ends);
WB_MAP_DEFINE(learned_gapped, struct range, node, int, set_ends);
WB_INTERVAL_DEFINE(counted, struct range, node, int, START, LAST, MAX_LAST);
WB_INTERVAL_DEFINE_WEIGHTED(important, struct range, node, int, START, LAST, MAX_LAST, WEIGHT);

static struct range ranges[ITEMS], copies[2 * ITEMS];

/* [0, 9], [100, 109], ... */
static struct range *const *unlinked_ranges(void)
{
	static struct range *sorted[ITEMS];

	for (int i = 0; i < ITEMS; i++) {
		wb_init(&ranges[i].node);
		ranges[i].start = 100 * i;
		ranges[i].last = 100 * i + 9;
		ranges[i].weight = 1;
		sorted[i] = &ranges[i];
	}
	return sorted;
}

/* For each of the definitions: they have the same functions. */
#define DEFINE_USES_OF_RANGES(P)                                                                   \
	static void release_##P(struct range *range, void *ctx)                                    \
	{                                                                                          \
		(void)range;                                                                       \
		++*(int *)ctx;                                                                     \
	}                                                                                          \
                                                                                                   \
	static void change_##P(struct wb_root *root)                                               \
	{                                                                                          \
		struct wb_root right = WB_ROOT_INIT;                                               \
		struct P##_erased erased;                                                          \
		struct wb_node *parent, **link;                                                    \
		int released = 0;                                                                  \
                                                                                                   \
		expect(P##_build(root, unlinked_ranges(), ITEMS) == WB_OK);                        \
		expect(P##_erase(root, &ranges[1]));                                               \
		expect(P##_insert(root, &ranges[1]) == WB_OK);                                     \
		expect(P##_erase(root, &ranges[1]));                                               \
		link = P##_find_link(root, 100, 109, &parent);                                     \
		expect(P##_insert_at(root, &ranges[1], parent, link) == WB_OK);                    \
		ranges[1].last++;                                                                  \
		expect(P##_update(root, &ranges[1]) == WB_OK);                                     \
		expect(P##_split(root, &ranges[2], root, &right) == WB_OK);                        \
		expect(P##_join(root, &ranges[2], &right) == WB_OK);                               \
		erased = P##_erase_range(root, 605, 700, release_##P, &released);                  \
		expect(erased.count == 0 && erased.left == &ranges[6] && !erased.right);           \
		erased = P##_erase_range(root, 500, 600, release_##P, &released);                  \
		expect(erased.count == 1 && released == 1 && erased.right == &ranges[6]);          \
	}                                                                                          \
                                                                                                   \
	static void search_##P(const struct wb_root *root)                                         \
	{                                                                                          \
		const int keys[2] = { 205, 210 };                                                  \
		struct range *found[2], *hint = NULL, *outer, *inner;                              \
		struct P##_gap gap, other;                                                         \
		int start = 0, turns = 0;                                                          \
                                                                                                   \
		expect(P##_find(root, 205) == &ranges[2]);                                         \
		expect(P##_find_span(root, 201, 205) == &ranges[2]);                               \
		expect(P##_find_hint(root, 205, &hint) == hint);                                   \
		P##_find_batch(root, keys, found, 2);                                              \
		expect(found[0] == &ranges[2] && !found[1]);                                       \
		expect(P##_floor(root, 210) == &ranges[2] && P##_ceil(root, 210) == &ranges[3]);   \
		expect(P##_first(root) == &ranges[0] && P##_last(root) == &ranges[6]);             \
		expect(P##_next(&ranges[0]) == &ranges[1]);                                        \
		expect(P##_prev(&ranges[1]) == &ranges[0]);                                        \
		expect(P##_first_overlap(root, 50, 300) == &ranges[1]);                            \
		expect(P##_next_overlap(&ranges[1], 300) == &ranges[2]);                           \
		WB_RANGE_FOR_EACH (P, outer, root, 50, 300)                                        \
			WB_RANGE_FOR_EACH (P, inner, root, 50, 300)                                \
				turns++;                                                           \
		WB_RANGE_FOR_EACH_SAFE (P, outer, root, 50, 300)                                   \
			turns++;                                                                   \
		expect(turns == 12);                                                               \
		expect(P##_find_gap(root, 0, 900, 100, &start) && start == 410);                   \
		expect(P##_find_gap_aligned(root, 0, 900, 8, 16, &start) && start == 16);          \
		expect(P##_find_gap_last(root, 0, 599, 8, 16, &start) && start == 592);            \
		expect(P##_find_gap_best(root, 0, 649, 8, 16, &start) && start == 624);            \
		WB_GAP_FOR_EACH (P, gap, root, 0, 900, 10)                                         \
			WB_GAP_FOR_EACH (P, other, root, gap.start, gap.last, 10)                  \
				turns += other.last == gap.last;                                   \
		expect(turns == 12 + 6);                                                           \
	}                                                                                          \
                                                                                                   \
	static void share_##P(struct wb_root *root)                                                \
	{                                                                                          \
		struct range *found = NULL;                                                        \
                                                                                                   \
		expect(P##_find_shared(root, 205) == &ranges[2]);                                  \
		wb_shared_begin(root);                                                             \
		expect(P##_try_find_shared(root, 205, &found) == WB_OK && found == &ranges[2]);    \
		expect(P##_try_find_shared(root, 210, &found) == WB_E_BUSY);                       \
		wb_shared_end(root);                                                               \
		expect(P##_try_find_shared(root, 210, &found) == WB_OK && !found);                 \
		WB_SHARED_YIELD();                                                                 \
	}                                                                                          \
                                                                                                   \
	static bool touch_##P(const struct range *before, const struct range *after)               \
	{                                                                                          \
		return before->last + 1 == after->start;                                           \
	}                                                                                          \
                                                                                                   \
	static void map_##P(void)                                                                  \
	{                                                                                          \
		struct wb_root root = WB_ROOT_INIT;                                                \
		struct range *item = &copies[0], *spare = &copies[1];                              \
		int released = 0;                                                                  \
                                                                                                   \
		expect(P##_build(&root, unlinked_ranges(), ITEMS) == WB_OK);                       \
		expect(P##_cut(&root, 103, 104, NULL, release_##P, &released) == WB_E_SPLIT);      \
		wb_init(&item->node);                                                              \
		wb_init(&spare->node);                                                             \
		expect(P##_cut(&root, 103, 104, spare, release_##P, &released) == WB_OK);          \
		expect(P##_find(&root, 105) == spare && !P##_find(&root, 104));                    \
		item->start = 103;                                                                 \
		item->last = 304;                                                                  \
		item->weight = 1;                                                                  \
		expect(P##_overwrite(&root, item, NULL, release_##P, &released) == WB_OK);         \
		expect(released == 2 && P##_find(&root, 305) == &ranges[3]);                       \
		expect(P##_coalesce(&root, item, touch_##P, release_##P, &released) == WB_OK);     \
		expect(released == 4 && item->start == 100 && item->last == 309);                  \
		wb_clear(&root, NULL, NULL);                                                       \
	}                                                                                          \
                                                                                                   \
	static void copy_##P(struct wb_root *root)                                                 \
	{                                                                                          \
		expect(P##_relayout(root, copies, ITEMS) == ITEMS - 1);                            \
		expect(P##_move(root, P##_first(root), &copies[ITEMS]) == WB_OK);                  \
		copies[ITEMS + 1] = copies[ITEMS];                                                 \
		expect(P##_relink(root, &copies[ITEMS], &copies[ITEMS + 1]) == WB_OK);             \
		expect(P##_first(root) == &copies[ITEMS + 1]);                                     \
		expect(wb_check(root, P##_order, NULL) == 0);                                      \
	}                                                                                          \
                                                                                                   \
	static void use_##P(void)                                                                  \
	{                                                                                          \
		struct wb_root root = WB_ROOT_INIT;                                                \
                                                                                                   \
		change_##P(&root);                                                                 \
		search_##P(&root);                                                                 \
		share_##P(&root);                                                                  \
		copy_##P(&root);                                                                   \
		map_##P();                                                                         \
	}                                                                                          \
	struct wb_root

DEFINE_USES_OF_RANGES(sized);
DEFINE_USES_OF_RANGES(weighted);
DEFINE_USES_OF_RANGES(gapped);
DEFINE_USES_OF_RANGES(both);
DEFINE_USES_OF_RANGES(learned);
DEFINE_USES_OF_RANGES(learned_gapped);

/* What trees that learn have besides. */
#define DEFINE_USES_OF_LEARNING(P)                                                                 \
	static void learn_##P(void)                                                                \
	{                                                                                          \
		const struct wb_learner defaults = { { 0, 0, 0 }, 0, 0, 0, 0 };                    \
		const struct P##_notes no_notes = { { 0, 0, 0 }, 0, 0, { 0 } };                    \
		const struct P##_extent unknown = { NULL, { 0, 0 }, false };                       \
		const wb_weight_t weights[ITEMS] = { 1, 2, 3, 4, 5, 6, 7 };                        \
		struct wb_root root = WB_ROOT_INIT;                                                \
		struct wb_learner learner = defaults;                                              \
		struct wb_sampling *sampling = &learner.sampling;                                  \
		struct P##_notes notes = no_notes;                                                 \
		struct P##_extent extent = unknown;                                                \
                                                                                                   \
		expect(P##_build_learned(&root, unlinked_ranges(), weights, ITEMS) == WB_OK);      \
		sampling->every = 1;                                                               \
		expect(P##_find_learn(&root, 205, &learner) == &ranges[2]);                        \
		expect(wb_weight(&ranges[2].node) == 3 + 8);                                       \
		expect(P##_find_note(&root, 305, &notes) == &ranges[3]);                           \
		expect(P##_learn(&root, &notes, &learner) == 1);                                   \
		expect(wb_weight(&ranges[3].node) == 4 + 8);                                       \
		expect(!P##_find_extent(&root, 250, &extent) && extent.known && !extent.item);     \
	}                                                                                          \
	struct wb_root

DEFINE_USES_OF_LEARNING(learned);
DEFINE_USES_OF_LEARNING(learned_gapped);

static void learn_key(void)
{
	const struct wb_learner defaults = { { 0, 0, 0 }, 0, 0, 0, 0 };
	struct wb_root root = WB_ROOT_INIT;
	struct wb_learner learner = defaults;

	expect(exactly_learned_build(&root, unlinked_ranges(), ITEMS) == WB_OK);
	expect(exactly_learned_find_learn(&root, 200, &learner) == &ranges[2]);
	expect(!exactly_learned_find_learn(&root, 201, &learner));
}

#define DEFINE_USES_OF_INTERVALS(P)                                                                \
	static void count_##P(struct range *range, void *ctx)                                      \
	{                                                                                          \
		(void)range;                                                                       \
		++*(int *)ctx;                                                                     \
	}                                                                                          \
                                                                                                   \
	static void use_##P(void)                                                                  \
	{                                                                                          \
		struct wb_root root = WB_ROOT_INIT;                                                \
		struct range *outer, *inner;                                                       \
		int turns = 0;                                                                     \
                                                                                                   \
		expect(P##_build(&root, unlinked_ranges(), ITEMS) == WB_OK);                       \
		expect(P##_erase(&root, &ranges[1]));                                              \
		expect(P##_insert(&root, &ranges[1]) == WB_OK);                                    \
		ranges[1].last = 350;                                                              \
		expect(P##_update(&root, &ranges[1]) == WB_OK);                                    \
		expect(P##_first_overlap(&root, 250, 700) == &ranges[1]);                          \
		expect(P##_next_overlap(&ranges[1], 250, 700) == &ranges[3]);                      \
		expect(P##_stab(&root, 305) == &ranges[1]);                                        \
		expect(P##_next_stab(&ranges[1], 305) == &ranges[3]);                              \
		expect(P##_count_overlaps(&root, 250, 700, 9) == 5);                               \
		expect(P##_first_containing(&root, 301, 302) == &ranges[1]);                       \
		expect(P##_next_containing(&ranges[1], 301, 302) == &ranges[3]);                   \
		expect(P##_first_within(&root, 150, 409) == &ranges[2]);                           \
		expect(P##_next_within(&ranges[2], 409) == &ranges[3]);                            \
		expect(P##_first_equal(&root, 300, 309) == &ranges[3]);                            \
		expect(!P##_next_equal(&ranges[3]));                                               \
		expect(P##_find_before(&root, 250) == &ranges[2]);                                 \
		expect(P##_find_after(&root, 250) == &ranges[3]);                                  \
		WB_INTERVAL_FOR_EACH (P, outer, &root, 205, 305)                                   \
			WB_INTERVAL_FOR_EACH (P, inner, &root, 205, 305)                           \
				turns++;                                                           \
		WB_INTERVAL_FOR_EACH_SAFE (P, outer, &root, 205, 305)                              \
			turns++;                                                                   \
		expect(turns == 12);                                                               \
		expect(P##_first(&root) == &ranges[0] && P##_last(&root) == &ranges[6]);           \
		expect(P##_next(&ranges[0]) == &ranges[1]);                                        \
		expect(P##_prev(&ranges[1]) == &ranges[0]);                                        \
		expect(P##_move(&root, &ranges[0], copies) == WB_OK);                              \
		copies[1] = copies[0];                                                             \
		expect(P##_relink(&root, &copies[0], &copies[1]) == WB_OK);                        \
		expect(wb_check(&root, P##_order, NULL) == 0);                                     \
		expect(P##_erase_range(&root, 400, 509, count_##P, &turns) == 2);                  \
		expect(turns == 14);                                                               \
	}                                                                                          \
	struct wb_root

DEFINE_USES_OF_INTERVALS(counted);
DEFINE_USES_OF_INTERVALS(important);

/* ---- keys that are no ranges of integers ---- */

#define RANGE_KEY(range) ((range)->start)
#define RANGE_SIZE(range) ((range)->last)
WB_KEY_DEFINE(exact, struct range, node, int, RANGE_KEY);
WB_KEY_DEFINE_WEIGHTED(heavy, struct range, node, int, RANGE_KEY, WEIGHT);
WB_RANGE_DEFINE_SIZED(block, struct range, node, int, RANGE_KEY, RANGE_SIZE);
WB_SHARED_DEFINE(exact, struct range, node, int);
WB_SHARED_DEFINE(block, struct range, node, int);

static void use_keys(void)
{
	struct wb_root keys = WB_ROOT_INIT, weighted = WB_ROOT_INIT, blocks = WB_ROOT_INIT;

	unlinked_ranges();
	expect(exact_insert(&keys, &ranges[0]) == WB_OK);
	ranges[1].start = 0;
	expect(exact_insert(&keys, &ranges[1]) == WB_E_EXISTS);
	expect(exact_find(&keys, 0) == &ranges[0] && exact_find_shared(&keys, 0) == &ranges[0]);
	expect(heavy_insert(&weighted, &ranges[2]) == WB_OK);
	expect(heavy_find(&weighted, 200) == &ranges[2]);
	ranges[3].last = 0;
	expect(block_insert(&blocks, &ranges[3]) == WB_E_RANGE);
	ranges[3].last = 20;
	expect(block_insert(&blocks, &ranges[3]) == WB_OK);
	expect(block_find(&blocks, 319) == &ranges[3] && !block_find(&blocks, 320));
	expect(!block_find_shared(&blocks, 320));
}

static void use_floating_point(void)
{
	expect(wb_double_start(-1.5) < wb_double_start(0.25));
	expect(wb_double_last(0.25) == wb_double_start(0.25));
	expect(wb_float_last(0.25F) == wb_float_start(0.25F));
	expect(wb_double_of(wb_double_start(-1.5)) < -1.25);
	expect(wb_float_of(wb_float_start(-1.5F)) < -1.25F);
}

int main(void)
{
	struct wb_root root = WB_ROOT_INIT;

	root = WB_ROOT_EMPTY;
	for (int i = 0; i <= ITEMS; i++)
		items[i].number = i < ITEMS ? i : ITEMS - 1;
	for (int i = 0; i < ITEMS; i++)
		nodes[i] = node_of(i);
	link_and_unlink(&root);
	search(&root);
	loop_over_nodes(&root);
	loop_over_entries(&root);
	whole_trees(&root);
	augmented(&root);
	look_inside(&root);
	clear(&root);
	statuses();
	use_sized();
	use_weighted();
	use_gapped();
	use_learned();
	use_learned_gapped();
	learn_learned();
	learn_learned_gapped();
	learn_key();
	use_both();
	use_counted();
	use_important();
	use_keys();
	use_floating_point();
	return failures != 0;
}
