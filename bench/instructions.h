/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Counting instructions with valgrind's callgrind, which any machine can. */
#ifndef BENCH_INSTRUCTIONS_H
#define BENCH_INSTRUCTIONS_H

/*
 * Runs the program again under callgrind and exits with its status; returns if
 * it runs there already.
 */
void run_under_callgrind(char **argv);

#endif
