# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# bench_screen.awk CSV SCREEN: whether the benchmark's screen says what its results are: for
# each set shown and each theme the figures, the best array and red-black tree with its mark,
# and the stars; in the two lines at its end the wins and losses of all sets, shown or not.
# Prints the first line that is wrong. Fields of the CSV must hold no commas.

function wrong(why)
{
	if (!failed)
		print why ": " $0
	exit failed = 1
}

BEGIN {
	FS = ","
	n_themes = split("size even misses latency insert", theme, " ")
	rival["branchless"] = rival["array+prefetch"] = rival["array split"] = 2
	rival["eytzinger"] = rival["scan by size"] = 2
	rival["bsearch(3)"] = 3
	rival["rb 3-way"] = rival["rb our loop"] = rival["boost rbtree"] = rival["tsearch(3)"] = 4
	mark["array+prefetch"] = "p"
	mark["array split"] = "s"
	mark["eytzinger"] = "e"
	mark["scan by size"] = "l"
	mark["rb our loop"] = "o"
	mark["boost rbtree"] = "b"
	mark["tsearch(3)"] = "t"
}

# The results: of each rival the best in a set and theme.
FNR == NR {
	gsub(/"/, "")
	if ($1 == "lookups" && $6 == "throughput" && $5 ~ /^(size|even|misses)$/)
		what = $5
	else if ($1 == "lookups" && $6 == "latency" && $5 == "size")
		what = "latency"
	else if ($1 == "updates" && $5 == "insert")
		what = "insert"
	else
		next
	set = substr($2, 1, 10)
	sub(/ *$/, "", set)
	contest = set "/" $3 "/" what
	contests[contest] = what
	sign = $17 == "more" ? 1 : $17 == "less" ? -1 : 0
	if ($17 == "first")
		value[contest, 1] = $13
	if (!($11 in rival))
		next
	who = contest SUBSEP rival[$11]
	if (!(who in value) || sign < signs[who] || (sign == signs[who] && $15 < factor[who])) {
		value[who] = $13
		signs[who] = sign
		factor[who] = $15 + 0
		marks[who] = mark[$11]
	}
	next
}

# Behind them: who is best of all, and what is won and lost.
FNR == 1 {
	FS = " "
	for (contest in contests) {
		for (i = 2; i <= 4; i++) {
			if (!((contest, i) in value))
				continue
			who = contest SUBSEP i
			old = contest SUBSEP best[contest]
			if (!best[contest] || signs[who] < signs[old] ||
			    (signs[who] == signs[old] && factor[who] < factor[old]))
				best[contest] = i
		}
		who = contest SUBSEP best[contest]
		measured[contests[contest]]++
		count[contests[contest], signs[who]]++
		sum[contests[contest], signs[who]] += factor[who] * signs[who]
	}
}

function check_entry(text, contest, i,    who, star, got)
{
	who = contest SUBSEP i
	if (!(who in value)) {
		if (text != "-")
			wrong("a figure that was not measured: " text)
		return
	}
	star = i == 1 ? signs[contest, best[contest]] >= 0 : \
		i == best[contest] && signs[who] <= 0
	if ((text ~ /^\*/) != star)
		wrong("the wrong winner: " text)
	if (!match(text, /[0-9.]+k?/) || substr(text, RSTART + RLENGTH) != marks[who])
		wrong("the wrong kind: " text)
	got = substr(text, RSTART, RLENGTH)
	if (got ~ /k$/)
		got *= 1000
	if ((got - value[who]) ^ 2 > (value[who] < 99.95 ? 0.051 : value[who] < 99999 ? 0.51 : 510) ^ 2)
		wrong("not " value[who] ": " text)
}

/^set  / { first = rows ? 4 : 1; rows = rows + 1; next }
/^(wins|loses):/ {
	sign = $1 == "wins:" ? 1 : -1
	gsub(/[,x]/, "")
	split($0, word, " ")
	j = 2
	for (i = 1; i <= n_themes; i++) {
		n = count[theme[i], sign] + 0
		if (word[j] != theme[i] || word[j + 1] != n "/" (measured[theme[i]] + 0))
			wrong("not " theme[i] " " n)
		if (n) {
			mean = exp(sum[theme[i], sign] / n)
			if ((word[j + 2] - mean) ^ 2 > (mean < 9.95 ? 0.051 : 0.51) ^ 2)
				wrong("not " mean " times")
		}
		j += n ? 3 : 2
	}
	tallies++
	next
}
# A row of a set: its name is what stands in the first ten columns.
first && NF > 8 && /[0-9]/ && !/^Sets / {
	name = substr($0, 1, 10)
	sub(/ *$/, "", name)
	n = split(substr($0, 11), word, " ")
	if (n != 1 + 4 * (first == 1 ? 3 : 2))
		wrong(n " fields")
	for (i = 0; i < n - 1; i++)
		check_entry(word[2 + i], name "/" word[1] "/" theme[first + int(i / 4)], i % 4 + 1)
	shown++
}

END {
	if (!failed && (rows != 2 || tallies != 2 || !shown)) {
		print "no screen"
		failed = 1
	}
	exit failed
}
