#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The public headers compile without a warning: each on its own, in every version of C
# from C99 and of C++ from C++11 that the compilers at hand know, optimised or not, with
# and without assertions; with nothing but the compiler's own freestanding headers where
# that is promised; and every public name is used by a program that works.
set -eu

CC=${CC:-cc}
BUILD=${BUILD:-build}
dir=$BUILD/compile
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-align -Werror'
# clang knows more; excepted is what C in C++, assertions and the layout can't do without.
everything='-Weverything -Wno-unknown-warning-option -Wno-c++98-compat -Wno-c++98-compat-pedantic
	-Wno-declaration-after-statement -Wno-disabled-macro-expansion -Wno-old-style-cast -Wno-padded
	-Wno-pre-c23-compat -Wno-unsafe-buffer-usage -Wno-used-but-marked-unused
	-Wno-zero-as-null-pointer-constant'
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "compile: $*"
	exit 1
}

# Public names are those that do not end in _; P##_name stands for what definitions make.
names=$(cat include/*.h | tr -cs 'A-Za-z0-9_#' '\n' | grep -xE '(wb|WB|P##)_.*[A-Za-z0-9]' |
	sort -u | grep -vx -e WB_DEBUG -e WB_PREFIX -e WB_WIDE_KEYS)
[ "$(echo "$names" | wc -l)" -gt 100 ] || fail 'too few names were found in include/'
for name in $names; do
	grep -qwF "$name" tests/compile/names.c || fail "names.c does not use $name"
done

# Parts of wbtree.h say so when included alone; all others stand alone.
for header in include/*.h; do
	header=${header#include/}
	case $header in
	wbtree_range.h | wbtree_typed.h)
		echo "#include <$header>" >"$dir/part.c"
		if $CC -Iinclude -fsyntax-only "$dir/part.c" 2>"$dir/part.log" ||
			! grep -q 'include wbtree.h' "$dir/part.log"; then
			fail "$header alone does not say what to include"
		fi
		continue
		;;
	esac
	printf '#include <%s>\n#include <%s>\ntypedef int nothing;\n' "$header" "$header" \
		>"$dir/${header%.h}.c"
done

# try COMPILER FLAGS: compiles all that there is; clang warns of all that it knows when it has
# read, gcc of some when it has made the code
count=0
try()
{
	case $1 in
	clang*) all="$warnings $everything -fsyntax-only" ;;
	*) all=$warnings ;;
	esac
	# shellcheck disable=SC2086 # words are meant to be split
	$1 $2 $all -Iinclude -fsyntax-only "$dir"/wbtree*.c || fail "$1 $2 $dir"
	# shellcheck disable=SC2086
	$1 $2 $all -Iinclude -c -o "$dir/object.o" tests/compile/names.c ||
		fail "$1 $2 tests/compile/names.c"
	count=$((count + 1))
}

# versions COMPILER FIRST VERSION...: those that the compiler knows; the first to the end, and
# with all other flags
versions()
{
	compiler=$1
	command -v "${compiler%% *}" >/dev/null || return 0
	try "$compiler" "-std=$2 -O2"
	try "$compiler" "-std=$2 -O0 -DWB_DEBUG"
	try "$compiler" "-std=$2 -O0 -DWB_DEBUG -DNDEBUG -DWB_PREFIX=my_"
	shift 2
	echo 'int nothing;' >"$dir/probe.c"
	for version in "$@"; do
		# shellcheck disable=SC2086
		if $compiler "-std=$version" -fsyntax-only "$dir/probe.c" 2>/dev/null; then
			try "$compiler" "-std=$version -fsyntax-only"
		fi
	done
}

# Each compiler once: cc is mostly another name of gcc or clang.
seen=
for compiler in gcc clang "${CC%% *}"; do
	path=$(readlink -f "$(command -v "$compiler")") || continue
	case " $seen " in *" $path "*) continue ;; esac
	seen="$seen $path"
	versions "$compiler" c99 gnu99 c11 c17 gnu17 c2x
done
for compiler in g++ clang++; do
	versions "$compiler -x c++" c++11 c++14 c++17 c++20 gnu++20 c++23 c++26
done

# The tree needs no hosted implementation, and its headers no others of the system.
own=$($CC -print-file-name=include)
for file in "$dir/wbtree.c" "$dir/wbtree_interval.c" src/wbtree.c; do
	# shellcheck disable=SC2086
	$CC -std=c99 $warnings -ffreestanding -nostdinc -isystem "$own" -Iinclude -Isrc -c \
		-o "$dir/object.o" "$file" || fail "$file needs more than freestanding headers"
done

# shellcheck disable=SC2086
$CC -std=c99 $warnings -O1 -Iinclude -o "$dir/names" tests/compile/names.c "$BUILD/libwbtree.a"
"$dir/names" >"$dir/names.out" || fail "names.c: $(grep 'not so' "$dir/names.out")"
echo "compile: passed, in $count ways"
