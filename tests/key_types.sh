#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Key types and ends that the library can't do are errors of the compiler, which name the
# rule; all others compile without a warning.
set -eu

CC=${CC:-cc}
dir=${BUILD:-build}/key_types
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-align -Werror -Wno-long-long'
mkdir -p "$dir"

fail()
{
	echo "key_types: $*"
	exit 1
}

# source KIND KEY_TYPE FIELD_TYPE [LAST]
source_of()
{
	cat <<-END
		#include <wbtree.h>
		#include <wbtree_interval.h>
		typedef $2 key_type;
		typedef $3 field_type;
		struct item { struct wb_node node; field_type start, last; key_type most; };
		#define START(item) ((item)->start)
		#define LAST(item) (${4:-(item)->last})
		#define MOST(item) ((item)->most)
	END
	case $1 in
	range) echo 'WB_RANGE_DEFINE(p, struct item, node, key_type, START, LAST);' ;;
	interval) echo 'WB_INTERVAL_DEFINE(p, struct item, node, key_type, START, LAST, MOST);' ;;
	esac
	cat <<-END
		int main(void)
		{
			struct wb_root root = WB_ROOT_INIT;
			static struct item item;
			return p_insert(&root, &item);
		}
	END
}

# refused WHAT KIND KEY_TYPE FIELD_TYPE: whether the compiler refuses it, and says WHAT
refused()
{
	source_of "$2" "$3" "$4" >"$dir/refused.c"
	! $compiler -Iinclude -w -fsyntax-only "$dir/refused.c" 2>"$dir/log" ||
		fail "$compiler takes $3 keys over $4 fields"
	grep -q "$1" "$dir/log" || fail "$compiler does not say $1 of $3 keys over $4 fields"
}

# taken KIND KEY_TYPE FIELD_TYPE [LAST]
taken()
{
	source_of "$@" >"$dir/taken.c"
	for options in -O2 '-O0 -DWB_DEBUG'; do
		# shellcheck disable=SC2086
		$compiler $options $warnings -Iinclude -fsyntax-only "$dir/taken.c" 2>"$dir/log" ||
			fail "$compiler $options: $2 keys over $3 fields: $(head -n 3 "$dir/log")"
	done
}

count=0
try()
{
	compiler=$1
	command -v "${compiler%% *}" >/dev/null || return 0
	for kind in range interval; do
		for type in float double 'long double'; do
			refused p_key_type_must_be_an_integer "$kind" "$type" "$type"
		done
		refused 'invalid operands' "$kind" uint64_t double
		if echo '__int128 x;' | $compiler -w -fsyntax-only - 2>/dev/null; then
			refused p_key_type_must_be_an_integer "$kind" 'unsigned __int128' uint64_t
			refused p_ends_must_be_integers "$kind" uint64_t 'unsigned __int128'
		fi
		for type in bool char 'signed char' uint8_t int16_t uint32_t int64_t uint64_t; do
			taken "$kind" "$type" "$type"
		done
		taken "$kind" uint32_t uint32_t '(item)->start + sizeof(*(item)) - 1'
		taken "$kind" int32_t int32_t '(item)->start + (int)sizeof(*(item)) - 1'
		taken "$kind" uint16_t uint16_t '(item)->start + 7'
	done
	count=$((count + 1))
}

for c in $(printf '%s\n' "${CC%% *}" gcc clang | sort -u); do
	try "$c -x c -std=c99"
	try "$c -x c -std=c11"
done
for cxx in g++ clang++; do
	try "$cxx -x c++ -std=c++11"
	try "$cxx -x c++ -std=c++17"
done
echo "key_types: passed with $count compilers and versions"
