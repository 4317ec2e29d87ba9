/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A calendar: intervals that overlap, the ones that contain a minute, and the
 * ones that clash with a new one. Prints a day.
 */
#include <wbtree_interval.h>

#include "example.h"

struct meeting {
	struct wb_node node;
	int start, last; /* minutes of the day, both included */
	int max_last;	 /* the tree's: the greatest last of the subtree */
	const char *name;
};

#define START(meeting) ((meeting)->start)
#define LAST(meeting) ((meeting)->last)
#define MAX_LAST(meeting) ((meeting)->max_last)
WB_INTERVAL_DEFINE(meeting, struct meeting, node, int, START, LAST, MAX_LAST);

#define AT(hour, minute) ((hour)*60 + (minute))

/* One that ends at 9:30 has 9:29 as its last minute, so that the next can start at 9:30. */
static struct meeting meetings[] = {
	{ .start = AT(9, 0), .last = AT(9, 30) - 1, .name = "stand-up" },
	{ .start = AT(9, 15), .last = AT(11, 0) - 1, .name = "interview" },
	{ .start = AT(10, 30), .last = AT(12, 0) - 1, .name = "design review" },
	{ .start = AT(11, 0), .last = AT(11, 30) - 1, .name = "dentist" },
	{ .start = AT(13, 0), .last = AT(13, 45) - 1, .name = "lunch" },
	{ .start = AT(13, 30), .last = AT(16, 0) - 1, .name = "release" },
	{ .start = AT(14, 0), .last = AT(14, 30) - 1, .name = "call" },
	{ .start = AT(15, 0), .last = AT(17, 0) - 1, .name = "workshop" },
};

#define N (sizeof(meetings) / sizeof(*meetings))
#define OPENS AT(8, 0)
#define CLOSES AT(18, 0)
#define STEP 15

static void print_time(int minute)
{
	printf("%02d:%02d", minute / 60, minute % 60);
}

static void print_day(const struct wb_root *calendar)
{
	const struct meeting *meeting;
	int minute;

	printf("%-26s", "");
	for (minute = OPENS; minute < CLOSES; minute += 60)
		printf("%-4d", minute / 60);
	putchar('\n');
	for (meeting = meeting_first(calendar); meeting; meeting = meeting_next(meeting)) {
		print_time(meeting->start);
		putchar('-');
		print_time(meeting->last + 1);
		printf(" %-14s", meeting->name);
		for (minute = OPENS; minute <= meeting->last; minute += STEP)
			putchar(minute < meeting->start ? ' ' : '#');
		putchar('\n');
	}
	/* Below it, how many take place at the same time. */
	printf("%-26s", "at the same time");
	for (minute = OPENS; minute < CLOSES; minute += STEP) {
		size_t n = meeting_count_overlaps(calendar, minute, minute, N);

		putchar(n ? (char)('0' + n) : '.');
	}
	putchar('\n');
}

static void print_clashes(const struct wb_root *calendar, int from, int to)
{
	const struct meeting *meeting;

	print_time(from);
	putchar('-');
	print_time(to);
	printf(meeting_first_overlap(calendar, from, to - 1) ? " clashes with" : " is free");
	WB_INTERVAL_FOR_EACH (meeting, meeting, calendar, from, to - 1)
		printf(" [%s]", meeting->name);
	putchar('\n');
}

/* Whether the calendar says of a minute what a look at all meetings does. */
static bool right_at(const struct wb_root *calendar, int minute)
{
	const struct meeting *meeting;
	size_t found = 0, all = 0, i;

	for (meeting = meeting_stab(calendar, minute); meeting;
	     meeting = meeting_next_stab(meeting, minute)) {
		if (minute < meeting->start || minute > meeting->last)
			return false;
		found++;
	}
	for (i = 0; i < N; i++)
		all += meetings[i].start <= minute && minute <= meetings[i].last;
	return found == all;
}

int main(int argc, char **argv)
{
	struct wb_root calendar = WB_ROOT_INIT;
	struct meeting *call = &meetings[6];
	size_t i;

	refuse_arguments(argc, argv);
	for (i = 0; i < N; i++)
		expect(meeting_insert(&calendar, &meetings[i]) == WB_OK);
	print_day(&calendar);
	putchar('\n');
	print_clashes(&calendar, AT(12, 0), AT(13, 0));
	print_clashes(&calendar, AT(10, 0), AT(11, 15));

	/* The call takes longer. Had its start changed, it would be erased and inserted again. */
	call->last = AT(15, 15) - 1;
	expect(meeting_update(&calendar, call) == WB_OK);
	print_clashes(&calendar, AT(15, 0), AT(15, 15));

	for (int minute = 0; minute < AT(24, 0); minute++)
		expect(right_at(&calendar, minute));
	expect(!meeting_first_overlap(&calendar, AT(12, 0), AT(13, 0) - 1));
	expect(meeting_count_overlaps(&calendar, AT(15, 0), AT(15, 14), N) == 3);
	return close_output();
}
