#!/usr/bin/env python3
"""Finds what lit and FileCheck accept silently although it tests nothing.

usage: lint-tests.py ROOT [FILE ...]

Checks the .mlir and .test files under ROOT/test (those in Inputs/ are no
tests), or the given files: misspelt or colon-less directives, check lines of a
prefix that no FileCheck run uses, check lines that are a bare op name,
expected-* comments that nobody verifies, `XFAIL`, `UNSUPPORTED` and `REQUIRES`,
and empty splits at the end.
"""
import pathlib
import re
import sys

LIT = ["RUN", "DEFINE", "REDEFINE", "END.", "COM"]
SUFFIX = r"(-NEXT|-SAME|-NOT|-DAG|-LABEL|-EMPTY|-COUNT-\d+)?(\{LITERAL\})?"
# A comment that begins with an upper-case word and a colon is a directive.
WORD = re.compile(r"^\s*(?://|#|;)\s*([A-Z][A-Z0-9_.-]*(?:\{\w+\})?)(\s*:)(.*)$")
LOWER = re.compile(r"^\s*(?://|#|;)\s*(check|run)(-[a-z]+)?\s*:", re.IGNORECASE)
BARE_OP = re.compile(r"^\s*[\"]?[a-z_]+\.[a-z_.]+[\"]?\s*$")


def prefixes_of(runs):
    """The check prefixes that the FileCheck calls in the RUN lines use."""
    found = set()
    for command in re.split(r"\||&&|;", runs):
        if not re.search(r"\bFileCheck\b", command):
            continue
        named = re.findall(r"--?check-prefix(?:es)?[= ]\s*(\S+)", command)
        for names in named or ["CHECK"]:
            found.update(names.strip("'\"").split(","))
    return found


def lint(text):
    """Yields (line number, what is wrong) for the text of a test."""
    lines = text.splitlines()
    # RUN lines, with continuations joined.
    runs = "\n".join(m[1] for m in re.finditer(r"RUN:(.*)", text))
    runs = runs.replace("\\\n", " ")
    prefixes = prefixes_of(runs.replace("\n", " ; "))
    known = "|".join(map(re.escape, sorted(prefixes)))
    directive = re.compile(f"({known}){SUFFIX}$") if prefixes else None
    no_colon = prefixes and re.compile(
        rf"^\s*(?://|#|;)\s*({known})(-(NEXT|SAME|NOT|DAG|LABEL|EMPTY))?\s+[^:]*$"
    )
    for number, line in enumerate(lines, 1):
        match = WORD.match(line)
        if match:
            word, colon, rest = match.groups()
            if word == "XFAIL":
                yield number, "XFAIL hides a failure"
            elif word in ("REQUIRES", "UNSUPPORTED"):
                yield number, f"{word} skips a test"
            elif word in LIT:
                pass
            elif directive and directive.match(word):
                if colon != ":":
                    yield number, f"space before the colon of '{word}'"
                positive = not re.search(r"-(NOT|EMPTY)", word)
                if positive and BARE_OP.match(rest):
                    yield number, "check line is a bare op name"
            elif re.match(r"\w*CH\w*K", word):
                yield number, f"'{word}' is no directive of a FileCheck run here"
            else:
                yield number, f"unknown directive '{word}'"
        elif LOWER.match(line):
            yield number, "directive in lower case"
        elif no_colon and no_colon.match(line):
            yield number, "directive without a colon"
        if re.search(r"expected-(error|warning|note|remark)", line):
            if "verify-diagnostics" not in runs:
                yield number, "nobody verifies this expected diagnostic"
    splits = [n for n, l in enumerate(lines, 1) if l.strip() == "// -----"]
    if splits and not re.search("split-input-file|-lit-test", runs):
        yield splits[0], "split marker without --split-input-file"
    code = [n for n, l in enumerate(lines, 1) if l.strip()]
    if splits and code[-1] == splits[-1]:
        yield splits[-1], "split marker at the end of the file"


def main(root, files):
    if not files:
        files = [
            f
            for f in sorted((root / "test").rglob("*"))
            if f.suffix in (".mlir", ".test") and "Inputs" not in f.parts
        ]
    errors = 0
    for file in files:
        for number, what in lint(file.read_text()):
            errors += 1
            print(f"{file}:{number}: error: {what}")
    print(f"{len(files)} files, {errors} errors")
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), [pathlib.Path(f) for f in sys.argv[2:]]))
