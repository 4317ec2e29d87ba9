/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#include "zigzag.h"

static void hang(struct wb_node *parent, int d, struct wb_node *child)
{
	parent->child[d] = child;
	child->parent = parent;
}

size_t link_zigzag(struct item *items, struct wb_root *root, unsigned int height)
{
	size_t count = height;

	items[0].node.sum = 1;
	for (unsigned int i = 1; i < height; i++) {
		struct wb_node *x = &items[i].node;
		int d = (int)(i % 2);

		hang(x, d, &items[i - 1].node);
		x->sum = 1 + items[i - 1].node.sum;
		if (i < 2)
			continue;
		items[count].node.sum = items[i - 2].node.sum;
		x->sum += items[count].node.sum;
		hang(x, !d, &items[count++].node);
	}
	root->node = &items[height - 1].node;
	return count;
}
