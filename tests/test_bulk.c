/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Building, rebuilding, joining, splitting and extracting, on all sets of weights. */
#include <stdlib.h>
#include <string.h>

#include "forest.h"
#include "items.h"
#include "knuth.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "weights.h"

enum { FEW = 40, MANY = 1500 };

static struct item items[MANY];
static wb_weight_t weights[MANY];

/* Gives items 0 to n - 1 their index as key, and their weights for build. */
static void fill(size_t set, uint64_t seed, size_t n)
{
	struct rng rng = { seed };

	memset(items, 0, sizeof(items));
	for (size_t i = 0; i < n; i++)
		items[i].key = i;
	if (n)
		weight_sets[set].fill(&rng, weights, n);
	check_context("%s, seed %u, %u nodes", weight_sets[set].name, (unsigned int)seed,
		      (unsigned int)n);
}

/* What the model is to hold now: items first to end - 1 with their weights. */
static void expect_items(struct model *model, size_t first, size_t end)
{
	model->count = 0;
	model->total = 0;
	for (size_t i = first; i < end; i++) {
		items[i].weight = weights[i];
		model->items[model->count++] = &items[i];
		model->total += weights[i];
	}
}

/* Builds items first to end - 1, which may be none. */
static void build(struct model *model, size_t first, size_t end)
{
	static struct wb_node *nodes[MANY];

	for (size_t i = first; i < end; i++)
		nodes[i - first] = &items[i].node;
	check_status(wb_build(&model->root, nodes, &weights[first], end - first), WB_OK);
	expect_items(model, first, end);
}

/* ---- build ---- */

static void test_build_settles_all_sets_of_any_number(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 0; n <= MANY; n = n < FEW ? n + 1 : 2 * n) {
			fill(set, n, n);
			build(&model, 0, n);
			check_model(&model);
			model_clear(&model);
		}
	}
	model_free(&model);
}

enum { ALIKE, SHORT, LONG, ROUND, KINDS };

/* Weights that are the same on all machines: alike, of a few bits, of some number of them. */
static void fill_alike_everywhere(struct rng *rng, unsigned int kind, size_t n)
{
	wb_weight_t total = 0;

	memset(items, 0, sizeof(items));
	for (size_t i = 0; i < n; i++) {
		items[i].key = i;
		weights[i] = 1;
		if (kind == SHORT)
			weights[i] += rng_below(rng, 16);
		else if (kind != ALIKE)
			weights[i] <<= rng_below(rng, 30);
		if (kind == LONG)
			weights[i] += rng_below(rng, weights[i]);
		total += weights[i];
	}
	if (kind == ROUND) /* the scale of the line is a power of 2, ends are coarse points */
		weights[rng_below(rng, n)] += ((wb_weight_t)1 << 50) - 1 - total;
}

/*
 * Digests of built trees, golden numbers: they change only with the way to build.
 * Each tree is settled, whatever that does, so nothing else tells.
 */
static void test_build_makes_the_trees_that_it_has_always_made(void **state)
{
	static const uint64_t golden[KINDS] = { 0x8eab4b047dd2064, 0x6f1a9af87a3686d9,
						0xd9bd4b1ec72fb533, 0x57e24e3358d54438 };
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (unsigned int kind = 0; kind < KINDS; kind++) {
		struct rng rng = { kind };
		uint64_t digest = 0;

		for (size_t n = 1; n <= MANY; n += 1 + n / 8) {
			const struct wb_node *pos;

			fill_alike_everywhere(&rng, kind, n);
			build(&model, 0, n);
			wb_for_each (pos, &model.root)
				digest = 31 * digest + pos->sum;
			model_clear(&model);
		}
		check_context("kind %u", kind);
		check_equal(digest, golden[kind]);
	}
	model_free(&model);
}

static void test_build_without_weights_weighs_each_node_1(void **state)
{
	struct wb_node *nodes[FEW];
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t n = 0; n <= FEW; n++) {
		fill(0, 0, n);
		for (size_t i = 0; i < n; i++)
			nodes[i] = &items[i].node;
		check_status(wb_build(&model.root, nodes, NULL, n), WB_OK);
		for (size_t i = 0; i < n; i++)
			weights[i] = 1;
		expect_items(&model, 0, n);
		check_model(&model);
		model_clear(&model);
	}
	model_free(&model);
}

