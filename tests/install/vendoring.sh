#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Copies the files that README.md names next to a program, and nothing else, and builds
# it: those of the first row of its table alone, with those of each other row, and with
# all. Linked as README.md says, what is not called is left out. Then builds all sources
# under a WB_PREFIX, beside a library that has functions of all the same names.

. tests/install/setup

# A row is a line of files; of those below include/ the program includes all but the first row's.
# shellcheck disable=SC2016 # the quotes are README.md's
sed -n '/^### Copy/,/^##* [^C]/s/^| [^`]*| \(`.*`\) |$/\1/p' README.md | tr -d '`,' >"$work/rows"
first=$(sed 1q "$work/rows")
[ "$(wc -l <"$work/rows")" -ge 3 ] || fail 'README.md has no table of what to copy'

# build FLAGS FILES: in $work/copy, the files being patterns
build()
{
	# shellcheck disable=SC2086
	(cd "$work/copy" && $CC -std=c99 $warnings $1 $2 -o program) || fail "$1 $2: does not compile"
	"$work/copy/program" || fail "$1 $2: does not run"
}

# build_rows ROWS, the first and others
build_rows()
{
	rm -rf "$work/copy"
	mkdir "$work/copy"
	# shellcheck disable=SC2086
	cp $1 tests/install/vendored.c "$work/copy"
	included=$(echo "${1#"$first"}" | tr ' ' '\n' | sed -n 's|^include/|-include |p')
	build "-O0 $included" 'vendored.c wbtree*.c'
	build "-O2 -DBULK $included" 'vendored.c wbtree*.c'
	build "-O2 -DBULK -DWB_DEBUG -DWB_PREFIX=my_ $included" 'vendored.c wbtree*.c'
}

build_rows "$first"
all=$first
while read -r row; do
	[ "$row" = "$first" ] || build_rows "$first $row"
	[ "$row" = "$first" ] || all="$all $row"
done <"$work/rows"
build_rows "$all"

bulk='wb_build|wb_extract|wb_join|wb_list_add_|wb_list_build_|wb_rebuild|wb_split'
sections='-ffunction-sections -Wl,--gc-sections'
build "$sections -DBULK" 'vendored.c wbtree.c'
nm "$work/copy/program" | grep -qwE "$bulk" || fail 'the bulk functions have other names'
build "$sections" 'vendored.c wbtree.c'
nm "$work/copy/program" | grep -wE "$bulk" && fail "$sections leaves the bulk functions"

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

cp include/*.h src/*.[ch] "$work/other.c" "$work/copy"
build "-DWB_PREFIX=my_ -DOTHER_NAMES=$count" 'vendored.c other.c wbtree*.c'

(cd "$work/copy" && $CC -std=c99 -DWB_PREFIX=my_ -c wbtree*.c) || fail 'does not compile'
nm -g --defined-only "$work/copy"/wbtree*.o | sed -n -e '/ my_wb_/d' -e 's/.* [A-Z] //p' >"$work/bare"
same 'WB_PREFIX leaves names as they are' /dev/null "$work/bare"
echo "$name: passed"
