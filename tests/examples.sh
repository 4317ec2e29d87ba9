#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The example programs, which people copy, over input that they do not expect:
#
# - Each says at its head what it shows, runs by itself, and refuses arguments that it
#   does not know.
# - What is wrong with arguments, input, memory or output ends it with status 2 and one
#   line that says where, by file and line, and what was expected. Nothing is printed
#   before all input is read.
# - What is right is read as it stands, however long it is and however its lines end.
set -eu

CC=${CC:-cc}
BUILD=${BUILD:-build}
programs=$BUILD/tests/examples
dir=$BUILD/examples
examples=$(printf '%s\n' tests/examples/*.c | sed -e '/memslots_/d' -e 's,.*/,,' -e 's,\.c$,,')
checks=0
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "examples: $*"
	exit 1
}

# run COMMAND ARGUMENT...: keeps what it prints, and its status.
run()
{
	checks=$((checks + 1))
	status=0
	"$@" >"$dir/stdout" 2>"$dir/stderr" || status=$?
}

# in_trouble WHAT: what ran last ended with status 2 and one line.
in_trouble()
{
	[ $status = 2 ] || fail "$1 ends with status $status, not 2"
	[ "$(wc -l <"$dir/stderr")" -eq 1 ] || fail "$1 says not one line, but:
$(cat "$dir/stderr")"
}

# refuse MESSAGE EXAMPLE ARGUMENT...: the arguments are refused with just this line.
refuse()
{
	expected=$1 example=$2
	shift 2
	run "$programs/$example" "$@"
	in_trouble "$example $*"
	[ ! -s "$dir/stdout" ] || fail "$example $* is refused, but prints something"
	[ "$(cat "$dir/stderr")" = "$expected" ] || fail "$example $* should be refused with
$expected
but is with
$(cat "$dir/stderr")"
}

# accept EXAMPLE ARGUMENT...: it ends well, and prints to $dir/stdout.
accept()
{
	example=$1
	shift
	run "$programs/$example" "$@"
	[ $status = 0 ] || fail "$example $* ends with status $status: $(cat "$dir/stderr")"
	[ ! -s "$dir/stderr" ] || fail "$example $* complains: $(cat "$dir/stderr")"
}

# prints TEXT: the example that ran last printed a line that begins so.
prints()
{
	awk -v text="$1" 'index($0, text) == 1 { found = 1 } END { exit !found }' "$dir/stdout" ||
		fail "$example should print '$1', but prints
$(cat "$dir/stdout")"
}

# file NAME TEXT: a file of this text, with the escapes of printf.
file()
{
	# shellcheck disable=SC2059
	printf -- "$2" >"$dir/$1"
}

# -------------------------------------------------------------------------
# Every example

for example in $examples; do
	awk 'NR == 3 { blank = $0 == "" }
		NR == 4 { comment = /^\/\*/ }
		comment { text = text $0 }
		/\*\// { comment = 0 }
		END { exit !(blank && length(text) > 60) }' "tests/examples/$example.c" ||
		fail "$example.c does not say at its head what it shows"

	accept "$example"
	run "$programs/$example" 1 2 3 4
	in_trouble "$example with arguments"
	[ ! -s "$dir/stdout" ] || fail "$example prints something in spite of its arguments"

	checks=$((checks + 1)) status=0
	"$programs/$example" 2>"$dir/stderr" >&- || status=$?
	in_trouble "$example without an output"
	[ -c /dev/full ] || continue
	checks=$((checks + 1)) status=0
	"$programs/$example" 2>"$dir/stderr" >/dev/full || status=$?
	in_trouble "$example on a full disk"
done

refuse "$programs/calendar: unexpected argument 'x'" calendar x
refuse "$programs/symbols: unexpected argument 'x'" symbols a b x
refuse "$programs/mmio: unexpected argument 'x'" mmio a b c x
refuse "$programs/memslots: expected no argument but --dot" memslots --dto
refuse "$programs/memslots: expected no argument but --dot" memslots --dot x
refuse "$programs/memslots: expected no argument but --dot" memslots ''
accept memslots --dot
prints 'digraph'

