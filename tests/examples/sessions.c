/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Who was on a server when: intervals of time in seconds that are doubles, read from
 * a file of lines "start,last,user". Both ends belong to a session; inf is the last of
 * one that goes on. Time 0 is the failure of the server, and -0 is the same time.
 * NaN is no time.
 *
 *	sessions [FILE [TIME...]]
 */
#include <math.h>
#include <wbtree_float.h>
#include <wbtree_interval.h>

#include "example.h"

#define SESSIONS "tests/examples/sessions.csv"

struct session {
	struct wb_node node;
	double start, last;
	uint64_t max_last; /* the tree's: the greatest last of the subtree, mapped as the keys */
	char user[];
};

/* The keys of the tree are integers in the order of the times. */
#define START(session) wb_double_start((session)->start)
#define LAST(session) wb_double_last((session)->last)
#define MAX_LAST(session) ((session)->max_last)
WB_INTERVAL_DEFINE(session, struct session, node, uint64_t, START, LAST, MAX_LAST);

/* Reads a number at *text and passes over it; false if there is none that a double holds. */
static bool parse_time(const char **text, double *time)
{
	char *end;

	errno = 0;
	*time = strtod(*text, &end);
	if (end == *text || errno)
		return false;
	*text = end;
	return true;
}

/* A user is all that stands behind the second comma. */
static struct session *read_session(const struct input *input, const char *line)
{
	double start = 0, last = 0;
	struct session *session;
	size_t size;

	if (!parse_time(&line, &start) || *line++ != ',' || !parse_time(&line, &last) ||
	    *line++ != ',' || !*line)
		refuse_line(input, "START,LAST,USER with times in seconds");
	size = strlen(line) + 1;
	session = allocated(calloc(1, sizeof(*session) + size));
	session->start = start;
	session->last = last;
	memcpy(session->user, line, size);
	return session;
}

static void read_sessions(const char *path, struct wb_root *sessions)
{
	struct input input = open_input(path);
	const char *line;

	while ((line = read_line(&input))) {
		struct session *session = read_session(&input, line);
		int status = session_insert(sessions, session);

		/* The tree takes a session with NaN as reversed, whatever its other end is. */
		if (status == WB_E_RANGE && (isnan(session->start) || isnan(session->last)))
			refuse_line(&input, "times in seconds, found NaN");
		if (status)
			fail("%s:%lu: %s", path, input.line, wb_strerror(status));
	}
	close_input(&input);
}

static double time_of(const char *text)
{
	const char *end = text;
	double time;

	if (!parse_time(&end, &time) || *end || isnan(time))
		fail("'%s' is no time in seconds", text);
	return time;
}

static void print_users_at(const struct wb_root *sessions, const char *text)
{
	uint64_t key = wb_double_start(time_of(text));
	const struct session *session = session_stab(sessions, key);

	printf("%12s %s", text, session ? "" : " -");
	for (; session; session = session_next_stab(session, key))
		printf(" [%s]", session->user);
	putchar('\n');
}

/* Whether the tree finds at a time what a look at all sessions does. */
static bool right_at(const struct wb_root *sessions, double time)
{
	uint64_t key = wb_double_start(time);
	const struct session *session, *found = session_stab(sessions, key);

	for (session = session_first(sessions); session; session = session_next(session)) {
		if (!(session->start <= time && time <= session->last))
			continue;
		if (found != session)
			return false;
		found = session_next_stab(found, key);
	}
	return !found;
}

/* Checks a time and its neighbours, between which there is no other double. */
static void check_around(const struct wb_root *sessions, double time)
{
	uint64_t key = wb_double_start(time);

	expect(wb_double_of(key) <= time && time <= wb_double_of(key));
	expect(right_at(sessions, time));
	expect(right_at(sessions, -time));
	expect(right_at(sessions, wb_double_of(key - 1)));
	expect(right_at(sessions, wb_double_of(key + 1)));
}

static void check(const struct wb_root *sessions)
{
	const struct session *session;

	for (session = session_first(sessions); session; session = session_next(session)) {
		check_around(sessions, session->start);
		check_around(sessions, session->last);
	}
	check_around(sessions, 0.0);
	expect(!session_stab(sessions, wb_double_start((double)NAN)));
}

int main(int argc, char **argv)
{
	static const char *const asked[] = { "-1e6", "-1800.5", "-0.001", "-0.0", "0",
					     "1e-7", "12.5",	"3600.5", "inf" };
	struct wb_root sessions = WB_ROOT_INIT;
	struct session *session, *next;

	/* All that can be wrong is found before anything is printed. */
	for (int i = 2; i < argc; i++)
		(void)time_of(argv[i]);
	read_sessions(argc > 1 ? argv[1] : SESSIONS, &sessions);
	check(&sessions);
	for (int i = 2; i < argc; i++)
		print_users_at(&sessions, argv[i]);
	for (size_t i = 0; argc <= 2 && i < sizeof(asked) / sizeof(*asked); i++)
		print_users_at(&sessions, asked[i]);

	wb_for_each_entry_postorder_safe (session, next, &sessions, struct session, node)
		free(session);
	return close_output();
}
