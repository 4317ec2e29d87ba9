/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Included before each source of the shared library, which is compiled with
 * hidden visibility: what the public headers declare is exported, and nothing
 * else. The headers themselves say nothing of this, so that a copy of the tree
 * in another library stays private to it.
 */
#ifndef WBTREE_EXPORT_H
#define WBTREE_EXPORT_H

#pragma GCC visibility push(default)
#include "wbtree_debug.h"
#pragma GCC visibility pop

#endif /* WBTREE_EXPORT_H */
