/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What helps to find faults in callers: behind each object a red zone, which nobody may
 * write, and the place of the call that allocated or freed it last; and poison in free
 * objects that are not constructed, which nobody may write either.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "slab_private.h"

enum { ZONE = 16, RED = 0xbb, POISON = 0x6b };

size_t slab_debug_room(void)
{
	return ZONE + sizeof(const char *);
}

static bool is_filled(const void *memory, int byte, size_t size)
{
	const unsigned char *at = memory;

	while (size && *at == byte) {
		at++;
		size--;
	}
	return !size;
}

bool slab_debug_overrun(const struct slab_cache *cache, const void *object)
{
	return !is_filled((const char *)object + cache->size, RED, ZONE);
}

static void set_last_call(const struct slab_cache *cache, void *object, const char *here)
{
	memcpy((char *)object + cache->size + ZONE, &here, sizeof(here));
}

static const char *last_call(const struct slab_cache *cache, const void *object)
{
	const char *here;

	memcpy(&here, (const char *)object + cache->size + ZONE, sizeof(here));
	return here;
}

void slab_debug_freed(const struct slab_cache *cache, void *object, const char *here)
{
	if (!cache->construct)
		memset(object, POISON, cache->size);
	memset((char *)object + cache->size, RED, ZONE);
	set_last_call(cache, object, here);
}

/* An object that was written while it was free: nothing can be trusted any more. */
void slab_debug_allocated(const struct slab_cache *cache, void *object, const char *here)
{
	if (slab_debug_overrun(cache, object) ||
	    (!cache->construct && !is_filled(object, POISON, cache->size))) {
		fprintf(stderr, "slab: %p was written after it was freed by %s\n", object,
			last_call(cache, object));
		abort();
	}
	set_last_call(cache, object, here);
}

const char *slab_strerror(int status)
{
	switch (status) {
	case SLAB_OK:
		return "success";
	case SLAB_E_FOREIGN:
		return "the address is in no slab";
	case SLAB_E_INTERIOR:
		return "no object begins at the address";
	case SLAB_E_FREE:
		return "the object is free already";
	case SLAB_E_OVERRUN:
		return "somebody wrote behind the object";
	case SLAB_E_LEAK:
		return "objects are still in use";
	default:
		return "unknown status";
	}
}
