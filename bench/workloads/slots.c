/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* A guest's memory slots: from page number to slot, in the ways that KVM has had. */
#include "workloads.h"

#include "contenders/contenders.h"
#include "rounds.h"
#include "util.h"

#include <math.h>

static const struct entrant entrants[] = {
	{ &contender_wbtree, false }, { &contender_hint, false }, { &contender_bsd_cached, false },
	{ &contender_cached, false }, { &contender_scan, false },
};

static const char *const accesses[DRAWS] = {
	[BY_SIZE] = "hot",
	[EVENLY] = "random",
	[IN_GAPS] = "missing",
};

static bool fits(const struct set *set)
{
	return set->slots;
}

/* -------------------------------------------------------------------------
 * Lookups
 */

/*
 * From the message of Linux commit 9c1a5d38780e ("kvm: optimize GFN to memslot
 * lookup with large slots amount", December 2014): mean cycles of a lookup
 * while Windows Server 2008 R2 boots, which hits mostly the same slot, and
 * after ten minutes of use, which is more random. The scan looks at the slot
 * found last, first, as the binary search does.
 */
static const struct published {
	size_t n;
	enum draw draw;
	double scan, binary;
} published[] = {
	{ 13, BY_SIZE, 28, 30 },
	{ 13, EVENLY, 30, 40 },
	{ 117, BY_SIZE, 30, 35 },
	{ 117, EVENLY, 460, 180 },
};

static void set_cell(struct row *row, const struct table *table, const struct contender *contender,
		     double value)
{
	for (size_t i = 0; i < table->n_contenders; i++) {
		if (table->contenders[i] != contender)
			continue;
		row->cells[i].measured = true;
		row->cells[i].value = (struct spread){ value, NAN };
		row->cells[i].factor = (struct spread){ NAN, NAN };
	}
}

static void add_published(struct table *table, const struct set *set)
{
	for (size_t i = 0; i < COUNT(published); i++) {
		struct row *row;

		if (published[i].n != set->n)
			continue;
		row = table_add(table, set, accesses[published[i].draw], "published");
		row->entropy = row->hits = NAN;
		row->unit = "cycles";
		row->published = true;
		set_cell(row, table, &contender_scan, published[i].scan);
		set_cell(row, table, &contender_cached, published[i].binary);
	}
}

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	static const enum form forms[] = { THROUGHPUT, LATENCY };
	struct indexes indexes;

	indexes_start(&indexes, table, set);
	for (enum draw draw = 0; draw < USUAL_DRAWS; draw++) {
		struct keys keys;

		if (!accesses[draw] || !keys_draw(&keys, draw, set, plan->seed))
			continue;
		for (size_t i = 0; i < COUNT(forms); i++)
			measure_keys(set, plan, table, &indexes, forms[i], &keys, accesses[draw],
				     plan->seconds / 6);
		keys_free(&keys);
	}
	indexes_end(&indexes, table);
	add_published(table, set);
}

static const struct column columns[] = {
	{ "slots", false, text_n },  { "access", true, text_work }, { "hits%", false, text_hits },
	{ "form", true, text_form }, { "unit", true, text_unit },
};

const struct workload slot_workload = {
	.table = {
		.name = "slots",
		.title = "Memory slots: time per lookup, median (stdev), how much more or less "
			 "than wbtree, [nodes visited]",
		.legend =
			"hot: as slots have pages, two huge ones have nearly all; random: evenly "
			"over the slots;\n"
			"  missing: between slots, as accesses to devices are.\n"
			"published: NOT measured here. Cycles on another machine in 2014, from the "
			"message of Linux\n"
			"  commit 9c1a5d38780e; its scan, too, looked at the slot found last "
			"first.\n"
			LEGEND_NO_DIFFERENCE,
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.share = 2,
	.fits = fits,
	.measure = measure,
};

/* -------------------------------------------------------------------------
 * Updates
 */

static const struct entrant update_entrants[] = {
	{ &contender_wbtree, false },
	{ &contender_bsd_cached, false },
	{ &contender_cached, false },
	{ &contender_scan, false },
};

static const struct kind_of_update kinds[] = {
	{ "create", INSERT },
	{ "move", MOVE },
	{ "delete", ERASE },
};

static void measure_updates(const struct set *set, const struct plan *plan, struct table *table)
{
	measure_rounds(set, plan, table, kinds, COUNT(kinds), plan->seconds);
}

static const struct column update_columns[] = {
	{ "slots", false, text_n },
	{ "update", true, text_work },
	{ "rotations", false, text_rotations },
	{ "most", false, text_most_rotations },
};

const struct workload slot_update_workload = {
	.table = {
		.name = "slot-updates",
		.title = "Memory slots: nanoseconds per update, median (stdev), and how much more "
			 "or less than wbtree",
		.legend =
			"move: to another place, by number of page. What KVM does besides, copying "
			"all slots for\n"
			"  its readers first, is not done here.\n"
			LEGEND_ROTATIONS
			LEGEND_NO_DIFFERENCE,
		.columns = update_columns,
		.n_columns = COUNT(update_columns),
	},
	.entrants = update_entrants,
	.n_entrants = COUNT(update_entrants),
	.share = 1,
	.fits = fits,
	.measure = measure_updates,
};
