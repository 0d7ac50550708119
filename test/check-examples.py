#!/usr/bin/env python3
"""Parses the ```mlir examples of Markdown files, and runs their commands.

usage: check-examples.py BIN [--ops] [--run ROOT] FILE.md ...

A block that holds ops of a schedule without a module around them is put into
a named sequence; names that it uses and does not define become arguments of the
type that their use asks for. With --run each line of a ```sh block that starts with
build/bin/ is run from ROOT with the tools in BIN, and must succeed. With --ops
each file is a generated reference page, and every op on it must have a
`#### Example` with such a block and a `#### Return modes`.
"""
import argparse
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```mlir\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WANTED = re.compile(r"value '(%\w+)' expects different type.*: '([^']*)' vs")
WHOLE = re.compile(
    r"^\s*(module|func\.func|transform\.sequence|[#!]\w+ =)", re.MULTILINE
)
OP = re.compile(r"^### `(transform\.[\w.]+)`", re.MULTILINE)


def wrap(code, types):
    """Makes a parsable file out of an example; `types` are those of its names."""
    bare = re.sub(r"//.*", "", code)
    module = "module attributes {transform.with_named_sequence} {\n"
    if bare.lstrip().startswith("transform.named_sequence"):
        return f"{module}{code}\n}}\n"
    if WHOLE.search(bare):
        return code
    used = re.findall(r"%[\w$.-]+", bare)
    defined = set()
    for left in re.findall(r"^\s*((?:%[\w$.:-]+\s*,?\s*)+)=", bare, re.M):
        defined.update(re.findall(r"%[\w$.-]+", left.replace(":", " ")))
    for block in re.findall(r"^\s*\^\w+\((.*)\):", bare, re.M):
        defined.update(re.findall(r"%[\w$.-]+", block))
    args = ", ".join(
        f"{name}: {types.get(name, '!transform.any_op')}"
        for name in dict.fromkeys(used)
        if name not in defined
    )
    return (
        f"{module}transform.named_sequence @example({args}) {{\n"
        f"{code}\ntransform.yield\n}}\n}}\n"
    )


def check_ops(text):
    """Yields what a page of the reference lacks, op by op."""
    heads = list(OP.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends):
        section = text[head.start() : end]
        example = section.partition("\n#### Example")[2]
        if not FENCE.search(example.partition("\n#### ")[0]):
            yield f"error: {head[1]} has no example"
        if "\n#### Return modes" not in section:
            yield f"error: {head[1]} has no return modes"


def parse(code, tools):
    """Parses an example; returns what is wrong with it, or None."""
    # Only the tools of Heddle link the files that a module lists, and
    # apply-examples.py has them do it.
    if "heddle.library = [" in code:
        return None
    types = {}
    while True:
        run = subprocess.run(
            [f"{tools}/heddle-opt", "-", "-o", "/dev/null"],
            input=wrap(code, types),
            stderr=subprocess.PIPE,
            text=True,
        )
        if not run.returncode:
            return None
        wanted = WANTED.search(run.stderr)
        if not wanted or wanted[1] in types:
            return f"{run.stderr}\n{wrap(code, types)}"
        types[wanted[1]] = wanted[2]


def check_blocks(text, tools):
    """Parses each example; yields those that do not parse."""
    for match in FENCE.finditer(text):
        why = parse(match[1], tools)
        if why:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{line}: error: example does not parse\n{why}"


def check_commands(text, tools, root):
    """Runs each command; yields those that fail."""
    for match in SHELL.finditer(text):
        for command in match[1].replace("\\\n", " ").splitlines():
            if not command.startswith("build/bin/"):
                continue
            print(f"ran: {command}", flush=True)
            run = subprocess.run(
                command.replace("build/bin/", f"{tools}/"),
                shell=True,
                cwd=root,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if run.returncode:
                line = text.count("\n", 0, match.start()) + 1
                yield f"{line}: error: command fails: {command}\n{run.stdout}"


def main(tools, files, ops, root):
    errors = blocks = 0
    for file in files:
        text = file.read_text()
        blocks += len(FENCE.findall(text))
        wrong = list(check_ops(text)) if ops else []
        wrong += check_blocks(text, tools)
        wrong += check_commands(text, tools, root) if root else []
        errors += len(wrong)
        for message in wrong:
            print(f"{file.name}:{message}")
    print(f"{blocks} examples, {errors} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--ops", action="store_true")
    parser.add_argument("--run", dest="root", default=None)
    arguments = parser.parse_args()
    sys.exit(main(**vars(arguments)))
