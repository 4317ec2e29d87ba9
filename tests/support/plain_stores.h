/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * The control of `make check-tsan`: included before all else, it makes the library's
 * stores plain ones, and ThreadSanitizer must report them.
 */
#ifndef PLAIN_STORES_H
#define PLAIN_STORES_H

#define WB_STORE_RELEASE_(type, to, value) ((void)(*(to) = (value)))
#define WB_STORE_RELAXED_(type, to, value) ((void)(*(to) = (value)))
#define WB_LOAD_ACQUIRE_(type, from) __atomic_load_n(from, __ATOMIC_ACQUIRE)

#endif /* PLAIN_STORES_H */
