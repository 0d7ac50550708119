#!/usr/bin/env python3
"""Shows how long `heddle check` takes.

Checks a matmul of 512 x 512 x 512, a residual block, attention of 16 heads with 256
tokens and 64 features, as generics alone, each with its schedules of the library, and
1,000 elementwise ops that are merged; with --library, each payload of the library with
its schedules (the payload is compiled and run once for all of them). Prints wall and CPU
seconds, medians of the rounds. It fails if a check does not call its schedules equal, or
if a case takes longer than its limit.

  check-times.py                             the four cases
  check-times.py --only=attention --rounds=3
  check-times.py --library --jobs=2          the library, two checks at a time
  check-times.py --print --only=elementwise  the payload of a case
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY = ROOT / "transform-scripts"
# Seconds that a check of the whole library may take.
LIBRARY_SECONDS = 180
HEADS, TOKENS, FEATURES = 16, 256, 64
MERGE = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %func
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""


def generic(name, maps, iterators, inputs, init, body):
    """A linalg.generic; `inputs` and `init` are pairs of a value and its type, `body`
    are ops on %a, %b, ... and the old element %o that define %r."""
    names = [f"%{letter}" for letter in "abc"[: len(inputs)]] + ["%o"]
    arguments = ", ".join(f"{name}: f32" for name in names)
    kinds = ", ".join(f'"{kind}"' for kind in iterators)
    return (f"  {name} = linalg.generic {{indexing_maps = [{', '.join(maps)}],\n"
            f"      iterator_types = [{kinds}]}}\n"
            f"      ins({', '.join(value for value, _ in inputs)} : "
            f"{', '.join(type for _, type in inputs)}) outs({init[0]} : {init[1]}) {{\n"
            f"  ^bb0({arguments}):\n"
            + "".join(f"    {line}\n" for line in body)
            + f"    linalg.yield %r : f32\n  }} -> {init[1]}")


def attention():
    """Scores, scale, softmax in five steps, and the product with the values."""
    rows = f"tensor<{HEADS}x{TOKENS}xf32>"
    square = f"tensor<{HEADS}x{TOKENS}x{TOKENS}xf32>"
    values = f"tensor<{HEADS}x{TOKENS}x{FEATURES}xf32>"
    parallel, summed = ["parallel"] * 3, ["parallel"] * 3 + ["reduction"]
    along = ["parallel"] * 2 + ["reduction"]
    product = ["%p = arith.mulf %a, %b : f32", "%r = arith.addf %o, %p : f32"]

    def fill(name, number, type, init):
        return (f"  {name} = linalg.fill ins({number} : f32) outs({init} : {type}) "
                f"-> {type}")

    return "\n".join([
        "#q = affine_map<(h, i, j, d) -> (h, i, d)>",
        "#k = affine_map<(h, i, j, d) -> (h, j, d)>",
        "#s = affine_map<(h, i, j, d) -> (h, i, j)>",
        "#w = affine_map<(h, i, d, j) -> (h, i, j)>",
        "#v = affine_map<(h, i, d, j) -> (h, j, d)>",
        "#o = affine_map<(h, i, d, j) -> (h, i, d)>",
        "#all = affine_map<(h, i, j) -> (h, i, j)>",
        "#row = affine_map<(h, i, j) -> (h, i)>",
        f"func.func @attention(%q: {values}, %k: {values}, %v: {values},",
        f"                     %out: {values}) -> {values} {{",
        "  %zero = arith.constant 0.0 : f32",
        "  %least = arith.constant 0xFF800000 : f32",
        "  %scale = arith.constant 0.125 : f32",
        f"  %square = tensor.empty() : {square}",
        f"  %row = tensor.empty() : {rows}",
        fill("%zeros", "%zero", square, "%square"),
        generic("%scores", ["#q", "#k", "#s"], summed,
                [("%q", values), ("%k", values)], ("%zeros", square), product),
        generic("%scaled", ["#all", "#all"], parallel, [("%scores", square)],
                ("%square", square), ["%r = arith.mulf %a, %scale : f32"]),
        fill("%lows", "%least", rows, "%row"),
        generic("%largest", ["#all", "#row"], along, [("%scaled", square)],
                ("%lows", rows), ["%r = arith.maximumf %a, %o : f32"]),
        generic("%powers", ["#all", "#row", "#all"], parallel,
                [("%scaled", square), ("%largest", rows)], ("%square", square),
                ["%d = arith.subf %a, %b : f32", "%r = math.exp %d : f32"]),
        fill("%nothing", "%zero", rows, "%row"),
        generic("%sums", ["#all", "#row"], along, [("%powers", square)],
                ("%nothing", rows), ["%r = arith.addf %a, %o : f32"]),
        generic("%weights", ["#all", "#row", "#all"], parallel,
                [("%powers", square), ("%sums", rows)], ("%square", square),
                ["%r = arith.divf %a, %b : f32"]),
        fill("%start", "%zero", values, "%out"),
        generic("%result", ["#w", "#v", "#o"], summed,
                [("%weights", square), ("%v", values)], ("%start", values), product),
        f"  return %result : {values}",
        "}", ""])


def elementwise(count=1000):
    """A chain of sums, differences, products and maxima, each of which reads an
    argument, too."""
    type = "tensor<?x?xf32>"
    lines = [f"func.func @chain(%a: {type}, %b: {type}) -> {type} {{"]
    last = "%a"
    for i in range(count):
        op = ("add", "sub", "max", "min")[i % 4]
        lines.append(f"  %{i} = linalg.{op} ins({last}, %b : {type}, {type})\n"
                     f"      outs(%a : {type}) -> {type}")
        last = f"%{i}"
    return "\n".join([*lines, f"  return {last} : {type}", "}", ""])


def cases():
    """Names, payloads, schedules, and seconds that a check may take."""
    yield ("matmul of 512 x 512 x 512", (LIBRARY / "matmul/payload.mlir").read_text(),
           [LIBRARY / "matmul/vectorized.mlir"], 10)
    yield ("residual block", (LIBRARY / "residual-block/payload.mlir").read_text(),
           [LIBRARY / "residual-block/vectorized.mlir"], 10)
    yield (f"attention of {HEADS} heads, {TOKENS} x {FEATURES}, as generics",
           attention(), [LIBRARY / "attention/heads.mlir"], 10)
    yield "1,000 elementwise ops, merged", elementwise(), [MERGE], 5


def find_library():
    """Each payload of the library, and the schedules that are for it."""
    for payload in sorted(LIBRARY.glob("*/payload*.mlir")):
        schedules = [
            schedule for schedule in sorted(payload.parent.glob("*.mlir"))
            if re.search(rf"^// heddle.payload: {re.escape(payload.name)}$",
                         schedule.read_text(), re.M)]
        if schedules:
            yield f"{payload.parent.name}/{payload.stem}", payload, schedules


def check(tool, payload, schedules):
    """Wall seconds of one check, and what it printed if it did not call all schedules
    equal, else ""."""
    command = [tool, "check", payload] + ["--each"] * (len(schedules) > 1)
    for schedule in schedules:
        command += ["-s", schedule]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    report = f"{payload}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return seconds, report if done.returncode else ""


def get_cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_case(tool, payload, schedules, rounds):
    """Medians of wall and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, text in enumerate([payload] + schedules):
            if isinstance(text, str):
                path = pathlib.Path(folder) / f"{i}.mlir"
                path.write_text(text)
                text = path
            files.append(text)
        walls, cpus = [], []
        for _ in range(rounds):
            before = get_cpu_seconds()
            wall, failure = check(tool, files[0], files[1:])
            if failure:
                sys.exit(failure)
            walls.append(wall)
            cpus.append(get_cpu_seconds() - before)
    return statistics.median(walls), statistics.median(cpus)