# -------------------------------------------------------------------------
# Networks: what is read as it stands

# network ADDRESS NAME: the table says this of the address.
network()
{
	accept networks "$dir/table" "$1"
	[ "$(cat "$dir/stdout")" = "$(printf '%-39s  %s' "$1" "$2")" ] ||
		fail "networks should say '$2' of $1, but says
$(cat "$dir/stdout")"
}

# What stands behind a comment on its line is part of it, whatever buffer it might fill.
for length in 255 256 511 1023 4095 65535; do
	file table "#%0$((length - 1))d1.0.0.0,1.0.0.255,smuggled\n"
	network 1.0.0.1 -
done
name=$(printf 'a, b %01000d' 1)
file table "1.0.0.0,1.0.0.255,$name\n"
network 1.0.0.1 "$name"
file table '\r\n# comment\r\n1.0.0.0,1.0.0.255,one\r\n\r\n  \t\r\n  2.0.0.0,2.0.0.255,two\r\n'
network 1.0.0.255 one
network 2.0.0.0 two
file table '\n \t\n  # 9.0.0.0,9.0.0.1,comment\n0.0.0.0,0.0.0.0,no end of line'
network 0.0.0.0 'no end of line'
network 9.0.0.0 -
file table ''
network 1.0.0.1 -
file table '0.0.0.0,127.255.255.255,low\n128.0.0.0,255.255.255.255,high\n'
network 127.255.255.255 low
network 255.255.255.255 high
# shellcheck disable=SC2016 # the shell that runs it expands it
run sh -c '"$1/networks" /dev/stdin 1.0.0.0 <"$2/table"' sh "$programs" "$dir"
[ $status = 0 ] || fail "networks reads no pipe: $(cat "$dir/stderr")"

# -------------------------------------------------------------------------
# Networks: what is refused

refuse "$dir/missing: No such file or directory" networks "$dir/missing"
refuse "$dir:1: Is a directory" networks "$dir"
for address in '' 1 1.2.3 1.2.3. 1.2.3.4. 1.2.3.4.5 1..2.3 .1.2.3 1.2.3.256 256.1.2.3 1.2.3.1000 \
	4294967297.1.1.1 -1.2.3.4 1.2.3.-4 +1.2.3.4 1.2.+3.4 01.2.3.4 1.2.3.00 1.2.3.010 000.0.0.0 \
	' 1.2.3.4' '1.2.3.4 ' '1. 2.3.4' 1.2.3.4x 0x1.2.3.4 1,2,3,4 '1.2.3.4,' 1.2.3.4,1.2.3.4; do
	no="'$address' is no address like 192.0.2.1 or 2001:db8::1"
	refuse "$no" networks "$dir/table" "$address"
	refuse "$no" networks "$dir/table" 1.2.3.4 "$address"
done

# malformed LINE MESSAGE TEXT: a table that is refused at a line.
malformed()
{
	file table "$3"
	refuse "$dir/table:$1: $2" networks "$dir/table" 1.0.0.0
}

line='expected FIRST,LAST,NAME with addresses like 192.0.2.1 or 2001:db8::1'
malformed 1 "$line" 'network\n'
malformed 1 "$line" ',,\n'
malformed 1 "$line" '1.0.0.0\n'
malformed 1 "$line" '1.0.0.0,1.0.0.255\n'
malformed 1 "$line" '1.0.0.0,1.0.0.255,\n'
malformed 1 "$line" '1.0.0.0,1.0.0.255,\r\n'
malformed 1 "$line" '1.0.0.0;1.0.0.255;one\n'
malformed 1 "$line" '1.0.0.0-1.0.0.255,one\n'
malformed 1 "$line" '1.0.0.0,1.0.0.255 ,one\n'
malformed 1 "$line" '1.0.0.0/24,one,two\n'
malformed 1 "$line" '\357\273\2771.0.0.0,1.0.0.255,one\n'
malformed 3 "$line" '# comments count\n\n1.0.0.0,1.0.0.256,one\n'
malformed 2 "$line" '1.0.0.0,1.0.0.255,one\r\n2.0.0.0,02.0.0.255,two\r\n'
malformed 2 "$line" '1.0.0.0,1.0.0.255,one\n2.0.0.0,+2.0.0.255,two'
malformed 2 "$line" "1.0.0.0,1.0.0.255,%0300d\n2.0.0.0\n"

