#!/usr/bin/env python3
"""Shows what transform.heddle.plan_memory costs for a function with many buffers.

Generates a bufferized function: each op reads the buffer before its own, through a
view, and one that is some buffers older, and writes into its own; a buffer is freed
after its last use. Applies `plan_memory {explain}` and prints the size of the arena next
to its lower bound, and the seconds that the schedule took: finding lifetimes through
views, packing, and rewriting.

  plan-memory.py                             10,000 buffers
  plan-memory.py --sizes=1000,10000 --rounds=3
  plan-memory.py --print --sizes=10          the function and its schedule
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Buffers between one and the oldest that is read with it, at most.
DISTANCE = 40
SCHEDULE = """  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %planned = transform.heddle.plan_memory %module {explain} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
"""


def function(count):
    """The lines of a function with `count` buffers."""
    draw = random.Random(1)
    extents = [draw.randint(8, 4096) for _ in range(count)]
    reads = {i: sorted({i - 1, max(0, i - draw.randint(1, DISTANCE))})
             for i in range(1, count)}
    last = {}
    for i, sources in reads.items():
        last.update({source: i for source in sources})
    lines = ["  func.func @many(%in: memref<8xf32>, %out: memref<8xf32>) {",
             "    %c0 = arith.constant 0 : index"]
    view = "memref<8xf32, strided<[1]>>"

    def show(i, user):
        lines.append(f"    %v{i}_{user} = memref.subview %b{i}[0] [8] [1] : "
                     f"memref<{extents[i]}xf32> to {view}")
        return f"%v{i}_{user}"

    for i in range(count):
        lines.append(f"    %b{i} = memref.alloc() : memref<{extents[i]}xf32>")
        own = show(i, i)
        sources = [show(source, i) for source in reads.get(i, [])]
        types = [view] * len(sources)
        if not sources:
            sources, types = ["%in"], ["memref<8xf32>"]
        lines.append(f"    linalg.add ins({sources[0]}, {sources[-1]} : {types[0]}, "
                     f"{types[0]}) outs({own} : {view})")
        lines += [f"    memref.dealloc %b{source} : memref<{extents[source]}xf32>"
                  for source in reads.get(i, []) if last[source] == i]
    final = show(count - 1, "out")
    lines += [f"    memref.copy {final}, %out : {view} to memref<8xf32>",
              f"    memref.dealloc %b{count - 1} : memref<{extents[-1]}xf32>",
              "    return",
              "  }"]
    return lines


def module(count):
    return "\n".join(["module attributes {transform.with_named_sequence} {",
                      *function(count), SCHEDULE + "}", ""])


def measure(tool, source):
    """Seconds of the schedule, and what the remark says of the arena."""
    done = subprocess.run(
        [tool, source, "--apply-schedule", "--mlir-timing",
         "--mlir-timing-display=list", "-o", os.devnull],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr[:2000])
    seconds = sum(float(found[1]) for found in re.finditer(
        r"^\s*([0-9.]+) \(\s*[0-9.]+%\)\s+.*chedule.*$", done.stderr, re.M))
    found = re.search(r"arena of .* in (\d+) B, at least (\d+) B", done.stderr)
    if not found:
        sys.exit("no remark on the arena\n" + done.stderr[:2000])
    return seconds, int(found[1]), int(found[2])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=os.path.join(ROOT, "build/bin/heddle-opt"))
    parser.add_argument("--sizes", default="10000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    for count in map(int, args.sizes.split(",")):
        text = module(count)
        if args.print:
            print(text, end="")
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            runs = [measure(args.tool, file.name) for _ in range(args.rounds)]
        seconds = statistics.median(run[0] for run in runs)
        _, arena, bound = runs[0]
        print(f"{count:,} buffers: {seconds:.2f} s, arena {arena:,} B, "
              f"{arena / bound:.3f} of the lower bound")


main()
