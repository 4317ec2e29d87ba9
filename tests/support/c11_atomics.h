/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * Included before all else, it makes the library take the atomics of C11, as it does
 * where a compiler has those alone.
 */
#ifndef C11_ATOMICS_H
#define C11_ATOMICS_H

#include <stdatomic.h>

#pragma push_macro("__ATOMIC_RELEASE")
#undef __ATOMIC_RELEASE
#include "wbtree.h"
#pragma pop_macro("__ATOMIC_RELEASE")

#endif /* C11_ATOMICS_H */
