/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The slab allocator of the examples: what each wrong address is answered with, that
 * memory that runs out loses nothing, that a slab is released only when no lookup can be
 * at it, and threads that free each other's objects, in each of its ways to run.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "examples/slab/slab_private.h"
#include "rng.h"
#include "totals.h"

/* ---- memory that is counted ---- */

struct arena {
	size_t left;  /* blocks that may be taken */
	size_t taken; /* blocks that are */
};

static pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;

static void *take_block(void *ctx, size_t size)
{
	struct arena *arena = ctx;
	void *block;

	pthread_mutex_lock(&arena_lock);
	block = arena->left ? malloc(size) : NULL;
	if (!block) {
		pthread_mutex_unlock(&arena_lock);
		return NULL;
	}
	memset(block, 0xee, size);
	arena->left--;
	arena->taken++;
	pthread_mutex_unlock(&arena_lock);
	return block;
}

static void give_block(void *ctx, void *block, size_t size)
{
	struct arena *arena = ctx;

	pthread_mutex_lock(&arena_lock);
	memset(block, 0xdd, size);
	free(block);
	arena->left++;
	arena->taken--;
	pthread_mutex_unlock(&arena_lock);
}

/* All ways to run: with queues and without, with what debugging needs and without. */
enum { WAYS = 4 };

static struct slab_options options_of(int way, struct arena *arena)
{
	struct slab_options options = { .queues = way % 2, .debug = way / 2, .nodes = 2 };

	options.get = take_block;
	options.put = give_block;
	options.ctx = arena;
	return options;
}

struct setting {
	struct arena arena;
	struct slab_pool *pool;
	struct slab_cache *cache;
	struct slab_thread *thread;
};

static void set_up(struct setting *setting, int way, size_t size, size_t blocks)
{
	struct slab_options options = options_of(way, &setting->arena);

	check_context("way %d, size %u", way, (unsigned int)size);
	setting->arena.left = blocks;
	setting->arena.taken = 0;
	setting->pool = slab_pool_create(&options);
	check(setting->pool != NULL);
	setting->cache = slab_cache_create(setting->pool, size, 0, NULL);
	setting->thread = slab_attach(setting->pool, 0);
	check(setting->cache && setting->thread);
}

static void tear_down(struct setting *setting)
{
	size_t leaked;

	slab_detach(setting->thread);
	check(slab_cache_destroy(setting->cache, &leaked) == SLAB_OK && leaked == 0);
	slab_pool_destroy(setting->pool);
	check_equal(setting->arena.taken, 0);
}

