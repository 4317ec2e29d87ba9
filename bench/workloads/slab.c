/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The slab allocator of the examples in a real program: request and response, as netperf's
 * TCP_RR has them. A client allocates a request and hands it to a server, which frees it
 * and answers with an allocation of its own, which the client frees.
 */
#define _POSIX_C_SOURCE 200809L

#include "workloads.h"

#include "examples/slab/slab_private.h"
#include "util.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 192, BLOCK = 16384, OTHER_SLABS = 1000, OTHER_SIZE = 1900 };
enum { STEP = 16, MOST_THREADS = 160, STEPS = MOST_THREADS / STEP, CELLS = 8 };

/* -------------------------------------------------------------------------
 * Ways to find a slab, besides the allocator's own
 */

struct finder {
	pthread_mutex_t mutex;
	pthread_rwlock_t rwlock;
	struct slab **slabs; /* ascending */
	size_t n;
};

static struct finder *finder_of(struct slab_pool *pool)
{
	return pool->options.ctx;
}

static struct slab *find_locked(struct slab_pool *pool, uintptr_t address)
{
	struct slab *slab;

	pthread_mutex_lock(&finder_of(pool)->mutex);
	slab = slabs_find(&pool->tree, address);
	pthread_mutex_unlock(&finder_of(pool)->mutex);
	return slab;
}

static void add_locked(struct slab_pool *pool, struct slab *slab)
{
	pthread_mutex_lock(&finder_of(pool)->mutex);
	if (slabs_insert(&pool->tree, slab) != WB_OK)
		fail(EXIT_FAULT, "wbtree-bench: slabs overlap");
	pthread_mutex_unlock(&finder_of(pool)->mutex);
}

static void remove_locked(struct slab_pool *pool, struct slab *slab)
{
	pthread_mutex_lock(&finder_of(pool)->mutex);
	slabs_erase(&pool->tree, slab);
	pthread_mutex_unlock(&finder_of(pool)->mutex);
}

