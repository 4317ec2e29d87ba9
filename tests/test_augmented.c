/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Data that sums up subtrees, after every augmented call. Three kinds are kept:
 *
 *	mirror	what a node saw of itself and its children when it was last
 *		updated, and how often they had been; so that one update too
 *		few, too many or too early shows, even if a value were right
 *	shape	how many nodes there are and how high they are; stops early
 *	maximum of values that are not in order; stops early
 *
 * What is left in a node from another place or tree stays there.
 */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "promises.h"
#include "refused.h"
#include "totals.h"
#include "weights.h"

/* What the mirror shows of a node and its children. */
struct image {
	struct wb_node node; /* but for the parent */
	uint64_t value, updates_below[2];
};

struct datum {
	uint64_t value;
	struct wb_node node;
	uint64_t updates, updated_by; /* how often, and by which call last */
	struct image image;
	size_t count, height;
	uint64_t greatest;
};

#define datum_of(ptr) wb_entry(ptr, struct datum, node)

static uint64_t call, calls, calls_for_nothing;

/* ---- the kinds ---- */

static struct image look_at(const struct wb_node *x)
{
	struct image image;

	memset(&image, 0, sizeof(image));
	image.node = *x;
	image.node.parent = NULL;
	image.value = datum_of(x)->value;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++)
		if (x->child[d])
			image.updates_below[d] = datum_of(x->child[d])->updates;
	return image;
}

static bool is_true_image(const struct wb_node *x)
{
	const struct image image = look_at(x);

	return memcmp(&image, &datum_of(x)->image, sizeof(image)) == 0;
}

/* An update is for nothing if the same call has done it and nothing has changed since. */
static bool update_mirror(struct wb_node *node)
{
	struct datum *datum = datum_of(node);

	calls++;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		if (!node->child[d])
			continue;
		check(node->child[d]->parent == node);
		check(is_true_image(node->child[d]));
	}
	calls_for_nothing += datum->updated_by == call && is_true_image(node);
	datum->image = look_at(node);
	datum->updates++;
	datum->updated_by = call;
	return true;
}

static void check_mirror(const struct datum *datum)
{
	check(is_true_image(&datum->node));
}

static bool update_shape(struct wb_node *node)
{
	struct datum *datum = datum_of(node);
	size_t count = 1, height = 0;
	bool changed;

	calls++;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		const struct datum *child = datum_of(node->child[d]);

		count += child ? child->count : 0;
		height = child && child->height > height ? child->height : height;
	}
	changed = count != datum->count || height + 1 != datum->height;
	datum->count = count;
	datum->height = height + 1;
	return changed;
}

static size_t count_below(const struct wb_node *x)
{
	return x ? 1 + count_below(x->child[WB_LEFT]) + count_below(x->child[WB_RIGHT]) : 0;
}

static size_t height_below(const struct wb_node *x)
{
	size_t left, right;

	if (!x)
		return 0;
	left = height_below(x->child[WB_LEFT]);
	right = height_below(x->child[WB_RIGHT]);
	return 1 + (left > right ? left : right);
}

static void check_shape_kept(const struct datum *datum)
{
	check_equal(datum->count, count_below(&datum->node));
	check_equal(datum->height, height_below(&datum->node));
}

static bool update_maximum(struct wb_node *node)
{
	struct datum *datum = datum_of(node);
	uint64_t old = datum->greatest;

	calls++;
	datum->greatest = datum->value;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		const struct datum *child = datum_of(node->child[d]);

		if (child && child->greatest > datum->greatest)
			datum->greatest = child->greatest;
	}
	return datum->greatest != old;
}

static uint64_t greatest_below(const struct wb_node *x)
{
	uint64_t greatest, other;

	if (!x)
		return 0;
	greatest = datum_of(x)->value;
	for (int d = WB_LEFT; d <= WB_RIGHT; d++) {
		other = greatest_below(x->child[d]);
		greatest = other > greatest ? other : greatest;
	}
	return greatest;
}

static void check_maximum(const struct datum *datum)
{
	check_equal(datum->greatest, greatest_below(&datum->node));
}

static const struct kind {
	const char *name;
	wb_update_fn *update;
	void (*verify)(const struct datum *datum);
} kinds[] = {
	{ "mirror", update_mirror, check_mirror },
	{ "shape", update_shape, check_shape_kept },
	{ "maximum", update_maximum, check_maximum },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]), POOL = 48 };

/* ---- a tree beside an array of its nodes in order ---- */

