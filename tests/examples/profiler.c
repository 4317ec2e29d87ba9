/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A sampling profiler: a handler of SIGPROF looks up the function that is running,
 * while modules are loaded and unloaded. The handler may interrupt that at any
 * instruction, so it can take no lock; P_try_find_shared needs none, and never waits.
 *
 * To stay portable the code that is profiled is a pretence: pc is where it is, in
 * functions that lie at made-up addresses.
 */
#define _DEFAULT_SOURCE /* setitimer */

#include <signal.h>
#include <sys/time.h>
#include <wbtree_debug.h>
#include <wbtree_shared.h>

#include "example.h"

#define MODULES 4
#define FUNCTIONS 250 /* of a module */
#define SIZE 64	      /* of a function, at most */
#define SAMPLES 50

struct function {
	struct wb_node node;
	uintptr_t start, last;
	volatile sig_atomic_t samples;
};

#define START(function) ((function)->start)
#define LAST(function) ((function)->last)
WB_RANGE_DEFINE(function, struct function, node, uintptr_t, START, LAST);
WB_SHARED_DEFINE(function, struct function, node, uintptr_t);

static struct wb_root table;
static volatile uintptr_t pc;

/* What the handler has counted. */
static volatile sig_atomic_t found, unknown, busy, wrong;

static void sample(int signal)
{
	struct function *function = NULL;

	(void)signal;
	if (function_try_find_shared(&table, pc, &function) == WB_E_BUSY) {
		busy++; /* the table was being changed, just here: the sample is lost */
	} else if (!function) {
		unknown++;
	} else {
		wrong += pc < function->start || pc > function->last;
		function->samples++;
		found++;
	}
}

/* The program itself, which is always there; and modules, which come and go. */
static struct function loader = { .start = 0x1000, .last = 0x1fff };
static struct function *modules[MODULES];

static void load(size_t i, uint64_t *random)
{
	struct function *functions = allocated(calloc(FUNCTIONS, sizeof(*functions)));
	uintptr_t start = 0x10000 * (i + 1);

	for (size_t f = 0; f < FUNCTIONS; f++) {
		functions[f].start = start;
		functions[f].last = start + (uintptr_t)random_below(random, SIZE);
		start = functions[f].last + 1;
		expect(function_insert(&table, &functions[f]) == WB_OK);
	}
	modules[i] = functions;
}

/*
 * The memory can be freed at once: the handler, should it have interrupted this, has
 * ended before the next instruction. Readers in threads would need a grace period.
 */
static void unload(size_t i, int *samples)
{
	for (size_t f = 0; f < FUNCTIONS; f++) {
		*samples += modules[i][f].samples;
		expect(function_erase(&table, &modules[i][f]));
	}
	free(modules[i]);
	modules[i] = NULL;
}

/* Runs through some functions of a module. */
static void run(size_t i, uint64_t *random)
{
	for (int n = 0; n < 200; n++) {
		const struct function *function = &modules[i][random_below(random, FUNCTIONS)];

		for (uintptr_t at = function->start; at <= function->last; at++)
			pc = at;
	}
	pc = loader.start;
}

static void set_timer(int microseconds)
{
	const struct itimerval timer = { { 0, microseconds }, { 0, microseconds } };

	expect(!setitimer(ITIMER_PROF, &timer, NULL));
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = sample, .sa_flags = SA_RESTART };
	uint64_t random = 1;
	int in_modules = 0;

	refuse_arguments(argc, argv);
	expect(function_insert(&table, &loader) == WB_OK);
	pc = loader.start;
	expect(!sigaction(SIGPROF, &action, NULL));
	set_timer(1000);
	while (found + busy < SAMPLES) {
		size_t i = (size_t)random_below(&random, MODULES);

		if (!modules[i])
			load(i, &random);
		run(i, &random);
		if (random_below(&random, 2))
			unload(i, &in_modules);
	}
	set_timer(0);
	for (size_t i = 0; i < MODULES; i++)
		if (modules[i])
			unload(i, &in_modules);
	expect(!wb_check(&table, function_order, NULL));
	expect(!wrong && !unknown); /* there is always a function at pc, and it is in the table */
	expect(in_modules + loader.samples == found);
	printf("%d samples: %d in modules, %d in the loader, %d lost\n", found + busy, in_modules,
	       loader.samples, busy);
	return close_output();
}
