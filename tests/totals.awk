# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Adds up the totals of the logs named, each of which must have them. The run took so many
# seconds, and had so many programs and scripts as well.

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
	printf "%d suites, %.0f checks; %d example programs; %d scripts\n", \
		found, checks, programs, scripts
	printf "check: %d passed, %d failed, in %d s\n", tests - failed, failed, seconds
	exit failed || found != ARGC - 1 || !checks
}
