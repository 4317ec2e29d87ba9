/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "output.h"

#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STDOUT "wbtree-bench: the standard output"

void output_start(void)
{
	int file;

	do {
		file = open("/dev/null", O_RDONLY);
	} while (file >= 0 && file <= STDERR_FILENO);
	if (file >= 0)
		close(file);
}

/* Whether a path leads to the file, which could be overwritten. */
static bool is_same(const char *path, const struct stat *file)
{
	struct stat other;

	return path && S_ISREG(file->st_mode) && !stat(path, &other) &&
	       other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

static void refuse_inputs(const char *name, const struct stat *file,
			  const struct source_list *inputs)
{
	for (size_t i = 0; i < inputs->n; i++) {
		const struct source *input = &inputs->sources[i];

		if (is_same(input->path, file) || is_same(input->trace, file))
			fail(EXIT_USAGE, "%s: is an input, and would be overwritten", name);
	}
}

/* Files that are opened in one run. */
#define MOST_OUTPUTS 3

/* Ends the program if the path leads to the standard output or to a file opened before. */
static void refuse_outputs(const char *path)
{
	static const char *opened[MOST_OUTPUTS];
	static size_t n;
	struct stat file;

	if (!fstat(STDOUT_FILENO, &file) && is_same(path, &file))
		fail(EXIT_USAGE, "%s: is the standard output, too", path);
	for (size_t i = 0; i < n; i++) {
		if (!stat(opened[i], &file) && is_same(path, &file))
			fail(EXIT_USAGE, "%s: is where other results go", path);
	}
	opened[n++] = path;
}

FILE *output_open(const char *path, const struct source_list *inputs)
{
	struct stat file;
	FILE *output;
	int number;

	if (!fstat(STDOUT_FILENO, &file))
		refuse_inputs(STDOUT, &file, inputs);
	if (!path || !strcmp(path, "-"))
		return path ? stdout : NULL;
	refuse_outputs(path);
	if (!stat(path, &file))
		refuse_inputs(path, &file, inputs);
	number = open(path, O_WRONLY | O_CREAT, 0666);
	output = number < 0 ? NULL : fdopen(number, "w");
	if (!output)
		fail(EXIT_USAGE, "%s: %s", path, strerror(errno));
	return output;
}

void output_begin(FILE *file)
{
	struct stat status;

	if (file == stdout || fstat(fileno(file), &status) || !S_ISREG(status.st_mode))
		return;
	if (ftruncate(fileno(file), 0))
		fail(EXIT_FAULT, "wbtree-bench: %s", strerror(errno));
}

void output_close(FILE *file, const char *path)
{
	bool failed = ferror(file);

	if (fclose(file) || failed)
		fail(EXIT_FAULT, "%s: the results could not be written", path ? path : STDOUT);
}