text='expected text, found a control character'
malformed 1 "$text" '1.0.0.0,1.0.0.255,o\0ne\n'
malformed 1 "$text" '\0'
malformed 2 "$text" '# comment\n# \0\n'
malformed 2 "$text" '1.0.0.0,1.0.0.255,one\n\0\0\0\n'
malformed 1 "$text" '1.0.0.0,1.0.0.255,one\r2.0.0.0,2.0.0.255,two\r'
malformed 1 "$text" '# comment\r2.0.0.0,2.0.0.255,two\n'
malformed 1 "$text" '1.0.0.0,1.0.0.255,\033[31mred\n'
refuse "/dev/zero:1: $text" networks /dev/zero

order="the range's start is greater than its last"
overlap='the range overlaps another'
malformed 2 "$order" '1.0.0.0,1.0.0.255,one\n2.0.0.255,2.0.0.0,two\n'
malformed 3 "$overlap" '1.0.0.0,1.0.0.255,one\n\n1.0.0.255,1.0.1.0,two\n'
malformed 2 "$overlap" '1.0.0.0,1.0.0.255,one\n1.0.0.0,1.0.0.255,one\n'
malformed 2 "$overlap" '0.0.0.0,255.255.255.255,all\n1.0.0.0,1.0.0.255,one\n'

# -------------------------------------------------------------------------
# Networks of IPv6, for which it takes a compiler with a type of 128 bits

ipv6()
{
	top=ffff:ffff:ffff:ffff:ffff:ffff:ffff
	accept networks
	prints '255.255.255.255                          limited broadcast'
	prints '2001:db8::1                              documentation'
	prints "$top:ffff  multicast"

	# The whole space, which is not that of IPv4, and where the two have the same numbers.
	file table "::,$top:ffff,all of IPv6\n0.0.0.0,255.255.255.255,all of IPv4\n"
	for address in :: ::1 ::ffff:1.2.3.4 8000:: $top:fffe $top:ffff; do
		network "$address" 'all of IPv6'
	done
	network 255.255.255.255 'all of IPv4'
	file table '0.0.0.1,0.0.0.1,four\n::2,::2,six\n::ffff:1.0.0.0,::ffff:1.0.0.1,mapped\n'
	network ::1 -
	network 0.0.0.2 -
	network 1.0.0.0 -
	network ::ffff:100:1 mapped

	# Single addresses, at both ends and around the middle of the number, however written.
	file table "::,::,first\n::1,::1,second\n$top:fffe,$top:fffe,one\n$top:ffff,$top:ffff,last\n"
	network :: first
	network 0:0:0:0:0:0:0:1 second
	network ::2 -
	network $top:fffd -
	network $top:fffe one
	network $top:FFFF last
	file table '1::ffff:ffff:ffff:ffff,1::ffff:ffff:ffff:ffff,a\n1:0:0:1::,1:0:0:1::,b\n'
	network 1::fffe:ffff:ffff:ffff -
	network 1::ffff:ffff:ffff:ffff a
	network 1:0:0:1:: b
	network 1:0:0:1::1 -
	mapped=0000:0000:0000:0000:0000:FFFF
	file table "$mapped:192.100.200.100,$mapped:192.100.200.255,as long as can be\n"
	accept networks "$dir/table" $mapped:192.100.200.101 ::ffff:c064:c8ff
	prints "$mapped:192.100.200.101  as long as can be"
	prints '::ffff:c064:c8ff                         as long as can be'

	for address in : ::: 1: :1 1::2::3 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 12345:: 00001:: ::g \
		::1%eth0 '[::1]' ::1/128 ' ::1' '::1 ' ::1.2.3 ::256.1.1.1 1.2.3.4:: -1:: \
		0$mapped:192.100.200.100 $mapped:192.100.200.1000; do
		refuse "'$address' is no address like 192.0.2.1 or 2001:db8::1" \
			networks "$dir/table" "$address"
	done
	malformed 1 "$line" '2001:db8::/32,documentation\n'
	malformed 2 "$line" '::1,::1,one\n::2,::3:,two\n'
	both='expected two addresses of IPv4 or two of IPv6'
	malformed 1 "$both" '0.0.0.0,::1,one\n'
	malformed 2 "$both" '::1,::1,one\n::2,255.255.255.255,two\n'
	malformed 1 "$order" '1:0:0:1::,1::ffff:ffff:ffff:ffff,one\n'
	malformed 2 "$overlap" '2001:db8::,2001:db8:ffff::,one\n2001:db8::1,2001:db8::1,nested\n'
	malformed 2 "$overlap" "::1,::1,one\n::,$top:ffff,all\n"
	malformed 2 "$overlap" '1::,1:0:0:1::,one\n1:0:0:1::,1:0:0:2::,two\n'
}