struct grove {
	const struct kind *kind;
	struct rng rng;
	struct wb_root root;
	struct datum *in[POOL];
	size_t count;
	struct datum pool[POOL];
	wb_weight_t weights[POOL];
};

static void grove_init(struct grove *grove, const struct kind *kind, size_t set)
{
	memset(grove, 0, sizeof(*grove));
	grove->kind = kind;
	grove->rng.state = set;
	weight_sets[set].fill(&grove->rng, grove->weights, POOL);
}

static void check_tree(const struct grove *grove, const struct wb_root *root, size_t first,
		       size_t end)
{
	const struct wb_node *pos;

	check_promises(root, NULL);
	wb_for_each (pos, root) {
		check(first < end && pos == &grove->in[first]->node);
		grove->kind->verify(grove->in[first++]);
	}
	check(first == end);
}

static size_t any_below(struct grove *grove, size_t limit)
{
	return (size_t)rng_below(&grove->rng, limit);
}

static wb_weight_t any_weight(struct grove *grove)
{
	wb_weight_t left = UINT64_MAX - wb_total(&grove->root);
	wb_weight_t weight = grove->weights[any_below(grove, POOL)];

	return weight <= left ? weight : left;
}

/* One that is in no tree, with a value that others often have too; NULL if there is none. */
static struct datum *take(struct grove *grove)
{
	size_t i = any_below(grove, POOL), tried = 0;

	while (wb_is_linked(&grove->pool[i].node)) {
		if (++tried == POOL)
			return NULL;
		i = (i + 1) % POOL;
	}
	grove->pool[i].value = rng_below(&grove->rng, 8);
	return &grove->pool[i];
}

static void put_at(struct grove *grove, size_t i, struct datum *datum)
{
	memmove(&grove->in[i + 1], &grove->in[i], (grove->count - i) * sizeof(grove->in[0]));
	grove->in[i] = datum;
	grove->count++;
}

static void cut_out(struct grove *grove, size_t first, size_t end)
{
	memmove(&grove->in[first], &grove->in[end], (grove->count - end) * sizeof(grove->in[0]));
	grove->count -= end - first;
}

/* ---- the calls ---- */

/* The one empty link between the nodes at i - 1 and i. */
static void insert_any(struct grove *grove)
{
	struct datum *datum = take(grove);
	struct wb_node *parent = NULL, **link = &grove->root.node;
	size_t i = any_below(grove, grove->count + 1);
	wb_weight_t weight = any_weight(grove);

	if (!datum || !weight)
		return;
	if (i && !grove->in[i - 1]->node.child[WB_RIGHT]) {
		parent = &grove->in[i - 1]->node;
		link = &parent->child[WB_RIGHT];
	} else if (grove->count) {
		parent = &grove->in[i]->node;
		link = &parent->child[WB_LEFT];
	}
	check_status(wb_insert_at_augmented(&grove->root, &datum->node, parent, link, weight,
					    grove->kind->update),
		     WB_OK);
	put_at(grove, i, datum);
}

static void insert_beside(struct grove *grove)
{
	struct datum *datum = take(grove);
	size_t i = any_below(grove, grove->count + 1);
	wb_weight_t weight = any_weight(grove);
	int status;

	if (!datum || !weight)
		return;
	if (rng_below(&grove->rng, 2))
		status = wb_insert_before_augmented(&grove->root, &datum->node,
						    i < grove->count ? &grove->in[i]->node : NULL,
						    weight, grove->kind->update);
	else
		status = wb_insert_after_augmented(&grove->root, &datum->node,
						   i ? &grove->in[i - 1]->node : NULL, weight,
						   grove->kind->update);
	check_status(status, WB_OK);
	put_at(grove, i, datum);
}

static void erase_any(struct grove *grove)
{
	size_t i = any_below(grove, grove->count);

	check(wb_erase_augmented(&grove->root, &grove->in[i]->node, grove->kind->update));
	cut_out(grove, i, i + 1);
}

/* A new weight, or a new value, which may be the old one. */
static void reweigh_any(struct grove *grove)
{
	struct datum *datum = grove->in[any_below(grove, grove->count)];
	wb_weight_t old = wb_weight(&datum->node), weight = old;

	if (rng_below(&grove->rng, 2))
		datum->value = rng_below(&grove->rng, 8);
	else if (rng_below(&grove->rng, 2))
		weight = any_weight(grove);
	else
		weight = 1 + old / 2;
	if (!weight)
		weight = 1;
	if (weight > old && rng_below(&grove->rng, 2)) {
		check_status(wb_credit_augmented(&grove->root, &datum->node, weight - old,
						 grove->kind->update),
			     WB_OK);
		return;
	}
	check_status(
		wb_set_weight_augmented(&grove->root, &datum->node, weight, grove->kind->update),
		WB_OK);
}

