#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Installs to a staging folder, builds programs in C and C++ against the shared and the
# static library through pkg-config, runs them, and the examples, as the manual says,
# moves all to another place and does it again, then uninstalls and expects nothing to be
# left.

. tests/install/setup

prefix=/opt/tree
libdir=$prefix/lib/some-system
stage=$work/stage

make_it()
{
	"$MAKE" -s BUILD="$BUILD" CC="$CC" DESTDIR="$stage" PREFIX=$prefix LIBDIR=$libdir "$1"
}

pkg()
{
	PKG_CONFIG_PATH=$stage$libdir/pkgconfig pkg-config "$@" wbtree
}

# build_and_run COMPILER NEEDED LIBRARIES..., where NEEDED is how often the program names libwbtree
build_and_run()
{
	compiler=$1
	needed=$2
	shift 2
	# shellcheck disable=SC2046,SC2086
	$compiler $warnings $(pkg --cflags) tests/install/consumer.c -o "$work/consumer" "$@" ||
		fail "$compiler $*: does not compile"
	[ "$(LD_LIBRARY_PATH=$stage$libdir "$work/consumer")" = "$(pkg --modversion)" ] ||
		fail "$compiler $*: does not run"
	[ "$(readelf -d "$work/consumer" | grep -c "NEEDED.*$soname")" = "$needed" ] ||
		fail "$compiler $*: is not linked as it should be"
}

build_with_all()
{
	# shellcheck disable=SC2046
	for compiler in "$CC -std=c99" "$CC -std=c11" "$CXX -x c++ -std=c++11"; do
		command -v "${compiler%% *}" >/dev/null || {
			echo "$name: no ${compiler%% *}, left out"
			continue
		}
		build_and_run "$compiler" 1 -x none $(pkg --libs)
		build_and_run "$compiler" 0 -x none -Wl,-Bstatic $(pkg --static --libs) -Wl,-Bdynamic
	done
}

# The examples, from where they were installed. They read the data of the top folder.
build_examples()
{
	for source in tests/examples/*.c; do
		source=$(basename "$source")
		[ "${source#memslots_}" = "$source" ] || continue
		parts=
		case $source in
		memslots.c) parts='memslots_*.c' ;;
		slabs.c) parts='slab/*.c' ;;
		esac
		# shellcheck disable=SC2046,SC2086
		(cd "$stage$prefix/share/doc/wbtree/examples" && $CC "$source" $parts \
			-o "$work/example" $(pkg --cflags --libs) -lm -pthread) ||
			fail "example $source: does not compile"
		LD_LIBRARY_PATH=$stage$libdir "$work/example" >"$work/output" ||
			fail "example $source: does not run"
	done
}

make_it install
soname=$(cd "$stage$libdir" && echo libwbtree.so.?)
[ "$soname" = libwbtree.so.1 ] || fail "the soname is $soname"

# What is exported is what the map lists, and WB_PREFIX renames all of that in the headers.
sed -n 's/^\t\t\(wb_[a-z_]*\);$/\1/p' src/wbtree.map >"$work/listed"
nm -D --defined-only "$stage$libdir/libwbtree.so" | sed -n 's/.* T \([^@]*\).*/\1/p' |
	sort >"$work/exported"
same 'the shared library exports other names than src/wbtree.map lists' \
	"$work/listed" "$work/exported"
sed -n 's/^#define \(wb_[a-z_]*\) WB_PASTE_(WB_PREFIX, \1)$/\1/p' include/*.h |
	sort >"$work/prefixed"
comm -23 "$work/listed" "$work/prefixed" >"$work/bare"
same 'WB_PREFIX does not rename all that src/wbtree.map lists' /dev/null "$work/bare"

if command -v pkg-config >/dev/null; then
	build_with_all
	build_examples
	mv "$stage" "$work/moved"
	stage=$work/moved
	build_with_all
else
	echo "$name: no pkg-config, consumers not built"
fi

make_it uninstall
find "$stage" ! -type d >"$work/left"
same 'uninstall left files' /dev/null "$work/left"
echo "$name: passed"
