#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The benchmark's command line and files:
#
# - What is wrong with an option or a file ends it with status 2 and one line that says
#   where, by file and line, and what was expected; nothing is measured or printed before.
# - A run on tiny sets fills every table, and what it writes as CSV can be read.
set -eu

bench=${BUILD:-build}/wbtree-bench
dir=${BUILD:-build}/bench_options
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "bench_options: $*"
	exit 1
}

# refuse MESSAGE ARGUMENT...: the arguments are refused with just this line.
refuse()
{
	expected=$1
	shift
	status=0
	"$bench" "$@" >"$dir/stdout" 2>"$dir/stderr" || status=$?
	[ $status = 2 ] || fail "'$*' ends with status $status, not 2"
	[ ! -s "$dir/stdout" ] || fail "'$*' is refused, but prints something"
	[ "$(cat "$dir/stderr")" = "$expected" ] ||
		fail "'$*' should be refused with
$expected
but is with
$(cat "$dir/stderr")"
}

# file NAME TEXT: a file of this text, with the escapes of printf.
file()
{
	# shellcheck disable=SC2059
	printf "$2" >"$dir/$1"
}

# -------------------------------------------------------------------------
# Options

refuse "wbtree-bench: unexpected argument 'equal'; see --help" equal
refuse "wbtree-bench: unexpected argument '-n'; see --help" -n 8
refuse "wbtree-bench: unknown option '--size=8'; see --help" --size=8
refuse "wbtree-bench: unknown option '--'; see --help" --
refuse "wbtree-bench: --full takes no argument" --full=1
refuse "wbtree-bench: --seed needs an argument: N" --seed

for bad in '' x 0 -1 8x 1.5 67108865 65M 99999999999999999999 ' 8' 8,,16; do
	wrong=$bad
	[ "$bad" != 8,,16 ] || wrong=
	refuse "wbtree-bench: --sizes: expected a number from 1 to 67108864, not '$wrong'" \
		--sizes="$bad"
done
refuse "wbtree-bench: --repetitions: expected a number from 1 to 1000, not '0'" --repetitions 0
refuse "wbtree-bench: --repetitions: expected a number from 1 to 1000, not '1k'" --repetitions 1k
refuse "wbtree-bench: --seconds: expected a number from 1 to 86400, not '0'" --seconds=0
refuse "wbtree-bench: --seed: expected a number from 0 to 18446744073709551615, not \
'18446744073709551616'" --seed 18446744073709551616

tables="names of tables, see --help"
refuse "wbtree-bench: --tables: expected $tables, not 'lookup'" --tables=updates,lookup
refuse "wbtree-bench: --tables: expected $tables, not 'instructions'" --tables=instructions
refuse "wbtree-bench: --contenders: expected names of contenders, see --help, not 'hash'" \
	--contenders='batch,hash'
sets=$("$bench" --help | sed -n 's/^Sets: //p')
refuse "wbtree-bench: --sets: no set 'normal', but: $sets" --sets equal,normal
refuse "wbtree-bench: --sets: no set '', but: $sets" --sets equal,
refuse "wbtree-bench: --sets: no set 'normal', but: $sets" --dot normal
refuse "$dir/missing/results.csv: No such file or directory" --csv "$dir/missing/results.csv"

# -------------------------------------------------------------------------
# Files

refuse "$dir/missing: No such file or directory" --ranges "$dir/missing"
refuse "$dir/missing/unicode-general-category.ranges: No such file or directory" \
	--data "$dir/missing" --sets unicode
refuse "$dir:1: Is a directory" --ranges "$dir"
refuse "wbtree-bench: --trace '$dir/trace' belongs behind the --ranges it is for" \
	--trace "$dir/trace" --ranges "$dir/ranges"

# malformed LINE EXPECTED TEXT: a file of ranges that is refused at a line.
malformed()
{
	file ranges "$3"
	refuse "$dir/ranges:$1: expected $2" --ranges "$dir/ranges"
}

file ranges ''
refuse "$dir/ranges: holds no range" --ranges "$dir/ranges"
file ranges '# only a comment\n\n'
refuse "$dir/ranges: holds no range" --ranges "$dir/ranges"

plain="START LAST in hexadecimal"
malformed 1 "$plain" '10\n'
malformed 2 "$plain" '10 1f\n20\n'
malformed 3 "$plain" '# a comment counts\n10 1f\n20 2g\n'
malformed 2 "$plain" '10 1f\n20-30\n'
malformed 1 "$plain" '10 10000000000000000\n'
malformed 1 "$plain" 'start last\n'
malformed 1 "$plain" '10 -1f\n'
order="a range's start not to be greater than its last"
malformed 2 "$order" '0 f\n1f 10\n'
malformed 1 "text, found a NUL byte" '10 1f\0\n'