/* Of a tree of the items just filled. */
static double cost_over_optimum(const struct wb_root *root)
{
	struct wb_shape shape;

	wb_measure(root, &shape);
	return shape.cost / knuth_optimum(weights, MANY);
}

static void test_build_comes_within_4_percent_of_the_optimum(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		double worst = 0;

		for (unsigned int seed = 1; seed <= 3; seed++) {
			double ratio;

			fill(set, seed, MANY);
			build(&model, 0, MANY);
			check_promises(&model.root, item_order);
			ratio = cost_over_optimum(&model.root);
			check(ratio >= 1 - 1e-12 && ratio <= 1.04);
			worst = ratio > worst ? ratio : worst;
			model_clear(&model);
		}
		print_message("built over optimum: %-24s %.4f\n", weight_sets[set].name, worst);
	}
	model_free(&model);
}

/* Nodes to build, and one that is in another tree; all is watched for changes. */
struct attempt {
	struct wb_root root, other;
	struct wb_node nodes[FEW], outside;
	struct wb_node *list[FEW];
	wb_weight_t weights[FEW];
};

static void make_attempt(struct attempt *attempt)
{
	memset(attempt, 0, sizeof(*attempt));
	for (size_t i = 0; i < FEW; i++) {
		attempt->list[i] = &attempt->nodes[i];
		attempt->weights[i] = 1 + i;
	}
	check_status(
		wb_insert_at(&attempt->other, &attempt->outside, NULL, &attempt->other.node, 3),
		WB_OK);
}

static void check_build_refused(struct attempt *attempt, int expected)
{
	check_refused(attempt, wb_build(&attempt->root, attempt->list, attempt->weights, FEW),
		      expected);
}

static void test_build_refuses_what_it_must_and_leaves_all_nodes_zero(void **state)
{
	struct attempt attempt;

	(void)state;
	make_attempt(&attempt);
	for (size_t i = 0; i < FEW; i++) {
		attempt.list[i] = &attempt.outside;
		check_build_refused(&attempt, WB_E_LINKED);
		for (size_t j = 0; j < FEW; j++) {
			attempt.list[i] = &attempt.nodes[j];
			if (i != j)
				check_build_refused(&attempt, WB_E_LINKED);
		}
		attempt.list[i] = &attempt.nodes[i];
		attempt.weights[i] = 0;
		check_build_refused(&attempt, WB_E_WEIGHT);
		attempt.weights[i] = UINT64_MAX - FEW * (FEW + 1) / 2 + 1 + i + 1;
		check_build_refused(&attempt, WB_E_OVERFLOW);
		attempt.weights[i] = UINT64_MAX;
		check_build_refused(&attempt, WB_E_OVERFLOW);
		attempt.weights[i] = 1 + i;
	}
}

/* The list that wb_extract leaves in the nodes is still there. */
static void test_a_build_that_fails_changes_no_node(void **state)
{
	enum { LISTED = 5 };
	struct wb_node nodes[LISTED], before[LISTED], *order[LISTED + 1];
	const wb_weight_t too_much[LISTED + 1] = { 1, 2, 3, 4, 5, UINT64_MAX };
	const wb_weight_t none[LISTED + 1] = { 1, 2, 3, 4, 5, 0 };
	struct wb_root root = WB_ROOT_INIT;
	struct wb_node other = { NULL, { NULL, NULL }, 0 };

	(void)state;
	memset(nodes, 0, sizeof(nodes));
	for (size_t i = 0; i < LISTED; i++)
		order[i] = &nodes[i];
	check_status(wb_build(&root, order, NULL, LISTED), WB_OK);
	check(wb_extract(&root, &nodes[0], &nodes[LISTED - 1]) == &nodes[0]);
	check(nodes[0].child[WB_RIGHT] == &nodes[1] && !root.node);
	memcpy(before, nodes, sizeof(nodes));
	order[LISTED] = &other;
	check_refused(&nodes, wb_build(&root, order, too_much, LISTED + 1), WB_E_OVERFLOW);
	check_refused(&nodes, wb_build(&root, order, none, LISTED + 1), WB_E_WEIGHT);
	order[LISTED] = &nodes[2];
	check_refused(&nodes, wb_build(&root, order, NULL, LISTED + 1), WB_E_LINKED);
	check(memcmp(before, nodes, sizeof(nodes)) == 0 && !root.node);
	check_status(wb_build(&root, order, NULL, LISTED), WB_OK);
	check_promises(&root, NULL);
}

