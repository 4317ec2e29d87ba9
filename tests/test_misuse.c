/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * What callers must not do, and builds with WB_DEBUG say so: NULL for any pointer
 * of which the documentation says nothing, and the few rules beside. Each misuse
 * runs in a process of its own, which must be ended by a failed assertion that
 * names the rule, and by nothing else.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interval_ops.h"
#include "range_ops.h"
#include "totals.h"
#include "wbtree_debug.h"
#include "wbtree_learn.h"
#include "wbtree_shared.h"

/* A tree of two nodes, a second one of one node, and a node in none. */
static struct range linked[2], other, unlinked;
static struct interval interval;
static struct wb_root root, right, empty, intervals;
static struct range *hint, *found[1];
static uint64_t place;

/* Nothing is called in place of these where they are put to use. */
static int compare(const void *key, const struct wb_node *node)
{
	return (int)node->sum - *(const int *)key;
}

static int compare_nodes(const struct wb_node *a, const struct wb_node *b)
{
	return (a > b) - (a < b);
}

static bool is_less(const struct wb_node *a, const struct wb_node *b)
{
	return a < b;
}

static bool update(struct wb_node *node)
{
	return node->sum != 0;
}

static void set_up(const struct range_ops *ops)
{
	const struct interval_ops *interval_kind = interval_ops[0];

	linked[1].start = linked[1].last = 2;
	other.start = other.last = 9;
	unlinked.start = unlinked.last = 5;
	linked[0].weight = linked[1].weight = other.weight = unlinked.weight = 1;
	check_status(ops->insert(&root, &linked[0]), WB_OK);
	check_status(ops->insert(&root, &linked[1]), WB_OK);
	check_status(ops->insert(&right, &other), WB_OK);
	check_status(interval_kind->insert(&intervals, &interval), WB_OK);
}

/* One misuse of a list, or all of their names. */
struct run {
	unsigned int which, next;
	const char *name;
	bool only_name;
	int result;
};

/* Calls that return nothing, a pointer or a truth are made to return a number by the list. */
#define MISUSE(call)                                                                               \
	if (run->next++ == run->which) {                                                           \
		run->name = #call;                                                                 \
		if (!run->only_name)                                                               \
			run->result = (call);                                                      \
		return;                                                                            \
	}

#define VOID(call) ((call), 0)

static void misuse_links(struct run *run)
{
	struct wb_node *node = &unlinked.node, *in = &linked[0].node, *last = wb_last(&root);
	struct wb_node **link = &last->child[WB_RIGHT];

	MISUSE(wb_insert_at(NULL, node, last, link, 1))
	MISUSE(wb_insert_at(&root, NULL, last, link, 1))
	MISUSE(wb_insert_at(&root, node, last, NULL, 1))
	MISUSE(wb_insert_at(&root, node, NULL, link, 1))
	MISUSE(wb_insert_at(&root, node, &other.node, link, 1))
	MISUSE(wb_insert_at(&root, node, NULL, &root.node, 1))
	MISUSE(wb_insert_at_augmented(NULL, node, last, link, 1, update))
	MISUSE(wb_insert_at_augmented(&root, NULL, last, link, 1, update))
	MISUSE(wb_insert_at_augmented(&root, node, last, NULL, 1, update))
	MISUSE(wb_insert_before(NULL, node, in, 1))
	MISUSE(wb_insert_before(&root, NULL, in, 1))
	MISUSE(wb_insert_before(&right, node, in, 1))
	MISUSE(wb_insert_after(NULL, node, in, 1))
	MISUSE(wb_insert_after(&root, NULL, in, 1))
	MISUSE(wb_insert_after(&right, node, in, 1))
	MISUSE(wb_insert_before_augmented(NULL, node, in, 1, update))
	MISUSE(wb_insert_before_augmented(&root, NULL, in, 1, update))
	MISUSE(wb_insert_after_augmented(NULL, node, in, 1, update))
	MISUSE(wb_insert_after_augmented(&root, NULL, in, 1, update))
	MISUSE(wb_erase(NULL, in))
	MISUSE(wb_erase_augmented(NULL, in, update))
	MISUSE(wb_erase(&right, in))
	MISUSE(wb_erase_augmented(&empty, in, update))
	MISUSE(wb_insert_at(&right, node, last, link, 1))
	MISUSE(wb_insert_at_augmented(&right, node, last, link, 1, update))
	MISUSE(wb_set_weight(&right, in, 1))
	MISUSE(wb_set_weight(&right, in, 2))
	MISUSE(wb_set_weight_augmented(&right, in, 2, update))
	MISUSE(wb_credit(&right, in, 1))
	MISUSE(wb_credit_augmented(&right, in, 1, update))
	MISUSE(wb_replace(&right, in, node))
	MISUSE(wb_replace_augmented(&right, in, node, update))
	MISUSE(wb_set_weight(NULL, in, 1))
	MISUSE(wb_set_weight(&root, NULL, 1))
	MISUSE(wb_set_weight_augmented(NULL, in, 1, update))
	MISUSE(wb_set_weight_augmented(&root, NULL, 1, update))
	MISUSE(wb_credit(NULL, in, 1))
	MISUSE(wb_credit(&root, NULL, 1))
	MISUSE(wb_credit_augmented(NULL, in, 1, update))
	MISUSE(wb_credit_augmented(&root, NULL, 1, update))
	MISUSE(wb_replace(NULL, in, node))
	MISUSE(wb_replace(&root, NULL, node))
	MISUSE(wb_replace(&root, in, NULL))
	MISUSE(wb_replace_augmented(NULL, in, node, update))
	MISUSE(wb_replace_augmented(&root, NULL, node, update))
	MISUSE(wb_replace_augmented(&root, in, NULL, update))
	MISUSE(VOID(wb_init(NULL)))
	MISUSE(VOID(wb_clear(NULL, NULL, NULL)))
	MISUSE(wb_is_linked(NULL))
	MISUSE(wb_is_empty(NULL))
	MISUSE(wb_total(NULL) != 0)
	MISUSE(wb_weight(NULL) != 0)
}

