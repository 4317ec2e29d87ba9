/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */
#ifndef REFUSED_H
#define REFUSED_H

#include <string.h>

#include "totals.h"

/* Checks the status of a call that is refused, and that *object is then what it was before. */
#define check_refused(object, call, expected)                                                      \
	do {                                                                                       \
		unsigned char before_[sizeof(*(object))];                                          \
                                                                                                   \
		memcpy(before_, (object), sizeof(before_));                                        \
		check_status((call), (expected));                                                  \
		check(memcmp(before_, (object), sizeof(before_)) == 0);                            \
	} while (0)

#endif /* REFUSED_H */
