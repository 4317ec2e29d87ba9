/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the figures were measured on. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

/* Processor, caches, memory, system and compiler, in one line. */
const char *machine(void);

/* How many processes have wanted to run in the last minute, on average; negative if not known. */
double machine_load(void);

#endif
