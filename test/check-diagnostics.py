#!/usr/bin/env python3
"""Finds diagnostics that no test shows.

usage: check-diagnostics.py ROOT

A diagnostic is a string literal of at least three words in a .cpp or .h file
under ROOT/lib or ROOT/include. Literals of assertions and of descriptions of
options do not count. The longest piece of each that does not depend on values has
to appear in a file under ROOT/test, or in UNSHOWN, which says why not.
"""
import pathlib
import re
import sys

# Part of a diagnostic -> why no test shows it.
UNSHOWN = {
    # What is said where upstream fails and gives no reason. Each case of it that
    # is found gets a reason and a test.
    "no reason was given": "upstream's failure has no reason",
    "an op did not tile as planned": "upstream's failure has no reason",
    "a step of bufferization gave no reason": "upstream's failure has no reason",
    "this step failed and gave no reason": "upstream's failure has no reason",
    "the module does not verify": "upstream's verifier gives reasons",
    "it has no decomposition here": "this version of upstream decomposes all",
    "expects an op that can be decomposed for bufferization, but it has no "
    "decomposition here": "this version of upstream decomposes all",
    # What depends on the machine.
    "this LLVM cannot generate code for the machine it runs on": "a machine",
    "expects libomp for OpenMP, but it cannot be loaded": "a machine without it",
    "to compile both functions took over ": "a compilation of 30 seconds",
    "run left out": "a machine on which 30 seconds are not enough",
    "runs left out": "a machine on which 30 seconds are not enough",
    "run on large numbers left out": "a run of seconds: too long for a test",
    "runs on large numbers left out": "a run of seconds: too long for a test",
    "checking the function ": "a process that is killed from outside",
    # What no code is known to reach.
    "the run in the field takes another path than the one in f64": (
        "both come from the same IR"
    ),
    "too many comparisons to record": "2^30 comparisons",
    "no form with the same arguments": "both come from the same IR",
    "the extents of ": "the floats differ before",
    "the parts of it that are read are not known to be disjoint and to cover it": (
        "what softmax and its reader have in common has one size"
    ),
    " is not one tile in the loops outside the sum, so it cannot be carried online": (
        "all ask for the same rows"
    ),
    # Literals that are not diagnostics.
    "Bufferize payload whose schedule did not bufferize it": "a description",
    "Lower bufferized payload to the LLVM dialect, for the CPU": "a description",
    # What is said where an op breaks the promise of its interface.
    "an op did not do as it promised": "no op breaks its promise",
    "the op did not tile as promised": "no op breaks its promise",
    "the op has no scalar form": "no op breaks its promise",
    "cannot be lowered to loops": "no op breaks its promise",
    "did not vectorize as planned: ": "the plan is made by doing it to a copy",
    # Reasons of patterns: a greedy driver drops them.
    "an operand is converted": "a pattern that a driver tries",
    "the product is of booleans": "a pattern that a driver tries",
    "the sums may start from -0.0": "a pattern that a driver tries",
    "no side is a diagonal matrix": "a pattern that a driver tries",
    "constants are not propagated": "a pattern that a driver tries",
    "the input is no constant": "a pattern that a driver tries",
    "the result is not plain": "a pattern that a driver tries",
    "the result is too large": "a pattern that a driver tries",
    "the results are not written in the order of parallel loops": (
        "a pattern that a driver tries"
    ),
    "the constant is in order or too large": "a pattern that a driver tries",
    "the dimensions that the slice drops are not mistaken": (
        "a pattern that a driver tries"
    ),
}

NO_DIAGNOSTIC = {
    "assert",
    "clEnumValN",
    "contains",
    "static_assert",
    "desc",
    "llvm_unreachable",
}
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'|\w+|\s+|.",
    re.DOTALL,
)
# What a value takes the place of: {0:f2}, %.2g, a line break.
HOLE = re.compile(r"\{\d+[^{}]*\}|%[-+0-9.]*l*[a-z]|%%|\n")


def unescape(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def literals(text):
    """Yields (line, literal, names of the calls around it); neighbours are one
    literal."""
    calls, last, line, found = [], None, 1, None
    for match in TOKEN.finditer(text):
        token = match[0]
        if token.startswith('R"('):
            token = '"' + token[3:-1]
            found = found or [line, "", [call for call in calls if call]]
            found[1] += token[1:-1]
        elif token[0] == '"':
            found = found or [line, "", [call for call in calls if call]]
            found[1] += unescape(token[1:-1])
        elif not token[0].isspace() and not token.startswith(("//", "/*")):
            if found:
                yield found
            found = None
            if token in "([{":
                calls.append(last if token == "(" else None)
            elif token in ")]}" and calls:
                calls.pop()
            last = token
        line += match[0].count("\n")


def normalize(text):
    return re.sub(r"\s+", " ", text)


def read_tests(root):
    """All text that tests hold, as the diagnostics have it."""
    text = ""
    for file in sorted((root / "test").rglob("*")):
        if file.is_file() and file.suffix in (".mlir", ".test", ".py", ".cpp"):
            content = file.read_text()
            if file.name == pathlib.Path(__file__).name:
                continue
            if file.suffix == ".cpp":
                content = "\n".join(literal for _, literal, _ in literals(content))
            # FileCheck and lit take these for more than they are.
            content = re.sub(r"\{\{\\?(.)\}\}", r"\1", content)
            content = re.sub(r"\\([\[\](){}.*+?|^$\"])", r"\1", content)
            text += normalize(content) + "\n"
    return text


def diagnostics(root):
    """Yields (file, line, longest piece) of each diagnostic."""
    for folder in ("include", "lib"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".cpp", ".h"):
                continue
            for line, literal, calls in literals(file.read_text()):
                piece = max(map(normalize, HOLE.split(literal)), key=len)
                if piece.count(" ") >= 2 and not NO_DIAGNOSTIC & set(calls):
                    yield file.relative_to(root), line, piece


def main(root):
    tests = read_tests(root)
    errors, shown, unshown = 0, 0, set()
    for file, line, piece in diagnostics(root):
        shown += 1
        if piece.strip() in tests:
            continue
        if piece in UNSHOWN:
            unshown.add(piece)
            continue
        errors += 1
        print(f"{file}:{line}: error: no test shows '{piece.strip()}'")
    if root == pathlib.Path(__file__).resolve().parent.parent:
        for piece in UNSHOWN.keys() - unshown:
            errors += 1
            print(f"{pathlib.Path(__file__).name}: error: nobody says '{piece}'")
    print(f"{shown} diagnostics, {errors} errors")
    return 1 if errors or not shown else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
