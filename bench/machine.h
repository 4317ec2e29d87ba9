/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What the figures were measured on. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

/* Processor, system and compiler, in one line. */
const char *machine(void);

#endif
