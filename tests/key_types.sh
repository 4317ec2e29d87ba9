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
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "key_types: $*"
	exit 1
}

# definition P KIND KEY_TYPE FIELD_TYPE [LAST]: functions that begin with P_, and a use
definition()
{
	cat <<-END
		struct $1 { struct wb_node node; $4 start, last; $3 most; };
		#define START_$1(item) ((item)->start)
		#define LAST_$1(item) (${5:-(item)->last})
		#define MOST_$1(item) ((item)->most)
	END
	case $2 in
	range) echo "WB_RANGE_DEFINE($1, struct $1, node, $3, START_$1, LAST_$1);" ;;
	interval) echo "WB_INTERVAL_DEFINE($1, struct $1, node, $3, START_$1, LAST_$1, MOST_$1);" ;;
	esac
	cat <<-END
		int use_$1(void)
		{
			struct wb_root root = WB_ROOT_INIT;
			static struct $1 item;
			return $1_insert(&root, &item);
		}
	END
}

# case_of FILE KIND KEY_TYPE FIELD_TYPE [LAST]: one more definition in the file
cases=0
case_of()
{
	file=$dir/$1.c
	shift
	[ -f "$file" ] || printf '#include <wbtree.h>\n#include <wbtree_interval.h>\n' >"$file"
	cases=$((cases + 1))
	definition "p$cases" "$@" >>"$file"
}

# refused RULE KIND KEY_TYPE FIELD_TYPE: the compiler is to say that this breaks the rule
refused()
{
	rule=$1
	shift
	case_of "${wide}refused" "$@"
	echo "p${cases}_$rule $*" >>"$dir/${wide}rules"
}

for kind in range interval; do
	wide=
	for type in float double 'long double'; do
		refused key_type_must_be_an_integer $kind "$type" "$type"
	done
	case_of "ends-$kind" $kind uint64_t double
	wide=wide-
	refused key_type_must_be_an_integer $kind 'unsigned __int128' uint64_t
	refused ends_must_be_integers $kind uint64_t 'unsigned __int128'
	for type in bool char 'signed char' uint8_t int16_t uint32_t int64_t uint64_t; do
		case_of taken $kind "$type" "$type"
	done
	case_of taken $kind uint32_t uint32_t '(item)->start + sizeof(*(item)) - 1'
	case_of taken $kind int32_t int32_t '(item)->start + (int)sizeof(*(item)) - 1'
	case_of taken $kind uint16_t uint16_t '(item)->start + 7'
done

# refuses COMPILER FILE: keeps what it says of the file
refuses()
{
	! $1 -Iinclude -w -fsyntax-only "$dir/$2.c" 2>"$dir/log" || fail "$1 takes $2.c"
}

# refuses_each COMPILER FILE RULES: says of each case which rule is broken
refuses_each()
{
	refuses "$1" "$2"
	while read -r rule case; do
		grep -qF "$rule" "$dir/log" || fail "$1 does not say $rule of $case"
	done <"$dir/$3"
}

count=0
try()
{
	compiler=$1
	command -v "${compiler%% *}" >/dev/null || return 0
	refuses_each "$compiler" refused rules
	for kind in range interval; do
		refuses "$compiler" ends-$kind
		grep -q 'invalid operands' "$dir/log" || fail "$compiler takes ends in double"
	done
	if echo '__int128 x;' | $compiler -w -fsyntax-only - 2>/dev/null; then
		refuses_each "$compiler" wide-refused wide-rules
	fi
	for options in -O2 '-O0 -DWB_DEBUG'; do
		# shellcheck disable=SC2086 # words are meant to be split
		$compiler $options $warnings -Iinclude -fsyntax-only "$dir/taken.c" 2>"$dir/log" ||
			fail "$compiler $options: $(head -n 3 "$dir/log")"
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