# no_ipv6: the program says so at each address of IPv6, and is right with IPv4.
no_ipv6()
{
	accept networks
	prints '255.255.255.255                          limited broadcast'
	file table '0.0.0.1,255.255.255.255,one\n\n::1,::1,two\n'
	refuse "$dir/table:3: IPv6 needs a compiler with __int128" networks "$dir/table" 0.0.0.1
	file table '0.0.0.1,255.255.255.255,one\n'
	refuse "'::1': IPv6 needs a compiler with __int128" networks "$dir/table" ::1
	refuse "'::g' is no address like 192.0.2.1 or 2001:db8::1" networks "$dir/table" ::g
	network 0.0.0.1 one
	network 0.0.0.0 -
	network 255.255.255.255 one
}

if [ "$(echo __SIZEOF_INT128__ | $CC -E -P -x c - | tail -n 1)" = 16 ]; then
	ipv6
	# shellcheck disable=SC2086 # words are meant to be split
	$CC -std=c99 -w -U__SIZEOF_INT128__ -Iinclude -o "$dir/networks" \
		tests/examples/networks.c "$BUILD/libwbtree.a"
	all=$programs programs=$dir
	no_ipv6
	programs=$all
else
	no_ipv6
fi

# More output than a buffer holds: writing fails long before the end.
if [ -c /dev/full ]; then
	file table ''
	checks=$((checks + 1)) status=0
	# shellcheck disable=SC2046 # words are meant to be split
	"$programs/networks" "$dir/table" $(awk 'BEGIN { for (; i < 9999; i++) print "1.2.3.4" }') \
		2>"$dir/stderr" >/dev/full || status=$?
	in_trouble 'networks with much output on a full disk'
fi

# -------------------------------------------------------------------------
# Sessions: intervals of doubles

# sessions TIME USERS: the file says these of the time.
sessions()
{
	accept sessions "$dir/sessions.csv" "$1"
	[ "$(cat "$dir/stdout")" = "$(printf '%12s  %s' "$1" "$2")" ] ||
		fail "sessions should say '$2' of $1, but says
$(cat "$dir/stdout")"
}

accept sessions
prints '        -0.0  [monitor] [grace] [barbara] [watchdog] [pager]'
prints '           0  [monitor] [grace] [barbara] [watchdog] [pager]'

# -0 and 0 are one time, as a start, as a last and as what is asked for.
file sessions.csv '-0,-0.0,a\n0,0,b\n0,-0,c\n-0,0,d\n-1,-0,e\n-0,1,f\n-2,-1,g\n1,2,h\n'
for time in 0 -0 0.0 -0.0 0e5 -0e-5; do
	sessions $time '[e] [a] [b] [c] [d] [f]'
