#!/usr/bin/env python3
"""Counts what lit reports, for tools/check.sh.

usage: count-tests.py RESULTS.json

Prints "PASSED FAILED" and then the name of each failed test. Everything that
is not a pass is a failure, also what lit calls skipped, unsupported or
expectedly failed; a run without tests fails.
"""
import json
import sys


def main(path):
    with open(path, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    tests = [test for test in tests if test["code"] != "EXCLUDED"]
    bad = [test for test in tests if test["code"] != "PASS"]
    print(len(tests) - len(bad), len(bad))
    for test in bad:
        print(f"{test['name']} ({test['code'].lower()})")
    return 0 if tests else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
