/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/* Threads that look ranges up beside one that changes the set. */
#define _POSIX_C_SOURCE 200809L

#include "workloads.h"

#include "contenders/guarded.h"
#include "util.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROBES 4096
#define BATCH 64 /* lookups, after which a reader looks whether it is to stop */
#define MOST_READERS 160
#define LEAST_SLICE 0.001 /* seconds that a sample takes */

static const struct entrant entrants[] = {
	{ &guarded_shared.contender, false }, { &guarded_apart.contender, false },
	{ &guarded_find.contender, false },   { &guarded_rwlock.contender, false },
	{ &guarded_mutex.contender, false },  { &guarded_latch.contender, false },
	{ &guarded_array.contender, false },  { &guarded_urcu.contender, false },
};

struct pace {
	const char *name;
	double updates; /* a second; 0: none */
};

static const struct pace paces[] = {
	{ "none", 0 },
	{ "1 k/s", 1e3 },
	{ "100 k/s", 1e5 },
	{ "full speed", INFINITY },
};

/* What is measured of a contender: that many readers look up, beside such a writer. */
struct scene {
	const char *readers;
	size_t n;
	const struct pace *pace;
	const struct probe *probes;
};

static struct {
	const struct guarded *guarded;
	const struct scene *scene;
	const struct set *set;
	pthread_rwlock_t start; /* held until all threads are there */
	bool stop, writer_ended;
} stage;

struct outcome {
	double lookups, updates; /* a second */
	size_t wrong;
};

/* ---- probes ---- */

/* Only every second range comes and goes; the others are there at any time. */
static bool stays(const struct set *set, size_t place)
{
	return set->arrival[place] % 2 == 0;
}

static void draw_hits(struct probe *probes, const struct set *set, struct random *random)
{
	for (size_t i = 0; i < PROBES;) {
		size_t place = (size_t)random_below(random, set->n);
		const struct range *range = &set->ranges[set->arrival[place]];

		if (!stays(set, place))
			continue;
		probes[i].key = range->start + random_below(random, range_size(range));
		probes[i++].start = range->start;
	}
}

static void draw_misses(struct probe *probes, const struct set *set, uint64_t seed)
{
	struct keys keys;

	if (!keys_draw(&keys, IN_GAPS, set, seed))
		fail(EXIT_FAULT, "wbtree-bench: no gaps to look up");
	for (size_t i = 0; i < PROBES; i++)
		probes[i] = (struct probe){ keys.keys[i % keys.n], NO_RANGE };
	keys_free(&keys);
}

static void mix(struct probe *both, const struct probe *hits, const struct probe *misses,
		struct random *random)
{
	for (size_t i = 0; i < PROBES; i++)
		both[i] = random_below(random, 2) ? hits[i] : misses[i];
}

/* ---- threads ---- */

struct thread {
	pthread_t id;
	struct reader *reader;
	size_t first; /* probe */
	size_t lookups, updates, wrong;
};

static bool is_set(const bool *flag)
{
	return __atomic_load_n(flag, __ATOMIC_RELAXED);
}

static void wait_for_start(void)
{
	pthread_rwlock_rdlock(&stage.start);
	pthread_rwlock_unlock(&stage.start);
}

static void *look_up(void *argument)
{
	struct thread *thread = argument;
	const struct guarded *guarded = stage.guarded;
	size_t at = thread->first;

	if (guarded->enter)
		guarded->enter();
	wait_for_start();
	do {
		thread->wrong += guarded->read(stage.scene->probes + at, BATCH);
		thread->lookups += BATCH;
		at = (at + BATCH) % PROBES;
		reader_rests(thread->reader);
	} while (!is_set(&stage.stop));
	while (!is_set(&stage.writer_ended)) { /* it may wait for this one */
		reader_rests(thread->reader);
		sched_yield();
	}
	if (guarded->leave)
		guarded->leave();
	return NULL;
}

/* Waits until the next update is due: asleep if that is long. */
static void wait_for(double due)
{
	const struct timespec nap = { 0, 100000 };

	for (double left; (left = due - wall_seconds()) > 0 && !is_set(&stage.stop);) {
		if (left > 3e-4)
			nanosleep(&nap, NULL);
	}
}

