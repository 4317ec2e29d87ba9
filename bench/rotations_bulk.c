/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* The rest of the library's counting copy, see rotations.c. */
#define WB_PREFIX counted_
#include "../src/wbtree_bulk.c"
