/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Items with a struct for a key: a timetable of trains by day, hour and minute,
 * in which trains that leave together stay in the order in which they were
 * added; and a plan of seats by carriage and number, each of which is sold once.
 */
#include <wbtree.h>

#include "example.h"

struct moment {
	int day, hour, minute;
};

struct train {
	struct moment leaves;
	const char *to;
	struct wb_node node;
};

static struct train trains[] = {
	{ .leaves = { 1, 9, 30 }, .to = "Aden" },  { .leaves = { 1, 8, 0 }, .to = "Bergen" },
	{ .leaves = { 2, 8, 0 }, .to = "Cadiz" },  { .leaves = { 1, 9, 30 }, .to = "Delft" },
	{ .leaves = { 1, 17, 5 }, .to = "Essen" }, { .leaves = { 1, 9, 30 }, .to = "Fez" },
};

#define N (sizeof(trains) / sizeof(*trains))

/* -1, 0 or 1. A difference could overflow; this can't. */
static int compare(int a, int b)
{
	return (a > b) - (a < b);
}

/* The first part that differs decides. */
static int compare_moments(const struct moment *a, const struct moment *b)
{
	int order = compare(a->day, b->day);

	if (!order)
		order = compare(a->hour, b->hour);
	return order ? order : compare(a->minute, b->minute);
}

static const struct train *train_of(const struct wb_node *node)
{
	return wb_entry(node, struct train, node);
}

static int compare_to_train(const void *moment, const struct wb_node *node)
{
	return compare_moments(moment, &train_of(node)->leaves);
}

static bool leaves_before(const struct wb_node *a, const struct wb_node *b)
{
	return compare_moments(&train_of(a)->leaves, &train_of(b)->leaves) < 0;
}

static void print_from(const struct wb_node *node)
{
	for (; node; node = wb_next(node))
		printf("day %d, %2d:%02d to %s\n", train_of(node)->leaves.day,
		       train_of(node)->leaves.hour, train_of(node)->leaves.minute,
		       train_of(node)->to);
}

static void run_trains(void)
{
	const struct moment now = { 1, 9, 0 }, half_past = { 1, 9, 30 }, never = { 3, 0, 0 };
	struct wb_root timetable = WB_ROOT_INIT;
	const struct wb_node *next;

	for (size_t i = 0; i < N; i++)
		expect(wb_add(&timetable, &trains[i].node, 1, leaves_before) == WB_OK);
	next = wb_lower_bound(&timetable, &now, compare_to_train);
	print_from(next);
	expect(train_of(next) == &trains[0]);
	expect(train_of(wb_next(next)) == &trains[3]);
	expect(train_of(wb_upper_bound(&timetable, &half_past, compare_to_train)) == &trains[4]);
	expect(wb_find(&timetable, &half_past, compare_to_train) != NULL);
	expect(!wb_find(&timetable, &now, compare_to_train));
	expect(!wb_lower_bound(&timetable, &never, compare_to_train));
}

struct seat {
	int carriage, number;
	const char *passenger;
	struct wb_node node;
};

static int compare_seats(const struct wb_node *a, const struct wb_node *b)
{
	const struct seat *left = wb_entry(a, struct seat, node);
	const struct seat *right = wb_entry(b, struct seat, node);
	int order = compare(left->carriage, right->carriage);

	return order ? order : compare(left->number, right->number);
}

/* Returns whether the seat was free, and says who has it if not. */
static bool sell(struct wb_root *sold, struct seat *seat)
{
	struct wb_node *taken;
	int status = wb_find_add(sold, &seat->node, 1, compare_seats, &taken);

	if (status == WB_E_EXISTS)
		printf("no %d in carriage %d for %s: %s has it\n", seat->number, seat->carriage,
		       seat->passenger, wb_entry(taken, struct seat, node)->passenger);
	return status == WB_OK;
}

static void sell_seats(void)
{
	static struct seat seats[] = { { .carriage = 2, .number = 11, .passenger = "Ann" },
				       { .carriage = 1, .number = 12, .passenger = "Bob" },
				       { .carriage = 2, .number = 11, .passenger = "Cid" } };
	struct wb_root sold = WB_ROOT_INIT;

	expect(sell(&sold, &seats[0]));
	expect(sell(&sold, &seats[1]));
	expect(!sell(&sold, &seats[2]));
	expect(wb_first(&sold) == &seats[1].node && wb_last(&sold) == &seats[0].node);
}

int main(int argc, char **argv)
{
	refuse_arguments(argc, argv);
	run_trains();
	sell_seats();
	return close_output();
}
