# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Turns the benchmark's CSV into a script for gnuplot, which draws one picture per
# workload into the folder `dir`: nanoseconds against n, a panel for each law of sizes.

# style CONTENDER, in the order of the legend: colour; dash type: 1 this library's tree,
# 2 other trees, 3 arrays; shape of the points.
function style(name, colour, dash, point)
{
	names[++n_names] = name
	styles[name] = sprintf("lc rgb '%s' dt %d pt %d lw %s ps 0.5", colour, dash, point,
			       dash == 1 ? 2 : 1.5)
}

# picture FILE, TITLE, CONTENDERS (separated by /), PANELS (the same)
function picture(file, title, contenders, panels)
{
	files[++n_files] = file
	titles[file] = title
	contenders_of[file] = "/" contenders "/"
	panels_of[file] = panels
}

BEGIN {
	FS = ","
	style("wbtree", "#d55e00", 1, 7)
	style("wbtree hits", "#d55e00", 1, 7)
	style("hint", "#aa4499", 1, 9)
	style("batch", "#e69f00", 1, 5)
	style("relayout", "#aa4499", 1, 9)
	style("relayout+batch", "#882255", 1, 11)
	style("P_build", "#e69f00", 1, 5)
	style("rb 3-way", "#0072b2", 2, 6)
	style("rb our loop", "#56b4e9", 2, 4)
	style("rb cached", "#0072b2", 2, 6)
	style("boost rbtree", "#56b4e9", 2, 4)
	style("boost treap", "#332288", 2, 8)
	style("treap our loop", "#332288", 2, 8)
	style("tsearch(3)", "#000000", 2, 12)
	style("bsearch(3)", "#777777", 3, 1)
	style("branchless", "#66aa00", 3, 2)
	style("array+prefetch", "#009e73", 3, 3)
	style("binary cached", "#009e73", 3, 3)
	style("eytzinger", "#004d26", 3, 10)
	style("array batch", "#66aa00", 3, 2)
	style("scan by size", "#777777", 3, 1)

	laws = "equal/zipf/pareto"
	panel_titles["equal"] = "equal sizes"
	panel_titles["zipf"] = "Zipf sizes"
	panel_titles["pareto"] = "Pareto sizes"
	trees = "rb 3-way/rb our loop/treap our loop/tsearch(3)"
	arrays = "bsearch(3)/array+prefetch/eytzinger"
	split("size/even/misses/mixed", draws, "/")
	about["size"] = "hits drawn by size"
	about["even"] = "hits drawn evenly"
	about["misses"] = "misses, in gaps"
	about["mixed"] = "nine hits by size to one miss"
	for (i = 1; i in draws; i++) {
		picture("lookups/" draws[i] "/throughput", "Lookups, throughput: " about[draws[i]],
			"wbtree/batch/relayout+batch/" trees "/" arrays "/array batch", laws)
		picture("lookups/" draws[i] "/latency", "Lookups, latency: " about[draws[i]],
			"wbtree/relayout/" trees "/" arrays, laws)
		picture("lookups/" draws[i] "/cold", "Lookups, cold: " about[draws[i]],
			"wbtree/relayout/" trees "/" arrays, laws)
	}
	picture("lookups/size/counting", "Lookups that count their hits, drawn by size",
		"wbtree hits/rb 3-way/boost rbtree/tsearch(3)/array+prefetch", laws)

	trees = "rb 3-way/boost rbtree/boost treap/tsearch(3)"
	split("build random/build ascending/build descending/insert/erase/erase by handle/resize",
	      updates, "/")
	for (i = 1; i in updates; i++)
		picture("updates/" updates[i] "/", "Updates: " updates[i],
			"wbtree/P_build/" trees "/array+prefetch/eytzinger", laws)
	split("99:1/95:5/90:10/75:25/50:50", mixes, "/")
	for (i = 1; i in mixes; i++)
		picture("mixes/" mixes[i] "/", "Reads to writes, " mixes[i],
			"wbtree/" trees "/array+prefetch", laws)

	slots = "wbtree/hint/rb cached/binary cached/scan by size"
	picture("slots/*/throughput", "Memory slots, throughput", slots, "hot/random/missing")
	picture("slots/*/latency", "Memory slots, latency", slots, "hot/random/missing")
	picture("slot-updates/*/", "Memory slots", slots, "create/move/delete")
}

