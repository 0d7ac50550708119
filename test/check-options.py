#!/usr/bin/env python3
"""Gives each transform op of the reference wrong options, and its own flags.

usage: check-options.py BIN PAGE.md ...

Takes the example of each op, in the form that is printed and in the generic
form, and adds an attribute that no op has, and each of its flags: alone, as true,
as false and as a number. An attribute without effect and a flag that is no
flag must be errors; the rest must be accepted.
"""
import importlib.util
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
SPEC = importlib.util.spec_from_file_location("examples", HERE / "check-examples.py")
EXAMPLES = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(EXAMPLES)

FLAG = re.compile(r"<code>(\w+)</code></td><td>[^<]*</td><td>a flag")
# Flags that need another option, which the example may lack.
NEEDED = {"allow_unknown_ops", "skip_masked", "no_nans", "joint"}


def run(tools, text, *options):
    """Runs heddle-opt on `text`."""
    return subprocess.run(
        [f"{tools}/heddle-opt", "-", "--allow-unregistered-dialect", *options],
        input=text,
        capture_output=True,
        text=True,
    )


def write_generic(code, tools):
    """The example as a module in generic form."""
    types = {}
    while True:
        done = run(tools, EXAMPLES.wrap(code, types), "--mlir-print-op-generic")
        if not done.returncode:
            return done.stdout
        wanted = EXAMPLES.WANTED.search(done.stderr)
        if not wanted or wanted[1] in types:
            sys.exit(f"{done.stderr}\n{EXAMPLES.wrap(code, types)}")
        types[wanted[1]] = wanted[2]


def mark(generic, name):
    """Adds the attribute `test.marker` to the first op called `name`."""
    lines = generic.splitlines()
    for number, line in enumerate(lines):
        if f'"{name}"(' in line:
            head, colon, types = line.rpartition(" : (")
            if head.endswith("}") and not head.endswith("}>"):
                head = f"{head[:-1]}, test.marker}}"
            else:
                head += " {test.marker}"
            lines[number] = head + colon + types
            return "\n".join(lines)
    sys.exit(f"error: the example of {name} does not have it")


def give(marked, attribute, error):
    """Puts `attribute` in place of the marker, and says what is expected."""
    lines = marked.splitlines()
    number = next(n for n, line in enumerate(lines) if "test.marker" in line)
    lines[number] = lines[number].replace("test.marker", attribute)
    if error:
        lines.insert(number, f"// expected-error@below {{{{{error}}}}}")
    return "\n".join(lines)


def write_cases(name, section, tools):
    """Yields a module for each attribute and form."""
    example = section.partition("\n#### Example")[2]
    code = EXAMPLES.FENCE.search(example)[1]
    generic = mark(write_generic(code, tools), name)
    printed = run(tools, generic).stdout
    if "test.marker" not in printed:
        sys.exit(f"error: {name} does not print an attribute")
    for form in generic, printed:
        line = next(text for text in form.splitlines() if "test.marker" in text)
        for unknown in "no_such_option", "no_such_option = true":
            yield give(form, unknown, "option")
        for flag in FLAG.findall(section):
            if flag in NEEDED or re.search(rf"\b{flag}\b", line):
                continue
            for right in flag, f"{flag} = true", f"{flag} = false":
                yield give(form, right, None)
            yield give(form, f"{flag} = 1", "flag")


def main(tools, pages):
    cases = []
    ops = 0
    for page in pages:
        text = pathlib.Path(page).read_text()
        heads = list(EXAMPLES.OP.finditer(text))
        ends = [head.start() for head in heads[1:]] + [len(text)]
        for head, end in zip(heads, ends):
            cases += write_cases(head[1], text[head.start() : end], tools)
            ops += 1
    text = "\n// -----\n".join(cases)
    done = run(tools, text, "--split-input-file", "--verify-diagnostics")
    print(done.stderr, end="")
    print(f"{ops} ops, {len(cases)} cases")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
