/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The memory slots of tests/examples against a plain array of regions: every
 * operation, with addresses at both ends of their space, and what each says.
 */
#include <errno.h>
#include <string.h>

#include "examples/memslots.h"
#include "rng.h"
#include "totals.h"
#include "wbtree_debug.h"

enum { IDS = 40, NEAR = 48, STEPS = 4000 };

#define LAST_GFN (UINT64_MAX >> PAGE_SHIFT)

/* The plain array; npages is 0 where there is none. */
static struct region plain[IDS];
static struct vm vm;
/* Lives longer than machines do: what it remembers of one must not be taken for another's. */
static struct vcpu vcpu;

static bool overlaps(const struct region *region, size_t id)
{
	for (size_t i = 0; i < IDS; i++) {
		const struct region *other = &plain[i];

		if (i != id && other->npages && region->gfn <= other->gfn + (other->npages - 1) &&
		    other->gfn <= region->gfn + (region->npages - 1))
			return true;
	}
	return false;
}

static bool is_sound(const struct region *region)
{
	uint64_t bytes = region->npages << PAGE_SHIFT;

	if (!region->npages || region->npages - 1 > LAST_GFN || region->gfn > LAST_GFN)
		return false;
	if (region->gfn + region->npages - 1 > LAST_GFN)
		return false;
	return region->hva % 4096 == 0 && region->hva <= UINT64_MAX - (bytes - 1);
}

/* What putting the region into the slot is to return; does it to the plain array. */
static int put(size_t id, const struct region *region)
{
	if (!is_sound(region))
		return -EINVAL;
	if (overlaps(region, id))
		return -EEXIST;
	plain[id] = *region;
	return 0;
}

static bool same(const struct region *a, const struct region *b)
{
	if (!a->npages && !b->npages)
		return true;
	return a->gfn == b->gfn && a->npages == b->npages && a->hva == b->hva &&
	       a->flags == b->flags;
}

static void check_set(const struct memslots *set)
{
	size_t used = 0;

	for (size_t i = 0; i < IDS; i++) {
		const struct region none = { .npages = 0 };

		check(same(i < set->room ? &set->slots[i].region : &none, &plain[i]));
		used += plain[i].npages != 0;
	}
	check_status(wb_check(&set->by_gfn, gfn_order, NULL), 0);
	check_status(wb_check(&set->by_hva, hva_order, NULL), 0);
	for (const struct memslot *slot = gfn_first(&set->by_gfn); slot; slot = gfn_next(slot)) {
		check(slot >= set->slots && slot < set->slots + set->room);
		check_equal(wb_weight(&slot->by_gfn), slot->region.npages);
		check(wb_is_linked(&slot->by_hva));
		used--;
	}
	check_equal(used, 0);
	check_equal(wb_total(&set->by_hva), hva_count_overlaps(&set->by_hva, 0, UINT64_MAX, IDS));
}

static void check_gfn(uint64_t gfn)
{
	const struct memslot *slot = vm_find_gfn(&vm, &vcpu, gfn);
	const struct region *expected = NULL;

	for (size_t i = 0; i < IDS; i++)
		if (plain[i].npages && gfn - plain[i].gfn < plain[i].npages)
			expected = &plain[i];
	check(expected ? slot && same(&slot->region, expected) : !slot);
}

static void check_hva(uint64_t start, uint64_t last)
{
	const struct memslots *set = vm_memslots(&vm);
	const struct memslot *slot;
	size_t found = 0, expected = 0;

	WB_INTERVAL_FOR_EACH (hva, slot, &set->by_hva, start, last) {
		check(SLOT_HVA(slot) <= last && SLOT_LAST_HVA(slot) >= start);
		found++;
	}
	for (size_t i = 0; i < IDS; i++)
		expected += plain[i].npages && plain[i].hva <= last &&
			    plain[i].hva + ((plain[i].npages << PAGE_SHIFT) - 1) >= start;
	check_equal(found, expected);
}

