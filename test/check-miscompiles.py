#!/usr/bin/env python3
"""Fails if docs/Miscompiles.md and its tests do not say the same.

usage: check-miscompiles.py ROOT

Each row of the table names a test, with the numbers and the verdict that the test checks,
and each test of test/Integration/Miscompiles has a row.
"""
import pathlib
import re
import sys

PAGE = "docs/Miscompiles.md"
TESTS = "test/Integration/Miscompiles"
REPORTS, RIGHT = 20, 10
ROW = re.compile(
    r"^\| (?P<reports>[^|]*) \| (?P<what>[^|]*) \| \[(?P<name>[\w-]+)\]\(\.\./(?P<path>[^)]*)\) "
    r"\| (?P<payload>[^|]*) \| (?P<stock>[^|]*) \| \*(?P<verdict>\w+)\*"
)


def check_row(row, text, report):
    """Compares a row with the text of its test."""

    def expects(line):
        if not re.search(rf"^// CHECK(-NEXT)?: *{line}", text, re.M):
            report(f"'{row['name']}' is {row['verdict']}, but its test has no '{line}'")

    for number in re.findall(r"\[#(\d+)\]", row["reports"]):
        if f"#{number}" not in text:
            report(f"the test of '{row['name']}' does not name #{number}")
    expects(f"payload: {re.escape(row['payload'])}$")
    expects(f"upstream: {re.escape(row['stock'])}$")
    expects("check: .*: (different|memory error|not checked)")
    expects("warning: ")
    expects("strict: ")
    if row["verdict"] == "right":
        expects(f"heddle: {re.escape(row['payload'])}$")
        expects("heddle check: .*: equal")
    elif row["verdict"] == "refused":
        expects("refused: ")
    elif row["verdict"] != "warned":
        report(f"'{row['name']}' is {row['verdict']}: expects right, refused or warned")


def main(root):
    errors = []
    reports, verdicts, names = set(), [], set()
    for number, line in enumerate((root / PAGE).read_text().splitlines(), 1):
        row = ROW.match(line)
        if not row:
            continue

        def report(text):
            errors.append(f"{PAGE}:{number}: error: {text}")

        test = root / row["path"]
        if row["path"] != f"{TESTS}/{row['name']}.mlir" or not test.exists():
            report(f"'{row['name']}' has no {TESTS}/{row['name']}.mlir")
            continue
        names.add(row["name"])
        verdicts.append(row["verdict"])
        reports |= set(re.findall(r"\[#(\d+)\]", row["reports"]))
        check_row(row, test.read_text().replace("{{$}}", ""), report)
    for test in sorted((root / TESTS).glob("*.mlir")):
        if test.stem not in names:
            errors.append(f"{TESTS}/{test.name}:1: error: {PAGE} has no row for it")
    right = verdicts.count("right")
    if len(reports) < REPORTS or right < RIGHT:
        errors.append(
            f"{PAGE}:1: error: expects {REPORTS} reports and {RIGHT} that are right"
        )
    print(
        "\n".join(
            [
                *errors,
                f"{len(reports)} reports, {right} right, {len(errors)} errors",
            ]
        )
    )
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
