/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Where results go: nothing is lost without an error, and no input is overwritten. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include "sets.h"

#include <stdio.h>

/* To be called first: a standard stream that is closed must not become a file's. */
void output_start(void);

/*
 * Opens a file for results; NULL if path is, and stdout if it is "-". To be
 * called when all inputs have been read: ends the program if a file that is to
 * be written, this one or the standard output, is one of them. What the file
 * holds stays until output_begin().
 */
FILE *output_open(const char *path, const struct source_list *inputs);
/* Empties the file, if it is one. */
void output_begin(FILE *file);
/* Closes the file; ends the program if not all could be written. path: as for output_open(). */
void output_close(FILE *file, const char *path);

#endif
