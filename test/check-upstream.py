#!/usr/bin/env python3
"""Fails if the tables of what is known of upstream do not fit the sources.

usage: check-upstream.py ROOT

Each row of Defects.def has its payload in test/Interpreter/Defects, and no payload is
left over.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
sys.dont_write_bytecode = True
from upstream_tables import DEFECTS, PAYLOADS, payload_of, read_rows


def check_payloads(root, report):
    """Returns the number of defects."""
    files = {file.name for file in (root / PAYLOADS).glob("*.mlir")}
    rows = list(read_rows(root / DEFECTS, "HEDDLE_DEFECT"))
    for line, (name, *_) in rows:
        if payload_of(name) not in files:
            report(DEFECTS, line, f"'{name}' has no {PAYLOADS}/{payload_of(name)}")
        files.discard(payload_of(name))
    for file in sorted(files):
        report(f"{PAYLOADS}/{file}", 1, "no row of Defects.def has this payload")
    return len(rows)


def main(root):
    errors = []

    def report(file, line, text):
        errors.append(f"{file}:{line}: error: {text}")

    defects = check_payloads(root, report)
    print("\n".join([*errors, f"{defects} defects, {len(errors)} errors"]))
    return 1 if errors or not defects else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
