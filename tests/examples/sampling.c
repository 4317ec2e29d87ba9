/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Drawing by weight, with weights that change: songs are played at random, the
 * liked ones more often. Laid end to end, the weights make a line as long as the
 * total; an even random point on it falls on each song with a probability in
 * proportion to its weight.
 */
#include <inttypes.h>
#include <wbtree.h>

#include "example.h"

struct song {
	struct wb_node node;
	const char *title;
	wb_weight_t liking;
	unsigned int plays;
};

static struct song songs[] = {
	{ .title = "Autumn Leaves", .liking = 40 }, { .title = "Blue in Green", .liking = 25 },
	{ .title = "Cherokee", .liking = 15 },	    { .title = "Donna Lee", .liking = 10 },
	{ .title = "Evidence", .liking = 6 },	    { .title = "Footprints", .liking = 3 },
	{ .title = "Giant Steps", .liking = 1 },
};

#define N (sizeof(songs) / sizeof(*songs))
#define DRAWS 20000

/* Their order does not matter: each goes to the end. */
static bool before(const struct wb_node *a, const struct wb_node *b)
{
	(void)a;
	(void)b;
	return false;
}

static void add_all(struct wb_root *list)
{
	for (size_t i = 0; i < N; i++)
		expect(wb_add(list, &songs[i].node, songs[i].liking, before) == WB_OK);
}

/* Any song of a list that is not empty. */
static struct song *draw(const struct wb_root *list, uint64_t *random)
{
	wb_weight_t point = random_below(random, wb_total(list));

	return wb_entry(wb_select(list, point, NULL), struct song, node);
}

/* Draws many times, compares with what the weights promise, and prints both. */
static void draw_and_print(const struct wb_root *list, uint64_t *random)
{
	double chi_square = 0;
	size_t i;
	int draws;

	for (i = 0; i < N; i++)
		songs[i].plays = 0;
	for (draws = 0; draws < DRAWS; draws++)
		draw(list, random)->plays++;
	puts("title          expected  drawn");
	for (i = 0; i < N; i++) {
		double expected =
			(double)wb_weight(&songs[i].node) * DRAWS / (double)wb_total(list);
		double off = songs[i].plays - expected;

		chi_square += off * off / expected;
		printf("%-14s %8.0f %6u  ", songs[i].title, expected, songs[i].plays);
		for (unsigned int bar = 0; bar < songs[i].plays; bar += DRAWS / 50)
			putchar('#');
		putchar('\n');
	}
	/* With N - 1 = 6 degrees of freedom, fair draws exceed this once in a million times. */
	expect(chi_square < 38.26);
}

/* Plays each song once: what is drawn leaves the tree, and its weight with it. */
static void print_playlist(struct wb_root *list, uint64_t *random)
{
	while (!wb_is_empty(list)) {
		struct song *song = draw(list, random);

		printf("%s%s", song->title,
		       wb_erase(list, &song->node) && list->node ? ", " : "\n");
	}
}

int main(int argc, char **argv)
{
	struct wb_root list = WB_ROOT_INIT;
	struct song *last = &songs[N - 1];
	uint64_t random = 1;

	refuse_arguments(argc, argv);
	add_all(&list);
	draw_and_print(&list, &random);
	printf("\n%s has become the favourite.\n", last->title);
	last->liking = 100;
	expect(wb_set_weight(&list, &last->node, last->liking) == WB_OK);
	draw_and_print(&list, &random);

	puts("\nThree playlists without repetition:");
	for (int i = 0; i < 3; i++) {
		print_playlist(&list, &random);
		add_all(&list);
	}
	return close_output();
}
