#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The manual as its readers get it: it describes each public name of the headers, and no
# other; `man NAME` finds a page for each; and the text that mandoc and man make of it has
# the right names and fits 80 columns.

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

"$MAKE" -s BUILD="$BUILD" CC="$CC" DESTDIR="$work" PREFIX= install
pages=$work/share/man
for page in $(grep -v '^P_' "$work/declared") $(sed -n 's/^\t\t\(wb_.*[a-z]\);$/\1/p' src/wbtree.map); do
	grep -q "^\.Nm $page\( ,\)*$" "$pages/man3/$page.3" || fail "no page for $page"
done

# In these, readers of the text look for the names that the headers have.
cat include/*.h | tr -cs 'A-Za-z0-9_' '\n' | sort -u >"$work/words"
for page in src/man/*.3; do
	basename "$page" .3
	basename "$page" .3 | tr '[:lower:]' '[:upper:]'
done >>"$work/words"

# check_text PAGE RENDERER: what is in $work/text
check_text()
{
	sed "s/.$(printf '\b')//g" "$work/text" | expand >"$work/plain"
	awk 'length > 80 { print; bad = 1 } END { exit bad }' "$work/plain" ||
		fail "$2 $1: lines of more than 80 columns"
	[ "$(sed -n '/^NAME$/{n;s/^ *\([^, ]*\).*/\1/p;}' "$work/plain")" = "$1" ] ||
		fail "$2 $1: .Nm stands for another name than the page's"
	tr -cs 'A-Za-z0-9_' '\n' <"$work/plain" | grep -iE '^wb_.*[a-z]$' | sort -u >"$work/used"
	grep -vxFf "$work/words" "$work/used" && fail "$2 $1: names that no header has"
	[ "$1" != wbtree ] || for example in tests/examples/*.c; do
		example=$(basename "$example")
		[ "${example#memslots_}" != "$example" ] || grep -q " $example " "$work/plain" ||
			fail "$2 $1: $example is not listed"
	done
}

for page in src/man/*.3; do
	page=$(basename "$page" .3)
	if command -v mandoc >/dev/null; then
		mandoc -Tascii -W warning "$pages/man3/$page.3" >"$work/text" 2>"$work/warnings" || :
		same "mandoc warns of $page" /dev/null "$work/warnings"
		check_text "$page" mandoc
	fi
	if man --version 2>/dev/null | grep -q '^man 2'; then
		LC_ALL=C MANWIDTH=80 man --warnings=w -l "$pages/man3/$page.3" \
			>"$work/text" 2>"$work/warnings"
		same "man warns of $page" /dev/null "$work/warnings"
		check_text "$page" man
		LC_ALL=C man -M "$pages" -w "$page" >/dev/null || fail "man $page finds nothing"
	fi
done
[ -e "$work/plain" ] || echo "$name: neither mandoc nor man, text not checked"
echo "$name: passed"
