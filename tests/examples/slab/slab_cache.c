/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Caches: how objects lie in slabs, and slabs in the lists of nodes. */
#include <stdlib.h>

#include "slab_private.h"

enum { USUAL_BLOCK = 16384, LEAST_OBJECTS = 8, MOST_OBJECTS = 1024, PAGE = 4096 };

static size_t round_up(size_t size, size_t align)
{
	return (size + align - 1) / align * align;
}

/* What a slab has before its objects: itself, the stack and the bits. */
static size_t head_of(const struct slab_cache *cache, size_t count)
{
	const size_t words = (count + WORD_BITS - 1) / WORD_BITS;

	return round_up(sizeof(struct slab) + words * sizeof(unsigned long) +
				count * sizeof(uint16_t),
			cache->align);
}

/* What a slab of so many objects needs, wherever its block of memory begins. */
static size_t block_of(const struct slab_cache *cache, size_t count)
{
	return head_of(cache, count) + cache->align + count * cache->stride;
}

/* Lays out the slabs of a cache; false if an object is too large. */
static bool lay_out(struct slab_cache *cache)
{
	const size_t room = cache->pool->options.debug ? slab_debug_room() : 0;

	if (cache->size > SIZE_MAX / (4 * LEAST_OBJECTS) || cache->align > USUAL_BLOCK)
		return false;
	cache->stride = round_up(cache->size + room, cache->align);
	cache->count = LEAST_OBJECTS;
	cache->block = round_up(block_of(cache, cache->count), PAGE);
	if (cache->block < USUAL_BLOCK)
		cache->block = USUAL_BLOCK;
	while (cache->count < MOST_OBJECTS && block_of(cache, cache->count + 1) <= cache->block)
		cache->count++;
	return true;
}

/* Puts a cache into the pool's table; false if that is full. */
static bool enter_table(struct slab_cache *cache)
{
	struct slab_pool *pool = cache->pool;
	unsigned int i = 0;

	pthread_mutex_lock(&pool->lock);
	while (i < CACHES && pool->caches[i])
		i++;
	cache->number = i;
	if (i < CACHES)
		pool->caches[i] = cache;
	pthread_mutex_unlock(&pool->lock);
	return i < CACHES;
}

struct slab_cache *slab_cache_create(struct slab_pool *pool, size_t size, size_t align,
				     void (*construct)(void *object))
{
	struct slab_cache *cache;
	unsigned int i;

	align = align < sizeof(void *) * 2 ? sizeof(void *) * 2 : align;
	if (!size || (align & (align - 1)))
		return NULL;
	cache = calloc(1, sizeof(*cache));
	if (!cache)
		return NULL;
	cache->pool = pool;
	cache->size = size;
	cache->align = align;
	cache->construct = construct;
	cache->nodes = calloc(pool->options.nodes, sizeof(*cache->nodes));
	if (!cache->nodes || !lay_out(cache) || !enter_table(cache)) {
		free(cache->nodes);
		free(cache);
		return NULL;
	}
	for (i = 0; i < pool->options.nodes; i++)
		pthread_mutex_init(&cache->nodes[i].lock, NULL);
	return cache;
}

static void link_partial(struct slab *slab)
{
	struct slab_node *node = slab->node;

	slab->next = node->partial;
	slab->link = &node->partial;
	if (slab->next)
		slab->next->link = &slab->next;
	node->partial = slab;
}

static void unlink_partial(struct slab *slab)
{
	*slab->link = slab->next;
	if (slab->next)
		slab->next->link = slab->link;
}

/* A new slab for a node, findable, all of its objects free; NULL: no memory. */
static struct slab *make_slab(struct slab_cache *cache, struct slab_node *node)
{
	const struct slab_options *options = &cache->pool->options;
	const size_t words = (cache->count + WORD_BITS - 1) / WORD_BITS;
	struct slab *slab = options->get(options->ctx, cache->block);
	size_t i;

