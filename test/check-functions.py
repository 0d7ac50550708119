#!/usr/bin/env python3
"""Fails on a C++ function of more than LONGEST lines.

usage: check-functions.py ROOT

Counts from the first line of the signature to the closing brace, in all .cpp, .h
and .c files of include, lib, tools and test under ROOT. What a function is, is read
off the braces: a block after a parameter list, outside of any other function.
"""
import pathlib
import re
import sys

LONGEST = 60
SKIPPED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#[^\n]*(?:\\\n[^\n]*)*',
    re.S | re.M,
)
OPENS_SCOPE = re.compile(r"\b(namespace|struct|class|union|enum|extern)\b")


SCOPE, FUNCTION, OTHER = range(3)


def classify(head):
    """What the block after `head` is, outside of functions."""
    before = re.sub(r"operator\S+|template\s*<.*?>\s", "", head.split("(")[0])
    if OPENS_SCOPE.search(before):
        return SCOPE
    return FUNCTION if "(" in head and "=" not in before else OTHER


def find_functions(text):
    """Yields the first line, the number of lines and the signature of each."""
    # Comments, literals and directives become blanks.
    code = SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    blocks, start = [], 0  # the kind, the place and the head of open blocks
    for match in re.finditer(r"[{};]|\b(?:public|private|protected):", code):
        is_outside = not blocks or blocks[-1][0] == SCOPE
        if match[0] == "{":
            head = code[start : match.start()]
            first = match.start() - len(head.lstrip())
            head = " ".join(head.split())
            blocks.append((classify(head) if is_outside else OTHER, first, head))
        elif match[0] == "}" and blocks:
            kind, first, head = blocks.pop()
            if kind == FUNCTION:
                line = code.count("\n", 0, first) + 1
                yield line, code.count("\n", first, match.end()) + 1, head
        if not blocks or blocks[-1][0] == SCOPE:
            start = match.end()


def main(root):
    functions = errors = 0
    for folder in ("include", "lib", "tools", "test"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".cpp", ".h", ".c"):
                continue
            for line, lines, head in find_functions(file.read_text()):
                functions += 1
                if lines > LONGEST:
                    errors += 1
                    name = head.split("(")[0].split()[-1]
                    what = f"'{name}' has {lines} lines, more than {LONGEST}"
                    print(f"{file}:{line}: error: {what}")
    print(f"{functions} functions, {errors} errors")
    return 1 if errors or not functions else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
