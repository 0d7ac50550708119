#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each schedule of the library meets payloads that it was not written for.

Usage: check-foreign-payloads.py ROOT

Prints a line for each schedule of ROOT/transform-scripts that the tests in
ROOT/test/Schedules run on fewer than three foreign payloads, then the number of
schedules. A foreign payload is a function of the test itself or of its
Inputs, or a payload of the library with generic ops instead of named ones.
`heddle check` has to find it equal, or `not heddle apply` has to refuse it. Exits with
1 if a schedule has too few.
"""

import collections
import pathlib
import re
import sys

LEAST = 3
SCHEDULE = re.compile(r"-s %scripts/(\S+/\S+)\.mlir")


def split(text):
    """The sections of a test for split-file, by name."""
    parts = re.split(r"^(?:#|//)--- (\S+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def count_functions(text):
    return len(re.findall(r"func\.func (?!private)", text))


def count_payloads(command, folder, sections):
    """How many foreign payloads `command` runs a schedule on."""
    if re.match(r"not heddle apply (%t|%S/Inputs)/\S+", command):
        return 1
    if "--linalg-generalize-named-ops" in command and "heddle check" in command:
        return 1
    found = re.match(r"heddle check (\S+)", command)
    if not found:
        return 0
    if found.group(1).startswith("%S/"):
        return count_functions((folder / found.group(1)[3:]).read_text())
    if found.group(1).startswith("%t/"):
        return count_functions(sections.get(found.group(1)[3:], ""))
    return 0


def count_all(tests):
    """The foreign payloads of each schedule in the tests of a folder."""
    counts = collections.Counter()
    for path in sorted(tests.glob("*.test")):
        text = path.read_text()
        sections = split(text)
        commands = re.findall(r"# RUN: ((?:.*\\\n# RUN:)*.*)", text)
        for command in commands:
            command = re.sub(r"\\\n# RUN:\s*", "", command)
            for schedule in set(SCHEDULE.findall(command)):
                counts[schedule] += count_payloads(command, tests, sections)
    return counts


def find_schedules(scripts):
    """The schedules of a library: the files with a strategy."""
    for path in sorted(scripts.glob("*/*.mlir")):
        if re.search(r"^// heddle\.strategy:", path.read_text(), re.MULTILINE):
            yield f"{path.parent.name}/{path.stem}"


def main(root):
    counts = count_all(root / "test" / "Schedules")
    schedules = list(find_schedules(root / "transform-scripts"))
    few = [name for name in schedules if counts[name] < LEAST]
    for name in few:
        print(f"{name}: error: {counts[name]} foreign payloads, expects {LEAST}")
    print(f"{len(schedules)} schedules, {len(few)} errors")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