static void misuse_searches(struct run *run)
{
	struct wb_node *node = &unlinked.node, *existing;
	const int key = 1;

	MISUSE(!wb_find(NULL, &key, compare))
	MISUSE(!wb_lower_bound(NULL, &key, compare))
	MISUSE(!wb_upper_bound(NULL, &key, compare))
	MISUSE(wb_add(NULL, node, 1, is_less))
	MISUSE(wb_add(&empty, NULL, 1, is_less))
	MISUSE(wb_find_add(NULL, node, 1, compare_nodes, &existing))
	MISUSE(wb_find_add(&empty, NULL, 1, compare_nodes, &existing))
	MISUSE(!wb_find_link(NULL, &key, compare, &existing))
	MISUSE(!wb_find_link(&root, &key, compare, NULL))
	MISUSE(!wb_first(NULL))
	MISUSE(!wb_last(NULL))
	MISUSE(!wb_next(NULL))
	MISUSE(!wb_prev(NULL))
	MISUSE(!wb_first_postorder(NULL))
	MISUSE(!wb_next_postorder(NULL))
	MISUSE(!wb_next_preorder(NULL))
	MISUSE(!wb_next(node))
	MISUSE(!wb_prev(node))
	MISUSE(!wb_next_postorder(node))
	MISUSE(!wb_next_preorder(node))
	MISUSE(wb_depth(NULL) != 0)
	MISUSE(wb_rank(node) != 0)
	MISUSE(wb_rank(NULL) != 0)
	MISUSE(!wb_select(NULL, 0, NULL))
	MISUSE(wb_smooth_weight(1, 1, 0) != 0)
}

static void misuse_whole_trees(struct run *run)
{
	struct wb_node *node = &unlinked.node, *nodes[1] = { NULL };
	struct wb_node *first = wb_first(&root), *last = wb_last(&root);

	MISUSE(wb_build(NULL, nodes, NULL, 0))
	MISUSE(wb_build(&empty, nodes, NULL, 1))
	MISUSE(wb_build_augmented(NULL, nodes, NULL, 0, update))
	MISUSE(wb_build_augmented(&empty, nodes, NULL, 1, update))
	MISUSE(VOID(wb_rebuild(NULL)))
	MISUSE(VOID(wb_rebuild_augmented(NULL, update)))
	MISUSE(VOID(wb_fade(NULL, 1)))
	MISUSE(VOID(wb_fade_augmented(NULL, 1, update)))
	MISUSE(wb_join(NULL, node, 1, &right))
	MISUSE(wb_join(&root, NULL, 1, &right))
	MISUSE(wb_join(&root, node, 1, NULL))
	MISUSE(wb_split(NULL, first, &root, &right))
	MISUSE(wb_split(&root, NULL, &root, &right))
	MISUSE(wb_split(&root, first, NULL, &right))
	MISUSE(wb_split(&root, first, &root, NULL))
	MISUSE(wb_split(&right, first, &right, &empty))
	MISUSE(wb_split_augmented(&right, first, &right, &empty, update))
	MISUSE(!wb_extract(&right, first, last))
	MISUSE(!wb_extract(&root, first, &other.node))
	MISUSE(!wb_extract_augmented(&right, first, last, update))
	MISUSE(!wb_extract(NULL, first, last))
	MISUSE(!wb_extract(&root, NULL, last))
	MISUSE(!wb_extract(&root, first, NULL))
}