static void test_build_takes_a_total_of_the_whole_limit(void **state)
{
	struct attempt attempt;

	(void)state;
	for (size_t i = 0; i < FEW; i++) {
		make_attempt(&attempt);
		attempt.weights[i] += UINT64_MAX - FEW * (FEW + 1) / 2;
		check_status(wb_build(&attempt.root, attempt.list, attempt.weights, FEW), WB_OK);
		check_promises(&attempt.root, NULL);
		check_equal(wb_total(&attempt.root), UINT64_MAX);
		check(attempt.root.node == attempt.list[i]);
	}
}

static void test_build_refuses_a_tree_that_is_not_empty(void **state)
{
	struct attempt attempt;

	(void)state;
	make_attempt(&attempt);
	check_refused(&attempt, wb_build(&attempt.other, attempt.list, attempt.weights, FEW),
		      WB_E_NOT_EMPTY);
	check_refused(&attempt, wb_build(&attempt.other, attempt.list, NULL, 1), WB_E_NOT_EMPTY);
	check_refused(&attempt, wb_build(&attempt.other, attempt.list, NULL, 0), WB_E_NOT_EMPTY);
}

/* ---- rebuild ---- */

/* The links of all items, as the parents of each, which is the whole shape. */
static void note_shape(const struct wb_node **parents, size_t n)
{
	for (size_t i = 0; i < n; i++)
		parents[i] = items[i].node.parent;
}

static void test_rebuild_makes_the_tree_that_build_makes(void **state)
{
	const struct wb_node *parents[FEW];
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 0; n <= FEW; n++) {
			struct rng rng = { n };
			size_t order[FEW];

			fill(set, n, n);
			build(&model, 0, n);
			note_shape(parents, n);
			model_clear(&model);
			rng_order(&rng, order, n);
			model_fill(&model, items, weights, order, n);
			wb_rebuild(&model.root);
			check_model(&model);
			for (size_t i = 0; i < n; i++)
				check(items[i].node.parent == parents[i]);
			model_clear(&model);
		}
	}
	model_free(&model);
}

/* ---- fade ---- */

/* The weights of the items just filled, halved once; returns their total. */
static wb_weight_t halve_weights(size_t n)
{
	wb_weight_t total = 0;

	for (size_t i = 0; i < n; i++) {
		weights[i] = weights[i] / 2 + weights[i] % 2;
		total += weights[i];
	}
	return total;
}

/* What the weights of the items just filled are to be after wb_fade. */
static void fade_weights(wb_weight_t limit, size_t n)
{
	wb_weight_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += weights[i];
	while (total > limit && total > n)
		total = halve_weights(n);
}

/* Fades a tree of the items just filled, and compares it with one that is built so. */
static void fade_and_compare(struct model *model, wb_weight_t limit, size_t n)
{
	const struct wb_node *parents[FEW];

	build(model, 0, n);
	wb_fade(&model->root, limit);
	check_equal(model->root.seq % 2, 0);
	note_shape(parents, n);
	fade_weights(limit ? limit : 64 * n, n);
	expect_items(model, 0, n);
	check_model(model);
	model_clear(model);
	build(model, 0, n);
	for (size_t i = 0; i < n; i++)
		check(items[i].node.parent == parents[i]);
	model_clear(model);
}

static void test_fade_halves_all_weights_until_their_total_is_at_most_the_limit(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 0; n <= FEW; n++) {
			const wb_weight_t limits[] = { 0,     1,	n,	    n + 1,
						       4 * n, 1000 * n, UINT32_MAX, UINT64_MAX };

			for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
				fill(set, n, n);
				fade_and_compare(&model, limits[i], n);
			}
		}
	}
	model_free(&model);
}

static void test_fade_does_not_halve_what_is_at_the_limit(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t set = 0; set < weight_set_count; set++) {
		fill(set, 1, FEW);
		build(&model, 0, FEW);
		wb_fade(&model.root, model.total);
		check_model(&model);
		if (model.total > FEW) {
			wb_fade(&model.root, model.total - 1);
			halve_weights(FEW);
			expect_items(&model, 0, FEW);
			check_model(&model);
		}
		model_clear(&model);
	}
	model_free(&model);
}

