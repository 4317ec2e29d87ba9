#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The example in README.md, taken from its text: is under 40 lines, compiles
# without a warning, and prints what the README says.
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
	echo "README.md: the example has $lines lines, not 1 to 39"
	exit 1
fi
# shellcheck disable=SC2086 # CC may have arguments
$CC -std=c99 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -O2 -Iinclude \
	-o "$dir/example" "$dir/example.c" "$BUILD/libwbtree.a"
"$dir/example" >"$dir/printed"
diff "$dir/expected" "$dir/printed"
echo "README.md: the example ($lines lines) prints what it says"
