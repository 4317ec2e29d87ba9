#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# What compilers make of the code at -O2, for x86-64 and aarch64:
#
# - The loop of P_find has two conditional jumps for every type of key. It has two
#   conditions, a range that contains the key and a node that is there; left or right must
#   not be a third, as it would be mispredicted every other time. The loop is what lies
#   between the jumps that go back and where they go to.
# - A comparator that is named in the call of wb_find and its like is not called.
# - Plain entry points, and all that they call, call nothing through a pointer; but whole
#   trees are built, joined and split by functions that take an update function or NULL.
set -eu

CC=${CC:-cc}
OBJDUMP=${OBJDUMP:-objdump}
dir=${BUILD:-build}/codegen
mkdir -p "$dir"

fail()
{
	echo "codegen: $*"
	exit 1
}

skip()
{
	echo "codegen: skipped, $*"
	exit 0
}

command -v "$OBJDUMP" >/dev/null || skip "there is no $OBJDUMP"
case $($CC -dumpmachine) in
x86_64*)
	conditional='^j[a-ln-z]|^jm?p$' direct='^call' indirect='^(call|jmp)[a-z]* +\*'
	;;
aarch64* | arm64*)
	conditional='^(b\.|cbn?z|tbn?z)' direct='^bl ' indirect='^(blr|br) '
	;;
*)
	skip 'the machine is neither x86-64 nor aarch64'
	;;
esac

# instructions OBJECT: one a line, as "function address instruction", prefixes left out, and
# "function calls name" where the linker is to fill in a name
instructions()
{
	"$OBJDUMP" -d -r --no-show-raw-insn "$1" | awk -F '\t' '
		/^[0-9a-f]+ <.*>:$/ { split($0, parts, /[<>]/); name = parts[2] }
		/^ *[0-9a-f]+:[ \t]/ {
			address = $1
			gsub(/[ :]/, "", address)
			sub(/^(notrack|bnd|cs|ds) /, "", $2)
			print name, address, $2, $3
		}
		/R_(X86_64_(PLT|PC)32|AARCH64_(CALL|JUMP)26)/ {
			sub(/[-+]0x.*/, "", $NF)
			print name, "calls", $NF
		}'
}

# count FUNCTION PATTERN FILE: how many instructions of the function match
count()
{
	awk -v name="$1" -v pattern="$2" '$1 == name {
		sub(/^[^ ]+ [^ ]+ /, "")
		n += $0 ~ pattern
	} END { print n + 0 }' "$3"
}

# branches FUNCTION FILE: conditional jumps in its loop
branches()
{
	awk -v name="$1" -v pattern="$conditional" '
		function padded(hex) { return substr("0000000000000000" hex, length(hex) + 1) }
		$1 != name { next }
		{ at = padded($2); sub(/^[^ ]+ [^ ]+ /, "") }
		/^(j|b|cb|tb)/ && match($0, /[0-9a-f]+ </) {
			to = padded(substr($0, RSTART, RLENGTH - 2))
			if (to <= at && (first == "" || to < first))
				first = to
			if (to <= at)
				last = at
			if ($0 ~ pattern)
				jumps[at] = 1
		}
		END {
			for (at in jumps)
				n += at >= first && at <= last
			print first == "" ? "no" : n
		}' "$2"
}

check_searches()
{
	for type in uint64 int64 uint32 int32 uint8 int8; do
		jumps=$(branches "search_$type" "$1")
		[ "$jumps" = 2 ] ||
			fail "$compiler: P_find with $type has $jumps branches in its loop, not 2"
	done
	jumps=$(branches control_search "$1")
	[ "$jumps" -gt 2 ] || fail "$compiler: three ways have only $jumps branches"
}

check_comparators()
{
	for function in find find_link lower_bound upper_bound add find_add; do
		calls=$(count "inline_$function" "$indirect" "$1")
		[ "$calls" = 0 ] || fail "$compiler: wb_$function calls its comparator by pointer"
		calls=$(grep "^inline_$function " "$1" | grep -c compare || true)
		[ "$calls" = 0 ] || fail "$compiler: wb_$function calls its comparator"
	done
	for function in find find_link lower_bound upper_bound; do
		calls=$(count "inline_$function" "$direct" "$1")
		[ "$calls" = 0 ] || fail "$compiler: wb_$function calls something"
	done
	[ "$(count control_find "$indirect" "$1")" -gt 0 ] || fail "$compiler: no call is seen"
}

# reached FUNCTION FILE: it and all that it calls or jumps to
reached()
{
	awk -v name="$1" '
		$2 == "calls" { calls[$1] = calls[$1] " " $3; next }
		match($0, /<[^>+]+/) {
			calls[$1] = calls[$1] " " substr($0, RSTART + 1, RLENGTH - 1)
		}
		function reach(name,   n, i, names) {
			if (name in seen)
				return
			seen[name] = 1
			print name
			n = split(calls[name], names, " ")
			for (i = 1; i <= n; i++)
				reach(names[i])
		}
		END { reach(name) }' "$2"
}

# indirect FUNCTION FILE: how many calls by pointer it can come to
indirect_calls()
{
	calls=0
	for name in $(reached "$1" "$2"); do
		calls=$((calls + $(count "$name" "$indirect" "$2")))
	done
	echo $calls
}

check_entry_points()
{
	for function in insert_at insert_before insert_after erase set_weight replace first last next prev first_postorder \
		next_postorder next_preorder rank select depth; do
		grep -q "^wb_$function " "$1" || fail "$compiler: wb_$function is not there"
		[ "$(indirect_calls "wb_$function" "$1")" = 0 ] ||
			fail "$compiler: wb_$function can call something by pointer"
	done
	for function in insert_at insert_before insert_after erase set_weight replace build rebuild join split extract; do
		[ "$(indirect_calls "wb_${function}_augmented" "$1")" -gt 0 ] ||
			fail "$compiler: wb_${function}_augmented calls no update function"
	done
}

for compiler in $(printf '%s\n' "${CC%% *}" gcc clang | sort -u); do
	command -v "$compiler" >/dev/null || continue
	for file in tests/compile/codegen.c src/wbtree.c; do
		"$compiler" -std=c99 -O2 -Iinclude -Isrc -c -o "$dir/object.o" "$file"
		instructions "$dir/object.o"
	done >"$dir/all"
	grep -v -e '^wb_' "$dir/all" >"$dir/callers"
	check_searches "$dir/callers"
	check_comparators "$dir/callers"
	grep -v -e '^search_' -e '^inline_' -e '^control_' "$dir/all" >"$dir/library"
	check_entry_points "$dir/library"
	echo "codegen: passed with $compiler"
done