/* ---- join ---- */

/* Builds items up to mid - 1, and from mid + 1 to n - 1, and joins them around mid. */
static void join_around(struct model *left, struct model *right, size_t mid, size_t n)
{
	build(left, 0, mid);
	build(right, mid + 1, n);
	check_status(wb_join(&left->root, &items[mid].node, weights[mid], &right->root), WB_OK);
	check(wb_is_empty(&right->root));
	expect_items(left, 0, n);
	check_model(left);
	model_clear(left);
}

static void test_join_settles_trees_of_all_sizes_and_weights(void **state)
{
	struct model left, right;

	(void)state;
	model_init(&left, MANY);
	model_init(&right, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= FEW; n++) {
			fill(set, n, n);
			for (size_t mid = 0; mid < n; mid++)
				join_around(&left, &right, mid, n);
		}
		fill(set, 1, MANY);
		for (size_t mid = 0; mid < MANY; mid = 2 * mid + 1)
			join_around(&left, &right, mid, MANY);
		for (size_t mid = 1; mid <= MANY; mid *= 2)
			join_around(&left, &right, MANY - mid, MANY);
	}
	model_free(&left);
	model_free(&right);
}

/* Each of the three parts as heavy as can be beside the two others, and as light. */
static void test_join_of_very_light_and_very_heavy_parts(void **state)
{
	const wb_weight_t heavy = UINT64_MAX / 3 - FEW;
	struct model left, right;

	(void)state;
	model_init(&left, FEW);
	model_init(&right, FEW);
	for (unsigned int which = 0; which < 8; which++) {
		fill(0, which, FEW);
		for (size_t mid = 0; mid < FEW; mid++) {
			for (size_t i = 0; i < FEW; i++)
				weights[i] = 1;
			if (which & 1 && mid)
				weights[mid / 2] = heavy;
			if (which & 2)
				weights[mid] = heavy;
			if (which & 4 && mid + 1 < FEW)
				weights[mid + (FEW - mid) / 2] = heavy;
			join_around(&left, &right, mid, FEW);
		}
	}
	model_free(&left);
	model_free(&right);
}

/* Two trees of three nodes, and a node for between, one of a third tree and one that is free. */
struct joint {
	struct wb_root left, right, other;
	struct wb_node nodes[6], mid, outside;
};

static void make_joint(struct joint *joint, wb_weight_t left, wb_weight_t right)
{
	struct wb_node *list[6];
	const wb_weight_t of_left[3] = { 1, left, 1 }, of_right[3] = { 1, right, 1 };

	memset(joint, 0, sizeof(*joint));
	for (size_t i = 0; i < 6; i++)
		list[i] = &joint->nodes[i];
	check_status(wb_build(&joint->left, &list[0], of_left, 3), WB_OK);
	check_status(wb_build(&joint->right, &list[3], of_right, 3), WB_OK);
	check_status(wb_insert_at(&joint->other, &joint->outside, NULL, &joint->other.node, 1),
		     WB_OK);
}

static void check_join_refused(struct joint *joint, struct wb_node *mid, wb_weight_t weight,
			       int expected)
{
	check_refused(joint, wb_join(&joint->left, mid, weight, &joint->right), expected);
}

static void test_join_refuses_what_it_must(void **state)
{
	struct joint joint;

	(void)state;
	make_joint(&joint, 5, 7);
	for (size_t i = 0; i < 6; i++)
		check_join_refused(&joint, &joint.nodes[i], 1, WB_E_LINKED);
	check_join_refused(&joint, &joint.outside, 0, WB_E_LINKED);
	check_refused(&joint, wb_join(&joint.left, &joint.mid, 1, &joint.left), WB_E_ORDER);
	check_refused(&joint, wb_join(&joint.left, &joint.mid, 0, &joint.left), WB_E_ORDER);
	check_join_refused(&joint, &joint.mid, 0, WB_E_WEIGHT);
	check_join_refused(&joint, &joint.mid, UINT64_MAX - 15, WB_E_OVERFLOW);
	check_join_refused(&joint, &joint.mid, UINT64_MAX, WB_E_OVERFLOW);
	check_status(wb_join(&joint.left, &joint.mid, UINT64_MAX - 16, &joint.right), WB_OK);
	check_promises(&joint.left, NULL);
	check_equal(wb_total(&joint.left), UINT64_MAX);
	make_joint(&joint, UINT64_MAX - 2, 1);
	check_join_refused(&joint, &joint.mid, 1, WB_E_OVERFLOW);
	make_joint(&joint, UINT64_MAX / 2, UINT64_MAX / 2 + 1);
	check_join_refused(&joint, &joint.mid, 1, WB_E_OVERFLOW);
	make_joint(&joint, UINT64_MAX / 2, UINT64_MAX / 2 - 4);
	check_join_refused(&joint, &joint.mid, 2, WB_E_OVERFLOW);
	check_status(wb_join(&joint.left, &joint.mid, 1, &joint.right), WB_OK);
	check_promises(&joint.left, NULL);
}

