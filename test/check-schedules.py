#!/usr/bin/env python3
"""Compares the header of each schedule of the library with what it does.

usage: check-schedules.py ROOT

The sequence that the header names must be the only public one, and take the
parameters of the header, in that order, after the target and with their
defaults and ranges, which each has, but for those at the end that its finish takes; it must name its
matchers; its body must have at most 15 lines, that of an attention or a
transformer block 25; and the schedule must have a test,
test/Schedules/<kernel>-<strategy>.test. What the lines of a header may be is
checked by `heddle list`.

A schedule of a whole network in tools/bench/networks, on top of the library,
has at most 30 lines, the wrapping included.
"""
import pathlib
import re
import sys

KEY = re.compile(r"^// heddle\.(\w+): (.*)$", re.MULTILINE)
PARAM = re.compile(r"(\w+) = (-?\d+)(?: in (\[-?\d+, -?\d+\]))? :")
ARGUMENT = re.compile(
    r'%\w+: !transform\.param<i64> \{[^}]*'
    r'heddle\.param = "(\w+)",\s*heddle\.default = (-?\d+) : i64'
    r"(?:,\s*heddle\.range = (\[-?\d+, -?\d+\]))?"
)
PUBLIC = re.compile(r"transform\.named_sequence (@\w+)\(")


def find_finish(root, attributes):
    """The arguments of the sequence that `attributes` name as the finish."""
    name = re.search(r"heddle\.finish = (@\w+)", attributes or "")
    common = root / "transform-scripts/common/finish.mlir"
    if not name or not common.exists():
        return []
    head = re.search(
        rf"transform\.named_sequence {name[1]}\((.*?)\) {{\n",
        common.read_text(),
        re.DOTALL,
    )
    return ARGUMENT.findall(head[1]) if head else []


def check(root, file):
    """Yields what is wrong with a schedule."""
    text = file.read_text()
    keys = KEY.findall(text)
    header = dict(keys)
    params = [PARAM.match(value).groups("") for key, value in keys if key == "param"]
    sequence = header["sequence"]
    head = re.search(
        rf"transform\.named_sequence {sequence}\((.*?)\)\s*"
        r"(attributes \{.*?\} )?{\n(.*?)\n  }\n",
        text,
        re.DOTALL,
    )
    if not head:
        yield f"has no sequence {sequence}"
        return
    own = ARGUMENT.findall(head[1])
    taken = own + find_finish(root, head[2])
    if taken != params or head[1].count("%") != 1 + len(own):
        yield f"documents {params}, but {sequence} takes {taken}"
    for name, _, limits in params:
        if not limits:
            yield f"gives no range of '{name}'"
    if PUBLIC.findall(text) != [sequence]:
        yield f"defines {PUBLIC.findall(text)}; only {sequence} may be public"
    if "heddle.expects" not in (head[2] or ""):
        yield f"names no matcher of {sequence} in 'heddle.expects'"
    count = count_lines(head[3])
    limit = 25 if header["kernel"] in ("attention", "transformer-block") else 15
    if count > limit:
        yield f"has {count} lines in {sequence}, at most {limit} are allowed"
    test = root / f"test/Schedules/{file.parent.name}-{file.stem}.test"
    if not test.exists():
        yield f"has no test {test.relative_to(root)}"


def count_lines(text):
    lines = [line.strip() for line in text.splitlines()]
    return sum(1 for line in lines if line and not line.startswith("//"))


def check_network(file):
    """Yields what is wrong with the schedule of a network."""
    count = count_lines(file.read_text())
    if count > 30:
        yield f"has {count} lines, at most 30 are allowed"


def main(root):
    errors = schedules = 0
    for file in sorted((root / "tools/bench/networks").glob("*.mlir")):
        if file.stem.endswith("-upstream"):
            continue
        for wrong in check_network(file):
            errors += 1
            print(f"{file.relative_to(root)}: error: {wrong}")
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
