#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Whether the manual describes each public name of the headers, and no other.

. tests/install/setup

# Functions and macros with arguments, but the ones that end in _, which are private.
{
	sed -n -e 's/^#define \([wW][bB]_[A-Za-z_]*[A-Za-z]\)(.*/\1/p' \
		-e '/^typedef/d' -e 's/^[^ *#	].*[ *]\(wb_[a-z_]*[a-z]\)(.*/\1/p' include/*.h
	grep -oh 'P##_[a-z_]*[a-z](' include/*.h | sed 's/##\(.*\)(/\1/'
} | sort -u >"$work/declared"
[ "$(wc -l <"$work/declared")" -gt 60 ] || fail 'too few names were found'

sed -n 's/^\.F[no] \([A-Za-z_]*\).*/\1/p' src/man/*.3 | sort -u >"$work/described"
same 'the headers declare (-) and the manual describes (+) other names' \
	"$work/declared" "$work/described"
echo "$name: passed"