	if (!slab)
		return NULL;
	*slab = (struct slab){ .cache = cache, .node = node, .count = cache->count };
	slab->used = (unsigned long *)(slab + 1);
	slab->stack = (uint16_t *)(slab->used + words);
	slab->first = round_up((uintptr_t)slab + head_of(cache, cache->count), cache->align);
	slab->last = slab->first + cache->count * cache->stride - 1;
	for (i = 0; i < words; i++)
		slab->used[i] = 0;
	for (i = cache->count; i--;) {
		const struct slab_object object = { slab, i };

		slab->stack[slab->free++] = (uint16_t)i;
		if (cache->construct)
			cache->construct(slab_address(&object));
		if (options->debug)
			slab_debug_freed(cache, slab_address(&object), "never");
	}
	slab_publish(cache->pool, slab);
	return slab;
}

/* Takes up to so many free objects off a node; fewer than one only without memory. */
size_t slab_take(struct slab_cache *cache, unsigned int node_number, struct slab_object *objects,
		 size_t most)
{
	struct slab_node *node = &cache->nodes[node_number];
	struct slab *slab;
	size_t taken = 0;

	pthread_mutex_lock(&node->lock);
	if (!node->partial) {
		pthread_mutex_unlock(&node->lock);
		slab = make_slab(cache, node);
		pthread_mutex_lock(&node->lock);
		if (slab) {
			link_partial(slab);
			node->empty++;
		}
	}
	while (taken < most && (slab = node->partial) != NULL) {
		node->empty -= slab->free == slab->count;
		while (taken < most && slab->free)
			objects[taken++] = (struct slab_object){ slab, slab->stack[--slab->free] };
		if (!slab->free)
			unlink_partial(slab);
	}
	node->out += taken;
	pthread_mutex_unlock(&node->lock);
	return taken;
}

/*
 * Gives an object back to its slab, whose node is locked. True if no object of it is in
 * use, as of another slab of the node: then it is off the list, and to be retired.
 */
static bool give_one(const struct slab_object *object)
{
	struct slab *slab = object->slab;

	slab->stack[slab->free++] = (uint16_t)object->number;
	slab->node->out--;
	if (slab->free == 1)
		link_partial(slab);
	if (slab->free != slab->count)
		return false;
	if (!slab->node->empty) {
		slab->node->empty = 1;
		return false;
	}
	unlink_partial(slab);
	return true;
}

/* Each node is locked once for objects of its that stand together. */
void slab_give(struct slab_cache *cache, const struct slab_object *objects, size_t count)
{
	struct slab_node *locked = NULL;
	struct slab *spare = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		struct slab *slab = objects[i].slab;

		if (slab->node != locked) {
			if (locked)
				pthread_mutex_unlock(&locked->lock);
			locked = slab->node;
			pthread_mutex_lock(&locked->lock);
		}
		if (give_one(&objects[i])) {
			slab->next = spare;
			spare = slab;
		}
	}
	if (locked)
		pthread_mutex_unlock(&locked->lock);
	slab_retire(cache->pool, spare);
}

/* Takes the slabs of which no object is in use off a node, and adds them to a list. */
static struct slab *take_empty(struct slab_node *node, struct slab *list)
{
	struct slab *slab, *next;

	pthread_mutex_lock(&node->lock);
	for (slab = node->partial; slab; slab = next) {
		next = slab->next;
		if (slab->free != slab->count)
			continue;
		unlink_partial(slab);
		slab->next = list;
		list = slab;
	}
	node->empty = 0;
	pthread_mutex_unlock(&node->lock);
	return list;
}

size_t slab_retire_empty(struct slab_cache *cache)
{
	struct slab *list = NULL;
	size_t count;
	unsigned int i;

	for (i = 0; i < cache->pool->options.nodes; i++)
		list = take_empty(&cache->nodes[i], list);
	count = slab_retire(cache->pool, list);
	slab_reclaim(cache->pool);
	return count;
}