static void misuse_insides(struct run *run)
{
	struct wb_shape shape;

	MISUSE(wb_check(NULL, NULL, NULL))
	MISUSE(VOID(wb_measure(NULL, &shape)))
	MISUSE(VOID(wb_measure(&root, NULL)))
	MISUSE(wb_print_dot(NULL, &root, NULL, NULL))
	MISUSE(wb_print_dot(stdout, NULL, NULL, NULL))
}

static const struct range_ops *ops;

/* The place between the two of the tree, for what lies behind both or before them. */
static int insert_past_neighbour(void)
{
	struct wb_node *parent, **link = ops->find_link(&root, 1, 1, &parent);

	unlinked.start = unlinked.last = parent == &linked[0].node ? 5 : 0;
	linked[0].start = linked[0].last = 1;
	return ops->insert_at(&root, &unlinked, parent, link);
}

static bool alike(const struct range *before, const struct range *after)
{
	return before == after;
}

static void misuse_ranges(struct run *run)
{
	struct range *in = &linked[0];
	struct wb_node *parent;

	MISUSE(ops->insert(NULL, &unlinked))
	MISUSE(ops->insert(&root, NULL))
	MISUSE(!ops->find_link(NULL, 5, 5, &parent))
	MISUSE(!ops->find_link(&root, 5, 5, NULL))
	MISUSE(ops->insert_at(NULL, &unlinked, NULL, &empty.node))
	MISUSE(ops->insert_at(&root, NULL, NULL, &empty.node))
	MISUSE(ops->insert_at(&empty, &unlinked, NULL, NULL))
	MISUSE(insert_past_neighbour())
	MISUSE(ops->erase(NULL, in))
	MISUSE(ops->update(NULL, in))
	MISUSE(ops->update(&root, NULL))
	MISUSE(ops->move(NULL, in, &unlinked))
	MISUSE(ops->move(&root, NULL, &unlinked))
	MISUSE(ops->move(&root, in, NULL))
	MISUSE(ops->relink(NULL, in, &unlinked))
	MISUSE(ops->relink(&root, NULL, &unlinked))
	MISUSE(ops->relink(&root, in, NULL))
	MISUSE(!ops->find(NULL, 0))
	MISUSE(!ops->find_span(NULL, 0, 0))
	MISUSE(!ops->find_hint(NULL, 0, &hint))
	MISUSE(!ops->find_hint(&root, 0, NULL))
	MISUSE(VOID(ops->find_batch(NULL, &place, found, 1)))
	MISUSE(!ops->floor(NULL, 0))
	MISUSE(!ops->ceil(NULL, 0))
	MISUSE(!ops->first(NULL))
	MISUSE(!ops->last(NULL))
	MISUSE(!ops->next(NULL))
	MISUSE(!ops->prev(NULL))
	MISUSE(!ops->first_overlap(NULL, 0, 1))
	MISUSE(!ops->next_overlap(NULL, 1))
	MISUSE(ops->find_gap(NULL, 0, 9, 1, &place))
	MISUSE(ops->find_gap_last(NULL, 0, 9, 1, 1, &place))
	MISUSE(ops->find_gap_best(NULL, 0, 9, 1, 1, &place))
	MISUSE(ops->gaps(NULL, 0, 9, 1, NULL) != 0)
	MISUSE(ops->build(NULL, &hint, 0))
	MISUSE(ops->build(&empty, &hint, 1))
	MISUSE(ops->join(NULL, &unlinked, &right))
	MISUSE(ops->join(&root, NULL, &right))
	MISUSE(ops->join(&root, &unlinked, NULL))
	MISUSE(ops->split(NULL, in, &root, &right))
	MISUSE(ops->split(&root, NULL, &root, &right))
	MISUSE(ops->split(&root, in, NULL, &right))
	MISUSE(ops->split(&root, in, &root, NULL))
	MISUSE(ops->erase_range(NULL, 0, 9, NULL, NULL).count != 0)
	MISUSE(ops->cut(NULL, 0, 9, NULL, NULL, NULL))
	MISUSE(ops->overwrite(NULL, &unlinked, NULL, NULL, NULL))
	MISUSE(ops->overwrite(&root, NULL, NULL, NULL, NULL))
	MISUSE(ops->overwrite(&root, &unlinked, &unlinked, NULL, NULL))
	MISUSE(ops->coalesce(NULL, in, alike, NULL, NULL))
	MISUSE(ops->coalesce(&root, NULL, alike, NULL, NULL))
	MISUSE(ops->coalesce(&root, in, NULL, NULL, NULL))
	MISUSE(ops->relayout(NULL, &unlinked, 1) != 0)
	MISUSE(ops->relayout(&root, NULL, 2) != 0)
}