static void replace_any(struct grove *grove)
{
	struct datum *datum = take(grove);
	size_t i = any_below(grove, grove->count);

	if (!datum)
		return;
	check_status(wb_replace_augmented(&grove->root, &grove->in[i]->node, &datum->node,
					  grove->kind->update),
		     WB_OK);
	grove->in[i] = datum;
}

/* Splits, and joins again around the same node or another. */
static void split_and_join(struct grove *grove)
{
	struct wb_root left, right;
	size_t i = any_below(grove, grove->count);
	struct datum *mid = grove->in[i];
	wb_weight_t weight = wb_weight(&mid->node);

	check_status(
		wb_split_augmented(&grove->root, &mid->node, &left, &right, grove->kind->update),
		WB_OK);
	check_tree(grove, &left, 0, i);
	check_tree(grove, &right, i + 1, grove->count);
	if (rng_below(&grove->rng, 2))
		mid = take(grove);
	call++;
	check_status(wb_join_augmented(&left, &mid->node, weight, &right, grove->kind->update),
		     WB_OK);
	grove->in[i] = mid;
	grove->root = left;
}

/* The node with which the tree is closed again is out of it for a while and may come back as it
 * was. */
static void extract_any(struct grove *grove)
{
	size_t first = any_below(grove, grove->count);
	size_t last = first + any_below(grove, grove->count - first);
	struct wb_node *node = wb_extract_augmented(&grove->root, &grove->in[first]->node,
						    &grove->in[last]->node, grove->kind->update);

	for (size_t i = first; i <= last; i++) {
		struct wb_node *next = node->child[WB_RIGHT];

		check(node == &grove->in[i]->node && !wb_is_linked(node));
		node->child[WB_RIGHT] = NULL;
		node = next;
	}
	check(!node);
	cut_out(grove, first, last + 1);
	calls_for_nothing -= calls_for_nothing == 1;
}

static void build_anew(struct grove *grove)
{
	struct wb_node *nodes[POOL];
	wb_weight_t weights[POOL];

	for (size_t i = 0; i < grove->count; i++) {
		nodes[i] = &grove->in[i]->node;
		weights[i] = wb_weight(nodes[i]);
	}
	for (size_t i = 0; i < grove->count; i++)
		memset(nodes[i], 0, sizeof(*nodes[i]));
	grove->root.node = NULL;
	check_status(
		wb_build_augmented(&grove->root, nodes, weights, grove->count, grove->kind->update),
		WB_OK);
}

static void step(struct grove *grove)
{
	call++;
	switch (grove->count ? rng_below(&grove->rng, 20) : UINT64_MAX) {
	case 0:
		if (rng_below(&grove->rng, 2))
			wb_rebuild_augmented(&grove->root, grove->kind->update);
		else
			wb_fade_augmented(&grove->root, wb_total(&grove->root) / 3,
					  grove->kind->update);
		break;
	case 1:
		build_anew(grove);
		break;
	case 2:
		extract_any(grove);
		break;
	case 3:
	case 4:
		split_and_join(grove);
		break;
	case 5:
	case 6:
		replace_any(grove);
		break;
	case 7:
	case 8:
	case 9:
		erase_any(grove);
		break;
	case 10:
	case 11:
	case 12:
		reweigh_any(grove);
		break;
	case 13:
	case 14:
	case 15:
		insert_beside(grove);
		break;
	default:
		insert_any(grove);
		break;
	}
	check_tree(grove, &grove->root, 0, grove->count);
	check_equal(calls_for_nothing, 0);
}

static void test_all_is_as_recomputed_after_every_call(void **state)
{
	struct grove *grove = must_alloc(1, sizeof(*grove));

	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (size_t set = 0; set < weight_set_count; set++) {
			grove_init(grove, &kinds[kind], set);
			for (int n = 0; n < 2000; n++) {
				check_context("%s, %s, step %d", kinds[kind].name,
					      weight_sets[set].name, n);
				step(grove);
			}
		}
	}
	free(grove);
}

/* ---- stopping early ---- */

enum { PERFECT = 1023, LEVELS = 10 };

