/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "workloads.h"

#include <string.h>

const struct workload *const workloads[TABLES] = {
	[LOOKUPS] = &lookup_workload,
	[UPDATES] = &update_workload,
	[MIXES] = &mix_workload,
	[SLOTS] = &slot_workload,
	[SLOT_UPDATES] = &slot_update_workload,
	[LEARNING] = &learning_workload,
	[SHAPES] = &shape_workload,
	[MEMORY] = &memory_workload,
	[READERS] = &reader_workload,
	[SLAB] = &slab_workload,
	[INSTRUCTIONS] = &instruction_workload,
};

/* Whether a name is one of a list, separated by commas. */
static bool is_listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	while (list) {
		if (!strncmp(list, name, length) && (!list[length] || list[length] == ','))
			return true;
		list = strchr(list, ',');
		list += list != NULL;
	}
	return false;
}

struct table workload_table(const struct workload *workload, bool full, const char *names)
{
	struct table table = workload->table;

	for (size_t i = 0; i < workload->n_entrants; i++) {
		const struct entrant *entrant = &workload->entrants[i];
		bool wanted = names ? !i || is_listed(names, entrant->contender->name)
				    : full || !entrant->extra;

		if (!wanted || !entrant->contender->create)
			continue;
		table.extra[table.n_contenders] = entrant->extra && !names;
		table.contenders[table.n_contenders++] = entrant->contender;
	}
	return table;
}