/* How many slabs of the array begin at the address or before. */
static size_t count_before(const struct finder *finder, uintptr_t address)
{
	size_t low = 0, high = finder->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (finder->slabs[middle]->first <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct slab *find_in_array(struct slab_pool *pool, uintptr_t address)
{
	struct finder *finder = finder_of(pool);
	struct slab *slab = NULL;
	size_t at;

	pthread_rwlock_rdlock(&finder->rwlock);
	at = count_before(finder, address);
	if (at && address <= finder->slabs[at - 1]->last)
		slab = finder->slabs[at - 1];
	pthread_rwlock_unlock(&finder->rwlock);
	return slab;
}

static void add_to_array(struct slab_pool *pool, struct slab *slab)
{
	struct finder *finder = finder_of(pool);
	size_t at;

	pthread_rwlock_wrlock(&finder->rwlock);
	at = count_before(finder, slab->first);
	finder->slabs = resize(finder->slabs, finder->n + 1, sizeof(*finder->slabs));
	memmove(finder->slabs + at + 1, finder->slabs + at,
		(finder->n - at) * sizeof(*finder->slabs));
	finder->slabs[at] = slab;
	finder->n++;
	pthread_rwlock_unlock(&finder->rwlock);
}

static void remove_from_array(struct slab_pool *pool, struct slab *slab)
{
	struct finder *finder = finder_of(pool);
	size_t at;

	pthread_rwlock_wrlock(&finder->rwlock);
	at = count_before(finder, slab->first);
	finder->n--;
	memmove(finder->slabs + at - 1, finder->slabs + at,
		(finder->n + 1 - at) * sizeof(*finder->slabs));
	pthread_rwlock_unlock(&finder->rwlock);
}

/* No address is refused: whatever is freed must be an object. */
static struct slab *find_by_mask(struct slab_pool *pool, uintptr_t address)
{
	(void)pool;
	return (void *)(address & ~(uintptr_t)(BLOCK - 1));
}

static void do_nothing(struct slab_pool *pool, struct slab *slab)
{
	(void)pool;
	(void)slab;
}

static const struct slab_index by_mutex = { find_locked, add_locked, remove_locked };
static const struct slab_index by_array = { find_in_array, add_to_array, remove_from_array };
static const struct slab_index by_mask = { find_by_mask, do_nothing, do_nothing };

/* Alike for all, so that nothing but the index differs. */
static void *get_block(void *ctx, size_t size)
{
	void *block;

	(void)ctx;
	return size != BLOCK || posix_memalign(&block, BLOCK, size) ? NULL : block;
}

static void put_block(void *ctx, void *block, size_t size)
{
	(void)ctx;
	(void)size;
	free(block);
}

/* -------------------------------------------------------------------------
 * Allocators
 */

enum which { LIBC, PLAIN, PLAIN_MASK, QUEUES, QUEUES_MASK, QUEUES_MUTEX, QUEUES_ARRAY, ALLOCATORS };

static const struct {
	bool queues;
	const struct slab_index *index;
} kinds[ALLOCATORS] = {
	[PLAIN] = { false, NULL },
	[PLAIN_MASK] = { false, &by_mask },
	[QUEUES] = { true, NULL },
	[QUEUES_MASK] = { true, &by_mask },
	[QUEUES_MUTEX] = { true, &by_mutex },
	[QUEUES_ARRAY] = { true, &by_array },
};

/* Without a pool: libc's. */
struct allocator {
	struct finder finder;
	struct slab_pool *pool;
	struct slab_cache *messages, *others;
	struct slab_thread *thread;
	void **held; /* objects that fill other slabs, so that there are many to find one among */
	size_t n_held;
};

static void *not_null(void *memory)
{
	if (!memory)
		fail(EXIT_FAULT, "wbtree-bench: out of memory");
	return memory;
}

static void free_object(struct slab_thread *thread, void *object)
{
	int status = slab_free(thread, object);

	if (status != SLAB_OK)
		fail(EXIT_FAULT, "wbtree-bench: slab: %s", slab_strerror(status));
}

static void allocator_start(struct allocator *allocator, enum which which)
{
	struct slab_options options = { .queues = kinds[which].queues,
					.index = kinds[which].index,
					.get = get_block,
					.put = put_block,
					.ctx = &allocator->finder };

	*allocator = (struct allocator){ .pool = NULL };
	if (which == LIBC)
		return;
	pthread_mutex_init(&allocator->finder.mutex, NULL);
	pthread_rwlock_init(&allocator->finder.rwlock, NULL);
	allocator->pool = not_null(slab_pool_create(&options));
	allocator->messages = not_null(slab_cache_create(allocator->pool, MESSAGE, 0, NULL));
	allocator->others = not_null(slab_cache_create(allocator->pool, OTHER_SIZE, 0, NULL));
	allocator->thread = not_null(slab_attach(allocator->pool, 0));
	allocator->n_held = OTHER_SLABS * allocator->others->count;
	allocator->held = allocate(allocator->n_held, sizeof(*allocator->held));
	for (size_t i = 0; i < allocator->n_held; i++)
		allocator->held[i] = not_null(slab_alloc(allocator->thread, allocator->others));
}

static void allocator_end(struct allocator *allocator)
{
	size_t leaked;

	if (!allocator->pool)
		return;
	for (size_t i = 0; i < allocator->n_held; i++)
		free_object(allocator->thread, allocator->held[i]);
	slab_detach(allocator->thread);
	if (slab_cache_destroy(allocator->messages, &leaked) != SLAB_OK ||
	    slab_cache_destroy(allocator->others, &leaked) != SLAB_OK)
		fail(EXIT_FAULT, "wbtree-bench: slab: %lu objects leaked", (unsigned long)leaked);
	slab_pool_destroy(allocator->pool);
	pthread_mutex_destroy(&allocator->finder.mutex);
	pthread_rwlock_destroy(&allocator->finder.rwlock);
	free(allocator->finder.slabs);
	free(allocator->held);
}

/* -------------------------------------------------------------------------
 * Pairs of a client and a server
 */

struct ring {
	void *cells[CELLS];
	unsigned int sent;
	char apart[CACHE_LINE];
	unsigned int received;
};

enum transport { RING, SOCKETS, TRANSPORTS };
enum phase { WAIT, GO, STOP };

static const char *const transports[TRANSPORTS] = { "ring", "sockets" };

/*
 * How many requests a client makes before it waits for the answers. Where there is room for
 * more than one, most of the time goes to the allocator and not to switching threads.
 */
static const unsigned int under_way[TRANSPORTS] = { CELLS, 1 };

struct pair {
	const struct allocator *allocator;
	enum transport transport;
	const int *phase;
	struct ring rings[2]; /* to the server, and to the client */
	int sockets[2];	      /* the client's end, and the server's */
	pthread_t client, server;
	unsigned long transactions;
};

/* There are fewer processors than threads, so waiting is yielding. */
static void send_to_ring(struct ring *ring, void *message)
{
	while (ring->sent - __atomic_load_n(&ring->received, __ATOMIC_ACQUIRE) == CELLS)
		sched_yield();
	ring->cells[ring->sent % CELLS] = message;
	__atomic_store_n(&ring->sent, ring->sent + 1, __ATOMIC_RELEASE);
}

static void *receive_from_ring(struct ring *ring)
{
	void *message;

	while (__atomic_load_n(&ring->sent, __ATOMIC_ACQUIRE) == ring->received)
		sched_yield();
	message = ring->cells[ring->received % CELLS];
	__atomic_store_n(&ring->received, ring->received + 1, __ATOMIC_RELEASE);
	return message;
}

static void send_message(struct pair *pair, bool to_client, void *message)
{
	if (pair->transport == RING)
		send_to_ring(&pair->rings[to_client], message);
	else if (write(pair->sockets[to_client], &message, sizeof(message)) != sizeof(message))
		fail(EXIT_FAULT, "wbtree-bench: a socket can't be written");
}

static void *receive_message(struct pair *pair, bool from_server)
{
	void *message;

	if (pair->transport == RING)
		return receive_from_ring(&pair->rings[from_server]);
	if (read(pair->sockets[!from_server], &message, sizeof(message)) != sizeof(message))
		fail(EXIT_FAULT, "wbtree-bench: a socket can't be read");
	return message;
}

static struct slab_thread *attach(const struct allocator *allocator)
{
	return allocator->pool ? not_null(slab_attach(allocator->pool, 0)) : NULL;
}

static void detach(struct slab_thread *thread)
{
	if (thread)
		slab_detach(thread);
}

static void *new_message(const struct pair *pair, struct slab_thread *thread, int byte)
{
	void *message =
		not_null(thread ? slab_alloc(thread, pair->allocator->messages) : malloc(MESSAGE));

	return memset(message, byte, MESSAGE);
}

static void end_message(struct slab_thread *thread, unsigned char *message)
{
	if (message[0] != message[MESSAGE - 1])
		fail(EXIT_FAULT, "wbtree-bench: a message was overwritten");
	if (thread)
		free_object(thread, message);
	else
		free(message);
}

static void *be_client(void *ctx)
{
	struct pair *pair = ctx;
	struct slab_thread *thread = attach(pair->allocator);
	const unsigned int window = under_way[pair->transport];

	while (__atomic_load_n(pair->phase, __ATOMIC_ACQUIRE) == WAIT)
		sched_yield();
	while (__atomic_load_n(pair->phase, __ATOMIC_RELAXED) == GO) {
		for (unsigned int i = 0; i < window; i++)
			send_message(pair, false, new_message(pair, thread, (int)i));
		for (unsigned int i = 0; i < window; i++)
			end_message(thread, receive_message(pair, true));
		pair->transactions += window;
	}
	send_message(pair, false, NULL);
	detach(thread);
	return NULL;
}

static void *be_server(void *ctx)
{
	struct pair *pair = ctx;
	struct slab_thread *thread = attach(pair->allocator);
	unsigned char *message;

	while ((message = receive_message(pair, false)) != NULL) {
		int byte = message[0];

		end_message(thread, message);
		send_message(pair, true, new_message(pair, thread, ~byte));
	}
	detach(thread);
	return NULL;
}

static void pair_start(struct pair *pair)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair->sockets))
		fail(EXIT_FAULT, "wbtree-bench: no socket could be opened");
	if (pthread_create(&pair->client, NULL, be_client, pair) ||
	    pthread_create(&pair->server, NULL, be_server, pair))
		fail(EXIT_FAULT, "wbtree-bench: no thread could be started");
}

