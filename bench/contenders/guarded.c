/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "guarded.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(BENCH_URCU)
#define _LGPL_SOURCE
#include <urcu.h>
#endif

#include "wbtree_shared.h"

struct item {
	struct wb_node node;
	struct range range;
};

#define START(item) ((item)->range.start)
#define LAST(item) ((item)->range.last)
WB_RANGE_DEFINE(item, struct item, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(item, struct item, node, uint64_t);

#define DEFINE_READ(P)                                                                             \
	static size_t P##_read(const struct probe *probes, size_t n)                               \
	{                                                                                          \
		size_t wrong = 0;                                                                  \
                                                                                                   \
		for (size_t i = 0; i < n; i++)                                                     \
			wrong += P##_find(probes[i].key) != probes[i].start;                       \
		return wrong;                                                                      \
	}

static uint64_t start_or_none(const struct item *item)
{
	return item ? START(item) : NO_RANGE;
}

/* -------------------------------------------------------------------------
 * One tree, or for the latch two
 */

struct copy {
	struct wb_root root;
	struct items items;
};

static struct copy copies[2];

static void copy_update(struct copy *copy, size_t place, bool out)
{
	struct item *item = item_at(&copy->items, place);

	if (out ? !item_erase(&copy->root, item) : item_insert(&copy->root, item))
		fail(EXIT_FAULT, "wbtree-bench: an update beside readers failed");
}

static void copy_start(struct copy *copy, const struct set *set)
{
	copy->root = (struct wb_root)WB_ROOT_INIT;
	copy->items = items_create(set, offsetof(struct item, range));
	for (size_t i = 0; i < set->n; i++)
		copy_update(copy, i, false);
}

static void *tree_start(const struct set *set)
{
	copy_start(&copies[0], set);
	return &copies[0];
}

static void tree_end(void *index)
{
	(void)index;
	free(copies[0].items.lines);
}

static void tree_update(size_t place, bool out)
{
	copy_update(&copies[0], place, out);
}

static uint64_t shared_find(uint64_t key)
{
	return start_or_none(item_find_shared(&copies[0].root, key));
}

static uint64_t plain_find(uint64_t key)
{
	return start_or_none(item_find(&copies[0].root, key));
}

DEFINE_READ(shared)
DEFINE_READ(plain)

const struct guarded guarded_shared = {
	.contender = { .name = "find_shared",
		       .kind = OURS,
		       .create = tree_start,
		       .destroy = tree_end },
	.read = shared_read,
	.update = tree_update,
};

const struct guarded guarded_find = {
	.contender = { .name = "find", .kind = OURS, .create = tree_start, .destroy = tree_end },
	.read = plain_read,
};

/* -------------------------------------------------------------------------
 * The same, but what every update writes, the sums of all ancestors and the root's count,
 * lies in other lines than what readers need
 */

struct spread {
	char before[CACHE_LINE - sizeof(struct range) - offsetof(struct wb_node, sum)];
	struct range range;
	struct wb_node node;
	char behind[CACHE_LINE - (sizeof(struct wb_node) - offsetof(struct wb_node, sum))];
};

WB_RANGE_DEFINE(spread, struct spread, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(spread, struct spread, node, uint64_t);

struct apart_tree {
	char before[CACHE_LINE - offsetof(struct wb_root, seq)];
	struct wb_root root;
	char behind[CACHE_LINE - (sizeof(struct wb_root) - offsetof(struct wb_root, seq))];
};

static struct apart_tree *apart_tree;
static struct spread *spreads;

static void apart_update(size_t place, bool out)
{
	struct wb_root *root = &apart_tree->root;

	if (out ? !spread_erase(root, &spreads[place]) : spread_insert(root, &spreads[place]))
		fail(EXIT_FAULT, "wbtree-bench: an update beside readers failed");
}

static void *apart_start(const struct set *set)
{
	apart_tree = allocate_lines(sizeof(*apart_tree));
	spreads = allocate_lines(set->n * sizeof(*spreads));
	for (size_t i = 0; i < set->n; i++) {
		spreads[i].range = set->ranges[set->arrival[i]];
		apart_update(i, false);
	}
	return apart_tree;
}

static void apart_end(void *index)
{
	free(index);
	free(spreads);
}

static uint64_t apart_find(uint64_t key)
{
	const struct spread *item = spread_find_shared(&apart_tree->root, key);

	return item ? START(item) : NO_RANGE;
}

DEFINE_READ(apart)

const struct guarded guarded_apart = {
	.contender = { .name = "apart", .kind = OURS, .create = apart_start, .destroy = apart_end },
	.read = apart_read,
	.update = apart_update,
};

/* -------------------------------------------------------------------------
 * Locks around each lookup and update
 */

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static uint64_t rwlock_find(uint64_t key)
{
	uint64_t start;

	pthread_rwlock_rdlock(&rwlock);
	start = plain_find(key);
	pthread_rwlock_unlock(&rwlock);
	return start;
}

static void rwlock_update(size_t place, bool out)
{
	pthread_rwlock_wrlock(&rwlock);
	tree_update(place, out);
	pthread_rwlock_unlock(&rwlock);
}

static uint64_t mutex_find(uint64_t key)
{
	uint64_t start;

	pthread_mutex_lock(&mutex);
	start = plain_find(key);
	pthread_mutex_unlock(&mutex);
	return start;
}

static void mutex_update(size_t place, bool out)
{
	pthread_mutex_lock(&mutex);
	tree_update(place, out);
	pthread_mutex_unlock(&mutex);
}

DEFINE_READ(rwlock)
DEFINE_READ(mutex)

const struct guarded guarded_rwlock = {
	.contender = { .name = "rwlock", .kind = TREES, .create = tree_start, .destroy = tree_end },
	.read = rwlock_read,
	.update = rwlock_update,
};

const struct guarded guarded_mutex = {
	.contender = { .name = "mutex", .kind = TREES, .create = tree_start, .destroy = tree_end },
	.read = mutex_read,
	.update = mutex_update,
};

/* -------------------------------------------------------------------------
 * A latch: readers are in the one tree while the other is changed. A reader who is late may
 * still be in the one that is: so it is P_try_find_shared that looks, which then comes to
 * an end, and what it says counts if the latch has not moved.
 */

static unsigned long latch;

static void *latch_start(const struct set *set)
{
	latch = 0;
	for (size_t i = 0; i < COUNT(copies); i++)
		copy_start(&copies[i], set);
	return copies;
}

static void latch_end(void *index)
{
	(void)index;
	for (size_t i = 0; i < COUNT(copies); i++)
		free(copies[i].items.lines);
}

static uint64_t latch_find(uint64_t key)
{
	for (;;) {
		unsigned long seen = __atomic_load_n(&latch, __ATOMIC_ACQUIRE);
		struct item *item = NULL;
		int status = item_try_find_shared(&copies[seen & 1].root, key, &item);

		if (!status && __atomic_load_n(&latch, __ATOMIC_ACQUIRE) == seen)
			return start_or_none(item);
	}
}

static void latch_update(size_t place, bool out)
{
	for (size_t i = 0; i < COUNT(copies); i++) {
		__atomic_store_n(&latch, latch + 1, __ATOMIC_RELEASE);
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		copy_update(&copies[i], place, out);
	}
}

DEFINE_READ(latch)

const struct guarded guarded_latch = {
	.contender = { .name = "latch", .kind = OURS, .create = latch_start, .destroy = latch_end },
	.read = latch_read,
	.update = latch_update,
};

/* -------------------------------------------------------------------------
 * A sorted array, of which each update makes a copy that takes its place. There are some
 * copies, so that a grace period is waited for twice in a turn: before either half of
 * them is written again, when readers can be at the last one of the other half only.
 */

#define ARRAYS_IN_TURN 16

struct array {
	size_t n;
	struct range *ranges;
};

static struct array arrays[ARRAYS_IN_TURN];
static const struct array *current;
static const struct set *array_set;

static void *array_start(const struct set *set)
{
	for (size_t i = 0; i < ARRAYS_IN_TURN; i++) {
		arrays[i].n = set->n;
		arrays[i].ranges = allocate(set->n, sizeof(*arrays[i].ranges));
		memcpy(arrays[i].ranges, set->ranges, set->n * sizeof(*set->ranges));
	}
	current = &arrays[0];
	array_set = set;
	return arrays;
}

static void array_end(void *index)
{
	(void)index;
	for (size_t i = 0; i < ARRAYS_IN_TURN; i++)
		free(arrays[i].ranges);
}

/* The last range that starts at the key or before it; the first if there is none. */
static inline const struct range *array_floor(const struct array *array, uint64_t key)
{
	const struct range *from = array->ranges;
	size_t n = array->n;

	while (n > 1) {
		const struct range *middle = from + n / 2;

		from = choose(key >= middle->start, from, middle);
		n -= n / 2;
	}
	return from;
}

static inline uint64_t array_find(uint64_t key)
{
	const struct range *range = array_floor(__atomic_load_n(&current, __ATOMIC_ACQUIRE), key);

	return range_contains(range, key) ? range->start : NO_RANGE;
}

static void array_change(struct array *to, const struct array *from, size_t place, bool out)
{
	const struct range *range = &array_set->ranges[array_set->arrival[place]];
	const struct range *floor = array_floor(from, range->start);
	size_t before = (size_t)(floor - from->ranges) + (!out && floor->start < range->start);
	size_t after = from->n - before - out;

	memcpy(to->ranges, from->ranges, before * sizeof(*range));
	to->ranges[before] = *range;
	memcpy(to->ranges + before + !out, from->ranges + before + out, after * sizeof(*range));
	to->n = before + !out + after;
}

static void array_update(size_t place, bool out, void (*wait)(void))
{
	size_t next = (size_t)(current - arrays + 1) % ARRAYS_IN_TURN;

	if (next % (ARRAYS_IN_TURN / 2) == 0)
		wait();
	array_change(&arrays[next], current, place, out);
	__atomic_store_n(&current, &arrays[next], __ATOMIC_RELEASE);
}

static struct reader *waited_for;
static size_t n_waited_for;

void guarded_readers(struct reader *readers, size_t n)
{
	waited_for = readers;
	n_waited_for = n;
}

/* The fences: who was seen to have rested sees what was written before that was waited for. */
void reader_rests(struct reader *reader)
{
	__atomic_store_n(&reader->rests, reader->rests + 1, __ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void wait_for_rests(void)
{
	unsigned long *rests = allocate(n_waited_for, sizeof(*rests));

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (size_t i = 0; i < n_waited_for; i++)
		rests[i] = __atomic_load_n(&waited_for[i].rests, __ATOMIC_ACQUIRE);
	for (size_t i = 0; i < n_waited_for; i++) {
		while (__atomic_load_n(&waited_for[i].rests, __ATOMIC_ACQUIRE) == rests[i])
			sched_yield();
	}
	free(rests);
}

static void counted_update(size_t place, bool out)
{
	array_update(place, out, wait_for_rests);
}

DEFINE_READ(array)

const struct guarded guarded_array = {
	.contender = { .name = "array",
		       .kind = ARRAYS,
		       .create = array_start,
		       .destroy = array_end },
	.read = array_read,
	.update = counted_update,
};

#if defined(BENCH_URCU)

static void urcu_enter(void)
{
	rcu_register_thread();
}

static void urcu_leave(void)
{
	rcu_unregister_thread();
}

static uint64_t urcu_find(uint64_t key)
{
	uint64_t start;

	rcu_read_lock();
	start = array_find(key);
	rcu_read_unlock();
	return start;
}

static void urcu_wait(void)
{
	synchronize_rcu();
}

static void urcu_update(size_t place, bool out)
{
	array_update(place, out, urcu_wait);
}

DEFINE_READ(urcu)

#endif

const struct guarded guarded_urcu = {
	.contender = {
		.name = "array liburcu", .kind = ARRAYS,
#if defined(BENCH_URCU)
		       .create = array_start,
		       .destroy = array_end,
#endif
	},
#if defined(BENCH_URCU)
	.enter = urcu_enter,
	.leave = urcu_leave,
	.read = urcu_read,
	.update = urcu_update,
#endif
};