#define START(range) ((range)->start)
#define LAST(range) ((range)->last)
WB_RANGE_DEFINE_LEARNED(taught, struct range, node, uint64_t, START, LAST);
WB_SHARED_DEFINE(taught, struct range, node, uint64_t);
WB_NOTES_DEFINE(taught, struct range, node, uint64_t);
WB_EXTENT_DEFINE(taught, struct range, node, uint64_t);

static void misuse_learning(struct run *run)
{
	struct wb_learner learner = { .sampling = { .every = 1 } };
	struct taught_notes notes = { .sampling = { .every = 1 } };
	struct taught_extent extent = { 0 };

	MISUSE(!taught_find_learn(NULL, 0, &learner))
	MISUSE(!taught_find_learn(&root, 0, NULL))
	MISUSE(taught_build_learned(NULL, &hint, NULL, 0))
	MISUSE(taught_build_learned(&empty, found, NULL, 1))
	MISUSE(!taught_find_note(NULL, 0, &notes))
	MISUSE(!taught_find_note(&root, 0, NULL))
	MISUSE(taught_learn(NULL, &notes, &learner) != 0)
	MISUSE(taught_learn(&root, NULL, &learner) != 0)
	MISUSE(taught_learn(&root, &notes, NULL) != 0)
	MISUSE(!taught_find_extent(NULL, 0, &extent))
	MISUSE(!taught_find_extent(&root, 0, NULL))
}

static void misuse_intervals(struct run *run)
{
	const struct interval_ops *kind = interval_ops[0];

	MISUSE(kind->insert(NULL, &interval))
	MISUSE(kind->insert(&intervals, NULL))
	MISUSE(kind->erase(NULL, &interval))
	MISUSE(kind->update(NULL, &interval))
	MISUSE(kind->update(&intervals, NULL))
	MISUSE(kind->move(NULL, &interval, &interval))
	MISUSE(kind->move(&intervals, NULL, &interval))
	MISUSE(kind->move(&intervals, &interval, NULL))
	MISUSE(kind->build(NULL, NULL, 0))
	MISUSE(!kind->first_overlap(NULL, 0, 9))
	MISUSE(!kind->next_overlap(NULL, 0, 9))
	MISUSE(!kind->stab(NULL, 0))
	MISUSE(!kind->next_stab(NULL, 0))
	MISUSE(!kind->first_containing(NULL, 0, 9))
	MISUSE(!kind->next_containing(NULL, 0, 9))
	MISUSE(!kind->first_within(NULL, 0, 9))
	MISUSE(!kind->next_within(NULL, 9))
	MISUSE(!kind->first_equal(NULL, 0, 9))
	MISUSE(!kind->next_equal(NULL))
	MISUSE(!kind->find_before(NULL, 9))
	MISUSE(!kind->find_after(NULL, 9))
	MISUSE(kind->erase_range(NULL, 0, 9, NULL, NULL) != 0)
	MISUSE(kind->count_overlaps(NULL, 0, 9, 9) != 0)
	MISUSE(!kind->first(NULL))
	MISUSE(!kind->last(NULL))
	MISUSE(!kind->next(NULL))
	MISUSE(!kind->prev(NULL))
}

/* Ends that their key type would cut off. */
#define RANGE_START(range) ((range)->start)
#define RANGE_LAST(range) ((range)->last)
#define RANGE_WEIGHT(range) ((range)->weight)
WB_RANGE_DEFINE_WEIGHTED(narrow, struct range, node, uint32_t, RANGE_START, RANGE_LAST,
			 RANGE_WEIGHT);