/* Links what is below parent from data that are in order; each level is full. */
static struct wb_node *link_perfect(struct datum *data, size_t n, struct wb_node *parent)
{
	struct datum *middle = &data[n / 2];
	struct wb_node *node = &middle->node;

	if (!n)
		return NULL;
	node->parent = parent;
	node->sum = n;
	node->child[WB_LEFT] = link_perfect(data, n / 2, node);
	node->child[WB_RIGHT] = link_perfect(middle + 1, n / 2, node);
	middle->value = middle->greatest = 1000;
	return node;
}

/* A tree that bears one change without a rotation. */
static struct datum *make_perfect(struct wb_root *root)
{
	struct datum *data = must_alloc(PERFECT + 1, sizeof(*data));

	root->node = link_perfect(data, PERFECT, NULL);
	check_promises(root, NULL);
	calls = 0;
	return data;
}

static void insert_behind_last(struct wb_root *root, struct datum *datum)
{
	struct wb_node *last = wb_last(root);

	check_status(wb_insert_at_augmented(root, &datum->node, last, &last->child[WB_RIGHT], 1,
					    update_maximum),
		     WB_OK);
}

static void test_a_call_that_says_false_is_the_last(void **state)
{
	struct wb_root root;
	struct datum *data = make_perfect(&root), *other = &data[PERFECT], *leaf = &data[0];

	(void)state;
	other->value = 1;
	insert_behind_last(&root, other);
	check_equal(calls, 2); /* of the node and its parent */
	calls = 0;
	check(wb_erase_augmented(&root, &other->node, update_maximum));
	check_equal(calls, 1); /* of the parent */
	calls = 0;
	check_status(wb_set_weight_augmented(&root, &leaf->node, 1, update_maximum), WB_OK);
	check_equal(calls, 1); /* of the node, which is as it was */
	calls = 0;
	leaf->value = 7;
	check_status(wb_set_weight_augmented(&root, &leaf->node, 1, update_maximum), WB_OK);
	check_equal(calls, 2); /* of the node and its parent */
	calls = 0;
	check_status(wb_replace_augmented(&root, &leaf->node, &other->node, update_maximum), WB_OK);
	check_equal(calls, 2); /* of the node, which is new there, and its parent */
	free(data);
}

static void test_calls_that_say_true_go_on_to_the_root(void **state)
{
	struct wb_root root;
	struct datum *data = make_perfect(&root), *other = &data[PERFECT];

	(void)state;
	other->value = 2000;
	insert_behind_last(&root, other);
	check_equal(calls, LEVELS + 1);
	check_equal(datum_of(root.node)->greatest, 2000);
	calls = 0;
	check(wb_erase_augmented(&root, &other->node, update_maximum));
	check_equal(calls, LEVELS);
	check_equal(datum_of(root.node)->greatest, 1000);
	calls = 0;
	data[0].value = 3000;
	check_status(wb_set_weight_augmented(&root, &data[0].node, 1, update_maximum), WB_OK);
	check_equal(calls, LEVELS);
	check_equal(datum_of(root.node)->greatest, 3000);
	free(data);
}

/* Each node keeps what it had elsewhere, which here is what it is to have: that tells nothing. */
static void test_data_from_elsewhere_is_no_reason_to_stop(void **state)
{
	struct wb_root root;
	struct datum *data = make_perfect(&root), *other = &data[PERFECT];

	(void)state;
	other->value = other->greatest = 2000;
	insert_behind_last(&root, other);
	check_equal(datum_of(root.node)->greatest, 2000);
	check(wb_erase_augmented(&root, &other->node, update_maximum));
	other->greatest = 2000;
	check_status(wb_replace_augmented(&root, &data[0].node, &other->node, update_maximum),
		     WB_OK);
	check_equal(datum_of(root.node)->greatest, 2000);
	free(data);
}

/* ---- refused calls ---- */

/* A tree of three, one node of another, and one that is free. */
struct plot {
	struct wb_root root, other;
	struct datum data[5];
};

static struct wb_node *node_of(struct plot *plot, size_t i)
{
	return &plot->data[i].node;
}

static void make_plot(struct plot *plot)
{
	struct wb_node *nodes[3];

	memset(plot, 0, sizeof(*plot));
	for (size_t i = 0; i < 3; i++)
		nodes[i] = node_of(plot, i);
	check_status(wb_build_augmented(&plot->root, nodes, NULL, 3, update_mirror), WB_OK);
	check_status(wb_insert_at_augmented(&plot->other, node_of(plot, 3), NULL, &plot->other.node,
					    UINT64_MAX - 3, update_mirror),
		     WB_OK);
	calls = 0;
}

