#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Installs the library, debugs a program that uses it, and expects gdb to load the
# script by itself and to print what gdb.expected says; then one that is linked with the
# static library, for which gdb is told to load the script.

. tests/install/setup
need gdb

prefix=$work/usr
"$MAKE" -s BUILD="$BUILD" CC="$CC" PREFIX="$prefix" install
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

# debug NAME ARGUMENTS...: of gdb, before the commands
debug()
{
	program=$1
	shift
	# The last command fails, and is to; its message goes to the other stream.
	gdb -q -nx -batch "$@" -x "$work/commands" "$work/$program" >"$work/output" \
		2>"$work/messages" || true
	sed -n -e 's/0x[0-9a-f]*/ADDRESS/' -e '/^depth/,$p' "$work/output" >"$work/printed"
	grep 'Arguments:' "$work/messages" >>"$work/printed" || true
	same "gdb prints something else for $program" tests/install/gdb.expected "$work/printed"
}

compile="$CC -g -O0 -I$prefix/include tests/install/debugged.c"
$compile -o "$work/shared" -L"$prefix/lib" -lwbtree -Wl,-rpath,"$prefix/lib"
debug shared -iex "set auto-load safe-path $prefix" \
	-iex "set auto-load scripts-directory $prefix/share/gdb/auto-load"

$compile -o "$work/static" "$prefix/lib/libwbtree.a"
debug static -ex "source $(ls "$prefix/share/gdb/auto-load$prefix/lib/"libwbtree.so.*-gdb.py)"
echo "$name: passed"
