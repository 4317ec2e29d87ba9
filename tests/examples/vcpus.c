/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Memory slots that virtual processors read without a lock, while memory is plugged,
 * unplugged and grown. memslots.c keeps two sets for that and makes each change twice;
 * this keeps one.
 *
 * A slot that was taken out is retired, and freed when no processor can be at it: each
 * counts its exits from the guest, where it holds no slot, and a grace period is over
 * when all counts have changed. With liburcu, synchronize_rcu() waits for it instead:
 *
 *	cc vcpus.c -lwbtree -pthread
 *	cc -DWITH_LIBURCU vcpus.c -lwbtree -lurcu-qsbr -pthread
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <wbtree_debug.h>
#include <wbtree_shared.h>

#ifdef WITH_LIBURCU
#include <urcu-qsbr.h>
#endif

#include "example.h"

struct memslot {
	struct wb_node node;
	uint64_t gfn, last_gfn; /* guest frames */
	uint64_t hva;		/* the host address of the first */
	struct memslot *next;	/* of those that are retired */
};

#define START(slot) ((slot)->gfn)
#define LAST(slot) ((slot)->last_gfn)
WB_RANGE_DEFINE(memslot, struct memslot, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(memslot, struct memslot, node, uint64_t);

#define PAGE_SHIFT 12
#define RAM_PAGES 0x80000 /* always there, from frame 0 on */
#define DIMMS 32	  /* that are plugged and unplugged, behind the RAM */
#define DIMM_PAGES 0x1000
#define VCPUS 2
#define CHANGES 20000
#define RETIRED 64 /* that are freed together */

static struct wb_root slots;

/* ---- virtual processors ---- */

struct vcpu {
	pthread_t thread;
	uint64_t random;
	unsigned long accesses, exits;
};

static struct vcpu vcpus[VCPUS];
static int halted;

static uint64_t first_gfn(size_t dimm)
{
	return RAM_PAGES + 2 * DIMM_PAGES * (uint64_t)dimm;
}

static uint64_t hva_of(uint64_t gfn)
{
	return 0x7f0000000000 + (gfn << PAGE_SHIFT);
}

/* The host address of a guest frame; 0 for device memory. */
static uint64_t translate(uint64_t gfn)
{
	const struct memslot *slot = memslot_find_shared(&slots, gfn);

	return slot ? slot->hva + ((gfn - slot->gfn) << PAGE_SHIFT) : 0;
}

/* Dimm 0 is only ever grown: its first half is always there, as the RAM is. */
static void access_memory(struct vcpu *vcpu)
{
	const uint64_t gfn = random_below(&vcpu->random, first_gfn(DIMMS));
	const uint64_t hva = translate(gfn);
	const bool is_memory = gfn < first_gfn(0) + DIMM_PAGES / 2;
	const bool is_device = gfn >= RAM_PAGES && (gfn - RAM_PAGES) / DIMM_PAGES % 2;

	expect(hva ? hva == hva_of(gfn) && !is_device : !is_memory);
	vcpu->accesses++;
}

#ifdef WITH_LIBURCU

/* Its quiescent state is our exit. Who doesn't run the guest isn't waited for. */
static void start_guest(void)
{
	rcu_register_thread();
}

static void stop_guest(void)
{
	rcu_unregister_thread();
}

static void exit_guest(struct vcpu *vcpu)
{
	vcpu->exits++;
	rcu_quiescent_state();
}

static void wait_for_exits(void)
{
	synchronize_rcu();
}

#else

static void start_guest(void)
{
}

static void stop_guest(void)
{
}

/*
 * With the fences, who counts an exit after the counts were read sees what was taken out
 * before: without them it could read links ahead of its count.
 */
static void exit_guest(struct vcpu *vcpu)
{
	__atomic_store_n(&vcpu->exits, vcpu->exits + 1, __ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void wait_for_exits(void)
{
	unsigned long exits[VCPUS];

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (size_t i = 0; i < VCPUS; i++)
		exits[i] = __atomic_load_n(&vcpus[i].exits, __ATOMIC_ACQUIRE);
	for (size_t i = 0; i < VCPUS; i++) {
		while (__atomic_load_n(&vcpus[i].exits, __ATOMIC_ACQUIRE) == exits[i])
			sched_yield();
	}
}

#endif

static void *run(void *argument)
{
	struct vcpu *vcpu = argument;

	start_guest();
	while (!__atomic_load_n(&halted, __ATOMIC_ACQUIRE)) {
		for (int i = 0; i < 32; i++)
			access_memory(vcpu);
		exit_guest(vcpu);
		sched_yield();
	}
	stop_guest();
	return NULL;
}

/* ---- the one who changes the slots ---- */

static struct memslot *dimms[DIMMS], *retired;
static unsigned long retired_count;

static void free_retired(void)
{
	struct memslot *slot, *next;

	for (slot = retired; slot; slot = next) {
		next = slot->next;
		memset(slot, 0, sizeof(*slot)); /* who still reads it will notice */
		free(slot);
	}
	retired = NULL;
	retired_count = 0;
}

static void retire(struct memslot *slot)
{
	slot->next = retired;
	retired = slot;
	if (++retired_count < RETIRED)
		return;
	wait_for_exits();
	free_retired();
}

static struct memslot *plug(uint64_t gfn, uint64_t pages)
{
	struct memslot *slot = allocated(calloc(1, sizeof(*slot)));

	slot->gfn = gfn;
	slot->last_gfn = gfn + pages - 1;
	slot->hva = hva_of(gfn);
	expect(memslot_insert(&slots, slot) == WB_OK);
	return slot;
}

/* One slot takes the place of another: nobody finds neither. */
static struct memslot *resize(struct memslot *slot, uint64_t pages)
{
	struct memslot *resized;

	wb_shared_begin(&slots);
	expect(memslot_erase(&slots, slot));
	resized = plug(slot->gfn, pages);
	wb_shared_end(&slots);
	retire(slot);
	return resized;
}

static void change(size_t i, uint64_t *random)
{
	const uint64_t pages = DIMM_PAGES / 2 + random_below(random, DIMM_PAGES / 2);
	struct memslot *slot = dimms[i];

	if (!slot) {
		dimms[i] = plug(first_gfn(i), pages);
	} else if (i == 0 || random_below(random, 2)) {
		dimms[i] = resize(slot, pages);
	} else {
		expect(memslot_erase(&slots, slot));
		dimms[i] = NULL;
		retire(slot);
	}
}

int main(int argc, char **argv)
{
	struct memslot *ram;
	uint64_t random = 1;

	refuse_arguments(argc, argv);
	ram = plug(0, RAM_PAGES);
	dimms[0] = plug(first_gfn(0), DIMM_PAGES / 2);
	for (size_t i = 0; i < VCPUS; i++) {
		vcpus[i].random = i;
		if (pthread_create(&vcpus[i].thread, NULL, run, &vcpus[i]))
			fail("%s: no thread could be started", argv[0]);
	}
	for (int i = 0; i < CHANGES; i++)
		change((size_t)random_below(&random, DIMMS), &random);
	__atomic_store_n(&halted, 1, __ATOMIC_RELEASE);
	for (size_t i = 0; i < VCPUS; i++) {
		expect(!pthread_join(vcpus[i].thread, NULL));
		printf("processor %zu: %lu accesses\n", i, vcpus[i].accesses);
	}
	printf("%d changes\n", CHANGES);
	expect(!wb_check(&slots, memslot_order, NULL));
	free_retired();
	for (size_t i = 0; i < DIMMS; i++)
		free(dimms[i]);
	free(ram);
	return close_output();
}
