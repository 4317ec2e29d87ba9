/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* What a table says in short: where the others win, and where we do. */
#ifndef BENCH_LISTS_H
#define BENCH_LISTS_H

#include "table.h"

#include <stdio.h>

void lists_print(const struct table *table, FILE *file);

#endif