done
sessions -1e-300 '[e]'
sessions 1e-300 '[f]'
sessions -1 '[g] [e]'
sessions 1 '[f] [h]'
sessions -2.0000000000000004 -
sessions 2.0000000000000004 -
file sessions.csv '-inf,-1.5,old\n-1e300,1e-300,long\n0.1,0.1,tenth\n2.5,inf,open, \n'
sessions -inf '[old]'
sessions -1.5 '[old] [long]'
sessions -1.4999999999999998 '[long]'
sessions 1e-300 '[long]'
sessions 0.1 '[tenth]'
sessions 0.10000000000000002 -
sessions 0.09999999999999999 -
sessions 1.7e308 '[open, ]'
sessions inf '[open, ]'
file sessions.csv ''
sessions 0 -

for time in '' x 1x 1,2 1:30 -- - nan -nan NAN 1e999 -1e999 '1 '; do
	refuse "'$time' is no time in seconds" sessions "$dir/sessions.csv" "$time"
	refuse "'$time' is no time in seconds" sessions "$dir/sessions.csv" 1 "$time"
done

# malformed_session LINE MESSAGE TEXT
malformed_session()
{
	file sessions.csv "$3"
	refuse "$dir/sessions.csv:$1: $2" sessions "$dir/sessions.csv" 0
}

nan='expected times in seconds, found NaN'
malformed_session 1 "$nan" 'nan,1,a\n'
malformed_session 2 "$nan" '0,1,a\n0,nan,b\n'
malformed_session 1 "$nan" 'nan,nan,a\n'
malformed_session 1 "$nan" 'inf,-nan,a\n'
malformed_session 3 "$nan" '# c\n\n-nan,-inf,a\n'
three='expected START,LAST,USER with times in seconds'
malformed_session 1 "$three" 'ada\n'
malformed_session 1 "$three" '1,2\n'
malformed_session 1 "$three" '1,2,\n'
malformed_session 1 "$three" ',2,ada\n'
malformed_session 1 "$three" '1,,ada\n'
malformed_session 1 "$three" '1;2;ada\n'
malformed_session 1 "$three" '12:30,13:00,ada\n'
malformed_session 2 "$three" '0,1e308,a\n0,1e309,b\n'
malformed_session 2 "$order" '0,1,a\n1.0000000000000002,1,b\n'
malformed_session 1 "$order" 'inf,-inf,a\n'
refuse "$dir/missing: No such file or directory" sessions "$dir/missing"

# -------------------------------------------------------------------------
# Device accesses

file slots '0 fff\n2000 2fff\n'
file regions '0 fff\n1000 1fff\n2000 2fff\n'
file accesses '1000\n1fff\n2000\n3000\n'
accept mmio "$dir/slots" "$dir/regions" "$dir/accesses"
prints '2 slots, 3 regions, 4 accesses'
prints '3 were in no slot, and 1 of those in no region.'
refuse "$dir/missing: No such file or directory" mmio "$dir/slots" "$dir/missing"
file regions '10 0\n'
refuse "$dir/regions:1: expected a last not below the start" mmio "$dir/slots" "$dir/regions"
refuse "$dir/regions:1: expected a number in hexadecimal" mmio "$dir/slots" "$dir/slots" "$dir/regions"

# -------------------------------------------------------------------------
# Pages

accept pages
prints 'mapped                    570 areas, '
file areas '0 fff extra\n1000 2fff\n3800 4800\n4801 4900\nfffffffffffff000 ffffffffffffffff'
accept pages "$dir/areas"
prints 'mapped                      5 areas, 6 pages'
file areas '0 ffffffffffffffff\n'
accept pages "$dir/areas"
prints 'mapped                      1 areas, 4503599627370496 pages'
refuse "$programs/pages: unexpected argument 'x'" pages "$dir/areas" x
refuse "$dir/missing: No such file or directory" pages "$dir/missing"
file areas '# none\n'
refuse "$dir/areas: holds no range" pages "$dir/areas"
file areas '0 fff\n1000\n'
refuse "$dir/areas:2: expected START LAST in hexadecimal" pages "$dir/areas"
file areas '2000 1fff\n'
refuse "$dir/areas:1: expected a last not below the start" pages "$dir/areas"
file areas '0 fff\nfff 1fff\n'
refuse "$dir/areas:2: expected a start behind the last of the line before" pages "$dir/areas"

