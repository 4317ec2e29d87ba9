#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Tests the tests: plants each fault of tests/mutants/list in turn and expects a suite to
# fail before it has used the processor for SECONDS_EACH. In copies of the sources below
# BUILD, JOBS of them side by side. With EVERY=4 only every fourth fault, beginning with
# another one each day, and the first.
set -eu

: "${BUILD:=build}" "${MAKE:=make}" "${JOBS:=2}" "${LIST:=tests/mutants/list}" "${EVERY:=1}"
: "${SECONDS_EACH:=20}"
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(pwd)/$BUILD/mutants
case $BUILD in /*) work=$BUILD/mutants ;; esac
all=$(for suite in tests/test_*.c; do basename "$suite" .c; done)
rm -rf "$work"
mkdir -p "$work/list"

# One folder per mutant: what a line begins with names the file that the rest goes to.
awk -v work="$work/list" -v every="$EVERY" -v day="$(($(date +%s) / 86400))" '
	function put(name, text)
	{
		if (chosen) {
			printf "%s\n", text >(dir "/" name)
			close(dir "/" name)
		}
	}
	/^[=:@]/ { kept[substr($0, 1, 1)] = substr($0, 3); if (/^[=:]/) delete kept["@"] }
	/^- / {
		dir = sprintf("%s/%03d", work, ++n)
		chosen = n == 1 || (n + day) % every == 0
		if (chosen)
			system("mkdir " dir)
		put("file", kept["="]); put("suites", kept[":"]); put("anchor", kept["@"])
		put("old", substr($0, 3))
	}
	/^\+/ { put("new", substr($0, 3)); delete kept["@"] }
	/^~/ { put("excuse", substr($0, 3)) }
	/^!/ { put("endless", substr($0, 3)) }
	!/^([-=:@+~!] |#|$)/ { print FILENAME ":" FNR ": what is this?"; exit 1 }
' "$LIST"

# apply MUTANT: changes the file, or fails if the text is not there
apply()
{
	ANCHOR=$(cat "$1/anchor") OLD=$(cat "$1/old") NEW=$(cat "$1/new") awk '
		BEGIN { behind = ENVIRON["ANCHOR"] == "" }
		index($0, ENVIRON["ANCHOR"]) { behind = 1 }
		behind && !done && (at = index($0, ENVIRON["OLD"])) {
			$0 = substr($0, 1, at - 1) ENVIRON["NEW"] \
				substr($0, at + length(ENVIRON["OLD"]))
			done = 1
		}
		{ print }
		END { exit !done }
	' "$2/original" >"$2/$(cat "$1/file")"
}

# settles SUITE: whether that decides on the mutant; one that does not compile is a fault of
# the list
settles()
{
	$MAKE -s BUILD=build CFLAGS=-O0 WARNINGS=-w "build/tests/$1" >build/log 2>&1 || {
		echo broken >verdict
		return 0
	}
	status=0
	# shellcheck disable=SC3045 # dash and bash have -S and -t
	{
		(ulimit -S -t "$SECONDS_EACH" && exec timeout 600 "build/tests/$1" small) \
			>build/log 2>&1 || status=$?
	} 2>/dev/null
	case $status in # 124: timeout; 152: SIGXCPU
	0) return 1 ;;
	124 | 152) echo "timed out in $1" >verdict ;;
	*) echo "killed by $1" >verdict ;;
	esac
}

# judge MUTANT: in the copy, which is the current folder
judge()
{
	file=$(cat "$1/file")
	cp "$file" original
	echo survived >verdict
	if apply "$1" .; then
		for suite in $(cat "$1/suites") $all; do
			! settles "$suite" || break
		done
	else
		echo stale >verdict
	fi
	cp original "$file"
	verdict=$(cat verdict)
	case $verdict in
	survived) [ ! -f "$1/excuse" ] || verdict=equivalent ;;
	killed*) [ ! -f "$1/excuse" ] || verdict="falsely excused, $verdict" ;;
	timed*) [ ! -f "$1/endless" ] || verdict="killed, $verdict" ;;
	esac
	echo "$verdict" >"$1/verdict"
	cp build/log "$1/log" 2>/dev/null || :
}

worker()
{
	copy=$work/copy$1
	mkdir -p "$copy/build"
	cp -r Makefile include src tests bench "$copy"
	cd "$copy"
	number=0
	for mutant in "$work"/list/*; do
		number=$((number + 1))
		[ $((number % JOBS)) -ne "$1" ] || judge "$mutant"
	done
}

started=
job=0
while [ $job -lt "$JOBS" ]; do
	worker $job &
	started="$started $!"
	job=$((job + 1))
done
# shellcheck disable=SC2086 # one by one, so that a failure is seen
for pid in $started; do wait "$pid"; done

failed=0
for mutant in "$work"/list/*; do
	verdict=$(cat "$mutant/verdict")
	case $verdict in
	killed* | equivalent) continue ;;
	esac
	failed=$((failed + 1))
	echo "$verdict: $(cat "$mutant/file"), behind '$(cat "$mutant/anchor")':"
	sed 's/^/	- /' "$mutant/old"
	sed 's/^/	+ /' "$mutant/new"
	[ "$verdict" != broken ] || tail -n 20 "$mutant/log"
done
count()
{
	cat "$work"/list/*/verdict | grep -c "^$1" || :
}
echo "mutants: $(count killed) killed, $(count equivalent) equivalent, $failed not as they should be"
[ "$failed" -eq 0 ]