/* ---- split ---- */

/* Which of the roots that a split fills is the one that is split. */
enum { INTO_OTHERS, INTO_LEFT, INTO_RIGHT, WAYS };

/* What these roots hold before is lost, so it may be anything; but the split one stays itself. */
static struct wb_node rubbish;
enum { RUBBISH_SEQ = 3, OWN_SEQ = 4 };

static void split_at(struct model *left, struct model *right, size_t at, size_t n, int way)
{
	struct wb_root spare, *root = &spare;

	build(left, 0, n);
	spare = left->root;
	spare.seq = OWN_SEQ;
	left->root.node = right->root.node = &rubbish;
	left->root.seq = right->root.seq = RUBBISH_SEQ;
	if (way != INTO_OTHERS)
		root = way == INTO_LEFT ? &left->root : &right->root;
	*root = spare;
	check_status(wb_split(root, &items[at].node, &left->root, &right->root), WB_OK);
	check(way != INTO_OTHERS || wb_is_empty(root));
	check_equal(left->root.seq, way == INTO_LEFT ? OWN_SEQ : 0);
	check_equal(right->root.seq, way == INTO_RIGHT ? OWN_SEQ : 0);
}

static void check_zero(const struct wb_node *node)
{
	const struct wb_node zero = { NULL, { NULL, NULL }, 0 };

	check(memcmp(node, &zero, sizeof(zero)) == 0);
}

static void check_split(struct model *left, struct model *right, size_t at, size_t n)
{
	check_zero(&items[at].node);
	expect_items(left, 0, at);
	expect_items(right, at + 1, n);
	check_model(left);
	check_model(right);
	model_clear(left);
	model_clear(right);
}

static void test_split_settles_both_parts_at_every_node(void **state)
{
	struct model left, right;

	(void)state;
	model_init(&left, MANY);
	model_init(&right, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t n = 1; n <= FEW; n++) {
			fill(set, n, n);
			for (size_t at = 0; at < n; at++) {
				for (int way = 0; way < WAYS; way++) {
					split_at(&left, &right, at, n, way);
					check_split(&left, &right, at, n);
				}
			}
		}
		fill(set, 1, MANY);
		for (size_t at = 0; at < MANY; at += 1 + at / 2) {
			split_at(&left, &right, at, MANY, INTO_OTHERS);
			check_split(&left, &right, at, MANY);
		}
	}
	model_free(&left);
	model_free(&right);
}

static void test_split_refuses_two_parts_in_one_root(void **state)
{
	struct joint joint;
	struct wb_root *const roots[] = { &joint.left, &joint.right, &joint.other };

	(void)state;
	make_joint(&joint, 5, 7);
	for (size_t i = 0; i < 3; i++)
		check_refused(&joint, wb_split(&joint.left, &joint.nodes[1], roots[i], roots[i]),
			      WB_E_ORDER);
}

static void test_split_refuses_a_node_that_is_in_no_tree(void **state)
{
	struct joint joint;

	(void)state;
	make_joint(&joint, 5, 7);
	check_refused(&joint, wb_split(&joint.left, &joint.mid, &joint.right, &joint.other),
		      WB_E_UNLINKED);
	check_refused(&joint, wb_split(&joint.left, &joint.mid, &joint.left, &joint.right),
		      WB_E_UNLINKED);
}

/* ---- extract ---- */