# -------------------------------------------------------------------------
# Symbols

# symbols FUNCTIONS SAMPLES TEXT: two files of which it prints a line that begins so.
symbols()
{
	file functions "$1"
	file samples "$2"
	accept symbols "$dir/functions" "$dir/samples"
	prints "$3"
	! grep -q 'nan\|inf' "$dir/stdout" || fail "symbols prints what is no number:
$(cat "$dir/stdout")"
}

symbols '1000 10ff add\n2000 20ff bad\n' '1000\n2000\n' '2 functions, 2 samples'
symbols '1000 10ff 20 2f\n' '1000\n2000\n' '1 functions, 2 samples'
symbols '10 1f\n' '1\n2\n' 'before                 1.00 nodes visited per sample'
symbols '10 1f\n' '10\n' 'before                 1.00 nodes visited per sample'
symbols '10 1f\r\n\r\n20 2F\r\n' '10\r\n\r\n2a\r\n' '2 functions, 2 samples'
symbols "#%0254d10 1f\n20 2f\n" "#%0254d10\n20\n" '1 functions, 1 samples'
symbols "%064d10 1f %0300d\n" "%0300d10" '1 functions, 1 samples'
symbols '0 ffffffffffffffff\n' 'ffffffffffffffff\n' '1 functions, 1 samples'
awk 'BEGIN { for (; i < 60000; i++) printf "%x0 %xf\n", i, i }' >"$dir/functions"
awk 'BEGIN { for (; i < 70000; i++) printf "%x\n", i }' >"$dir/samples"
accept symbols "$dir/functions" "$dir/samples"
prints '60000 functions, 70000 samples'

# malformed_functions LINE EXPECTED TEXT, malformed_samples the same
malformed_functions()
{
	file functions "$3"
	refuse "$dir/functions:$1: expected $2" symbols "$dir/functions"
}

malformed_samples()
{
	file functions '10 1f\n'
	file samples "$3"
	refuse "$dir/samples:$1: expected $2" symbols "$dir/functions" "$dir/samples"
}

for empty in '' '\n' '# only a comment'; do
	file functions "$empty"
	refuse "$dir/functions: holds no range" symbols "$dir/functions"
	file samples "$empty"
	file functions '10 1f\n'
	refuse "$dir/samples: holds no number" symbols "$dir/functions" "$dir/samples"
done
refuse "$dir/missing: No such file or directory" symbols "$dir/missing"
refuse "$dir:1: Is a directory" symbols "$dir"
refuse "$dir:1: Is a directory" symbols "$dir/functions" "$dir"

two='START LAST in hexadecimal'
malformed_functions 1 "$two" '10\n'
malformed_functions 4 "$two" '# comment\n10 1f\nadd bed name\nface\n'
malformed_functions 1 "$two" '-10 1f\n'
malformed_functions 1 "$two" '10 +1f\n'
malformed_functions 1 "$two" '0x10 0x1f\n'
malformed_functions 1 "$two" '10 1g\n'
malformed_functions 1 "$two" '10-1f\n'
malformed_functions 1 "$two" '10 10000000000000000\n'
malformed_functions 1 "$two" 'fffffffffffffffff ffffffffffffffffff\n'
malformed_functions 1 'text, found a control character' '10 1f\0\n'
malformed_functions 1 'a last not below the start' '1f 10\n'
behind='a start behind the last of the line before'
malformed_functions 2 "$behind" '20 2f\n10 1f\n'
malformed_functions 3 "$behind" '20 2f\n\n2f 3f\n'
malformed_functions 2 "$behind" '20 2f\n20 2f\n'
malformed_functions 2 "$behind" '20 ffffffffffffffff\n0 1f\n'
one='a number in hexadecimal'
malformed_samples 2 "$one" '10\n10 11\n'
malformed_samples 1 "$one" 'main\n'
malformed_samples 1 "$one" '-1\n'
malformed_samples 1 "$one" '10000000000000000\n'
malformed_samples 1 'text, found a control character' '1\0000\n'

