#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# plots.sh BENCH CSV FOLDER: draws the results in CSV, one picture per workload, and the
# trees that the program BENCH makes of the q35 memory maps, as SVG files into FOLDER.
# They are drawn elsewhere first: FOLDER gets all of them or none.
set -eu

bench=$1 csv=$2 folder=$3

fail()
{
	echo "bench-plots: $*" >&2
	exit 2
}

for tool in gnuplot dot; do
	command -v $tool >/dev/null || fail "$tool is not installed"
done
if [ ! -f "$csv" ] || [ ! -r "$csv" ]; then
	fail "there is no $csv: make bench-full writes it, BENCH_CSV names another"
fi

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
awk -v dir="$new" -f "${0%plots.sh}plots.awk" "$csv" >"$new/script" ||
	fail "$csv: holds no results, or not all of them"
gnuplot "$new/script" || fail "gnuplot could not draw"
for set in q35-memory q35-ram; do
	"$bench" --dot $set >"$new/$set.dot" || fail "$bench could not print the tree of $set"
	dot -Tsvg "$new/$set.dot" >"$new/tree-$set.svg" || fail "dot could not draw"
done
for picture in "$new"/*.svg; do
	tail -n 3 "$picture" | grep -q '</svg>' || fail "${picture##*/}: not all could be written"
done
mkdir -p "$folder"
cp "$new"/*.svg "$folder" || fail "$folder: the pictures could not be written"
echo "bench-plots: $(find "$new" -name '*.svg' | wc -l) pictures in $folder"
