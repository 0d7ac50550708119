#!/usr/bin/env python3
"""Measures the tables of docs/Performance.md again and writes them into the page.

  performance-table.py                       all tables, on a machine that is quiet
  performance-table.py --rounds=5            with fewer rounds
  performance-table.py --tables=compile      one of kernels, threads, compile

Each table is between two lines '<!-- NAME -->' and '<!-- end of NAME -->'.
"""

import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLES = {
    "kernels": [],
    "threads": ["--num-threads=2"],
    "compile": ["--compile-times"],
}


def measure(tool, name, rounds):
    """The lines that the program prints for a table, the first one in plain text."""
    done = subprocess.run([tool, f"--rounds={rounds}", *TABLES[name]],
                          stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"error: {tool} failed for '{name}'")
    return done.stdout.strip().splitlines()


def replace(lines, name, table):
    """`lines` with `table` between the two lines that name it."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if begin not in lines or end not in lines:
        sys.exit(f"error: the page has no lines '{begin}' and '{end}'")
    return lines[:lines.index(begin) + 1] + table + lines[lines.index(end):]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--page", default=os.path.join(ROOT, "docs", "Performance.md"))
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--tables", default=",".join(TABLES))
    arguments = parser.parse_args()
    tool = os.path.join(arguments.build, "bin", "heddle-bench-kernels")
    for name in arguments.tables.split(","):
        if name not in TABLES:
            sys.exit(f"error: expects --tables to name some of {', '.join(TABLES)}")
        table = measure(tool, name, arguments.rounds)
        with open(arguments.page) as file:
            lines = file.read().splitlines()
        with open(arguments.page, "w") as file:
            file.write("\n".join(replace(lines, name, table)) + "\n")
        print(f"{name}: {len(table)} lines", flush=True)


if __name__ == "__main__":
    main()