static unsigned long pair_end(struct pair *pair)
{
	pthread_join(pair->client, NULL);
	pthread_join(pair->server, NULL);
	close(pair->sockets[0]);
	close(pair->sockets[1]);
	return pair->transactions;
}

static void wait_seconds(double seconds)
{
	struct timespec time = { (time_t)seconds, (long)(fmod(seconds, 1) * 1e9) };

	nanosleep(&time, NULL);
}

/* Transactions per second. */
static double run_pairs(const struct allocator *allocator, enum transport transport, size_t threads,
			double seconds)
{
	size_t n = threads / 2;
	struct pair *pairs = allocate_zeroed(n, sizeof(*pairs));
	unsigned long transactions = 0;
	int phase = WAIT;
	double begin;

	for (size_t i = 0; i < n; i++) {
		pairs[i].allocator = allocator;
		pairs[i].transport = transport;
		pairs[i].phase = &phase;
		pair_start(&pairs[i]);
	}
	begin = wall_seconds();
	__atomic_store_n(&phase, GO, __ATOMIC_RELEASE);
	wait_seconds(seconds);
	__atomic_store_n(&phase, STOP, __ATOMIC_RELEASE);
	seconds = wall_seconds() - begin;
	for (size_t i = 0; i < n; i++)
		transactions += pair_end(&pairs[i]);
	free(pairs);
	return (double)transactions / seconds;
}

