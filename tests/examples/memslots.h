/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The memory slots of a virtual machine: which guest pages are backed by which
 * host memory. Any number of them, in an array that grows. Guest frames are
 * found through disjoint ranges, weighted by their pages; host addresses, of
 * which several slots may show the same, through intervals that overlap.
 *
 * There are two sets of slots with the same contents. Readers use the active
 * one; a change is made to the other, which then becomes the active one in a
 * single store, and is repeated in the first when its last reader has left.
 * Lookups write to nothing that two readers share.
 */
#ifndef MEMSLOTS_H
#define MEMSLOTS_H

#include <wbtree.h>
#include <wbtree_interval.h>

#define PAGE_SHIFT 12
#define MAX_SLOTS 32768

enum { SLOT_READONLY = 1, SLOT_LOG_DIRTY = 2 };

struct region {
	uint64_t gfn;	 /* the first guest frame */
	uint64_t npages; /* 0: none, the slot is not in use */
	uint64_t hva;	 /* the host virtual address of the first byte */
	uint32_t flags;
};

struct memslot {
	struct wb_node by_gfn;
	struct region region;
	uint64_t max_hva; /* the tree's */
	struct wb_node by_hva;
};

#define SLOT_PAGES(slot) ((slot)->region.npages)
#define SLOT_GFN(slot) ((slot)->region.gfn)
#define SLOT_LAST_GFN(slot) (SLOT_GFN(slot) + SLOT_PAGES(slot) - 1)
#define SLOT_HVA(slot) ((slot)->region.hva)
#define SLOT_LAST_HVA(slot) (SLOT_HVA(slot) + (SLOT_PAGES(slot) << PAGE_SHIFT) - 1)
#define SLOT_MAX_HVA(slot) ((slot)->max_hva)
WB_RANGE_DEFINE_WEIGHTED(gfn, struct memslot, by_gfn, uint64_t, SLOT_GFN, SLOT_LAST_GFN,
			 SLOT_PAGES);
WB_INTERVAL_DEFINE(hva, struct memslot, by_hva, uint64_t, SLOT_HVA, SLOT_LAST_HVA, SLOT_MAX_HVA);

/* One set. A slot's place in the array is its id. */
struct memslots {
	struct memslot *slots;
	size_t room;
	struct wb_root by_gfn, by_hva;
};

/* All zero is a machine without memory. */
struct vm {
	struct memslots sets[2];
	uint64_t generation; /* the number of changes; the set of its lowest bit is active */
};

static inline const struct memslots *vm_memslots(const struct vm *vm)
{
	return &vm->sets[vm->generation % 2];
}

/*
 * A reader of one machine, such as a virtual processor: the slot that it used
 * last, of the set that was active then. Each thread has its own. All zero is a
 * new one.
 */
struct vcpu {
	struct memslot *last_used;
	uint64_t generation;
};

/* The slot of a guest frame, NULL if there is none: device memory, or nothing at all. */
static inline const struct memslot *vm_find_gfn(const struct vm *vm, struct vcpu *vcpu,
						uint64_t gfn)
{
	const uint64_t generation = vm->generation; /* one load, as it may change */

	if (vcpu->generation != generation)
		*vcpu = (struct vcpu){ NULL, generation };
	return gfn_find_hint(&vm->sets[generation % 2].by_gfn, gfn, &vcpu->last_used);
}

/*
 * Changes; all or nothing. -EINVAL: no pages, or guest or host addresses that
 * wrap around or are not whole pages. -EEXIST: the slot, or guest frames of
 * another one, are in use. -ENOENT: the slot is not in use. -ENOMEM.
 */
int vm_add_slot(struct vm *vm, size_t id, const struct region *region);
int vm_move_slot(struct vm *vm, size_t id, uint64_t gfn);
int vm_resize_slot(struct vm *vm, size_t id, uint64_t npages);
int vm_set_flags(struct vm *vm, size_t id, uint32_t flags);
int vm_delete_slot(struct vm *vm, size_t id);

/* The region of a slot; npages is 0 if it is not in use. */
struct region vm_region(const struct vm *vm, size_t id);

/* Leaves a machine without memory. No reader may be in a set of it. */
void vm_destroy(struct vm *vm);

/*
 * The changes to one set: all or nothing, and the same to equal sets. region is
 * what the slot's is to be.
 */
typedef int memslots_change_fn(struct memslots *set, size_t id, const struct region *region);
memslots_change_fn memslots_grow, memslots_add, memslots_move, memslots_resize, memslots_set_flags,
	memslots_delete;

#endif /* MEMSLOTS_H */
