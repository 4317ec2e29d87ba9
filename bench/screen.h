/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The answer on one screen: this library beside a sorted array and a red-black tree. */
#ifndef BENCH_SCREEN_H
#define BENCH_SCREEN_H

#include "table.h"

#include <stdio.h>

/*
 * Prints some of the sets in the tables of lookups and updates, and what all of
 * them say: at most 37 lines of 100 columns.
 */
void screen_print(const struct table *lookups, const struct table *updates, FILE *file);

#endif
