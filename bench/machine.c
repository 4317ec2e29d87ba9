/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#define _POSIX_C_SOURCE 200809L

#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#if defined(__clang__)
#define COMPILER __VERSION__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
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

const char *machine(void)
{
	static char text[512];
	struct utsname system;
	char name[128];

	if (uname(&system) < 0)
		return "an unknown system; " COMPILER;
	processor(name, sizeof(name), system.machine);
	snprintf(text, sizeof(text), "%s; %s %s %s; %s", name, system.sysname, system.release,
		 system.machine, COMPILER);
	return text;
}
