#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# plots.sh BENCH CSV FOLDER: draws the results in CSV, one picture per workload, and the
# trees that the program BENCH makes of the q35 memory maps, as SVG files into FOLDER.
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
[ -r "$csv" ] || fail "there is no $csv: make bench-full writes it, BENCH_CSV names another"

mkdir -p "$folder"
awk -v dir="$folder" -f "${0%plots.sh}plots.awk" "$csv" | gnuplot
for set in q35-memory q35-ram; do
	"$bench" --dot $set | dot -Tsvg >"$folder/tree-$set.svg"
done
echo "bench-plots: $(find "$folder" -name '*.svg' | wc -l) pictures in $folder"
