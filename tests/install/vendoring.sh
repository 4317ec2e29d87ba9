#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Copies wbtree.h, wbtree_range.h and wbtree.c next to a program, and nothing else, and
# builds it; then all sources under a WB_PREFIX, beside a library that has functions of
# all the same names.

. tests/install/setup

cp include/wbtree.h include/wbtree_range.h src/wbtree.c tests/install/vendored.c "$work"

# build FLAGS FILES, the latter patterns
build()
{
	# shellcheck disable=SC2086
	(cd "$work" && $CC -std=c99 $warnings $1 $2 -o program) || fail "$1: does not compile"
	"$work/program" || fail "$1: does not run"
}

build -O0 'vendored.c wbtree.c'
build -O2 'vendored.c wbtree.c'
build '-O2 -DWB_DEBUG -DWB_PREFIX=my_' 'vendored.c wbtree.c'

names=$(sed -n 's/^\t\t\(wb_[a-z_]*\);$/\1/p' src/wbtree.map)
count=0
sum=0
for function in $names; do
	echo "int $function(void); int $function(void) { return 1; }"
	sum="$sum + $function()"
	count=$((count + 1))
done >"$work/other.c"
echo "int other_library(void); int other_library(void) { return $sum; }" >>"$work/other.c"
[ "$count" -gt 30 ] || fail 'too few names were found'

cp include/*.h src/*.[ch] "$work"
build "-DWB_PREFIX=my_ -DOTHER_NAMES=$count" 'vendored.c other.c wbtree*.c'

(cd "$work" && $CC -std=c99 -DWB_PREFIX=my_ -c wbtree*.c) || fail 'does not compile'
nm -g --defined-only "$work"/wbtree*.o | sed -n -e '/ my_wb_/d' -e 's/.* [A-Z] //p' >"$work/bare"
same 'WB_PREFIX leaves names as they are' /dev/null "$work/bare"
echo "$name: passed"
