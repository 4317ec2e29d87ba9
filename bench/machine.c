/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__clang__)
#define COMPILER __VERSION__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
#endif

/* The Makefile knows them. */
#ifndef BENCH_FLAGS
#define BENCH_FLAGS ""
#endif

/* Linux on x86 names the processor there; elsewhere the kind of machine must do. */
static void processor(char *name, size_t size, const char *otherwise)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[256];

	snprintf(name, size, "%s", otherwise);
	while (file && fgets(line, sizeof(line), file)) {
		const char *colon = strchr(line, ':');

		if (strncmp(line, "model name", 10) || !colon)
			continue;
		colon += 1 + strspn(colon + 1, " ");
		snprintf(name, size, "%.*s", (int)strcspn(colon, "\n"), colon);
		break;
	}
	if (file)
		fclose(file);
}

/* Adds to a text, a separator before it; nothing if the number is not known. */
static void append(char *text, size_t size, const char *format, double number)
{
	size_t length = strlen(text);

	if (number > 0)
		snprintf(text + length, size - length, format, number);
}

static double number_of(int name)
{
	return name < 0 ? 0 : (double)sysconf(name);
}

/* What systems tell about themselves under these names, if they have them. */
#ifndef _SC_NPROCESSORS_ONLN
#define _SC_NPROCESSORS_ONLN -1
#endif
#ifndef _SC_PHYS_PAGES
#define _SC_PHYS_PAGES -1
#endif
#ifndef _SC_LEVEL1_DCACHE_SIZE
#define _SC_LEVEL1_DCACHE_SIZE -1
#define _SC_LEVEL2_CACHE_SIZE -1
#define _SC_LEVEL3_CACHE_SIZE -1
#endif

static void append_hardware(char *text, size_t size)
{
	double pages = number_of(_SC_PHYS_PAGES), page = number_of(_SC_PAGESIZE);

	append(text, size, ", %.0f processors", number_of(_SC_NPROCESSORS_ONLN));
	append(text, size, ", L1d %.0f KiB", number_of(_SC_LEVEL1_DCACHE_SIZE) / 1024);
	append(text, size, ", L2 %.0f KiB", number_of(_SC_LEVEL2_CACHE_SIZE) / 1024);
	append(text, size, ", L3 %.0f MiB", number_of(_SC_LEVEL3_CACHE_SIZE) / 1048576);
	append(text, size, ", %.1f GiB of memory", pages * page / 1073741824);
}

const char *machine(void)
{
	static char text[512];
	struct utsname system;
	size_t length;

	if (uname(&system) < 0)
		return "an unknown system; " COMPILER " " BENCH_FLAGS;
	processor(text, sizeof(text) / 2, system.machine);
	append_hardware(text, sizeof(text));
	length = strlen(text);
	snprintf(text + length, sizeof(text) - length, "; %s %s; %s %s", system.sysname,
		 system.machine, COMPILER, BENCH_FLAGS);
	return text;
}

double machine_load(void)
{
	FILE *file = fopen("/proc/loadavg", "r");
	double load = -1;

	if (file && fscanf(file, "%lf", &load) != 1)
		load = -1;
	if (file)
		fclose(file);
	return load;
}
