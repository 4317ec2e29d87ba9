/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Items with a string for a key: counts the words of a rhyme. Each time that a
 * word comes up again it gets heavier, so the words asked for most are found in
 * the fewest steps. Prints the words in order, and how deep each one lies.
 */
#include <string.h>
#include <wbtree.h>

#include "example.h"

struct word {
	struct wb_node node;
	const char *text;
};

static const char *const rhyme[] = {
	"this", "is",	  "the", "dog", "that",	 "worried", "the",  "cat",
	"that", "killed", "the", "rat", "that",	 "ate",	    "the",  "malt",
	"that", "lay",	  "in",	 "the", "house", "that",    "jack", "built",
};

#define N (sizeof(rhyme) / sizeof(*rhyme))

static const struct word *word_of(const struct wb_node *node)
{
	return wb_entry(node, struct word, node);
}

/* strcmp says less, equal or greater; lengths or characters are never subtracted. */
static int compare_words(const struct wb_node *a, const struct wb_node *b)
{
	return strcmp(word_of(a)->text, word_of(b)->text);
}

static int compare_text(const void *text, const struct wb_node *node)
{
	return strcmp(text, word_of(node)->text);
}

/* Adds a word, or makes the one that is there already heavier by 1. */
static void count(struct wb_root *words, struct word *word)
{
	struct wb_node *known;
	int status = wb_find_add(words, &word->node, 1, compare_words, &known);

	if (status == WB_E_EXISTS)
		status = wb_set_weight(words, known, wb_weight(known) + 1);
	expect(status == WB_OK);
}

static int depth_of(const struct wb_node *node)
{
	int depth = 0;

	for (; node; node = node->parent)
		depth++;
	return depth;
}

int main(int argc, char **argv)
{
	static struct word words[N];
	struct wb_root root = WB_ROOT_INIT;
	const struct word *word;
	const struct wb_node *node;

	refuse_arguments(argc, argv);
	for (size_t i = 0; i < N; i++) {
		words[i].text = rhyme[i];
		count(&root, &words[i]);
	}
	wb_for_each_entry (word, &root, struct word, node)
		printf("%-8s %d times, %d steps\n", word->text, (int)wb_weight(&word->node),
		       depth_of(&word->node));

	node = wb_find(&root, "the", compare_text);
	expect(node && wb_weight(node) == 5 && depth_of(node) <= 2);
	expect(!wb_find(&root, "mouse", compare_text));
	expect(word_of(wb_lower_bound(&root, "mouse", compare_text)) ==
	       word_of(wb_find(&root, "rat", compare_text)));
	expect(wb_total(&root) == N);
	return close_output();
}
