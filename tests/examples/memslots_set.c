/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The changes to one set; what memslots_vm.c has checked is not checked again. */
#include "memslots.h"

#include <errno.h>
#include <stdlib.h>

int memslots_add(struct memslots *set, size_t id, const struct region *region)
{
	struct memslot *slot = &set->slots[id];

	*slot = (struct memslot){ .region = *region };
	if (gfn_insert(&set->by_gfn, slot)) {
		slot->region.npages = 0;
		return -EEXIST;
	}
	return hva_insert(&set->by_hva, slot); /* WB_OK, as these may overlap */
}

int memslots_delete(struct memslots *set, size_t id, const struct region *region)
{
	struct memslot *slot = &set->slots[id];

	gfn_erase(&set->by_gfn, slot);
	hva_erase(&set->by_hva, slot);
	slot->region = *region;
	return 0;
}

/* Takes the slot out of its place among the guest frames, and puts it where gfn says. */
static int place_slot(struct memslots *set, struct memslot *slot, uint64_t gfn)
{
	gfn_erase(&set->by_gfn, slot);
	slot->region.gfn = gfn;
	return gfn_insert(&set->by_gfn, slot);
}

int memslots_move(struct memslots *set, size_t id, const struct region *region)
{
	struct memslot *slot = &set->slots[id];
	uint64_t old = slot->region.gfn;

	if (!place_slot(set, slot, region->gfn))
		return 0;
	if (place_slot(set, slot, old))
		abort(); /* its old place was free */
	return -EEXIST;
}

int memslots_resize(struct memslots *set, size_t id, const struct region *region)
{
	struct memslot *slot = &set->slots[id];
	uint64_t old = slot->region.npages;

	slot->region.npages = region->npages;
	if (gfn_update(&set->by_gfn, slot)) {
		slot->region.npages = old;
		return -EEXIST;
	}
	return hva_update(&set->by_hva, slot);
}

int memslots_set_flags(struct memslots *set, size_t id, const struct region *region)
{
	set->slots[id].region.flags = region->flags;
	return 0;
}

/* An item in two trees goes to a new address: the first move has copied it for both. */
static int rehouse(struct memslots *set, struct memslot *from, struct memslot *to)
{
	int status = gfn_move(&set->by_gfn, from, to);

	return status ? status : hva_relink(&set->by_hva, from, to);
}

/* Doubles the array until it has a slot of the given id. */
int memslots_grow(struct memslots *set, size_t id, const struct region *region)
{
	size_t room = set->room ? set->room : 4, i;
	struct memslot *slots;

	(void)region;
	if (id < set->room)
		return 0;
	while (room <= id)
		room *= 2;
	slots = calloc(room, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	for (i = 0; i < set->room; i++)
		if (set->slots[i].region.npages && rehouse(set, &set->slots[i], &slots[i]))
			abort(); /* all slots with pages are in both trees */
	free(set->slots);
	set->slots = slots;
	set->room = room;
	return 0;
}