# -------------------------------------------------------------------------
# Memory runs out, at the first allocation or any later one

cat >"$dir/scarce.c" <<'END'
#include <stdlib.h>

static int is_out(void)
{
	static long left = -1;

	left = left < 0 ? atol(getenv("ALLOCATIONS")) : left;
	return left == 0 || left-- == 0;
}

void *scarce_malloc(size_t size)
{
	return is_out() ? NULL : malloc(size);
}

void *scarce_calloc(size_t n, size_t size)
{
	return is_out() ? NULL : calloc(n, size);
}

void *scarce_realloc(void *old, size_t size)
{
	return is_out() ? NULL : realloc(old, size);
}
END

$CC -std=c99 -c -o "$dir/scarce.o" "$dir/scarce.c"

# starve EXAMPLE ARGUMENT...: runs it with ever more memory until that is enough.
starve()
{
	example=$1
	shift
	sources=tests/examples/$example.c
	case $example in
	memslots) sources="$sources $(echo tests/examples/memslots_*.c)" ;;
	slabs) sources="$sources $(echo tests/examples/slab/*.c)" ;;
	esac
	# shellcheck disable=SC2086 # words are meant to be split
	$CC -std=c99 -Iinclude -pthread -Dmalloc=scarce_malloc -Dcalloc=scarce_calloc \
		-Drealloc=scarce_realloc -o "$dir/$example" $sources "$dir/scarce.o" \
		"$BUILD/libwbtree.a" -lm
	allocations=0
	while run env "ALLOCATIONS=$allocations" "$dir/$example" "$@" && [ $status != 0 ]; do
		in_trouble "$example, out of memory after $allocations allocations,"
		grep -q 'out of memory$' "$dir/stderr" || fail "$example, out of memory, says
$(cat "$dir/stderr")"
		allocations=$((allocations + allocations / 8 + 1))
	done
}

file table '1.0.0.0,1.0.0.255,one\n2.0.0.0,2.0.0.255,two\n'
file slots '0 f\n'
file functions '10 1f\n20 2f name\n30 3f\n'
file samples '10\n20\n20\n'
for example in $examples; do
	case $example in
	networks) starve networks "$dir/table" 1.0.0.1 ;;
	mmio) starve mmio "$dir/slots" "$dir/functions" "$dir/samples" ;;
	symbols) starve symbols "$dir/functions" "$dir/samples" ;;
	*) starve "$example" ;;
	esac
	case $example in
	memslots | mmio | networks | rope | sessions | symbols)
		[ $allocations -gt 8 ] || fail "$example allocates nothing" ;;
	esac
done

# -------------------------------------------------------------------------
# Processors whose slots wait for liburcu

# with_liburcu FLAG...: compiles processors for it.
with_liburcu()
{
	$CC -std=c99 -Iinclude -pthread -DWITH_LIBURCU "$@"
}

if with_liburcu -fsyntax-only -include urcu-qsbr.h -x c /dev/null 2>"$dir/stderr"; then
	with_liburcu -Wall -Wextra -Werror -o "$dir/vcpus" tests/examples/vcpus.c \
		"$BUILD/libwbtree.a" -lurcu-qsbr
	run "$dir/vcpus"
	[ $status = 0 ] || fail "vcpus with liburcu ends with status $status: $(cat "$dir/stderr")"
	prints '20000 changes'
fi

echo "examples: passed, $checks checks"