static void *change(void *argument)
{
	struct thread *thread = argument;
	struct random random = random_start(1, FOR_UPDATES);
	double interval = 1 / stage.scene->pace->updates, begin;
	size_t place = 0;
	bool out = false;

	wait_for_start();
	begin = wall_seconds();
	do {
		if (interval > 0)
			wait_for(begin + interval * (double)thread->updates);
		while (!out && stays(stage.set, place))
			place = (size_t)random_below(&random, stage.set->n);
		out = !out;
		stage.guarded->update(place, out);
		if (!out)
			place = (size_t)random_below(&random, stage.set->n);
		thread->updates++;
	} while (!is_set(&stage.stop) || out);
	return NULL;
}

static void spawn(struct thread *thread, void *(*run)(void *))
{
	if (pthread_create(&thread->id, NULL, run, thread))
		fail(EXIT_FAULT, "wbtree-bench: no thread could be started");
}

static void join(const struct thread *thread)
{
	if (pthread_join(thread->id, NULL))
		fail(EXIT_FAULT, "wbtree-bench: a thread could not be joined");
}

static void sleep_for(double seconds)
{
	struct timespec left = { (time_t)seconds, (long)((seconds - floor(seconds)) * 1e9) };

	while (nanosleep(&left, &left))
		continue;
}

static struct outcome perform(const struct guarded *guarded, const struct scene *scene,
			      double seconds)
{
	static struct thread threads[MOST_READERS];
	static struct reader readers[MOST_READERS];
	struct thread writer = { .lookups = 0 };
	struct outcome outcome = { 0, 0, 0 };
	double begin;

	stage.guarded = guarded;
	stage.scene = scene;
	stage.stop = stage.writer_ended = false;
	guarded_readers(readers, scene->n);
	pthread_rwlock_wrlock(&stage.start);
	for (size_t i = 0; i < scene->n; i++) {
		threads[i] = (struct thread){ .reader = &readers[i], .first = i * BATCH % PROBES };
		spawn(&threads[i], look_up);
	}
	if (scene->pace->updates > 0)
		spawn(&writer, change);
	begin = wall_seconds();
	pthread_rwlock_unlock(&stage.start);
	sleep_for(seconds);
	__atomic_store_n(&stage.stop, true, __ATOMIC_RELAXED);
	seconds = wall_seconds() - begin;
	if (scene->pace->updates > 0)
		join(&writer);
	__atomic_store_n(&stage.writer_ended, true, __ATOMIC_RELAXED);
	for (size_t i = 0; i < scene->n; i++) {
		join(&threads[i]);
		outcome.lookups += (double)threads[i].lookups / seconds;
		outcome.wrong += threads[i].wrong;
	}
	outcome.updates = (double)writer.updates / seconds;
	return outcome;
}

/* ---- rows ---- */

/* The contender is its first member. */
static const struct guarded *guarded_of(const struct table *table, size_t contender)
{
	return (const struct guarded *)table->contenders[contender];
}

struct results {
	double *samples[2][MAX_CONTENDERS]; /* of lookups and of updates, by repetition */
	double wrong[MAX_CONTENDERS];
};

static void perform_all(struct results *results, const struct scene *scene,
			const struct table *table, const struct plan *plan, double seconds)
{
	for (size_t k = 0; k < plan->repetitions * table->n_contenders; k++) {
		size_t repetition = k / table->n_contenders;
		size_t i = (k + repetition) % table->n_contenders;
		const struct guarded *guarded = guarded_of(table, i);
		struct outcome outcome;
		void *index;

		if (!results->samples[0][i])
			continue;
		index = guarded->contender.create(stage.set);
		outcome = perform(guarded, scene, seconds);
		guarded->contender.destroy(index);
		results->samples[0][i][repetition] =
			scene->n > 1 ? outcome.lookups / 1e6 : 1e9 / outcome.lookups;
		results->samples[1][i][repetition] = outcome.updates / 1e3;
		results->wrong[i] += (double)outcome.wrong;
	}
}

static struct row *add_row(struct table *table, const struct scene *scene, const char *unit)
{
	struct row *row = table_add(table, stage.set, scene->readers, scene->pace->name);

	row->unit = unit;
	row->unlisted = strcmp(unit, "ns") != 0;
	return row;
}

