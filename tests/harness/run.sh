#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Tests the run of the tests: a check that fails in any suite or replay makes it fail and
# name the suite, and so does an example, a script, a suite without totals.
#
# Usage: run.sh SUITE...
set -eu

: "${BUILD:=build}" "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL
log=$BUILD/harness.log
count=0

make_it()
{
	"$MAKE" -s BUILD="$BUILD" "$@" >"$log" 2>&1
}

fail()
{
	cat "$log"
	echo "harness: FAILED: $*"
	exit 1
}

# must_fail TEXT ARGUMENTS...: make fails and says that
must_fail()
{
	text=$1
	shift
	! make_it "$@" || fail "make $* passed in spite of a fault"
	grep -q "FAILED: .*$text" "$log" || fail "make $* did not name $text"
	! grep -q 'check: .* 0 failed' "$log" || fail "make $* said that all had passed"
	count=$((count + 1))
}

for suite in "$@"; do
	export WBTREE_PLANT="$suite"
	must_fail "$suite" run-tests SUITES="$suite"
done
WBTREE_PLANT=test_order must_fail test_order check SUITES='test_order test_rank' scripts=
unset WBTREE_PLANT

make_it run-tests SUITES=test_rank || fail 'a sound suite did not pass'
printf '#!/bin/sh\nexit 1\n' >"$BUILD/failing-example"
chmod +x "$BUILD/failing-example"
must_fail failing-example run-examples example_programs="$BUILD/failing-example" manual_programs=
must_fail test_rank run-tests SUITES=test_rank RUN=false
! make_it run-tests SUITES=test_rank RUN=true || fail 'a suite without totals passed'
echo "harness: passed, $count faults noticed"