def measure_library(tool, jobs, only):
    """Checks the library; prints the slowest payloads and the sums."""
    found = [entry for entry in find_library() if only in entry[0]]
    before, start = get_cpu_seconds(), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        done = list(pool.map(lambda entry: check(tool, entry[1], entry[2]), found))
    wall, cpu = time.monotonic() - start, get_cpu_seconds() - before
    for (seconds, _), (name, _, schedules) in sorted(
            zip(done, found), key=lambda pair: -pair[0][0])[:10]:
        print(f"{name}, {len(schedules)} schedules: {seconds:.1f} s")
    failures = [failure for _, failure in done if failure]
    print("".join(failures), end="")
    print(f"library, {len(found)} payloads, {sum(len(entry[2]) for entry in found)} "
          f"schedules, {jobs} at a time: {wall:.0f} s, {cpu:.0f} CPU s")
    return not failures and (wall <= LIBRARY_SECONDS or bool(only))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/bin/heddle"))
    parser.add_argument("--only", default="", help="cases whose names hold this")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="checks at a time, with --library")
    parser.add_argument("--library", action="store_true")
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    if args.library:
        return 0 if measure_library(args.tool, args.jobs, args.only) else 1
    good = True
    for name, payload, schedules, limit in cases():
        if args.only not in name:
            continue
        if args.print:
            print(payload, end="")
            continue
        wall, cpu = measure_case(args.tool, payload, schedules, args.rounds)
        print(f"{name}: {wall:.1f} s of {limit}, {cpu:.1f} CPU s", flush=True)
        good &= wall <= limit
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
