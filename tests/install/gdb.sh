#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Installs the library, debugs a program that uses it, and expects gdb to load the
# script by itself and to print what gdb.expected says.

. tests/install/setup
need gdb

prefix=$work/usr
"$MAKE" -s BUILD="$BUILD" CC="$CC" PREFIX="$prefix" install
"$CC" -g -O0 -I"$prefix/include" tests/install/debugged.c -o "$work/debugged" \
	-L"$prefix/lib" -lwbtree -Wl,-rpath,"$prefix/lib"
cat >"$work/commands" <<'END'
set width 0
set print address off
break look
run
wb list slots "struct slot" node start last name
wb outline root "struct slot" node
wb list none "struct slot" node
wb list &damaged "struct slot" node start
wb list slots
END
# The last command fails, and is to; its message goes to the other stream.
gdb -q -nx -batch -iex "set auto-load safe-path $prefix" \
	-iex "set auto-load scripts-directory $prefix/share/gdb/auto-load" \
	-x "$work/commands" "$work/debugged" >"$work/output" 2>"$work/messages" || true
sed -n -e 's/0x[0-9a-f]*/ADDRESS/' -e '/^depth/,$p' "$work/output" >"$work/printed"
grep 'Arguments:' "$work/messages" >>"$work/printed" || true
same 'gdb prints something else' tests/install/gdb.expected "$work/printed"
echo "$name: passed"