/* The list that extract returns: items first to last, in no tree, and all else of them zero. */
static void check_list(struct wb_node *node, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++) {
		struct wb_node *next = node->child[WB_RIGHT];

		check(node == &items[i].node);
		check(!wb_is_linked(node));
		node->child[WB_RIGHT] = NULL;
		check_zero(node);
		node->child[WB_RIGHT] = next;
		node = next;
	}
	check(!node);
}

static void expect_items_but(struct model *model, size_t first, size_t last, size_t n)
{
	size_t before = first;
	wb_weight_t total;

	expect_items(model, 0, before);
	total = model->total;
	for (size_t i = last + 1; i < n; i++) {
		model->items[model->count++] = &items[i];
		total += weights[i];
	}
	model->total = total;
}

static void extract(struct model *model, size_t first, size_t last, size_t n)
{
	check_list(wb_extract(&model->root, &items[first].node, &items[last].node), first, last);
	expect_items_but(model, first, last, n);
	check_model(model);
}

/* Builds n items, takes some out and puts them in again one by one, as the list has them. */
static void extract_and_insert(struct model *model, size_t first, size_t last, size_t n)
{
	build(model, 0, n);
	extract(model, first, last, n);
	for (size_t i = first; i <= last; i++) {
		items[i].weight = 0;
		model_insert(model, &items[i], weights[i]);
	}
	check_model(model);
	model_clear(model);
}

static void test_extract_takes_out_every_stretch(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, MANY);
	for (size_t set = 0; set < weight_set_count; set++) {
		fill(set, 3, FEW / 2);
		for (size_t first = 0; first < FEW / 2; first++)
			for (size_t last = first; last < FEW / 2; last++)
				extract_and_insert(&model, first, last, FEW / 2);
		fill(set, 4, MANY);
		for (size_t length = 1; length <= MANY; length *= 2)
			extract_and_insert(&model, (MANY - length) / 3,
					   (MANY - length) / 3 + length - 1, MANY);
		extract_and_insert(&model, 0, MANY - 1, MANY);
	}
	model_free(&model);
}

/* Builds n items and takes the first of them out; their list stays as it is. */
static void extract_front(struct model *model, size_t front, size_t n)
{
	build(model, 0, n);
	check(wb_extract(&model->root, &items[0].node, &items[front - 1].node) == &items[0].node);
	expect_items_but(model, 0, front - 1, n);
	for (size_t i = 0; i < front; i++)
		items[i].weight = 0;
	check_model(model);
}

/* Ends with a tree of some of the items, however the list led through them. */
typedef void put_in_again(struct model *model, size_t front);

static void insert_again(struct model *model, size_t front)
{
	for (size_t i = 0; i < front; i++) {
		model_insert(model, &items[i], weights[i]);
		check_model(model);
	}
}

static void replace_by_first(struct model *model, size_t front)
{
	model_replace(model, &items[front], &items[0]);
}

static void join_around_first(struct model *model, size_t front)
{
	struct wb_root left = WB_ROOT_INIT;

	(void)front;
	check_status(wb_join(&left, &items[0].node, weights[0], &model->root), WB_OK);
	model->root = left;
	items[0].weight = weights[0];
	memmove(&model->items[1], model->items, model->count * sizeof(model->items[0]));
	model->items[0] = &items[0];
	model->count++;
	model->total += weights[0];
}

static void build_every_second(struct model *model, size_t front)
{
	struct wb_node *nodes[FEW];
	wb_weight_t chosen[FEW];
	size_t count = 0;

	model_clear(model);
	for (size_t i = 0; i < front; i += 2) {
		nodes[count] = &items[i].node;
		chosen[count] = items[i].weight = weights[i];
		model->items[count++] = &items[i];
		model->total += weights[i];
	}
	model->count = count;
	check_status(wb_build(&model->root, nodes, chosen, count), WB_OK);
}

static void test_nodes_of_an_extracted_list_go_into_trees_as_they_are(void **state)
{
	static put_in_again *const ways[] = { insert_again, replace_by_first, join_around_first,
					      build_every_second };
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t set = 0; set < weight_set_count; set++) {
		for (size_t way = 0; way < sizeof(ways) / sizeof(ways[0]); way++) {
			for (size_t front = 1; front < FEW; front += 3) {
				fill(set, front, FEW);
				extract_front(&model, front, FEW);
				ways[way](&model, front);
				check_model(&model);
				model_clear(&model);
			}
		}
	}
	model_free(&model);
}

