#!/usr/bin/env python3
"""Fails if the tables of what is known of upstream do not fit the sources.

usage: check-upstream.py ROOT

Each row of Defects.def has its payload in test/Interpreter/Defects, or among the public
reports in test/Integration/Miscompiles, and no payload is left over. Each call that lib and tools make of a function, pattern set or pass of
upstream that may change what a payload computes is in UpstreamCalls.def, and each row
of that is a call. A call names all defects of Defects.def that name its function.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
sys.dont_write_bytecode = True
from upstream_tables import CALLS, DEFECTS, PAYLOADS, find_payload, payload_of, read_rows

# Functions of upstream's dialects, but for those that only ask or only build an
# attribute or a handle.
IN_NAMESPACE = re.compile(
    r"(?<![\w:])((?:affine|arith|bufferization|cf|index|linalg|math|memref|scf|tensor"
    r"|ub|vector)::(?!get|is|infer|can|stringify|apply|bitEnum|invert|offsetIndices"
    r"|computeSuffix)[a-z]\w*)\("
)
# Functions of the namespace mlir, passes and pattern sets. Heddle's own are left out.
BARE = re.compile(
    r"(?<![\w:.>])(?:mlir::)?((?:create|populate|build)\w*(?:Pass|Patterns?|Pipeline)"
    r"|createConvert\w+|moveLoopInvariantCode|hoistLoopInvariantSubsets"
    r"|eliminateCommonSubExpressions|controlledSink|inlineCall|inlineRegion"
    r"|apply(?:Op)?PatternsGreedily|runRegionDCE|simplifyRegions|sinkOps"
    r"|loopUnroll\w*|coalesceLoops|reifyResultShapes)\("
)
# Methods: of ops that are decomposed or tiled, and of loops.
METHOD = re.compile(
    r"(?:\.|->|::)(decomposeOperation|getTiledImplementation|promoteIfSingleIteration"
    r"|getCanonicalizationPatterns)\("
)
DEFINED = re.compile(r"\b(?:heddle|linalg_ext|\w+Op|shared)::(\w+)\(|^(?:void|static [^;(]*?) ?(\w+)\(", re.M)


def find_calls(root):
    """The functions of upstream that are called, each with the files that call it."""
    texts, own = {}, set()
    for folder in ("lib", "tools"):
        for file in sorted((root / folder).rglob("*.cpp")):
            texts[file] = re.sub(r"//[^\n]*", "", file.read_text())
            own.update(name for match in DEFINED.findall(texts[file]) for name in match)
    passes = "".join(f.read_text() for f in (root / "include").rglob("Passes.td"))
    own.update(f"create{name}" for name in re.findall(r"^def (\w+)", passes, re.M))
    calls = {}
    for file, text in texts.items():
        names = set(IN_NAMESPACE.findall(text)) | set(METHOD.findall(text))
        names.update(name for name in BARE.findall(text) if name not in own)
        for name in names:
            calls.setdefault(name, set()).add(file.name)
    return calls


def check_calls(root, report):
    """Returns the number of functions that are called."""
    calls = find_calls(root)
    rows = list(read_rows(root / CALLS, "HEDDLE_UPSTREAM_CALL"))
    defects = list(read_rows(root / DEFECTS, "HEDDLE_DEFECT"))
    listed = {}
    for line, (functions, files, known, _) in rows:
        for word in re.findall(r"\b[A-Z]\w+", known):
            if word not in [name for _, (name, *_) in defects]:
                report(CALLS, line, f"no defect has the name '{word}'")
        for function in functions.split():
            for file in files.split():
                listed.setdefault(function, set()).add(file)
            for _, (name, steps, *_) in defects:
                if function in steps.split() and name not in known:
                    report(CALLS, line, f"'{function}' has the defect '{name}'")
    for function in sorted({*calls, *listed}):
        for file in sorted(calls.get(function, set()) - listed.get(function, set())):
            report(CALLS, 1, f"no row says why '{function}' is safe in {file}")
        for file in sorted(listed.get(function, set()) - calls.get(function, set())):
            report(CALLS, 1, f"'{function}' is not called in {file}")
    return len(calls)


def check_payloads(root, report):
    """Returns the number of defects."""
    files = {file.name for file in (root / PAYLOADS).glob("*.mlir")}
    rows = list(read_rows(root / DEFECTS, "HEDDLE_DEFECT"))
    for line, (name, *_) in rows:
        if not find_payload(root, name):
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
    calls = check_calls(root, report)
    count = f"{defects} defects, {calls} functions called, {len(errors)} errors"
    print("\n".join([*errors, count]))
    return 1 if errors or not defects or not calls else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
