/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The changes to a machine: checked, made to one set, and repeated in the other. */
#include "memslots.h"

#include <errno.h>
#include <stdlib.h>

/* The set that is not active. */
static struct memslots *spare(struct vm *vm)
{
	return &vm->sets[(vm->generation + 1) % 2];
}

/*
 * Makes a change to the set that nobody uses, lets readers use that, and makes
 * it to the other one. In a threaded program the store is an atomic one, and
 * the last readers of the other set are waited for.
 *
 * What the first set accepted the second one does too; only growing can fail
 * there, which leaves a smaller array with the same slots.
 */
static int apply(struct vm *vm, memslots_change_fn *change, size_t id, const struct region *region)
{
	int status = change(spare(vm), id, region);

	if (status)
		return status;
	vm->generation++;
	return change(spare(vm), id, region);
}

static bool is_valid(const struct region *region)
{
	const struct memslot slot = { .region = *region };

	const uint64_t max_gfn = UINT64_MAX >> PAGE_SHIFT;

	return region->npages && region->gfn <= max_gfn &&
	       region->npages - 1 <= max_gfn - region->gfn &&
	       region->hva % (1 << PAGE_SHIFT) == 0 && SLOT_LAST_HVA(&slot) >= SLOT_HVA(&slot);
}

struct region vm_region(const struct vm *vm, size_t id)
{
	const struct memslots *set = vm_memslots(vm);

	return id < set->room ? set->slots[id].region : (struct region){ .npages = 0 };
}

int vm_add_slot(struct vm *vm, size_t id, const struct region *region)
{
	int status = 0;

	if (!is_valid(region) || id >= MAX_SLOTS)
		return -EINVAL;
	if (vm_region(vm, id).npages)
		return -EEXIST;
	if (id >= vm->sets[0].room || id >= vm->sets[1].room)
		status = apply(vm, memslots_grow, id, region);
	return status ? status : apply(vm, memslots_add, id, region);
}

/* Makes region, the slot's own with a change, that of the slot. */
static int change_slot(struct vm *vm, memslots_change_fn *change, size_t id,
		       const struct region *region)
{
	if (!vm_region(vm, id).npages)
		return -ENOENT;
	return is_valid(region) ? apply(vm, change, id, region) : -EINVAL;
}

int vm_move_slot(struct vm *vm, size_t id, uint64_t gfn)
{
	struct region region = vm_region(vm, id);

	region.gfn = gfn;
	return change_slot(vm, memslots_move, id, &region);
}

int vm_resize_slot(struct vm *vm, size_t id, uint64_t npages)
{
	struct region region = vm_region(vm, id);

	region.npages = npages;
	return change_slot(vm, memslots_resize, id, &region);
}

int vm_set_flags(struct vm *vm, size_t id, uint32_t flags)
{
	struct region region = vm_region(vm, id);

	region.flags = flags;
	return change_slot(vm, memslots_set_flags, id, &region);
}

int vm_delete_slot(struct vm *vm, size_t id)
{
	const struct region none = { .npages = 0 };

	return vm_region(vm, id).npages ? apply(vm, memslots_delete, id, &none) : -ENOENT;
}

void vm_destroy(struct vm *vm)
{
	free(vm->sets[0].slots);
	free(vm->sets[1].slots);
	*vm = (struct vm){ .generation = vm->generation + 1 };
}
