#!/usr/bin/env python3
"""Shows that merging elementwise ops costs time in proportion to ops plus uses.

Generates functions of many small ops, merges them with Heddle's pass and with
upstream's, and prints how many ops are left and how long each took.

  elementwise-cost.py                                all series, as a table
  elementwise-cost.py --series=chain --sizes=100,1000
  elementwise-cost.py --counts --sizes=100           only what is left
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPE = "tensor<64x64xf32>"
OURS = "--linalg-fuse-elementwise-ext=shared-input"
THEIRS = "--linalg-fuse-elementwise-ops"


def generic(name, op, operands):
    """An elementwise op on `operands`."""
    maps = ", ".join(["#id"] * (len(operands) + 1))
    types = ", ".join([TYPE] * len(operands))
    block = ", ".join(f"%a{i}: f32" for i in range(len(operands)))
    inputs = ", ".join(f"%a{i}" for i in range(len(operands)))
    return (
        f"  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
        f'["parallel", "parallel"]}} ins({", ".join(operands)} : {types}) '
        f"outs(%e : {TYPE}) {{\n  ^bb0({block}, %o: f32):\n"
        f"    %s = {op} {inputs} : f32\n    linalg.yield %s : f32\n  }} -> {TYPE}"
    )


def chain(n):
    """Each op reads the one before it; every tenth is returned, too."""
    names = ["%x"] + [f"%v{i}" for i in range(n)]
    lines = [generic(names[i + 1], "math.exp", [names[i]]) for i in range(n)]
    return lines, sorted({*names[10::10], names[-1]}, key=names.index)


def diamonds(n):
    """Each op reads the two before it."""
    names = ["%x", "%x"] + [f"%v{i}" for i in range(n)]
    lines = [
        generic(names[i + 2], "arith.addf", [names[i], names[i + 1]])
        for i in range(n)
    ]
    return lines, [names[-1]]


def siblings(n):
    """All read one argument."""
    names = [f"%v{i}" for i in range(n)]
    return [generic(name, "math.exp", ["%x"]) for name in names], names


def layers(n):
    """Ten ops, a matmul, ten ops, ...; the first of ten is read by the last."""
    lines, x = [], "%x"
    for i in range(n):
        if i % 10 == 0 and i:
            lines.append(
                f"  %m{i} = linalg.matmul ins({x}, {x} : {TYPE}, {TYPE}) "
                f"outs(%x : {TYPE}) -> {TYPE}"
            )
            x = f"%m{i}"
        if i % 10 == 0:
            first = x
        operands = [x, first] if i % 10 == 9 else [x]
        op = "arith.addf" if i % 10 == 9 else "math.exp"
        lines.append(generic(f"%v{i}", op, operands))
        x = f"%v{i}"
    return lines, [x]


def fan(n):
    """Many ops read one op and a matmul of it each: it cannot be merged with
    them, which only looking at all of them shows."""
    lines = [generic("%p", "math.exp", ["%x"])]
    names = [f"%v{i}" for i in range(n // 2)]
    for i, name in enumerate(names):
        lines.append(
            f"  %m{i} = linalg.matmul ins(%p, %x : {TYPE}, {TYPE}) "
            f"outs(%x : {TYPE}) -> {TYPE}"
        )
        lines.append(generic(name, "arith.mulf", ["%p", f"%m{i}"]))
    return lines, names


SERIES = {"chain": chain, "diamonds": diamonds, "siblings": siblings,
          "layers": layers, "fan": fan}


def text(series, n):
    lines, results = SERIES[series](n)
    types = ", ".join([TYPE] * len(results))
    return "\n".join([
        "#id = affine_map<(d0, d1) -> (d0, d1)>",
        f"func.func @f(%x: {TYPE}) -> ({types}) {{",
        f"  %e = tensor.empty() : {TYPE}",
        *lines,
        f"  return {', '.join(results)} : {types}",
        "}",
    ]) + "\n"


def measure(tool, source, pipeline, limit):
    """Seconds of the pass and of the whole run, and the ops that are left; None
    if that takes longer than `limit`."""
    command = [tool, source, pipeline, "--mlir-timing", "--mlir-timing-display=list"]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    total = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:2000]}")
    found = re.search(r"\s*([0-9.]+) \(.*?\)\s+\w*(Fuse|Fusion)\w*", done.stderr)
    return float(found.group(1)), total, done.stdout.count("linalg.generic")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--series", default=",".join(SERIES))
    parser.add_argument("--sizes", default="100,1000,10000")
    parser.add_argument("--limit", type=float, default=60,
                        help="seconds that one run may take")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--counts", action="store_true",
                        help="print only what does not depend on the machine")
    arguments = parser.parse_args()
    tool = os.path.join(arguments.build, "bin", "heddle-opt")
    if not arguments.counts:
        print(f"{'series':<10}{'ops':>7}{'merge s':>9}{'total s':>9}{'left':>6}"
              f"{'upstream s':>12}{'total s':>9}{'left':>6}")
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "payload.mlir")
        for series in arguments.series.split(","):
            for n in map(int, arguments.sizes.split(",")):
                with open(source, "w") as file:
                    file.write(text(series, n))
                ours = measure(tool, source, OURS, arguments.limit)
                if not ours:
                    sys.exit(f"{series} {n}: not done in {arguments.limit} s")
                if arguments.counts:
                    print(f"{series} {n}: {ours[2]} left")
                    continue
                line = f"{series:<10}{n:>7}{ours[0]:>9.2f}{ours[1]:>9.2f}{ours[2]:>6}"
                theirs = measure(tool, source, THEIRS, arguments.limit)
                if theirs:
                    line += f"{theirs[0]:>12.2f}{theirs[1]:>9.2f}{theirs[2]:>6}"
                else:
                    line += f"{'> limit':>12}"
                print(line, flush=True)


if __name__ == "__main__":
    main()
