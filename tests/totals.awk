# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Adds up the totals of the logs named, each of which must have them.

FNR == 1 {
	logs++
}

/^totals: / {
	found++
	tests += $3
	failed += $5
	checks += $7
}

END {
	printf "%d suites, %.0f checks\n", found, checks
	printf "check: %d passed, %d failed\n", tests - failed, failed
	exit failed || found != ARGC - 1 || !checks
}