/* A number near one of the two ends of [0, top], or a little past them. */
static uint64_t near_an_end(struct rng *rng, uint64_t top)
{
	uint64_t offset = rng_below(rng, NEAR);

	return rng_below(rng, 2) ? offset : top - NEAR + 3 + offset;
}

static struct region any_region(struct rng *rng)
{
	struct region region = { .gfn = near_an_end(rng, LAST_GFN), .npages = rng_below(rng, 9) };

	region.hva = near_an_end(rng, LAST_GFN) << PAGE_SHIFT;
	region.flags = (uint32_t)rng_below(rng, 4);
	if (rng_below(rng, 20) == 0)
		region.hva++;
	if (rng_below(rng, 20) == 0)
		region.npages = UINT64_MAX >> rng_below(rng, 16);
	region.npages += rng_below(rng, 2);
	return region;
}

/* Does one operation to both, and returns what each says: they are to agree. */
static void step(struct rng *rng)
{
	size_t id = (size_t)rng_below(rng, IDS);
	struct region region = any_region(rng), changed = plain[id];
	bool used = plain[id].npages;

	switch (rng_below(rng, used ? 6 : 2)) {
	case 0:
	case 1:
		check_status(vm_add_slot(&vm, id, &region), !is_sound(&region) ? -EINVAL
							    : used	       ? -EEXIST
									       : put(id, &region));
		break;
	case 2:
		changed.gfn = region.gfn;
		check_status(vm_move_slot(&vm, id, region.gfn), put(id, &changed));
		break;
	case 3:
		changed.npages = region.npages;
		check_status(vm_resize_slot(&vm, id, region.npages), put(id, &changed));
		break;
	case 4:
		plain[id].flags = region.flags;
		check_status(vm_set_flags(&vm, id, region.flags), 0);
		break;
	default:
		plain[id].npages = 0;
		check_status(vm_delete_slot(&vm, id), 0);
	}
}

static void start_anew(void)
{
	vm_destroy(&vm);
	memset(plain, 0, sizeof(plain));
}

static void test_slots_are_what_a_plain_array_says(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct rng rng = { seed };

		start_anew();
		for (int i = 0; i < STEPS; i++) {
			uint64_t hva;

			check_context("seed %d, step %d", (int)seed, i);
			step(&rng);
			check_set(&vm.sets[0]);
			check_set(&vm.sets[1]);
			check_gfn(near_an_end(&rng, LAST_GFN));
			hva = near_an_end(&rng, LAST_GFN) << PAGE_SHIFT;
			check_hva(hva, hva + rng_below(&rng, 0x4000));
		}
	}
	start_anew();
}

static void test_readers_of_one_set_see_nothing_of_a_change(void **state)
{
	const struct region region = { .gfn = 100, .npages = 10 };
	const struct memslots *before;

	(void)state;
	start_anew();
	check_status(vm_add_slot(&vm, 0, &region), 0);
	before = vm_memslots(&vm);
	check_status(vm_move_slot(&vm, 0, 500), 0);
	check(vm_memslots(&vm) != before);
	before = vm_memslots(&vm);
	check_status(vm_move_slot(&vm, 0, LAST_GFN), -EINVAL);
	check(vm_memslots(&vm) == before);
	start_anew();
}

static void test_a_lookup_writes_to_its_own_vcpu_alone(void **state)
{
	struct region region = { .gfn = 0, .npages = 10 };
	struct vcpu first = { .last_used = NULL }, second = first;
	const struct memslot *slots;
	struct memslot copies[2];
	struct vm copy;

	(void)state;
	start_anew();
	check_status(vm_add_slot(&vm, 0, &region), 0);
	region.gfn = 10;
	check_status(vm_add_slot(&vm, 1, &region), 0);
	slots = vm_memslots(&vm)->slots;
	memcpy(&copy, &vm, sizeof(vm));
	memcpy(copies, slots, sizeof(copies));
	for (uint64_t gfn = 0; gfn <= 20; gfn++) {
		check(vm_find_gfn(&vm, &first, gfn) == (gfn < 20 ? &slots[gfn / 10] : NULL));
		check(vm_find_gfn(&vm, &second, 19 - gfn % 20) == &slots[1 - gfn % 20 / 10]);
		check(first.last_used == &slots[gfn < 10 ? 0 : 1]);
		check(second.last_used == &slots[1 - gfn % 20 / 10]);
		check(memcmp(&vm, &copy, sizeof(vm)) == 0);
		check(memcmp(slots, copies, sizeof(copies)) == 0);
	}
	start_anew();
}

