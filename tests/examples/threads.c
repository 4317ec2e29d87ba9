/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A tree in a threaded program. The library takes no lock: calls that change a
 * tree need it alone, lookups may run beside each other. A read-write lock says
 * just that. Here one thread opens and closes sessions while others look up the
 * session that an address belongs to.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <wbtree.h>
#include <wbtree_debug.h>

#include "example.h"

#define SESSIONS 512
#define READERS 3
#define LOOKUPS 200000
#define CHANGES 20000

struct session {
	struct wb_node node;
	uint64_t start, last; /* the addresses that are its own */
};

#define START(session) ((session)->start)
#define LAST(session) ((session)->last)
WB_RANGE_DEFINE(session, struct session, node, uint64_t, START, LAST);

static struct session sessions[SESSIONS];
static struct wb_root root; /* guarded by lock, as the sessions in it are */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

/* Session i may lie anywhere within its own 2^20 addresses, so that none overlap. */
static void place(struct session *session, uint64_t *random)
{
	session->start = (uint64_t)(session - sessions) << 20 | random_below(random, 1 << 19);
	session->last = session->start + random_below(random, 1 << 19);
}

/* Opens the session if it is closed, else closes it; returns whether it is open now. */
static bool open_or_close(struct session *session, uint64_t *random)
{
	bool closed;

	expect(!pthread_rwlock_wrlock(&lock));
	closed = session_erase(&root, session);
	if (!closed) {
		place(session, random);
		expect(session_insert(&root, session) == WB_OK);
	}
	expect(!pthread_rwlock_unlock(&lock));
	return !closed;
}

/* Whether an address belongs to a session. What was found may be used until the unlock only. */
static bool belongs(uint64_t address)
{
	const struct session *session;

	expect(!pthread_rwlock_rdlock(&lock));
	session = session_find(&root, address);
	expect(!session || (session->start <= address && address <= session->last));
	expect(!pthread_rwlock_unlock(&lock));
	return session;
}

struct reader {
	pthread_t thread;
	uint64_t random;
	unsigned int hits;
};

static void *read_addresses(void *argument)
{
	struct reader *reader = argument;

	for (int i = 0; i < LOOKUPS; i++)
		reader->hits += belongs(random_below(&reader->random, (uint64_t)SESSIONS << 20));
	return NULL;
}

/* Returns how many sessions are open in the end, given how many are now. */
static size_t change_sessions(size_t open, uint64_t *random)
{
	for (int i = 0; i < CHANGES; i++) {
		struct session *session = &sessions[random_below(random, SESSIONS)];

		if (open_or_close(session, random))
			open++;
		else
			open--;
	}
	return open;
}

int main(int argc, char **argv)
{
	struct reader readers[READERS];
	struct wb_shape shape;
	uint64_t random = 1;
	size_t open, i;

	refuse_arguments(argc, argv);
	for (i = 0; i < SESSIONS; i += 2)
		expect(open_or_close(&sessions[i], &random));
	for (i = 0; i < READERS; i++) {
		readers[i] = (struct reader){ .random = 100 + i };
		if (pthread_create(&readers[i].thread, NULL, read_addresses, &readers[i]))
			fail("%s: no thread could be started", argv[0]);
	}
	open = change_sessions(SESSIONS / 2, &random);
	for (i = 0; i < READERS; i++) {
		expect(!pthread_join(readers[i].thread, NULL));
		printf("reader %zu: %d lookups, %u of them hits\n", i + 1, LOOKUPS,
		       readers[i].hits);
	}
	expect(!wb_check(&root, session_order, NULL));
	wb_measure(&root, &shape);
	expect(shape.nodes == open);
	printf("writer: %d changes, %zu sessions are open, the tree is %zu high\n", CHANGES, open,
	       shape.height);
	return close_output();
}
