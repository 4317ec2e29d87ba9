#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The benchmark's command line and files:
#
# - What is wrong with an option or a file ends it with status 2 and one line that says
#   where, by file and line, and what was expected; nothing is measured, printed or written
#   before.
# - What cannot be written ends it with status 1 and a line, and no input is written over.
# - A run on tiny sets fills every table, and what it writes as CSV can be read.
# - What make bench prints fits on a screen and says what the results are.
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
	[ ! -s "$dir/stdout" ] || fail "'$*' is refused, but prints something"
	require_refusal "$expected" "$*"
}

# require_refusal MESSAGE WHAT: the last run, of WHAT, was refused with just this line.
require_refusal()
{
	[ $status = 2 ] || fail "'$2' ends with status $status, not 2"
	[ "$(cat "$dir/stderr")" = "$1" ] ||
		fail "'$2' should be refused with
$1
but is with
$(cat "$dir/stderr")"
}

# lose NAME ARGUMENT...: not all can be written to NAME, standard output goes to /dev/full.
lose()
{
	name=$1
	shift
	status=0
	"$bench" "$@" >/dev/full 2>"$dir/stderr" || status=$?
	[ $status = 1 ] || fail "'$*', without room to write, ends with status $status, not 1"
	tail -n 1 "$dir/stderr" | grep -q "^$name: .*could not be written$" ||
		fail "'$*', without room to write, ends with $(cat "$dir/stderr")"
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
refuse "$dir/missing/results.csv: No such file or directory" --sets equal \
	--csv "$dir/missing/results.csv"
refuse "$dir: Is a directory" --sets equal --csv "$dir"
refuse "wbtree-bench: --dot prints no results for --csv" --dot q35-ram --csv "$dir/results.csv"
refuse "wbtree-bench: --dot prints no results for --report" --dot q35-ram --report "$dir/tables"
refuse "wbtree-bench: --dot prints no results for --screen" --dot q35-ram --screen "$dir/screen"

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

# overlap TEXT: the second of two lines meets the first, in any format.
overlap()
{
	file ranges "$1"
	refuse "$dir/ranges:2: range overlaps that of line 1" --ranges "$dir/ranges"
}

overlap '10 1f\n10 1f\n'
overlap '10 1f\n1f 20\n'
overlap '10 1f\n0 ffffffffffffffff\n'
overlap '10-20 r--p\n10-20 r--p\n'
overlap '10-20 r--p\n1f-21 r--p\n'
overlap '16777216,16777471,AU\n16777216,16777471,AU\n'
overlap '16777216,16777471,AU\n16777471,16777472,AU\n'
overlap '2001:db8::,2001:db8::ff,DE\n2001:db8::,2001:db8::ff,DE\n'
overlap '2001:db8::,2001:db8::ff,DE\n2001:db8::80,2001:db8::1ff,DE\n'
overlap '2001:db8::,2001:db8:1::5,DE\n2001:db8:1::5,2001:db8:2::,DE\n'
overlap '2001:db8:1::,2001:db8:2::,DE\n2001:db8::,2001:db8:3::,DE\n'
malformed 1 "$order" '16777471,16777216,AU\n'
malformed 1 "$order" '2001:db8:1::,2001:db8::,DE\n'
malformed 1 "$order" '2001:db8::ff,2001:db8::,DE\n'
malformed 2 "IPv6 addresses in all lines or in none" '::,::1\n1,2\n'
malformed 2 "IPv6 addresses in all lines or in none" '1,2\n::3,::4\n'

# What is no end of the file is no end of the input.
file good '0 f\n'
refuse "$dir:1: Is a directory" --ranges "$dir/good" --trace "$dir"
refuse "$dir/good/qemu-q35-ram.ranges: Not a directory" --data "$dir/good" --sets q35-ram
if [ -r /proc/self/mem ]; then
	refuse "/proc/self/mem:1: Input/output error" --ranges /proc/self/mem
fi
{
	echo '# and then a line for which there is no memory'
	head -c 50000000 /dev/zero | tr '\0' '1'
} >"$dir/ranges"
(
	# shellcheck disable=SC3045
	ulimit -v 50000
	refuse "$dir/ranges:2: Cannot allocate memory" --ranges "$dir/ranges"
	refuse "$dir/ranges:2: Cannot allocate memory" --ranges "$dir/good" --trace "$dir/ranges"
) || exit 1

file ranges '0 f\nfffffffffffffff0 ffffffffffffffff\n'
refuse "$dir/missing: No such file or directory" --ranges "$dir/ranges" --trace "$dir/missing"
file trace '\n# nothing\n'
refuse "$dir/trace: holds no key" --ranges "$dir/ranges" --trace "$dir/trace"
file trace '0\n10\nxyz\n'
refuse "$dir/trace:3: expected a key in hexadecimal" --ranges "$dir/ranges" --trace "$dir/trace"
file trace '0 1\n'
refuse "$dir/trace:1: expected a key in hexadecimal" --ranges "$dir/ranges" --trace "$dir/trace"

# -------------------------------------------------------------------------
# Outputs

# No output is touched before all inputs were found to be good.
file results.csv 'an earlier run\n'
file ranges '10 1f\n10 1f\n'
refuse "$dir/ranges:2: range overlaps that of line 1" --ranges "$dir/ranges" \
	--csv "$dir/results.csv"
refuse "$dir/trace:1: expected a key in hexadecimal" --ranges "$dir/good" --trace "$dir/trace" \
	--csv "$dir/results.csv"
[ "$(cat "$dir/results.csv")" = 'an earlier run' ] || fail "--csv is emptied too early"
refuse "$dir/ranges:2: range overlaps that of line 1" --ranges "$dir/ranges" \
	--csv "$dir/none.csv"
[ ! -e "$dir/none.csv" ] || fail "--csv is made too early"

# No output is an input, by whatever name.
input="is an input, and would be overwritten"
file trace '0\n10\n'
ln -s good "$dir/soft"
ln "$dir/good" "$dir/hard"
for name in good soft hard; do
	refuse "$dir/$name: $input" --ranges "$dir/good" --csv "$dir/$name"
	refuse "$dir/$name: $input" --ranges "$dir/good" --report "$dir/$name"
	refuse "$dir/$name: $input" --ranges "$dir/good" --screen "$dir/$name"
done
refuse "$dir/trace: $input" --ranges "$dir/good" --trace "$dir/trace" --csv "$dir/trace"
cp bench/data/qemu-q35-ram.ranges bench/data/qemu-q35-linux.trace "$dir"
refuse "$dir/qemu-q35-ram.ranges: $input" --sets q35-ram --data "$dir" \
	--csv "$dir/qemu-q35-ram.ranges"
cmp bench/data/qemu-q35-ram.ranges "$dir/qemu-q35-ram.ranges" || fail "an input was overwritten"
for csv in - "$dir/results.csv"; do
	status=0
	# shellcheck disable=SC2094
	"$bench" --seconds 1 --ranges "$dir/good" --csv "$csv" >>"$dir/good" 2>"$dir/stderr" ||
		status=$?
	require_refusal "wbtree-bench: the standard output: $input" "an input as output"
done
[ "$(cat "$dir/good")" = '0 f' ] || fail "an input was overwritten"
status=0
# shellcheck disable=SC2094
"$bench" --seconds 1 --sets equal --csv "$dir/both" >"$dir/both" 2>"$dir/stderr" || status=$?
require_refusal "$dir/both: is the standard output, too" "one file for two outputs"
for option in report screen; do
	refuse "$dir/both: is where other results go" --sets equal --csv "$dir/both" \
		--$option "$dir/both"
done
refuse "$dir/both: is where other results go" --sets equal --csv "$dir/both" \
	--report "$dir/tables" --screen "$dir/both"

# Whatever cannot be written is said.
tiny="--seconds 1 --repetitions 2 --sets equal --sizes 8 --tables shapes"
out="wbtree-bench: the standard output"
if [ -c /dev/full ]; then
	lose "$out" --help
	lose wbtree-bench --dot q35-ram
	# shellcheck disable=SC2086
	{
		lose "$out" $tiny
		lose "$out" $tiny --csv -
		lose "$out" $tiny --csv "$dir/results.csv"
		lose /dev/full $tiny --csv /dev/full
		lose /dev/full $tiny --report /dev/full
		lose /dev/full $tiny --screen /dev/full
		lose "$out" $tiny --report "$dir/tables"
	}
fi
for streams in '>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
	rm "$dir/results.csv"
	status=0
	eval "'$bench' $tiny --csv '$dir/results.csv' $streams" 2>"$dir/stderr" || status=$?
	[ $status = 1 ] || fail "with $streams, a run ends with status $status, not 1"
	[ "$(grep -vc '^[a-z#]' "$dir/results.csv")" = 0 ] ||
		fail "with $streams, the CSV gets what is for other streams"
done

# -------------------------------------------------------------------------
# Runs on tiny sets

# run ARGUMENT...: a run that ends well, shows its progress and prints to $dir/stdout.
run()
{
	"$bench" --seconds 1 --repetitions 2 "$@" >"$dir/stdout" 2>"$dir/stderr" ||
		fail "'$*' ends with status $?: $(cat "$dir/stderr")"
}

# require_width WIDTH FILE: no line is longer.
require_width()
{
	awk -v width="$1" 'length($0) > width { print; bad = 1 } END { exit bad }' "$2" ||
		fail "lines of $2 are longer than $1 columns"
}

# check_screen FILE: it fits, and says what the last run with --csv measured.
check_screen()
{
	require_width 100 "$1"
	[ "$(wc -l <"$1")" -le 40 ] || fail "the screen has more than 40 lines"
	for word in 'branchless, prefetch (p), .*Eytzinger (e)' '^bsrch: bsearch(3); rb, .* tsearch(3) (t)$'; do
		grep -q "$word" "$1" || fail "the screen does not say what it compares"
	done
	awk -f tests/bench_screen.awk "$dir/results.csv" "$1" || fail "the screen says something else"
}

# check_csv FILE: comments, the names of the fields, and lines with as many fields.
check_csv()
{
	awk -F, '
		/^#/ && !fields { next }
		{ gsub(/, /, " ") } # in names
		!fields { fields = NF; if ($1 != "table") exit bad = 1; next }
		NF != fields || $(NF - 4) !~ /^[0-9.e+-]+$/ { print; exit bad = 1 }
		{ lines++ }
		END { exit bad || !lines }' "$1" || fail "$1 is no table of $2"
}

file ranges '0 f\n20 2f\nfffffffffffffff0 ffffffffffffffff\n'
file trace '0\n10\n18\nffffffffffffffff\n'

run --full --sets equal --sizes 1,9 --ranges "$dir/ranges" --trace "$dir/trace" \
	--tables lookups,updates,mixes,learning,shapes,memory --csv "$dir/results.csv" \
	--screen "$dir/screen"
check_csv "$dir/results.csv" "all workloads"
for name in lookups updates mixes learning shapes memory; do
	grep -q "^$name,\"" "$dir/results.csv" || fail "no results of $name"
done
for name in throughput latency cold counting; do
	grep -q "^lookups,.*,\"trace\",\"$name\"" "$dir/results.csv" ||
		fail "no $name of the trace"
done
! grep -q '[+-]nan' "$dir/stdout" || fail "a table or a list has figures that are none"
grep -q '^Lookups:' "$dir/stdout" || fail "the table of lookups is not printed"
grep -q '^Times are processor times, but in the tables readers and slab' "$dir/stdout" ||
	fail "the clocks are not named"
require_width 110 "$dir/stdout"
check_screen "$dir/screen"
grep -q 'scan (l)' "$dir/screen" || fail "the screen leaves contenders out"

# What the tables say, on one screen, however many sets there are; they are in a file.
set --
for name in 1 2 3 4 5 6 7 8 9 10; do
	printf '0 f\n20 2f\n3%x 3f\n' "$name" >"$dir/$name is a long name"
	set -- "$@" --ranges "$dir/$name is a long name"
done
run --repetitions 3 "$@" --sets equal,zipf,pareto --sizes 4,6,8 --csv "$dir/results.csv" \
	--report "$dir/tables" --screen "$dir/screen"
check_screen "$dir/stdout"
check_screen "$dir/screen"
[ "$(grep -c '^[0-9a-z].* \*[0-9]' "$dir/screen")" = 24 ] ||
	fail "the screen has not twice 12 sets with a winner"
for name in '1 is a lon' '10 is a lo' equal zipf pareto; do
	grep -q "^$name " "$dir/stdout" || fail "$name is not on the screen"
done
[ "$(tail -n 1 "$dir/stdout")" = "All tables: $dir/tables" ] || fail "the tables are nowhere"
require_width 110 "$dir/tables"
for name in Lookups Updates Shapes; do
	grep -q "^$name:" "$dir/tables" || fail "the table of $name is not in the file"
done

# Faults in a screen are seen: a star less and one too many, another figure, array or tally.
spoil()
{
	sed "$1" "$dir/screen" >"$dir/spoiled"
	! cmp -s "$dir/screen" "$dir/spoiled" || fail "'$1' changes nothing"
	! awk -f tests/bench_screen.awk "$dir/results.csv" "$dir/spoiled" >"$dir/stdout" ||
		fail "'$1' is not seen"
}

spoil '/^equal /s/\*\([0-9]\)/\1/'
spoil '/^equal /s/ \([0-9][0-9]*\.[0-9]\)\([a-z ]\)/ *\1\2/'
spoil '/^zipf /s/\([0-9]\)\.\([0-9]\)/1\1.\2/'
spoil '/^pareto /s/p$/s/; /^pareto /s/\([0-9]\)p /\1s /'
spoil '/^wins:/s/size [0-9]*/&1/'
spoil '/^loses:/s/\([0-9]*\)\.[0-9]x/9\1.0x/'
spoil '/^loses:/d'

# Tables that are asked for are printed, too.
run --sets equal --sizes 8 --tables memory --report "$dir/tables"
grep -q '^Memory:' "$dir/stdout" || fail "--tables prints no table"
cmp "$dir/stdout" "$dir/tables" || fail "the tables in the file are others"
run --sets slots --sizes 8 --report "$dir/tables"
grep -q '^Memory slots:' "$dir/stdout" || fail "a screen is printed about no lookups"
require_width 110 "$dir/stdout"

# Building is a line for each file, and with V=1 the commands.
build()
{
	(
		unset MAKEFLAGS MFLAGS MAKELEVEL V
		make --no-print-directory BUILD="$dir/quiet" CC=true CXX=true AR=true \
			BENCHFLAGS=--none "$@"
	) >"$dir/stdout" 2>"$dir/stderr" || :
}

build "$dir/quiet/wbtree-bench"
grep -q "^LD $dir/quiet/wbtree-bench$" "$dir/stdout" || fail "the bench is not built"
! grep -Ev '^(CC|CXX|AR|LD) [^ ]*$' "$dir/stdout" || fail "building is not quiet"
build -B V=1 bench
grep -q '^true .*-c -o .*/bench/screen.o bench/screen.c$' "$dir/stdout" || fail "V=1 is quiet"
grep -q 'wbtree-bench --report=.* --none$' "$dir/stdout" || fail "V=1 does not show the run"

# Files may be pipes, and old results longer than new ones.
head -c 100000 /dev/zero | tr '\0' '\n' >"$dir/results.csv"
# shellcheck disable=SC2002
cat "$dir/ranges" |
	run --ranges /dev/stdin --trace "$dir/trace" --tables lookups --csv "$dir/results.csv"
check_csv "$dir/results.csv" "ranges from a pipe"
grep -q '^lookups,"stdin",3,.*"trace"' "$dir/results.csv" || fail "a pipe is not read whole"
# shellcheck disable=SC2002
cat "$dir/trace" | run --ranges "$dir/ranges" --trace /dev/stdin --tables lookups --csv -
grep -q '^lookups,"ranges",3,.*"trace"' "$dir/stdout" || fail "a pipe is no trace"

# Of IPv6 addresses the upper half is the key: that some share one is said.
file ipv6 '2001:db8::,2001:db8::ff\n2001:db8::100,2001:db8:1::\n2001:db8:1::1,2001:db8:1::f\n'
run --ranges "$dir/ipv6" --tables shapes --csv -
grep -q '^shapes,"ipv6",2,' "$dir/stdout" || fail "of three ranges two should be left"
grep -qx "$dir/ipv6: 2 ranges share the upper 64 bits of an address with the one before, which \
keeps them; 1 are left out" "$dir/stderr" || fail "what becomes of shared keys is not said"

run --sets slots --tables slots,slot-updates --contenders 'rb cached,binary cached' \
	--csv "$dir/results.csv"
check_csv "$dir/results.csv" "memory slots"
require_width 110 "$dir/stdout"
grep -q '"published","cycles".*"binary cached"' "$dir/results.csv" || fail "no published figures"

# Readers beside a writer: no wrong answer, the writer gets on, and no line is too long.
run --repetitions 1 --sets equal --sizes 2k --tables readers --csv "$dir/results.csv"
check_csv "$dir/results.csv" "readers"
for row in 'none' '1 k/s' '100 k/s' 'full speed'; do
	grep -q "^readers,.*,\"1: misses\",\"$row\",\"ns\",.*\"find_shared\"" "$dir/results.csv" ||
		fail "no readers beside a writer: $row"
done
for readers in 16 32 48 64 80 96 112 128 144 160; do
	grep -q "^readers,.*,\"$readers\",.*,\"M lookups/s\",.*\"rwlock\"" "$dir/results.csv" ||
		fail "no $readers readers"
done
awk -F, '
	$1 != "readers" { next }
	/"wrong"/ { counted++; wrong += $(NF - 4) != 0 }
	/"k updates\/s".*"find_shared"/ { written++ }
	END { exit !counted || wrong || !written }' "$dir/results.csv" ||
	fail "readers get wrong answers, or there is no writer"
require_width 110 "$dir/stdout"
run --repetitions 1 --sets equal --sizes 1k,16k --tables readers --csv -
! grep -q '^readers,' "$dir/stdout" || fail "readers of too few or too many ranges"

# Threads that hand each other objects: all their numbers, and no set is needed for it.
run --repetitions 1 --tables slab --csv "$dir/results.csv"
check_csv "$dir/results.csv" "slab"
[ "$(grep -c '^slab,"any",' "$dir/results.csv")" = 240 ] || fail "not all cells of slab are there"
for threads in 16 160; do
	grep -q "^slab,\"any\",$threads,,\"no queues / queues\",\"sockets\",\"1/s\"" \
		"$dir/results.csv" || fail "slab has no $threads threads"
done
grep -q '^In a real program:' "$dir/stdout" || fail "the table of slab is missing"
require_width 110 "$dir/stdout"

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

# Pictures: all of them or none, and none of results that break off.
plots()
{
	sh bench/plots.sh "$bench" "$1" "$2" >"$dir/stdout" 2>"$dir/stderr"
}

if command -v gnuplot >/dev/null && command -v dot >/dev/null; then
	run --sets equal --sizes 8,16 --tables lookups --csv "$dir/results.csv"
	plots "$dir/results.csv" "$dir/plots" || fail "no pictures: $(cat "$dir/stderr")"
	for picture in lookups-size-latency tree-q35-memory; do
		grep -q '</svg>' "$dir/plots/$picture.svg" || fail "no picture $picture"
	done
	sed '$s/..$//' "$dir/results.csv" >"$dir/broken.csv"
	for results in "$dir/broken.csv" /dev/null "$dir" "$dir/ranges" "$dir/missing"; do
		! plots "$results" "$dir/none" || fail "pictures are drawn of $results"
		[ -s "$dir/stderr" ] || fail "of $results, nothing is said"
		[ ! -e "$dir/none" ] || fail "of $results, something is drawn"
	done
	! sh bench/plots.sh false "$dir/results.csv" "$dir/none" 2>"$dir/stderr" ||
		fail "pictures are drawn without trees"
	! plots "$dir/results.csv" "$dir/ranges" || fail "a file is a folder for pictures"
fi

if command -v valgrind >/dev/null; then
	run --instructions --sets equal --sizes 16 --contenders batch --csv "$dir/results.csv"
	check_csv "$dir/results.csv" "instructions"
	grep -q '^instructions,.*"instructions".*"batch"' "$dir/results.csv" ||
		fail "no instructions were counted"
fi

echo "bench_options: fine"
