#!/usr/bin/env python3
"""Compares the header of each schedule of the library with what it does.

usage: check-schedules.py ROOT

The sequence that the header names must take the parameters of the header, in
that order and after the target; `@__transform_main` must pass their defaults;
and the schedule must have a test, test/Schedules/<kernel>-<strategy>.test.
What the lines of a header may be is checked by `heddle list`.
"""
import pathlib
import re
import sys

KEY = re.compile(r"^// heddle\.(\w+): (.*)$", re.MULTILINE)
PARAM = re.compile(r"(\w+) = (-?\d+) :")
CONSTANT = re.compile(r"%(\w+) = transform\.param\.constant (-?\d+) : i64")


def check(root, file):
    """Yields what is wrong with a schedule."""
    text = file.read_text()
    keys = KEY.findall(text)
    header = dict(keys)
    params = [PARAM.match(value).groups() for key, value in keys if key == "param"]
    names = [name for name, _ in params]
    sequence = header["sequence"]
    head = re.search(
        rf"transform\.named_sequence {sequence}\((.*?)\)\s*(?:->.*?)?{{\n",
        text,
        re.DOTALL,
    )
    if not head:
        yield f"has no sequence {sequence}"
        return
    arguments = re.findall(r"%(\w+):", head[1])[1:]
    if arguments != names:
        yield f"documents {names}, but {sequence} takes {arguments}"
    main = text[text.index("@__transform_main") :]
    if CONSTANT.findall(main) != params:
        yield f"documents {params}, but passes {CONSTANT.findall(main)}"
    called = re.search(rf"include {sequence} .*?\((.*?)\)\s*:", main, re.DOTALL)
    if not called or re.findall(r"%(\w+)", called[1])[1:] != names:
        yield f"does not pass {names} to {sequence} in that order"
    test = root / f"test/Schedules/{file.parent.name}-{file.stem}.test"
    if not test.exists():
        yield f"has no test {test.relative_to(root)}"


def main(root):
    errors = schedules = 0
    for file in sorted((root / "transform-scripts").glob("*/*.mlir")):
        if "// heddle.kernel:" not in file.read_text():
            continue
        schedules += 1
        for wrong in check(root, file):
            errors += 1
            print(f"{file.relative_to(root)}: error: {wrong}")
    print(f"{schedules} schedules, {errors} errors")
    return 1 if errors or not schedules else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
