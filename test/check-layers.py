#!/usr/bin/env python3
"""Fails on an include that breaks Heddle's layering (docs/Architecture.md).

usage: check-layers.py ROOT

Looks at include/heddle/<Layer>/ and lib/heddle/<Layer>/ under ROOT, in C++ and
tablegen files. Each layer may include headers of itself and of the layers
that ALLOWED names; Transforms and everything below it, Execution too, know no
transform dialect.
"""
import pathlib
import re
import sys

BELOW = ["Interfaces", "IR", "Analysis", "Transforms"]  # lowest first
ALLOWED = {layer: BELOW[: i + 1] for i, layer in enumerate(BELOW)}
ALLOWED["TransformOps"] = BELOW + ["TransformOps"]
ALLOWED["Interpreter"] = BELOW + ["Interpreter"]
ALLOWED["Execution"] = BELOW + ["Execution"]
ALLOWED["InitHeddle"] = BELOW + ["TransformOps", "Interpreter", "Execution"]
NO_TRANSFORM = BELOW + ["Execution"]
INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]')
TRANSFORM = re.compile(r"mlir/Dialect/(Transform/|\w+/TransformOps/)")


def breaks(layer, path):
    """Says what is wrong with including `path` from `layer`, or None."""
    if layer in NO_TRANSFORM and TRANSFORM.match(path):
        return f"{layer} includes the transform dialect"
    match = re.match(r"heddle/(\w+)(?=[/.])", path)
    if match and match[1] not in ALLOWED[layer] and match[1] != layer:
        return f"{layer} includes {match[1]}, which does not stand below it"
    return None


def main(root):
    errors = files = 0
    for tree in ("include/heddle", "lib/heddle"):
        for file in sorted((root / tree).glob("*/**/*")):
            if file.suffix not in (".h", ".cpp", ".td"):
                continue
            files += 1
            layer = file.relative_to(root / tree).parts[0]
            for number, line in enumerate(file.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                if layer not in ALLOWED:
                    why = f"{layer} is no layer"
                else:
                    why = include and breaks(layer, include[1])
                if why:
                    errors += 1
                    print(f"{file.relative_to(root)}:{number}: error: {why}")
                    if layer not in ALLOWED:
                        break
    print(f"{files} files, {errors} errors")
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