#define check_slab(call, expected)                                                                 \
	check_statuses((call), (int)(expected), #call " == " #expected, __FILE__, __LINE__)

/* Objects that are in use or in queues. */
static size_t out_of_slabs(const struct slab_cache *cache)
{
	return cache->nodes[0].out + cache->nodes[1].out;
}

/* ---- errors ---- */

static void test_each_wrong_address_has_its_own_error_and_changes_nothing(void **state)
{
	(void)state;
	for (int way = 0; way < WAYS; way++) {
		struct setting setting;
		char *object, *other, local = 0;

		set_up(&setting, way, 48, 10);
		check_slab(slab_free(setting.thread, NULL), SLAB_E_FOREIGN);
		check_slab(slab_free(setting.thread, &local), SLAB_E_FOREIGN);
		object = slab_alloc(setting.thread, setting.cache);
		other = slab_alloc(setting.thread, setting.cache);
		check(object && other && object != other);
		memset(object, 1, 48);
		for (size_t i = 1; i < 48; i++)
			check_slab(slab_free(setting.thread, object + i), SLAB_E_INTERIOR);
		check_slab(slab_free(setting.thread, &local), SLAB_E_FOREIGN);
		for (size_t i = 0; i < 48; i++)
			check(object[i] == 1);
		check_slab(slab_free(setting.thread, object), SLAB_OK);
		check_slab(slab_free(setting.thread, object), SLAB_E_FREE);
		check_slab(slab_free(setting.thread, other), SLAB_OK);
		check_slab(slab_free(setting.thread, other), SLAB_E_FREE);
		tear_down(&setting);
	}
}

static void test_a_cache_with_objects_in_use_is_not_destroyed(void **state)
{
	(void)state;
	for (int way = 0; way < WAYS; way++) {
		struct setting setting;
		void *objects[5];
		size_t leaked;

		set_up(&setting, way, 100, 10);
		for (size_t i = 0; i < 5; i++)
			objects[i] = slab_alloc(setting.thread, setting.cache);
		for (size_t i = 5; i; i--) {
			check_slab(slab_cache_destroy(setting.cache, &leaked), SLAB_E_LEAK);
			check_equal(leaked, i);
			check_slab(slab_free(setting.thread, objects[i - 1]), SLAB_OK);
		}
		tear_down(&setting);
	}
}

static void test_sizes_and_alignments_that_can_not_be_are_refused(void **state)
{
	struct setting setting;

	(void)state;
	set_up(&setting, 1, 8, 10);
	check(!slab_cache_create(setting.pool, 0, 0, NULL));
	check(!slab_cache_create(setting.pool, 8, 24, NULL));
	check(!slab_cache_create(setting.pool, 8, 1 << 20, NULL));
	check(!slab_cache_create(setting.pool, SIZE_MAX, 0, NULL));
	check(!slab_cache_create(setting.pool, SIZE_MAX / 8, 0, NULL));
	tear_down(&setting);
}

/* ---- layout ---- */

static size_t constructed;

static void construct(void *object)
{
	memset(object, 7, 200);
	constructed++;
}

static void test_objects_are_aligned_apart_and_constructed_once(void **state)
{
	(void)state;
	for (int way = 0; way < WAYS; way++)
		for (size_t align = 1; align <= 4096; align *= 2) {
			struct setting setting;
			struct slab_cache *cache;
			unsigned char *objects[300];
			size_t leaked;

			set_up(&setting, way, 8, 200);
			constructed = 0;
			cache = slab_cache_create(setting.pool, 200, align, construct);
			check(cache != NULL);
			for (size_t i = 0; i < 300; i++) {
				objects[i] = slab_alloc(setting.thread, cache);
				check(objects[i] && (uintptr_t)objects[i] % align == 0);
				for (size_t k = 0; k < 200; k++)
					check(objects[i][k] == 7);
				memset(objects[i], 9, 200); /* so that no other overlaps it */
			}
			for (size_t i = 0; i < 300; i++) {
				memset(objects[i], 7, 200);
				check_slab(slab_free(setting.thread, objects[i]), SLAB_OK);
			}
			check(constructed >= 300 && constructed <= 300 + 2 * cache->count);
			check_slab(slab_cache_destroy(cache, &leaked), SLAB_OK);
			tear_down(&setting);
		}
}

static void test_objects_may_be_large(void **state)
{
	struct setting setting;

	(void)state;
	for (size_t size = 1; size < 3000000; size = 3 * size + 1) {
		unsigned char *object;

		set_up(&setting, 3, size, 10);
		object = slab_alloc(setting.thread, setting.cache);
		check(object != NULL);
		memset(object, 1, size);
		check_slab(slab_free(setting.thread, object), SLAB_OK);
		tear_down(&setting);
	}
}

/* ---- memory that comes and goes ---- */

static void test_memory_that_runs_out_loses_nothing(void **state)
{
	static void *objects[20000];

	(void)state;
	for (int way = 0; way < WAYS; way++) {
		struct setting setting;
		size_t most = 0;

		set_up(&setting, way, 64, 7);
		for (int turn = 0; turn < 3; turn++) {
			size_t n = 0;

			while ((objects[n] = slab_alloc(setting.thread, setting.cache)) != NULL)
				n++;
			check_equal(n, 7 * setting.cache->count);
			check(!slab_alloc(setting.thread, setting.cache));
			check(!turn || n == most);
			most = n;
			for (size_t i = 0; i < n; i++)
				check_slab(slab_free(setting.thread, objects[i]), SLAB_OK);
		}
		tear_down(&setting);
	}
}

static void test_objects_left_in_a_queue_expire(void **state)
{
	struct setting setting;
	void *object;

	(void)state;
	set_up(&setting, 1, 64, 7);
	object = slab_alloc(setting.thread, setting.cache);
	check_slab(slab_free(setting.thread, object), SLAB_OK);
	check(out_of_slabs(setting.cache) > 0);
	check_equal(slab_shrink(setting.cache), 0); /* the queue was in use since the last one */
	check(out_of_slabs(setting.cache) > 0);
	check_equal(slab_shrink(setting.cache), 1);
	check_equal(out_of_slabs(setting.cache), 0);
	check_equal(setting.arena.taken, 0);
	tear_down(&setting);
}

/* Gives slabs back, by using all memory that there is. */
static void fill_and_empty(const struct setting *setting)
{
	static void *objects[20000];
	size_t n = 0;

	while ((objects[n] = slab_alloc(setting->thread, setting->cache)) != NULL)
		n++;
	while (n)
		check_slab(slab_free(setting->thread, objects[--n]), SLAB_OK);
}

/* Slabs are given back while a lookup is under way that may be at them, and then another. */
static void test_a_slab_is_released_when_no_lookup_can_be_at_it(void **state)
{
	const size_t blocks = 4;

	(void)state;
	for (int way = 0; way < WAYS; way += 2) {
		struct setting setting;
		struct slab_thread *earlier, *later;

		set_up(&setting, way, 64, blocks);
		earlier = slab_attach(setting.pool, 1);
		later = slab_attach(setting.pool, 1);
		check(earlier && later);
		slab_enter(earlier);
		fill_and_empty(&setting);
		check(setting.pool->retired != NULL);
		check_equal(setting.arena.taken, blocks);
		slab_enter(later);
		slab_leave(earlier);
		slab_reclaim(setting.pool); /* waits for no lookup that began later */
		check(!setting.pool->retired);
		check(setting.arena.taken < blocks);
		slab_leave(later);
		slab_detach(earlier);
		slab_detach(later);
		tear_down(&setting);
	}
}

/* ---- debugging ---- */

static void test_an_overrun_is_told_and_changes_nothing(void **state)
{
	struct setting setting;
	unsigned char *object;

	(void)state;
	for (int way = 2; way < WAYS; way++) {
		set_up(&setting, way, 40, 4);
		object = slab_alloc(setting.thread, setting.cache);
		check(object != NULL);
		object[40] ^= 1;
		check_slab(slab_free(setting.thread, object), SLAB_E_OVERRUN);
		object[40] ^= 1;
		check_slab(slab_free(setting.thread, object), SLAB_OK);
		tear_down(&setting);
	}
}

/* In a process of its own: the allocator says who freed the object, and aborts. */
static void test_a_write_after_free_ends_the_program(void **state)
{
	struct setting setting;
	unsigned char *object;
	int status = 0, ends[2];
	char said[200] = "";
	pid_t child;

	(void)state;
	set_up(&setting, 2, 40, 4);
	object = slab_alloc(setting.thread, setting.cache);
	check(object && slab_free_at(setting.thread, object, "the guilty") == SLAB_OK);
	check(pipe(ends) == 0);
	child = fork();
	check(child >= 0);
	if (!child) {
		dup2(ends[1], STDERR_FILENO);
		signal(SIGABRT, SIG_DFL);
		object[7] = 1;
		for (int i = 0; i < 10000; i++)
			slab_alloc(setting.thread, setting.cache);
		_exit(0);
	}
	close(ends[1]);
	check(read(ends[0], said, sizeof(said) - 1) > 0);
	close(ends[0]);
	check(waitpid(child, &status, 0) == child);
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	check(strstr(said, "the guilty") != NULL);
	tear_down(&setting);
}

/* ---- threads ---- */

enum { TABLE = 512, STEPS = 4000, MOST_THREADS = 16 };

/* Objects that any thread may free; a part of their bytes says what all must be. */
static unsigned char *table[TABLE];
static size_t faults;

struct worker {
	struct setting *setting;
	pthread_t thread;
	struct rng rng;
	unsigned int node;
};

static void count_fault(bool holds)
{
	if (!holds)
		__atomic_fetch_add(&faults, 1, __ATOMIC_RELAXED);
}

static void free_filled(struct slab_thread *thread, unsigned char *object, size_t size)
{
	for (size_t i = 1; i < size; i++)
		count_fault(object[i] == object[0]);
	count_fault(slab_free(thread, object) == SLAB_OK);
}

static void *work(void *ctx)
{
	struct worker *worker = ctx;
	struct setting *setting = worker->setting;
	struct slab_thread *thread = slab_attach(setting->pool, worker->node);
	const size_t size = setting->cache->size;

	count_fault(thread != NULL);
	for (int step = 0; step < STEPS; step++) {
		size_t place = (size_t)rng_below(&worker->rng, TABLE);
		unsigned char *object = slab_alloc(thread, setting->cache);

		if (object)
			memset(object, (int)rng_below(&worker->rng, 256), size);
		object = __atomic_exchange_n(&table[place], object, __ATOMIC_ACQ_REL);
		if (object)
			free_filled(thread, object, size);
		/* wrong addresses, while slabs come and go */
		count_fault(slab_free(thread, &object) == SLAB_E_FOREIGN);
		if (step % 64 == 0)
			slab_shrink(setting->cache);
	}
	slab_detach(thread);
	return NULL;
}

static void run_threads(int way, unsigned int count, size_t blocks)
{
	static struct worker workers[MOST_THREADS];
	struct setting setting;

	set_up(&setting, way, 72, blocks);
	faults = 0;
	for (unsigned int i = 0; i < count; i++) {
		workers[i].setting = &setting;
		workers[i].rng.state = i + 1;
		workers[i].node = i;
		check(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
	}
	for (unsigned int i = 0; i < count; i++)
		check(pthread_join(workers[i].thread, NULL) == 0);
	for (size_t i = 0; i < TABLE; i++) {
		if (table[i])
			free_filled(setting.thread, table[i], 72);
		table[i] = NULL;
	}
	check_equal(faults, 0);
	tear_down(&setting);
}

static void test_threads_free_each_others_objects(void **state)
{
	(void)state;
	for (int way = 0; way < WAYS; way++)
		for (unsigned int count = 1; count <= MOST_THREADS; count *= 2)
			run_threads(way, count, 100);
}

/* With so little memory that some allocations fail. */
static void test_threads_that_share_too_little_memory(void **state)
{
	(void)state;
	for (int way = 0; way < WAYS; way++)
		run_threads(way, 4, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_wrong_address_has_its_own_error_and_changes_nothing),
		cmocka_unit_test(test_a_cache_with_objects_in_use_is_not_destroyed),
		cmocka_unit_test(test_sizes_and_alignments_that_can_not_be_are_refused),
		cmocka_unit_test(test_objects_are_aligned_apart_and_constructed_once),
		cmocka_unit_test(test_objects_may_be_large),
		cmocka_unit_test(test_memory_that_runs_out_loses_nothing),
		cmocka_unit_test(test_objects_left_in_a_queue_expire),
		cmocka_unit_test(test_a_slab_is_released_when_no_lookup_can_be_at_it),
		cmocka_unit_test(test_an_overrun_is_told_and_changes_nothing),
		cmocka_unit_test(test_a_write_after_free_ends_the_program),
		cmocka_unit_test(test_threads_free_each_others_objects),
		cmocka_unit_test(test_threads_that_share_too_little_memory),
	};

	return run_suite(tests);
}
