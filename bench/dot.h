/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#ifndef BENCH_DOT_H
#define BENCH_DOT_H

#include "sets.h"

#include <stdio.h>

/* Prints the tree that a set becomes, as a picture for dot(1). */
void print_dot(const struct set *set, FILE *file);

#endif
