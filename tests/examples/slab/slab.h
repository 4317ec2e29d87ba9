/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A slab allocator whose free takes an address and nothing else: which slab, and so
 * which cache, an object is of is told by a wbtree of slabs, looked up without a lock
 * from many threads while slabs come and go (wbtree_shared.h).
 *
 * A cache has objects of one size, in slabs: blocks of memory from the pool, of any
 * size and at any address. Slabs with free objects are in lists, one for each node (a
 * part of the machine that shares memory), behind one lock for each. Each thread keeps
 * queues of free objects, which it fills from and drains to the slabs in batches; or,
 * without queues, each object goes back to its slab at once. The design is that of
 * "The Unified slab allocator" (Lameter 2010): slabs with queues in front of them.
 */
#ifndef SLAB_H
#define SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum slab_status {
	SLAB_OK = 0,
	SLAB_E_FOREIGN = -1,  /* the address is in no slab */
	SLAB_E_INTERIOR = -2, /* it is in a slab, but no object begins there */
	SLAB_E_FREE = -3,     /* the object is free already */
	SLAB_E_OVERRUN = -4,  /* debug: somebody wrote behind the object */
	SLAB_E_LEAK = -5      /* objects of the cache are not free */
};

struct slab;
struct slab_pool;
struct slab_cache;
struct slab_thread;

/* How a pool gets memory, and how it finds slabs. All zero is the usual. */
struct slab_options {
	bool queues;	    /* free objects wait in queues of threads */
	bool debug;	    /* red zones, poison, and who allocated or freed last */
	unsigned int nodes; /* 0 is taken as 1 */
	/* Blocks of memory, aligned as malloc's; NULL: mmap and munmap. */
	void *(*get)(void *ctx, size_t size);
	void (*put)(void *ctx, void *block, size_t size);
	void *ctx;
	/* For comparison: another index of slabs than the tree; NULL: the tree. */
	const struct slab_index *index;
};

/* Finds the slab that an address is in; add and remove are called one at a time. */
struct slab_index {
	struct slab *(*find)(struct slab_pool *pool, uintptr_t address);
	void (*add)(struct slab_pool *pool, struct slab *slab);
	void (*remove)(struct slab_pool *pool, struct slab *slab);
};

/* NULL if there is no memory. */
struct slab_pool *slab_pool_create(const struct slab_options *options);

/* All caches must be destroyed and all threads detached. */
void slab_pool_destroy(struct slab_pool *pool);

/* Each thread attaches once for a pool, to the node it runs on. NULL: no memory. */
struct slab_thread *slab_attach(struct slab_pool *pool, unsigned int node);

/* Drains the thread's queues. */
void slab_detach(struct slab_thread *thread);

/*
 * Objects of size bytes, aligned to align, a power of two (0: as malloc). construct, unless
 * NULL, is called once for each object when its slab is made; objects must be freed
 * as it left them. NULL if there is no memory, or size or align can't be.
 */
struct slab_cache *slab_cache_create(struct slab_pool *pool, size_t size, size_t align,
				     void (*construct)(void *object));

/* SLAB_E_LEAK, and *leaked is how many objects are in use, if there are any; then it stays. */
int slab_cache_destroy(struct slab_cache *cache, size_t *leaked);

/*
 * Gives back memory: drains the queues that no thread has used since the last call,
 * and releases slabs without objects. Returns how many slabs were released.
 */
size_t slab_shrink(struct slab_cache *cache);

/* An object, or NULL if there is no memory. */
#define slab_alloc(thread, cache) slab_alloc_at(thread, cache, SLAB_HERE)
/* Frees an object of any cache of the pool. An error changes nothing. */
#define slab_free(thread, object) slab_free_at(thread, object, SLAB_HERE)

#define SLAB_TEXT_(number) #number
#define SLAB_TEXT(number) SLAB_TEXT_(number)
#define SLAB_HERE __FILE__ ":" SLAB_TEXT(__LINE__)
void *slab_alloc_at(struct slab_thread *thread, struct slab_cache *cache, const char *here);
int slab_free_at(struct slab_thread *thread, void *object, const char *here);

const char *slab_strerror(int status);

#endif /* SLAB_H */
