#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
"""Whether the tests reach all of the library: lines, branches, and MC/DC.

Reads what `llvm-cov export` wrote, adds up what all instances of the same source text
came to (inline functions are compiled into many programs, and those that macros define
once per definition), and fails if a line was not run, a branch not taken both ways, or a
condition not shown to decide on its own, unless the file of exceptions names it.

An exception is a line "FILE: TEXT: REASON": TEXT is found in the source line. One that is
not needed fails, too.
"""
import json
import os
import sys


class Source:
    """What is known of one source file, by place: (line, column, end line, end column)."""

    def __init__(self):
        self.regions = {}
        self.branches = {}
        self.decisions = {}

    def add_region(self, region):
        place = tuple(region[:4])
        self.regions[place] = self.regions.get(place, 0) + region[4]

    def add_branch(self, branch):
        place = tuple(branch[:4])
        taken = self.branches.get(place, (0, 0))
        self.branches[place] = (taken[0] + branch[4], taken[1] + branch[5])

    def add_decision(self, place, conditions):
        shown = self.decisions.get(place, [False] * len(conditions))
        self.decisions[place] = [a or b for a, b in zip(shown, conditions)]

    def faults(self):
        """Yields (line, what is missing)."""
        # Where an inline function is not used, all of its body counts as one region.
        run = {place[:2] for place, count in self.regions.items() if count}
        for place, count in self.regions.items():
            if not count and place[:2] not in run:
                yield place[0], "is not run"
        for place, (yes, no) in self.branches.items():
            if not yes or not no:
                yield place[0], "column %d is never %s" % (place[1], "false" if yes else "true")
        for place, conditions in self.decisions.items():
            for number, shown in enumerate(conditions, 1):
                if not shown:
                    yield place[0], "condition %d never decides alone" % number


CODE_REGION, EXPANSION_REGION, BRANCH_REGION = 0, 1, 4


def is_library(name, top):
    path = os.path.relpath(name, top)
    return path.split(os.sep)[0] in ("src", "include")


def gather(exported, top):
    sources = {}
    for function in exported["data"][0]["functions"]:
        names = function["filenames"]

        def source(file_id):
            name = names[file_id]
            return sources.setdefault(os.path.relpath(name, top), Source()) \
                if is_library(name, top) else None

        for region in function["regions"]:
            target = source(region[5])
            if target and region[7] == CODE_REGION:
                target.add_region(region)
        for branch in function["branches"]:
            target = source(branch[6])
            if target:
                target.add_branch(branch)
        for record in function.get("mcdc_records", []):
            # line, column, end line, end column, [true/false counts], file, kind, [conditions]
            conditions = record[-1]
            numbers = [value for value in record[4:-1] if isinstance(value, int)]
            target = source(numbers[-2])
            if target:
                target.add_decision(tuple(record[:4]), conditions)
    return sources


def read_exceptions(path):
    exceptions = []
    with open(path) as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, text, reason = line.rstrip("\n").split(": ", 2)
                exceptions.append((name, text.strip(), reason))
    return exceptions


def text_of(lines, number):
    """A source line; of a function's opening brace, the line before."""
    text = lines[number - 1].rstrip("\\").strip()
    return text if text != "{" else text_of(lines, number - 1)


def excuse(exceptions, used, name, text):
    for exception in exceptions:
        if exception[0] == name and exception[1] in text:
            used.add(exception)
            return True
    return False


def main(exported, exceptions, top):
    with open(exported) as file:
        sources = gather(json.load(file), top)
    exceptions = read_exceptions(exceptions)
    used, failed = set(), 0
    for name in sorted(sources):
        source = sources[name]
        with open(os.path.join(top, name)) as file:
            text = file.read().split("\n")
        excused = 0
        for line, fault in sorted(set(source.faults())):
            if excuse(exceptions, used, name, text_of(text, line)):
                excused += 1
                continue
            failed += 1
            print("%s:%d: %s: %s" % (name, line, fault, text_of(text, line)))
        conditions = [shown for decision in source.decisions.values() for shown in decision]
        print("%-28s %4d regions, %4d branches, %3d conditions in %3d decisions, %d excused" % (
            name, len(source.regions), 2 * len(source.branches), len(conditions),
            len(source.decisions), excused))
    for exception in exceptions:
        if exception not in used:
            failed += 1
            print("not needed: %s: %s" % exception[:2])
    print("coverage: %s" % ("%d places not reached" % failed if failed else
                            "all lines, branches and conditions"))
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], os.path.abspath(sys.argv[3])))
