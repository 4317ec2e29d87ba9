/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the parts of the allocator know of each other. */
#ifndef SLAB_PRIVATE_H
#define SLAB_PRIVATE_H

#include <pthread.h>

#include "slab.h"
#include "wbtree.h"
#include "wbtree_shared.h"

enum { CACHES = 16, QUEUE = 64, BATCH = QUEUE / 2, WORD_BITS = 8 * sizeof(unsigned long) };

/*
 * Lies at the head of its block of memory, so that a reader of the tree that has come
 * to a slab reads memory which is released only after a grace period (slab_pool.c).
 */
struct slab {
	struct wb_node links; /* in the pool's tree, by the addresses of its objects */
	uintptr_t first, last;
	struct slab_cache *cache;
	struct slab_node *node;
	struct slab *next, **link; /* in the node's list of slabs with free objects */
	size_t count, free;	   /* objects, and those that are in no queue nor in use */
	uint16_t *stack;	   /* the free ones' numbers */
	unsigned long *used;	   /* a bit for each: whether a caller has it */
	unsigned long retired;	   /* the epoch in which it left the tree */
};
#define SLAB_FIRST(slab) ((slab)->first)
#define SLAB_LAST(slab) ((slab)->last)
WB_RANGE_DEFINE(slabs, struct slab, links, uintptr_t, SLAB_FIRST, SLAB_LAST);
WB_SHARED_DEFINE(slabs, struct slab, links, uintptr_t);

/* A cache's slabs with free objects, on one node. */
struct slab_node {
	pthread_mutex_t lock;
	struct slab *partial;
	size_t empty; /* of those, how many have all their objects */
	size_t out;   /* objects of all slabs that are in use or in queues */
};

struct slab_cache {
	struct slab_pool *pool;
	unsigned int number; /* which of the pool's it is */
	size_t size, stride, align, count, block;
	void (*construct)(void *object);
	struct slab_node *nodes;
};

/* An object that is in no slab's stack; its slab can't be released meanwhile. */
struct slab_object {
	struct slab *slab;
	size_t number;
};

/* Free objects of a cache that a thread keeps. */
struct slab_queue {
	struct slab_object objects[QUEUE];
	size_t count;
	bool touched; /* since the last shrink */
};

struct slab_thread {
	struct slab_pool *pool;
	struct slab_thread *next;
	unsigned int node;
	unsigned long reading; /* the epoch that its lookup began in, 0 outside of lookups */
	bool busy;	       /* a lock of its queues, which others take only to shrink */
	struct slab_queue queues[CACHES];
};

struct slab_pool {
	struct slab_options options;
	struct wb_root tree;
	pthread_mutex_t lock; /* of the tree's writers, and all below */
	struct slab_thread *threads;
	struct slab_cache *caches[CACHES];
	struct slab *retired; /* out of the tree, but readers may be at them */
	unsigned long epoch;
};

/* slab_pool.c: lookups, and slabs that come and go */
void slab_enter(struct slab_thread *thread);
void slab_leave(struct slab_thread *thread);
void slab_publish(struct slab_pool *pool, struct slab *slab);
size_t slab_retire(struct slab_pool *pool, struct slab *list);
void slab_reclaim(struct slab_pool *pool);

/* slab_cache.c: objects and slabs; each takes the locks that it needs */
size_t slab_take(struct slab_cache *cache, unsigned int node, struct slab_object *objects,
		 size_t most);
void slab_give(struct slab_cache *cache, const struct slab_object *objects, size_t count);
size_t slab_retire_empty(struct slab_cache *cache);

static inline void *slab_address(const struct slab_object *object)
{
	const struct slab *slab = object->slab;

	return (void *)(slab->first + object->number * slab->cache->stride);
}

/* slab_queue.c: drains what a thread has of a cache; what all have, or left alone for long */
void slab_drain(struct slab_thread *thread, struct slab_cache *cache);
void slab_drain_all(struct slab_cache *cache, bool touched_too);

/* slab_debug.c: poison in free objects, a red zone and a name behind each object */
size_t slab_debug_room(void);
void slab_debug_freed(const struct slab_cache *cache, void *object, const char *here);
void slab_debug_allocated(const struct slab_cache *cache, void *object, const char *here);
bool slab_debug_overrun(const struct slab_cache *cache, const void *object);

#endif /* SLAB_PRIVATE_H */