static void test_what_was_used_last_is_forgotten_when_a_slot_changes(void **state)
{
	struct region region = { .gfn = 0, .npages = 1 };
	const struct memslot *old;

	(void)state;
	start_anew();
	check_status(vm_add_slot(&vm, 0, &region), 0);
	old = vm_find_gfn(&vm, &vcpu, 0);
	check_status(vm_move_slot(&vm, 0, 5), 0);
	check(vm_find_gfn(&vm, &vcpu, 0) == NULL);
	check(vm_find_gfn(&vm, &vcpu, 5) == vm_memslots(&vm)->slots);
	check(vm_find_gfn(&vm, &vcpu, 5) != old);
	for (size_t id = 1; id < 5; id++) { /* the arrays grow, and the old ones are freed */
		region.gfn = 10 * id;
		check_status(vm_add_slot(&vm, id, &region), 0);
		check(vm_find_gfn(&vm, &vcpu, 5) == vm_memslots(&vm)->slots);
	}
	start_anew();
	check(vm_find_gfn(&vm, &vcpu, 5) == NULL);
}

static void test_the_array_doubles_and_items_move(void **state)
{
	struct region region = { .gfn = 0, .npages = 1 };

	(void)state;
	start_anew();
	for (size_t id = 0; id < 1000; id++) {
		size_t room = vm_memslots(&vm)->room;

		region.gfn = id * 2;
		check_status(vm_add_slot(&vm, id, &region), 0);
		check_equal(vm_memslots(&vm)->room, id < room ? room : room ? 2 * room : 4);
		check(vm_find_gfn(&vm, &vcpu, id) ==
		      (id % 2 ? NULL : &vm_memslots(&vm)->slots[id / 2]));
	}
	check_status(wb_check(&vm.sets[0].by_gfn, gfn_order, NULL), 0);
	check_status(wb_check(&vm.sets[1].by_hva, hva_order, NULL), 0);
	check_equal(hva_count_overlaps(&vm_memslots(&vm)->by_hva, 0, 0, 2000), 1000);
	start_anew();
}

static void test_what_is_not_there_cannot_be_changed(void **state)
{
	const struct region region = { .gfn = 1, .npages = 1 };

	(void)state;
	start_anew();
	check_status(vm_add_slot(&vm, MAX_SLOTS, &region), -EINVAL);
	check_status(vm_add_slot(&vm, MAX_SLOTS - 1, &region), 0);
	for (size_t id = 0; id <= MAX_SLOTS; id += MAX_SLOTS / 2) {
		check_status(vm_move_slot(&vm, id, 5), -ENOENT);
		check_status(vm_resize_slot(&vm, id, 5), -ENOENT);
		check_status(vm_set_flags(&vm, id, 5), -ENOENT);
		check_status(vm_delete_slot(&vm, id), -ENOENT);
	}
	start_anew();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slots_are_what_a_plain_array_says),
		cmocka_unit_test(test_readers_of_one_set_see_nothing_of_a_change),
		cmocka_unit_test(test_a_lookup_writes_to_its_own_vcpu_alone),
		cmocka_unit_test(test_what_was_used_last_is_forgotten_when_a_slot_changes),
		cmocka_unit_test(test_the_array_doubles_and_items_move),
		cmocka_unit_test(test_what_is_not_there_cannot_be_changed),
	};

	return run_suite(tests);
}
