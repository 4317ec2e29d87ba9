/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Allocating and freeing, and the queues of threads in between. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "slab_private.h"

/*
 * Only a shrink takes the lock of another thread's queues, so it is nearly always free.
 * The locks of nodes and of the pool are never taken while it is held.
 */
static void lock_queues(struct slab_thread *thread)
{
	while (__atomic_test_and_set(&thread->busy, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock_queues(struct slab_thread *thread)
{
	__atomic_clear(&thread->busy, __ATOMIC_RELEASE);
}

/* Takes so many of the oldest objects out of a queue, which is locked. */
static void take_oldest(struct slab_queue *queue, struct slab_object *objects, size_t count)
{
	memcpy(objects, queue->objects, count * sizeof(*objects));
	queue->count -= count;
	memmove(queue->objects, &queue->objects[count], queue->count * sizeof(*objects));
}

void slab_drain(struct slab_thread *thread, struct slab_cache *cache)
{
	struct slab_queue *queue = &thread->queues[cache->number];
	struct slab_object objects[QUEUE];
	size_t count;

	lock_queues(thread);
	count = queue->count;
	take_oldest(queue, objects, count);
	unlock_queues(thread);
	slab_give(cache, objects, count);
}

/* Drains all threads' queues of a cache; those touched since the last time only if told so. */
void slab_drain_all(struct slab_cache *cache, bool touched_too)
{
	struct slab_pool *pool = cache->pool;
	struct slab_object objects[QUEUE];
	struct slab_thread *thread;
	size_t count;

	/* Not under the pool's lock: to give objects back may take that. */
	for (;;) {
		count = 0;
		pthread_mutex_lock(&pool->lock);
		for (thread = pool->threads; thread && !count; thread = thread->next) {
			struct slab_queue *queue = &thread->queues[cache->number];

			lock_queues(thread);
			if (touched_too || !queue->touched)
				take_oldest(queue, objects, count = queue->count);
			unlock_queues(thread);
		}
		pthread_mutex_unlock(&pool->lock);
		if (!count)
			break;
		slab_give(cache, objects, count);
	}
	pthread_mutex_lock(&pool->lock);
	for (thread = pool->threads; thread; thread = thread->next) {
		lock_queues(thread);
		thread->queues[cache->number].touched = false;
		unlock_queues(thread);
	}
	pthread_mutex_unlock(&pool->lock);
}

size_t slab_shrink(struct slab_cache *cache)
{
	slab_drain_all(cache, false);
	return slab_retire_empty(cache);
}

int slab_cache_destroy(struct slab_cache *cache, size_t *leaked)
{
	struct slab_pool *pool = cache->pool;
	unsigned int i;

	slab_drain_all(cache, true);
	*leaked = 0;
	for (i = 0; i < pool->options.nodes; i++)
		*leaked += cache->nodes[i].out;
	if (*leaked)
		return SLAB_E_LEAK;
	slab_retire_empty(cache);
	pthread_mutex_lock(&pool->lock);
	pool->caches[cache->number] = NULL;
	pthread_mutex_unlock(&pool->lock);
	for (i = 0; i < pool->options.nodes; i++)
		pthread_mutex_destroy(&cache->nodes[i].lock);
	free(cache->nodes);
	free(cache);
	return SLAB_OK;
}

/* One free object: off the queue, which is filled by a batch if it is empty. */
static bool dequeue(struct slab_thread *thread, struct slab_cache *cache,
		    struct slab_object *object)
{
	struct slab_queue *queue = &thread->queues[cache->number];
	struct slab_object batch[BATCH];
	size_t count = 0;
	bool found;

	lock_queues(thread);
	found = queue->count != 0;
	if (found)
		*object = queue->objects[--queue->count];
	queue->touched = true;
	unlock_queues(thread);
	if (found)
		return true;
	count = slab_take(cache, thread->node, batch, BATCH);
	if (!count)
		return false;
	*object = batch[--count];
	lock_queues(thread);
	memcpy(&queue->objects[queue->count], batch, count * sizeof(*batch));
	queue->count += count;
	unlock_queues(thread);
	return true;
}

/* Adds a free object to the queue, of which the older half goes back first if it is full. */
static void enqueue(struct slab_thread *thread, struct slab_cache *cache,
		    const struct slab_object *object)
{
	struct slab_queue *queue = &thread->queues[cache->number];
	struct slab_object batch[BATCH];
	size_t count = 0;

	lock_queues(thread);
	if (queue->count == QUEUE)
		take_oldest(queue, batch, count = BATCH);
	queue->objects[queue->count++] = *object;
	queue->touched = true;
	unlock_queues(thread);
	slab_give(cache, batch, count);
}

/* The word of the bits, and the bit in it, that tell whether an object is in use. */
static unsigned long *word_of(const struct slab_object *object)
{
	return &object->slab->used[object->number / WORD_BITS];
}

static unsigned long bit_of(const struct slab_object *object)
{
	return 1UL << object->number % WORD_BITS;
}

void *slab_alloc_at(struct slab_thread *thread, struct slab_cache *cache, const char *here)
{
	struct slab_object object;
	void *address;

	if (thread->pool->options.queues ? !dequeue(thread, cache, &object)
					 : !slab_take(cache, thread->node, &object, 1))
		return NULL;
	address = slab_address(&object);
	if (thread->pool->options.debug)
		slab_debug_allocated(cache, address, here);
	__atomic_fetch_or(word_of(&object), bit_of(&object), __ATOMIC_RELAXED);
	return address;
}

/* Which object an address is, if it is one in use; then that is free from here on. */
static int claim(struct slab_thread *thread, uintptr_t address, struct slab_object *object)
{
	const struct slab_cache *cache;

	object->slab = thread->pool->options.index->find(thread->pool, address);
	if (!object->slab)
		return SLAB_E_FOREIGN;
	cache = object->slab->cache;
	object->number = (address - object->slab->first) / cache->stride;
	if ((address - object->slab->first) % cache->stride)
		return SLAB_E_INTERIOR;
	if (thread->pool->options.debug && slab_debug_overrun(cache, slab_address(object)))
		return SLAB_E_OVERRUN;
	if (!(__atomic_fetch_and(word_of(object), ~bit_of(object), __ATOMIC_ACQ_REL) &
	      bit_of(object)))
		return SLAB_E_FREE;
	return SLAB_OK;
}

int slab_free_at(struct slab_thread *thread, void *address, const char *here)
{
	struct slab_object object;
	struct slab_cache *cache;
	int status;

	slab_enter(thread);
	status = claim(thread, (uintptr_t)address, &object);
	slab_leave(thread);
	if (status)
		return status;
	/* The slab stays from here on, as one of its objects is not back yet. */
	cache = object.slab->cache;
	if (thread->pool->options.debug)
		slab_debug_freed(cache, address, here);
	if (thread->pool->options.queues)
		enqueue(thread, cache, &object);
	else
		slab_give(cache, &object, 1);
	return SLAB_OK;
}