maps="START-END in hexadecimal, END behind START"
malformed 1 "$maps" '10-10 r--p\n'
malformed 2 "$maps" '10-20 r--p\n30 3f\n'
malformed 1 "$maps" '10-\n'

csv="START,LAST in decimal, 0x hexadecimal or IPv6 addresses"
malformed 2 "$csv" '1,2,DE\n3;4,FR\n'
malformed 1 "$csv" '1,1f\n'
malformed 1 "$csv" '1,\n'
malformed 2 "$csv" '::,::1\n1,::2\n'
malformed 1 "$csv" '::,:::1\n'
malformed 1 "$order" '2,1\n'

file ranges '10 1f\n40 4f\n18 20\n'
refuse "$dir/ranges:3: range overlaps that of line 1" --ranges "$dir/ranges"
file ranges '10 1f\n10 1f\n'
refuse "$dir/ranges:2: range overlaps that of line 1" --ranges "$dir/ranges"

file ranges '0 f\nfffffffffffffff0 ffffffffffffffff\n'
refuse "$dir/missing: No such file or directory" --ranges "$dir/ranges" --trace "$dir/missing"
file trace '\n# nothing\n'
refuse "$dir/trace: holds no key" --ranges "$dir/ranges" --trace "$dir/trace"
file trace '0\n10\nxyz\n'
refuse "$dir/trace:3: expected a key in hexadecimal" --ranges "$dir/ranges" --trace "$dir/trace"
file trace '0 1\n'
refuse "$dir/trace:1: expected a key in hexadecimal" --ranges "$dir/ranges" --trace "$dir/trace"

# -------------------------------------------------------------------------
# Runs on tiny sets

# run ARGUMENT...: a run that ends well, shows its progress and prints to $dir/stdout.
run()
{
	"$bench" --seconds 1 --repetitions 2 "$@" >"$dir/stdout" 2>"$dir/stderr" ||
		fail "'$*' ends with status $?: $(cat "$dir/stderr")"
}

# check_csv FILE: comments, the names of the fields, and lines with as many fields.
check_csv()
{
	awk -F, '
		/^#/ && !fields { next }
		!fields { fields = NF; if ($1 != "table") exit bad = 1; next }
		NF != fields || $(NF - 4) !~ /^[0-9.e+-]+$/ { print; exit bad = 1 }
		{ lines++ }
		END { exit bad || !lines }' "$1" || fail "$1 is no table of $2"
}

file ranges '0 f\n20 2f\nfffffffffffffff0 ffffffffffffffff\n'
file trace '0\n10\n18\nffffffffffffffff\n'

run --full --sets equal --sizes 1,4,9 --ranges "$dir/ranges" --trace "$dir/trace" \
	--tables lookups,updates,mixes,shapes,memory --csv "$dir/results.csv"
check_csv "$dir/results.csv" "all workloads"
for name in lookups updates mixes shapes memory; do
	grep -q "^$name,\"" "$dir/results.csv" || fail "no results of $name"
done
for name in throughput latency cold counting; do
	grep -q "^lookups,.*,\"trace\",\"$name\"" "$dir/results.csv" ||
		fail "no $name of the trace"
done
grep -q '^Lookups:' "$dir/stdout" || fail "the table of lookups is not printed"

run --sets slots --tables slots,slot-updates --contenders 'rb cached,binary cached' --csv -
check_csv "$dir/stdout" "memory slots"
grep -q '"published","cycles".*"binary cached"' "$dir/stdout" || fail "no published figures"

# The same seed, the same nodes visited and rotations made.
run --sets pareto --sizes 100 --tables updates,shapes --seed 7 --csv "$dir/first.csv"
run --sets pareto --sizes 100 --tables updates,shapes --seed 7 --csv "$dir/second.csv"
for results in first second; do
	grep '^shapes' "$dir/$results.csv" >"$dir/$results"
	cut -d, -f1-10 "$dir/$results.csv" | grep '^updates' >>"$dir/$results"
done
cmp "$dir/first" "$dir/second" || fail "the counts of two runs differ"

"$bench" --dot q35-ram >"$dir/stdout" || fail "--dot ends with status $?"
[ "$(grep -c 'label="[0-9a-f]*-[0-9a-f]*' "$dir/stdout")" = 10 ] ||
	fail "the picture of q35-ram has not its ten ranges"

if command -v valgrind >/dev/null; then
	run --instructions --sets equal --sizes 16 --contenders batch --csv "$dir/results.csv"
	check_csv "$dir/results.csv" "instructions"
	grep -q '^instructions,.*"instructions".*"batch"' "$dir/results.csv" ||
		fail "no instructions were counted"
fi

echo "bench_options: fine"
