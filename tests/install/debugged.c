/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What gdb.sh looks at: a tree whose links are not the first member, and a damaged one. */
#include <wbtree.h>

struct slot {
	uint64_t start, last;
	const char *name;
	struct wb_node node;
};

#define SLOT_START(slot) ((slot)->start)
#define SLOT_LAST(slot) ((slot)->last)
WB_RANGE_DEFINE(slot, struct slot, node, uint64_t, SLOT_START, SLOT_LAST);

struct wb_root slots, damaged, none;
static struct slot items[] = {
	{ 0, 9, "rom", { NULL, { NULL, NULL }, 0 } },
	{ 16, 1015, "ram", { NULL, { NULL, NULL }, 0 } },
	{ 2000, 2000, "port", { NULL, { NULL, NULL }, 0 } },
	{ 3000, 3099, "io", { NULL, { NULL, NULL }, 0 } },
};
static struct slot circle = { 7, 7, "circle", { NULL, { &circle.node, NULL }, 7 } };

/* The debugger stops here. */
void look(const struct wb_root *root);
void look(const struct wb_root *root)
{
	damaged.node = root->node ? &circle.node : NULL;
}

int main(void)
{
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++)
		if (slot_insert(&slots, &items[i]))
			return 1;
	damaged.node = &circle.node;
	look(&slots);
	return 0;
}