static void misuse_key_types(struct run *run)
{
	struct range low = { .start = 1, .last = (uint64_t)1 << 32, .weight = 1 };
	struct range high = { .start = (uint64_t)1 << 32, .last = UINT64_MAX, .weight = 1 };

	MISUSE(narrow_insert(&empty, &low))
	MISUSE(narrow_insert(&empty, &high))
}

/* ---- running them ---- */

/* What failed assertions say, and whether one has said it. */
static struct rule {
	const char *text;
	bool seen;
} rules[] = {
	{ " is not NULL", false },
	{ "a node is inserted where there is none", false },
	{ "link is a link of parent", false },
	{ "parent is in the tree of this root", false },
	{ "the node is in the tree of this root", false },
	{ "the node is in a tree", false },
	{ "the range lies between its neighbours", false },
	{ "the spare is another item", false },
	{ "what is extracted is in the tree of this root", false },
	{ "the mean is that of one node or more", false },
	{ "the key type holds both ends", false },
};
static const size_t rule_count = sizeof(rules) / sizeof(rules[0]);

/* Whether what was said names a rule. */
static bool names_rule(FILE *said)
{
	char text[1000];
	size_t length;

	rewind(said);
	length = fread(text, 1, sizeof(text) - 1, said);
	text[length] = '\0';
	for (size_t i = 0; i < rule_count; i++) {
		if (!strstr(text, rules[i].text))
			continue;
		rules[i].seen = true;
		return true;
	}
	print_error("no rule is named: %s\n", text);
	return false;
}

/* The child of a fork: does it, and ends with 0 if it could. */
static void commit(void (*list)(struct run *run), unsigned int which, FILE *said)
{
	const struct rlimit no_core = { 0, 0 };
	const int signals[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV };
	struct run run = { .which = which };

	setrlimit(RLIMIT_CORE, &no_core);
	dup2(fileno(said), STDERR_FILENO);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
	list(&run);
	_exit(0);
}

static bool is_asserted(void (*list)(struct run *run), unsigned int which)
{
	FILE *said = tmpfile();
	bool asserted_by_rule;
	int status = 0;
	pid_t child;

	check(said != NULL);
	fflush(stdout);
	child = fork();
	check(child >= 0);
	if (!child)
		commit(list, which, said);
	check(waitpid(child, &status, 0) == child);
	asserted_by_rule = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && names_rule(said);
	fclose(said);
	return asserted_by_rule;
}

/* Runs each misuse of a list, and names those that are not noticed. */
static void check_all_asserted(void (*list)(struct run *run))
{
	struct run run = { .only_name = true };
	unsigned int missed = 0;

	for (;; run.which++) {
		run.next = 0;
		run.name = NULL;
		list(&run);
		if (!run.name)
			break;
		if (is_asserted(list, run.which))
			continue;
		print_error("not asserted: %s (%s)\n", run.name, ops->name);
		missed++;
	}
	check(run.which > 0 && missed == 0);
}

#ifdef WB_DEBUG
static const bool asserted = true;
#else
static const bool asserted = false;
#endif

static void test_misuse_is_asserted_in_debug_builds(void **state)
{
	void (*const lists[])(struct run * run) = { misuse_links, misuse_searches,
						    misuse_whole_trees, misuse_insides,
						    misuse_key_types };

	(void)state;
	ops = range_ops[0];
	set_up(ops);
	if (!asserted)
		skip();
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		check_all_asserted(lists[i]);
	check_all_asserted(misuse_intervals);
	check_all_asserted(misuse_learning);
}

/* Of each way to define ranges one: the functions are the same for all keys. */
static void test_misuse_of_ranges_is_asserted_in_debug_builds(void **state)
{
	(void)state;
	if (!asserted)
		skip();
	for (size_t i = 0; i < range_ops_count; i++) {
		ops = range_ops[i];
		if (ops->span != UINT64_MAX || ops->most != UINT64_MAX || ops->gapped)
			continue;
		check_all_asserted(misuse_ranges);
	}
}

static void test_each_rule_is_named_by_some_misuse(void **state)
{
	(void)state;
	if (!asserted)
		skip();
	for (size_t i = 0; i < rule_count; i++) {
		check_context("%s", rules[i].text);
		check(rules[i].seen);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_misuse_is_asserted_in_debug_builds),
		cmocka_unit_test(test_misuse_of_ranges_is_asserted_in_debug_builds),
		cmocka_unit_test(test_each_rule_is_named_by_some_misuse),
	};

	return run_suite(tests);
}
