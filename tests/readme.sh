#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The example in README.md, taken from its text: is under 40 lines, compiles by the
# command there, without a warning, and prints what the README says. The table of programs
# names all there are.
set -eu

CC=${CC:-cc}
BUILD=${BUILD:-build}
dir=$BUILD/readme
mkdir -p "$dir"

# The first block of a kind: what is between its ``` lines.
block() {
	awk -v kind="$1" '$0 == "```" kind && !done { inside = 1; next }
		$0 == "```" && inside { inside = 0; done = 1 }
		inside' README.md
}

block c >"$dir/example.c"
block text >"$dir/expected"
lines=$(wc -l <"$dir/example.c")
if [ "$lines" -eq 0 ] || [ "$lines" -ge 40 ]; then
	for program in tests/examples/*.c; do
	program=$(basename "$program")
	[ "${program#memslots_}" != "$program" ] || grep -q "^|.*\`$program\`" README.md || {
		echo "README.md: no word of $program"
		exit 1
	}
done
echo "README.md: the example has $lines lines, not 1 to 39"
	exit 1
fi
command=$(sed -n 's/^make && \(cc .*\)/\1/p' README.md)
top=$(pwd)
library=$(cd "$BUILD" && pwd)/libwbtree.a

# As the command names the compiler.
cc() {
	# shellcheck disable=SC2086 # CC may have arguments
	command $CC -std=c99 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -O2 "$@"
}

mkdir -p "$dir/build"
ln -sfn "$top/include" "$dir/include"
ln -sf "$library" "$dir/build/libwbtree.a"
(cd "$dir" && eval "$command") >"$dir/printed"
diff "$dir/expected" "$dir/printed"
for program in tests/examples/*.c; do
	program=$(basename "$program")
	[ "${program#memslots_}" != "$program" ] || grep -q "^|.*\`$program\`" README.md || {
		echo "README.md: no word of $program"
		exit 1
	}
done
echo "README.md: the example ($lines lines) prints what it says"
