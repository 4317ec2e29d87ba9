/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "dot.h"

#include "contenders.h"
#include "util.h"

#include <inttypes.h>

#include "wbtree_debug.h"

static void print_label(FILE *file, const struct wb_node *node, void *context)
{
	const struct range *range = contender_wbtree.walk->range(node);

	(void)context;
	fprintf(file, "%" PRIx64 "-%" PRIx64, range->start, range->last);
}

void print_dot(const struct set *set, FILE *file)
{
	void *index = contender_start(&contender_wbtree, set);
	/* Only read, as all of the walk's nodes. */
	struct wb_root root = {
		(struct wb_node *)(uintptr_t)contender_wbtree.walk->root(index),
		0,
	};

	if (wb_print_dot(file, &root, print_label, NULL) != WB_OK)
		fail(EXIT_FAULT, "wbtree-bench: the picture could not be written");
	contender_wbtree.destroy(index);
}