static void test_refused_calls_update_nothing(void **state)
{
	struct plot plot;
	struct wb_root *root = &plot.root, *other = &plot.other;
	struct wb_node *in, *free_node, **link, *list[2];
	const wb_weight_t weights[2] = { 1, 0 };

	(void)state;
	make_plot(&plot);
	in = node_of(&plot, 3);
	free_node = node_of(&plot, 4);
	link = &node_of(&plot, 0)->child[WB_LEFT];
	list[0] = list[1] = free_node;
	check_refused(&plot,
		      wb_insert_at_augmented(root, in, node_of(&plot, 0), link, 1, update_mirror),
		      WB_E_LINKED);
	check_refused(
		&plot,
		wb_insert_at_augmented(root, free_node, node_of(&plot, 0), link, 0, update_mirror),
		WB_E_WEIGHT);
	check_refused(&plot,
		      wb_insert_at_augmented(root, free_node, node_of(&plot, 0), link,
					     UINT64_MAX - 2, update_mirror),
		      WB_E_OVERFLOW);
	check_refused(&plot, wb_insert_before_augmented(root, in, in, 1, update_mirror),
		      WB_E_LINKED);
	check_refused(&plot, wb_insert_after_augmented(root, in, in, 1, update_mirror),
		      WB_E_LINKED);
	check_refused(&plot, wb_insert_before_augmented(root, in, free_node, 1, update_mirror),
		      WB_E_UNLINKED);
	check_refused(&plot, wb_insert_after_augmented(root, in, free_node, 1, update_mirror),
		      WB_E_UNLINKED);
	check_refused(&plot, wb_erase_augmented(root, free_node, update_mirror), false);
	check_refused(&plot, wb_erase_augmented(root, NULL, update_mirror), false);
	check_refused(&plot, wb_set_weight_augmented(root, free_node, 1, update_mirror),
		      WB_E_UNLINKED);
	check_refused(&plot, wb_set_weight_augmented(root, node_of(&plot, 0), 0, update_mirror),
		      WB_E_WEIGHT);
	check_refused(&plot,
		      wb_set_weight_augmented(root, node_of(&plot, 0), UINT64_MAX, update_mirror),
		      WB_E_OVERFLOW);
	check_refused(&plot, wb_credit_augmented(root, free_node, 1, update_mirror), WB_E_UNLINKED);
	check_refused(&plot, wb_credit_augmented(root, node_of(&plot, 0), 0, update_mirror),
		      WB_E_WEIGHT);
	check_refused(&plot,
		      wb_credit_augmented(root, node_of(&plot, 0), UINT64_MAX, update_mirror),
		      WB_E_OVERFLOW);
	check_refused(&plot, wb_replace_augmented(root, free_node, in, update_mirror),
		      WB_E_UNLINKED);
	check_refused(&plot, wb_replace_augmented(root, node_of(&plot, 0), in, update_mirror),
		      WB_E_LINKED);
	check_refused(&plot, wb_build_augmented(root, list, NULL, 1, update_mirror),
		      WB_E_NOT_EMPTY);
	check_refused(&plot, wb_join_augmented(root, in, 1, other, update_mirror), WB_E_LINKED);
	check_refused(&plot, wb_join_augmented(root, free_node, 0, other, update_mirror),
		      WB_E_WEIGHT);
	check_refused(&plot, wb_join_augmented(root, free_node, 1, other, update_mirror),
		      WB_E_OVERFLOW);
	check_refused(&plot, wb_split_augmented(root, free_node, root, other, update_mirror),
		      WB_E_UNLINKED);
	check_equal(calls, 0);
	check(wb_erase_augmented(other, in, update_mirror));
	check_refused(&plot, wb_build_augmented(other, list, NULL, 2, update_mirror), WB_E_LINKED);
	list[1] = in;
	check_refused(&plot, wb_build_augmented(other, list, weights, 2, update_mirror),
		      WB_E_WEIGHT);
	check_equal(calls, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_is_as_recomputed_after_every_call),
		cmocka_unit_test(test_a_call_that_says_false_is_the_last),
		cmocka_unit_test(test_calls_that_say_true_go_on_to_the_root),
		cmocka_unit_test(test_data_from_elsewhere_is_no_reason_to_stop),
		cmocka_unit_test(test_refused_calls_update_nothing),
	};

	return run_suite(tests);
}