/* -------------------------------------------------------------------------
 * The table
 */

static const struct {
	const char *work;
	enum which a, b;
} comparisons[] = {
	{ "no queues / queues", PLAIN, QUEUES },
	{ "libc's malloc / queues", LIBC, QUEUES },
	{ "queues: masking / P_find_shared", QUEUES_MASK, QUEUES },
	{ "queues: mutex / P_find_shared", QUEUES_MUTEX, QUEUES },
	{ "queues: array / P_find_shared", QUEUES_ARRAY, QUEUES },
	{ "no queues: masking / P_find_shared", PLAIN_MASK, PLAIN },
};

struct results {
	double *samples[STEPS][TRANSPORTS][ALLOCATORS];
};

static void measure_step(const struct plan *plan, const struct allocator *allocators,
			 struct results *results, size_t step)
{
	double seconds = plan->seconds / (double)(STEPS * TRANSPORTS * ALLOCATORS) /
			 (double)plan->repetitions;

	for (size_t i = 0; i < plan->repetitions; i++)
		for (int transport = 0; transport < TRANSPORTS; transport++)
			for (size_t k = 0; k < ALLOCATORS; k++) {
				size_t which = (k + i) % ALLOCATORS;

				results->samples[step][transport][which][i] =
					run_pairs(&allocators[which], (enum transport)transport,
						  STEP * (step + 1), seconds);
			}
}

static void add_rows(const struct plan *plan, struct table *table, struct results *results,
		     int transport, size_t comparison)
{
	static const struct set any = { .name = "any", .entropy = NAN };

	for (size_t step = 0; step < STEPS; step++) {
		double **samples = results->samples[step][transport];
		double *two[] = { samples[comparisons[comparison].a],
				  samples[comparisons[comparison].b] };
		struct row *row =
			table_add(table, &any, comparisons[comparison].work, transports[transport]);

		row->n = STEP * (step + 1);
		row->unit = "1/s";
		row_compare(row, two, 2, plan->repetitions);
	}
}

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	struct allocator allocators[ALLOCATORS];
	size_t n = (size_t)STEPS * TRANSPORTS * ALLOCATORS * plan->repetitions;
	double *all = allocate(n, sizeof(*all)), *next = all;
	struct results results;

	(void)set;
	for (int which = 0; which < ALLOCATORS; which++)
		allocator_start(&allocators[which], (enum which)which);
	for (size_t i = 0; i < STEPS; i++)
		for (size_t j = 0; j < TRANSPORTS; j++)
			for (size_t k = 0; k < ALLOCATORS; k++, next += plan->repetitions)
				results.samples[i][j][k] = next;
	for (size_t i = 0; i < STEPS; i++) {
		progress("slab, %lu threads", (unsigned long)(STEP * (i + 1)));
		measure_step(plan, allocators, &results, i);
	}
	for (size_t which = 0; which < ALLOCATORS; which++)
		allocator_end(&allocators[which]);
	for (size_t i = 0; i < COUNT(comparisons); i++)
		for (int transport = 0; transport < TRANSPORTS; transport++)
			add_rows(plan, table, &results, transport, i);
	free(all);
}

static const struct contender first = { .name = "a" }, second = { .name = "b" };

static const struct column columns[] = {
	{ "a / b", true, text_work },
	{ "over", true, text_form },
	{ "threads", false, text_n },
};

const struct workload slab_workload = {
	.table = {
		.name = "slab",
		.title = "In a real program: request and response between pairs of threads, "
			 "transactions per second",
		.legend = "Median, (standard deviation) and how much more or less b makes than a, "
			  "by the wall clock.\n"
			  "A transaction allocates, hands over and frees two objects of 192 bytes "
			  "of the allocator in\n"
			  "tests/examples/slab, which finds an object's slab among 1000 others: by "
			  "P_find_shared, unless\n"
			  "said otherwise; by masking, without looking; by P_find in a mutex; in a "
			  "sorted array in a rwlock.\n"
			  "Over the ring eight requests are under way for each pair, over sockets one.\n"
			  LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
		.rates = true,
		.contenders = { &first, &second },
		.n_contenders = 2,
	},
	.extra = true,
	.share = 5,
	.measure = measure,
};
