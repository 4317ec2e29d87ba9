/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A text editor's piece table: the text is a tree of pieces of strings that
 * never change, each weighing its length. wb_select finds the piece at an
 * offset, so inserting and deleting take O(log n) however long the text is.
 */
#include <string.h>
#include <wbtree.h>

#include "example.h"

struct piece {
	struct wb_node node; /* weighs length */
	const char *text;
	size_t length;
};

static struct piece *new_piece(const char *text, size_t length)
{
	struct piece *piece = allocated(calloc(1, sizeof(*piece)));

	piece->text = text;
	piece->length = length;
	return piece;
}

/* Puts a piece before next, or at the end if that is NULL. */
static void insert_before(struct wb_root *rope, struct piece *piece, struct wb_node *next)
{
	struct wb_node *prev = next ? wb_prev(next) : wb_last(rope);
	struct wb_node *parent = prev, **link = prev ? &prev->child[WB_RIGHT] : &rope->node;

	if (next && !next->child[WB_LEFT]) {
		parent = next;
		link = &next->child[WB_LEFT];
	}
	expect(wb_insert_at(rope, &piece->node, parent, link, piece->length) == WB_OK);
}

/* Returns the piece that starts at offset, cutting one in two if none does; NULL at the end. */
static struct wb_node *cut(struct wb_root *rope, size_t offset)
{
	wb_weight_t within = 0;
	struct wb_node *node = wb_select(rope, offset, &within);
	struct piece *head = wb_entry(node, struct piece, node), *tail;

	if (!within)
		return node;
	tail = new_piece(head->text + within, head->length - (size_t)within);
	head->length = (size_t)within;
	expect(wb_set_weight(rope, &head->node, head->length) == WB_OK);
	insert_before(rope, tail, wb_next(&head->node));
	return &tail->node;
}

/* Returns false, and does nothing, if offset is behind the end. */
static bool rope_insert(struct wb_root *rope, size_t offset, const char *text, size_t length)
{
	if (offset > wb_total(rope))
		return false;
	if (length > 0)
		insert_before(rope, new_piece(text, length), cut(rope, offset));
	return true;
}

/* Returns false, and does nothing, if there are fewer than length characters behind offset. */
static bool rope_delete(struct wb_root *rope, size_t offset, size_t length)
{
	struct wb_node *first, *end, *node;

	if (offset > wb_total(rope) || length > wb_total(rope) - offset)
		return false;
	if (length == 0)
		return true;
	first = cut(rope, offset);
	end = cut(rope, offset + length);
	node = wb_extract(rope, first, end ? wb_prev(end) : wb_last(rope));
	while (node) {
		struct wb_node *next = node->child[WB_RIGHT];

		free(wb_entry(node, struct piece, node));
		node = next;
	}
	return true;
}

static void rope_print(const struct wb_root *rope)
{
	const struct piece *piece;

	wb_for_each_entry (piece, rope, struct piece, node) {
		putchar('[');
		fwrite(piece->text, 1, piece->length, stdout);
		putchar(']');
	}
	putchar('\n');
}

/* Whether the rope holds the same text as a plain string. */
static bool rope_equals(const struct wb_root *rope, const char *text, size_t length)
{
	const struct piece *piece;

	if (wb_total(rope) != length)
		return false;
	wb_for_each_entry (piece, rope, struct piece, node) {
		if (memcmp(text, piece->text, piece->length) != 0)
			return false;
		text += piece->length;
	}
	return true;
}

/* Edits outside of the text are refused, however large the numbers are. */
static void refuse_edits(struct wb_root *rope, const char *text, size_t length)
{
	expect(!rope_insert(rope, length + 1, "x", 1));
	expect(!rope_insert(rope, SIZE_MAX, "x", 1));
	expect(!rope_delete(rope, length, 1));
	expect(!rope_delete(rope, length + 1, 0));
	expect(!rope_delete(rope, 5, SIZE_MAX)); /* 5 + SIZE_MAX is 4 */
	expect(rope_insert(rope, length, "", 0) && rope_delete(rope, length, 0));
	expect(rope_equals(rope, text, length));
}

/* Does the same random edits to a rope and to a string. */
static void compare_with_string(struct wb_root *rope, char *text, size_t length, size_t room)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	uint64_t random = 1;

	for (int edits = 0; edits < 3000; edits++) {
		size_t offset = (size_t)random_below(&random, length + 1);
		size_t n = 1 + (size_t)random_below(&random, sizeof(letters) - 1);

		if (length + n <= room && random_below(&random, 2)) {
			expect(rope_insert(rope, offset, letters, n));
			memmove(text + offset + n, text + offset, length - offset);
			memcpy(text + offset, letters, n);
			length += n;
		} else if (offset + n <= length) {
			expect(rope_delete(rope, offset, n));
			memmove(text + offset, text + offset + n, length - offset - n);
			length -= n;
		} else {
			expect(!rope_delete(rope, offset, n));
		}
		expect(rope_equals(rope, text, length));
	}
}

int main(int argc, char **argv)
{
	static const char first[] = "The heavy node sinks to the leaves.";
	static char text[2000] = "The very heavy node rises to the root.";
	struct wb_root rope = WB_ROOT_INIT;
	struct piece *piece, *next;

	refuse_arguments(argc, argv);
	puts("The pieces after each edit:");
	expect(rope_insert(&rope, 0, first, strlen(first)));
	rope_print(&rope);
	expect(rope_delete(&rope, 15, 19));
	expect(rope_insert(&rope, 15, "rises to the root", 17));
	rope_print(&rope);
	expect(rope_insert(&rope, 4, "very ", 5));
	rope_print(&rope);
	refuse_edits(&rope, text, strlen(text));
	compare_with_string(&rope, text, strlen(text), sizeof(text));

	wb_for_each_entry_postorder_safe (piece, next, &rope, struct piece, node)
		free(piece);
	return close_output();
}
