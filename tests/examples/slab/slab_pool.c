/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The pool: where memory comes from, which slab an address is in, and when a slab that
 * has left the tree may be released.
 *
 * A slab's links lie in its memory, and lookups take no lock, so that memory stays
 * until no lookup can be at it: until all that began before the slab left the tree have
 * ended. The pool counts epochs, one for each slab that leaves; a thread notes the
 * epoch while it looks up. A slab is released once no thread has noted an earlier one.
 */
#define _DEFAULT_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "slab_private.h"

static void *get_pages(void *ctx, size_t size)
{
	void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)ctx;
	return block == MAP_FAILED ? NULL : block;
}

static void put_pages(void *ctx, void *block, size_t size)
{
	(void)ctx;
	munmap(block, size);
}

static struct slab *find_in_tree(struct slab_pool *pool, uintptr_t address)
{
	return slabs_find_shared(&pool->tree, address);
}

static void add_to_tree(struct slab_pool *pool, struct slab *slab)
{
	if (slabs_insert(&pool->tree, slab) != WB_OK)
		abort(); /* blocks of memory do not overlap */
}

static void remove_from_tree(struct slab_pool *pool, struct slab *slab)
{
	slabs_erase(&pool->tree, slab);
}

static const struct slab_index tree_index = { find_in_tree, add_to_tree, remove_from_tree };

struct slab_pool *slab_pool_create(const struct slab_options *options)
{
	struct slab_pool *pool = calloc(1, sizeof(*pool));

	if (!pool || pthread_mutex_init(&pool->lock, NULL)) {
		free(pool);
		return NULL;
	}
	pool->options = *options;
	pool->epoch = 1;
	if (!pool->options.nodes)
		pool->options.nodes = 1;
	if (!pool->options.get) {
		pool->options.get = get_pages;
		pool->options.put = put_pages;
	}
	if (!pool->options.index)
		pool->options.index = &tree_index;
	return pool;
}

void slab_pool_destroy(struct slab_pool *pool)
{
	slab_reclaim(pool);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

struct slab_thread *slab_attach(struct slab_pool *pool, unsigned int node)
{
	struct slab_thread *thread = calloc(1, sizeof(*thread));

	if (!thread)
		return NULL;
	thread->pool = pool;
	thread->node = node % pool->options.nodes;
	pthread_mutex_lock(&pool->lock);
	thread->next = pool->threads;
	pool->threads = thread;
	pthread_mutex_unlock(&pool->lock);
	return thread;
}

void slab_detach(struct slab_thread *thread)
{
	struct slab_pool *pool = thread->pool;
	struct slab_thread **link;
	size_t i;

	for (i = 0; i < CACHES; i++) {
		struct slab_cache *cache;

		pthread_mutex_lock(&pool->lock);
		cache = pool->caches[i];
		pthread_mutex_unlock(&pool->lock);
		if (cache)
			slab_drain(thread, cache);
	}
	pthread_mutex_lock(&pool->lock);
	for (link = &pool->threads; *link != thread; link = &(*link)->next)
		;
	*link = thread->next;
	pthread_mutex_unlock(&pool->lock);
	free(thread);
}

/*
 * Between a write and a read: of two threads that each write, come here and then read what
 * the other wrote, one sees it. ThreadSanitizer knows no fences.
 */
static void order(struct slab_pool *pool)
{
#ifdef __SANITIZE_THREAD__
	__atomic_fetch_add(&pool->epoch, 0, __ATOMIC_ACQ_REL);
#else
	(void)pool;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* From here to slab_leave, no slab that can be found is released. */
void slab_enter(struct slab_thread *thread)
{
	unsigned long epoch = __atomic_load_n(&thread->pool->epoch, __ATOMIC_ACQUIRE);

	__atomic_store_n(&thread->reading, epoch, __ATOMIC_RELEASE);
	order(thread->pool);
}

void slab_leave(struct slab_thread *thread)
{
	__atomic_store_n(&thread->reading, 0, __ATOMIC_RELEASE);
}

void slab_publish(struct slab_pool *pool, struct slab *slab)
{
	pthread_mutex_lock(&pool->lock);
	pool->options.index->add(pool, slab);
	pthread_mutex_unlock(&pool->lock);
}

/* Whether a lookup that is still under way began before the slab left the tree. */
static bool is_in_sight(const struct slab_pool *pool, const struct slab *slab)
{
	const struct slab_thread *thread;

	for (thread = pool->threads; thread; thread = thread->next) {
		unsigned long reading = __atomic_load_n(&thread->reading, __ATOMIC_ACQUIRE);

		if (reading && reading < slab->retired)
			return true;
	}
	return false;
}

/* Releases what is out of sight; the pool is locked. */
static void release_retired(struct slab_pool *pool)
{
	struct slab **link = &pool->retired, *slab;

	while ((slab = *link) != NULL) {
		if (is_in_sight(pool, slab)) {
			link = &slab->next;
			continue;
		}
		*link = slab->next;
		pool->options.put(pool->options.ctx, slab, slab->cache->block);
	}
}

/* Takes a list of slabs, of whose objects none is in use, out of the tree; how many? */
size_t slab_retire(struct slab_pool *pool, struct slab *list)
{
	struct slab *slab;
	size_t count = 0;

	if (!list)
		return 0;
	pthread_mutex_lock(&pool->lock);
	for (; (slab = list) != NULL; count++) {
		list = slab->next;
		pool->options.index->remove(pool, slab);
		slab->retired = __atomic_add_fetch(&pool->epoch, 1, __ATOMIC_ACQ_REL);
		slab->next = pool->retired;
		pool->retired = slab;
	}
	order(pool);
	release_retired(pool);
	pthread_mutex_unlock(&pool->lock);
	return count;
}

/* Releases all that is retired; waits for lookups that are under way. */
void slab_reclaim(struct slab_pool *pool)
{
	for (;;) {
		bool done;

		pthread_mutex_lock(&pool->lock);
		release_retired(pool);
		done = !pool->retired;
		pthread_mutex_unlock(&pool->lock);
		if (done)
			return;
		sched_yield();
	}
}
