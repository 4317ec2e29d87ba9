/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The items that most suites put into trees, and the model that says what such
 * a tree must hold: the items in a plain array, sorted by key.
 */
#ifndef ITEMS_H
#define ITEMS_H

#include "reference.h"
#include "rng.h"
#include "wbtree.h"
#include "weights.h"

struct item {
	uint64_t key;
	wb_weight_t weight; /* what the tree is to know; 0 when not in it */
	struct wb_node node;
};

#define item_of(ptr) wb_entry((ptr), struct item, node)

/* A wb_order_fn by key. */
int item_order(const struct wb_node *a, const struct wb_node *b);

struct model {
	struct wb_root root;
	struct item **items; /* those in the tree, in order */
	size_t count;
	wb_weight_t total;
};

/* A model with room for the given number of items. */
void model_init(struct model *model, size_t capacity);

/* Takes all items out, without touching the tree's shape on the way. */
void model_clear(struct model *model);
void model_free(struct model *model);

/*
 * Do the same to tree and model, and check that the tree's answer is the right
 * one, be it an error. Inserting puts an equal key after those that are there.
 */
int model_insert(struct model *model, struct item *item, wb_weight_t weight);
bool model_erase(struct model *model, struct item *item);
int model_reweigh(struct model *model, struct item *item, wb_weight_t weight);
int model_replace(struct model *model, struct item *victim, struct item *item);

/* The number of items that are less than key, or equal to it. */
size_t model_upper_bound(const struct model *model, uint64_t key);

/* Checks order, weights, total, rank and select of the tree, and its promises. */
void check_model(const struct model *model);

/* Checks that tree and reference have one shape, sum for sum and parent for parent. */
void check_shape(const struct wb_root *root, const struct ref_tree *tree);

/*
 * Inserts items[order[i]], whose keys are 0 to n - 1, with weights[order[i]],
 * one after the other.
 */
void model_fill(struct model *model, struct item *items, const wb_weight_t *weights,
		const size_t *order, size_t n);

/* The same with the weights of a set, in random order. */
void model_fill_set(struct model *model, struct item *items, const struct weight_set *set,
		    struct rng *rng, size_t n);

/* Allocates, or ends the run: support code has no other way to fail. */
void *must_alloc(size_t count, size_t size);

#endif /* ITEMS_H */
