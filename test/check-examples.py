#!/usr/bin/env python3
"""Parses the ```mlir examples of Markdown files with heddle-opt.

usage: check-examples.py HEDDLE_OPT [--ops] FILE.md ...

A block that holds ops of a schedule without a module around them is put into
a named sequence; names that it uses and does not define become arguments of
type !transform.any_op. With --ops each file is a generated reference page, and
every op on it must have a `#### Example` with such a block and a
`#### Return modes`.
"""
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```mlir\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OP = re.compile(r"^### `(transform\.[\w.]+)`", re.MULTILINE)


def wrap(code):
    """Makes a parsable file out of an example."""
    bare = re.sub(r"//.*", "", code)
    if re.search(r"^\s*(module|func\.func|transform\.sequence|#|!)", bare, re.M):
        return code
    used = re.findall(r"%[\w$.-]+", bare)
    defined = set()
    for left in re.findall(r"^\s*((?:%[\w$.:-]+\s*,?\s*)+)=", bare, re.M):
        defined.update(re.findall(r"%[\w$.-]+", left.replace(":", " ")))
    args = ", ".join(
        f"{name}: !transform.any_op"
        for name in dict.fromkeys(used)
        if name not in defined
    )
    return (
        "module attributes {transform.with_named_sequence} {\n"
        f"transform.named_sequence @example({args}) {{\n"
        f"{code}\ntransform.yield\n}}\n}}\n"
    )


def main(heddle_opt, files, ops):
    errors = blocks = 0
    for file in files:
        text = file.read_text()
        if ops:
            heads = list(OP.finditer(text))
            ends = [head.start() for head in heads[1:]] + [len(text)]
            for head, end in zip(heads, ends):
                section = text[head.start() : end]
                example = section.partition("\n#### Example")[2]
                if not FENCE.search(example.partition("\n#### ")[0]):
                    errors += 1
                    print(f"{file.name}: error: {head[1]} has no example")
                if "\n#### Return modes" not in section:
                    errors += 1
                    print(f"{file.name}: error: {head[1]} has no return modes")
        for match in FENCE.finditer(text):
            blocks += 1
            line = text.count("\n", 0, match.start()) + 1
            code = wrap(match[1])
            run = subprocess.run(
                [heddle_opt, "-", "-o", "/dev/null"],
                input=code,
                stderr=subprocess.PIPE,
                text=True,
            )
            if run.returncode:
                errors += 1
                print(f"{file.name}:{line}: error: example does not parse")
                print(run.stderr, code, sep="\n")
    print(f"{blocks} examples, {errors} errors")
    return 1 if errors or not files else 0


if __name__ == "__main__":
    names = [a for a in sys.argv[2:] if a != "--ops"]
    sys.exit(
        main(sys.argv[1], [pathlib.Path(n) for n in names], "--ops" in sys.argv)
    )