static void measure_scene(const struct scene *scene, struct table *table, const struct plan *plan,
			  double seconds)
{
	struct results results = { .wrong = { 0 } };
	bool writes = scene->pace->updates > 0;

	progress("%s: %s, %s readers, writer: %s", plan->where, table->name, scene->readers,
		 scene->pace->name);
	for (size_t i = 0; i < table->n_contenders; i++) {
		bool fits = guarded_of(table, i)->update || !writes;

		results.wrong[i] = fits ? 0 : NAN;
		for (size_t j = 0; fits && j < COUNT(results.samples); j++)
			results.samples[j][i] = allocate(plan->repetitions, sizeof(double));
	}
	perform_all(&results, scene, table, plan, seconds);
	row_compare(add_row(table, scene, scene->n > 1 ? "M lookups/s" : "ns"), results.samples[0],
		    table->n_contenders, plan->repetitions);
	if (writes)
		row_compare(add_row(table, scene, "k updates/s"), results.samples[1],
			    table->n_contenders, plan->repetitions);
	row_count(add_row(table, scene, "wrong"), results.wrong, table->n_contenders);
	for (size_t i = 0; i < table->n_contenders; i++) {
		for (size_t j = 0; j < COUNT(results.samples); j++)
			free(results.samples[j][i]);
	}
}

static const char *const sweep[] = {
	"16", "32", "48", "64", "80", "96", "112", "128", "144", "160"
};

static void measure(const struct set *set, const struct plan *plan, struct table *table)
{
	static struct probe hits[PROBES], misses[PROBES], both[PROBES];
	struct random random = random_start(plan->seed, FOR_KEYS);
	size_t scenes = 2 * COUNT(paces) + COUNT(sweep);
	double seconds = plan->seconds / (double)(scenes * plan->repetitions * table->n_contenders);

	seconds = seconds > LEAST_SLICE ? seconds : LEAST_SLICE;
	stage.set = set;
	pthread_rwlock_init(&stage.start, NULL);
	draw_hits(hits, set, &random);
	draw_misses(misses, set, plan->seed);
	mix(both, hits, misses, &random);
	for (size_t i = 0; i < 2 * COUNT(paces); i++) {
		bool hit = i < COUNT(paces);
		struct scene scene = { hit ? "1: hits" : "1: misses", 1, &paces[i % COUNT(paces)],
				       hit ? hits : misses };

		measure_scene(&scene, table, plan, seconds);
	}
	for (size_t i = 0; i < COUNT(sweep); i++) {
		struct scene scene = { sweep[i], 16 * (i + 1), &paces[COUNT(paces) - 1], both };

		measure_scene(&scene, table, plan, seconds);
	}
	pthread_rwlock_destroy(&stage.start);
}

/* About 4096 ranges: an array of more is copied for too long, and one of a few at once. */
static bool fits(const struct set *set)
{
	return set->generated && set->equal && set->n >= 2048 && set->n <= 8192;
}

static const struct column columns[] = {
	{ "n", false, text_n },
	{ "readers", true, text_work },
	{ "writer", true, text_form },
	{ "unit", true, text_unit },
};

const struct workload reader_workload = {
	.table = {
		.name = "readers",
		.title = "Readers beside a writer, and by how much others differ from "
			 "P_find_shared",
		.legend = "By the wall clock. The writer takes a range out and puts it back, two "
			  "updates. wrong: answers that were.\n"
			  "ns: a lookup by one reader. M lookups/s: by that many readers together, "
			  "half of them hits.\n"
			  "apart: sums and the root's count, which the writer writes, in other "
			  "lines than what readers need.\n"
			  "find: P_find, which needs that nobody writes. rwlock, mutex: of "
			  "pthreads, around each P_find and\n"
			  "update. latch: two trees, readers in the one while the other is "
			  "changed. array: sorted, each update\n"
			  "copies it; freed by the readers' counts of each 64 lookups, or by "
			  "liburcu's.\n"
			  "Two processors show what a lookup costs beside a writer, and what "
			  "waiting costs where threads are\n"
			  "many. They can't show how lookups grow with the processors, nor what a "
			  "lock's cache line costs when\n"
			  "many of them write to it.\n",
		.panels = { "without locks", "with locks", "arrays" },
		.columns = columns,
		.n_columns = COUNT(columns),
	},
	.entrants = entrants,
	.n_entrants = COUNT(entrants),
	.extra = true,
	.share = 4,
	.fits = fits,
	.measure = measure,
};