static void test_extract_does_nothing_for_a_node_that_is_in_no_tree(void **state)
{
	struct wb_node ghost = { NULL, { NULL, NULL }, 0 }, a = ghost, before;
	struct wb_root root = WB_ROOT_INIT;

	(void)state;
	check_status(wb_insert_at(&root, &a, NULL, &root.node, 7), WB_OK);
	before = a;
	check(!wb_extract(&root, &ghost, &ghost));
	check(!wb_extract(&root, &a, &ghost));
	check(!wb_extract(&root, &ghost, &a));
	check(root.node == &a && memcmp(&a, &before, sizeof(a)) == 0);
}

/* Three nodes and ten, as a list that goes round or a broken tree depends on the shape. */
static void test_extract_of_a_reversed_span_does_nothing(void **state)
{
	struct model model;

	(void)state;
	model_init(&model, FEW);
	for (size_t n = 2; n <= 10; n++) {
		fill(0, 0, n);
		build(&model, 0, n);
		for (size_t first = 1; first < n; first++)
			for (size_t last = 0; last < first; last++) {
				check(!wb_extract(&model.root, &items[first].node,
						  &items[last].node));
				check_model(&model);
			}
		model_clear(&model);
	}
	model_free(&model);
}

static void test_extract_of_what_is_in_no_tree_does_nothing(void **state)
{
	struct wb_node unlinked = { NULL, { NULL, NULL }, 0 };
	struct model model;

	(void)state;
	model_init(&model, FEW);
	fill(0, 0, FEW);
	build(&model, 0, FEW);
	check(!wb_extract(&model.root, &unlinked, &items[1].node));
	check(!wb_extract(&model.root, &items[1].node, &unlinked));
	check_zero(&unlinked);
	check_model(&model);
	model_free(&model);
}

/* ---- everything mixed ---- */

static void test_forest_and_arrays_agree_after_every_change(void **state)
{
	struct forest *forest = must_alloc(1, sizeof(*forest));

	(void)state;
	for (size_t set = 0; set < weight_set_count; set++) {
		forest_init(forest, &weight_sets[set], set);
		for (int n = 0; n < 2000; n++) {
			check_context("%s, step %d", weight_sets[set].name, n);
			forest_step(forest);
		}
		forest_free(forest);
	}
	free(forest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_build_settles_all_sets_of_any_number),
		cmocka_unit_test(test_build_makes_the_trees_that_it_has_always_made),
		cmocka_unit_test(test_build_without_weights_weighs_each_node_1),
		cmocka_unit_test(test_build_comes_within_4_percent_of_the_optimum),
		cmocka_unit_test(test_build_refuses_what_it_must_and_leaves_all_nodes_zero),
		cmocka_unit_test(test_a_build_that_fails_changes_no_node),
		cmocka_unit_test(test_build_takes_a_total_of_the_whole_limit),
		cmocka_unit_test(test_build_refuses_a_tree_that_is_not_empty),
		cmocka_unit_test(test_rebuild_makes_the_tree_that_build_makes),
		cmocka_unit_test(
			test_fade_halves_all_weights_until_their_total_is_at_most_the_limit),
		cmocka_unit_test(test_fade_does_not_halve_what_is_at_the_limit),
		cmocka_unit_test(test_join_settles_trees_of_all_sizes_and_weights),
		cmocka_unit_test(test_join_of_very_light_and_very_heavy_parts),
		cmocka_unit_test(test_join_refuses_what_it_must),
		cmocka_unit_test(test_split_settles_both_parts_at_every_node),
		cmocka_unit_test(test_split_refuses_two_parts_in_one_root),
		cmocka_unit_test(test_split_refuses_a_node_that_is_in_no_tree),
		cmocka_unit_test(test_extract_takes_out_every_stretch),
		cmocka_unit_test(test_extract_of_a_reversed_span_does_nothing),
		cmocka_unit_test(test_nodes_of_an_extracted_list_go_into_trees_as_they_are),
		cmocka_unit_test(test_extract_of_what_is_in_no_tree_does_nothing),
		cmocka_unit_test(test_extract_does_nothing_for_a_node_that_is_in_no_tree),
		cmocka_unit_test(test_forest_and_arrays_agree_after_every_change),
	};

	return run_suite(tests);
}