# Lines that end too early are what a run that could not write all leaves.
/^#/ { next }
NF < 17 || ($1 != "table" && !/"$/) {
	printf "%s:%d: expected 17 fields\n", FILENAME, FNR >"/dev/stderr"
	exit status = 1
}

# The fields are: table set n entropy work form unit hits rotations most contender nodes median.
NF != 17 || $7 != "\"ns\"" { next }

{
	gsub(/"/, "")
	# Memory slots have a panel for each kind of work, all else one for each law.
	slot = $1 ~ /^slot/
	line = $1 "/" (slot ? "*" : $5) "/" $6 SUBSEP (slot ? $5 : $2) SUBSEP $11
	points[line] = points[line] $3 " " $13 "\n"
	seen[$1 "/" (slot ? "*" : $5) "/" $6] = 1
	if (!(line in least) || $13 < least[line])
		least[line] = $13
	if (!(line in most) || $13 > most[line])
		most[line] = $13
}

# Whether a contender is drawn in a panel.
function is_drawn(file, panel, name)
{
	return index(contenders_of[file], "/" name "/") && (file SUBSEP panel SUBSEP name) in points
}

function add(list, item)
{
	return list (list ? ", " : "") item
}

# Lines of the panel; with the last one come the names of all that were drawn in any.
function plot_panel(file, panel, last,   i, list)
{
	printf "set title '%s'\n", panel in panel_titles ? panel_titles[panel] : panel
	for (i = 1; i <= n_names; i++) {
		if (!is_drawn(file, panel, names[i]))
			continue
		printf "$data%d << EOD\n%sEOD\n", i, points[file SUBSEP panel SUBSEP names[i]]
		list = add(list, sprintf("$data%d with linespoints %s notitle", i, styles[names[i]]))
		shown[file, names[i]] = 1
	}
	for (i = 1; last && i <= n_names; i++) {
		if ((file, names[i]) in shown)
			list = add(list, sprintf("NaN with linespoints %s title '%s'",
						 styles[names[i]], names[i]))
	}
	print "plot", list
}

# The panels in which something is drawn, and the range of what is, the same for all.
function choose_panels(file, chosen,   all, n, i, j, line, low, high)
{
	n = low = high = 0
	split(panels_of[file], all, "/")
	for (i = 1; i in all; i++) {
		for (j = 1; j <= n_names; j++) {
			line = file SUBSEP all[i] SUBSEP names[j]
			if (!is_drawn(file, all[i], names[j]))
				continue
			if (chosen[n] != all[i])
				chosen[++n] = all[i]
			low = low && low < least[line] ? low : least[line]
			high = high > most[line] ? high : most[line]
		}
	}
	printf "set yrange [%g:%g]\n", low / 1.2, high * 1.2
	return n
}

function draw(file,   panels, n, i, name, width)
{
	split("", panels)
	n = choose_panels(file, panels)
	width = 255 + 300 * n
	name = file
	gsub(/[^a-z0-9]+/, "-", name)
	sub(/-$/, "", name)
	printf "set terminal svg size %d,400 font 'sans,12' background '#ffffff'\n", width
	printf "set output '%s/%s.svg'\n", dir, name
	printf "set multiplot layout 1,%d title '%s' font ',15' ", n, titles[file]
	printf "margins screen %.4f, screen %.4f, screen 0.15, screen 0.83 spacing screen %.4f\n",
		85 / width, 1 - 165 / width, 50 / width
	printf "set key at screen %.4f, screen 0.84 left top Left reverse samplen 3 spacing 1.3\n",
		1 - 155 / width
	print "set xtics", file ~ /^slot/ ? slot_tics : tics
	print "set xlabel", file ~ /^slot/ ? "'slots'" : "'ranges'"
	print "set ylabel 'nanoseconds, lower is better'"
	for (i = 1; i <= n; i++) {
		plot_panel(file, panels[i], i == n)
		print "unset ylabel"
	}
	print "unset multiplot"
}

END {
	for (line in seen)
		any = 1
	if (status || !any)
		exit 1
	tics = "('8' 8, '64' 64, '512' 512, '4 k' 4096, '32 k' 32768, '256 k' 262144, '2 M' 2097152)"
	slot_tics = "('13' 13, '117' 117, '512' 512, '32 k' 32768)"
	print "set logscale xy"
	print "set format y '%g'"
	print "set grid lc rgb '#dddddd' lt 1 lw 0.5"
	print "set border lc rgb '#666666'"
	print "set tics nomirror"
	for (i = 1; i <= n_files; i++)
		if (files[i] in seen)
			draw(files[i])
}
