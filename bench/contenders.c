/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

#include "contenders.h"

const struct contender *const all_contenders[] = {
	&contender_wbtree,
	&contender_bsearch,
	&contender_branchless,
	&contender_array,
};
const size_t n_all_contenders = COUNT(all_contenders);

uint64_t opaque_zero(void)
{
	static volatile uint64_t zero;

	return zero;
}

void contender_check(const struct contender *contender, const void *index, const struct set *set)
{
	uint64_t digest = 0;

	for (size_t i = 0; i < set->n; i++)
		digest = digest_range(digest, &set->ranges[i]);
	if (contender->digest(index) != digest)
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s does not hold the set's ranges",
		     set->name, (unsigned long)set->n, contender->name);
}

void *contender_start(const struct contender *contender, const struct set *set)
{
	void *index = contender->create(set);

	if (!contender->build(index))
		fail(EXIT_FAULT, "wbtree-bench: %s, n = %lu: %s can't be built", set->name,
		     (unsigned long)set->n, contender->name);
	contender_check(contender, index, set);
	return index;
}
