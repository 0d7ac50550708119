#!/usr/bin/env python3
"""Shows that fuse_ext costs time in proportion to ops plus uses.

Generates payloads whose number of paths grows exponentially with their depth,
applies a fuse_ext schedule to each, and prints how many tiled ops came out and
how long it took, next to upstream's structured.fuse on the same payload.

  linear-cost.py                               all series, as a table
  linear-cost.py --series=diamonds --sizes=12,100
  linear-cost.py --print=halo-dynamic --sizes=12      the payload and its schedule
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNRELATED = 10000


class Payload:
    """Lines of a function body, and the names of what it takes and returns."""

    def __init__(self, type_):
        self.type = type_
        self.lines = []
        self.next = 0

    def fresh(self):
        self.next += 1
        return f"%v{self.next}"

    def emit(self, text):
        self.lines.append("    " + text)

    def exp(self, x, tag=""):
        y, t = self.fresh(), self.type
        self.emit(f"{y} = linalg.exp{tag} ins({x} : {t}) outs(%e : {t}) -> {t}")
        return y

    def binary(self, name, a, b, type_=None, init="%e", tag=""):
        y, t = self.fresh(), type_ or self.type
        self.emit(
            f"{y} = linalg.{name}{tag} ins({a}, {b} : {t}, {t}) "
            f"outs({init} : {t}) -> {t}"
        )
        return y


ROOT_TAG = ' {tag = "root"}'


def diamonds(n):
    """x' = exp(x) + x, n times; the last sum is the root."""
    p = Payload("tensor<64x64xf32>")
    p.emit("%e = tensor.empty() : tensor<64x64xf32>")
    x = "%x"
    for i in range(n):
        x = p.binary("add", p.exp(x), x, tag=ROOT_TAG if i == n - 1 else "")
    return p, [x]


def downstream(n):
    """The root is at the top; n diamonds read its result."""
    p = Payload("tensor<64x64xf32>")
    p.emit("%e = tensor.empty() : tensor<64x64xf32>")
    x = p.binary("add", p.exp("%x"), "%x", tag=ROOT_TAG)
    for _ in range(n):
        x = p.binary("add", p.exp(x), x)
    return p, [x]


def halo(n, dynamic):
    """x' = window(pad(x)) + x with a window of three points."""
    dim = "?" if dynamic else "4096"
    p = Payload(f"tensor<{dim}xf32>")
    wide = f"tensor<{dim if dynamic else 4098}xf32>"
    if dynamic:
        p.emit("%c0 = arith.constant 0 : index")
        p.emit(f"%d = tensor.dim %x, %c0 : {p.type}")
    p.emit("%zero = arith.constant 0.0 : f32")
    p.emit("%w = tensor.empty() : tensor<3xf32>")
    p.emit(f"%e = tensor.empty({'%d' if dynamic else ''}) : {p.type}")
    p.emit(f"%z = linalg.fill ins(%zero : f32) outs(%e : {p.type}) -> {p.type}")
    x = "%x"
    for i in range(n):
        wide_x, sum_x = p.fresh(), p.fresh()
        p.emit(f"{wide_x} = tensor.pad {x} low[1] high[1] {{")
        p.emit("^bb0(%i: index):")
        p.emit("  tensor.yield %zero : f32")
        p.emit(f"}} : {p.type} to {wide}")
        p.emit(f"{sum_x} = linalg.generic {{indexing_maps = [#window, #shape, #out],")
        p.emit('    iterator_types = ["parallel", "reduction"]}')
        p.emit(f"    ins({wide_x}, %w : {wide}, tensor<3xf32>) outs(%z : {p.type}) {{")
        p.emit("^bb0(%a: f32, %b: f32, %c: f32):")
        p.emit("  %s = arith.addf %a, %c : f32")
        p.emit("  linalg.yield %s : f32")
        p.emit(f"}} -> {p.type}")
        x = p.binary("add", sum_x, x, tag=ROOT_TAG if i == n - 1 else "")
    return p, [x]


def updates(n):
    """x' = x * x + x, where x is also the destination that the sum is added to."""
    p = Payload("tensor<64x64xf32>")
    p.emit(f"%e = tensor.empty() : {p.type}")
    x = p.exp("%x")
    for i in range(n):
        y = p.fresh()
        attrs = " attrs =" + ROOT_TAG if i == n - 1 else ""
        p.emit(
            f"{y} = linalg.generic {{indexing_maps = [#same, #same], "
            'iterator_types = ["parallel", "parallel"]} '
            f"ins({x} : {p.type}) outs({x} : {p.type}){attrs} {{"
        )
        p.emit("^bb0(%a: f32, %b: f32):")
        p.emit("  %m = arith.mulf %a, %a : f32")
        p.emit("  %s = arith.addf %m, %b : f32")
        p.emit("  linalg.yield %s : f32")
        p.emit(f"}} -> {p.type}")
        x = y
    return p, [x]


def butterfly(n):
    """Each level joins the sum and the difference of the two halves."""
    size = 1 << 18
    p = Payload(f"tensor<{size}xf32>")
    half = f"tensor<{size // 2}xf32>"
    p.emit(f"%e = tensor.empty() : {p.type}")
    p.emit(f"%h = tensor.empty() : {half}")
    x = "%x"
    for _ in range(n):
        low, high, joined = p.fresh(), p.fresh(), p.fresh()
        for name, offset in ((low, 0), (high, size // 2)):
            p.emit(
                f"{name} = tensor.extract_slice {x}[{offset}] [{size // 2}] [1] "
                f": {p.type} to {half}"
            )
        total = p.binary("add", low, high, half, "%h")
        difference = p.binary("sub", low, high, half, "%h")
        p.emit(
            f"{joined} = tensor.concat dim(0) {total}, {difference} : "
            f"({half}, {half}) -> {p.type}"
        )
        x = joined
    x = p.exp(x, tag=ROOT_TAG)
    return p, [x]


def convolution(p, x, x_type, w, w_type, out_type):
    """The product of `x` with the window `w`, from a tensor of zeros."""
    empty, zeros, y = p.fresh(), p.fresh(), p.fresh()
    p.emit(f"{empty} = tensor.empty() : {out_type}")
    p.emit(f"{zeros} = linalg.fill ins(%zero : f32) outs({empty} : {out_type}) -> {out_type}")
    p.emit(
        f"{y} = linalg.conv_2d_nhwc_fhwc ins({x}, {w} : {x_type}, {w_type}) "
        f"outs({zeros} : {out_type}) -> {out_type}"
    )
    return y


def blocks(n):
    """x' = exp(x) + conv(conv(pad(conv(exp(x))))): residual blocks in a row."""
    big, small, padded = (
        f"tensor<1x{rows}x{columns}x{channels}xf32>"
        for rows, columns, channels in ((128, 16, 8), (128, 16, 4), (130, 18, 4))
    )
    p = Payload(big)
    p.emit("%zero = arith.constant 0.0 : f32")
    p.emit(f"%e = tensor.empty() : {big}")
    weights = []
    for name, shape in (("%w1", "4x1x1x8"), ("%w2", "4x3x3x4"), ("%w3", "8x1x1x4")):
        weights.append((name, f"tensor<{shape}xf32>"))
        p.emit(f"{name} = arith.constant dense<0.125> : tensor<{shape}xf32>")
    x = "%x"
    for i in range(n):
        shared = p.exp(x)
        inner = convolution(p, shared, big, *weights[0], small)
        pad = p.fresh()
        p.emit(f"{pad} = tensor.pad {inner} low[0, 1, 1, 0] high[0, 1, 1, 0] {{")
        p.emit("^bb0(%a: index, %b: index, %c: index, %d: index):")
        p.emit("  tensor.yield %zero : f32")
        p.emit(f"}} : {small} to {padded}")
        window = convolution(p, pad, padded, *weights[1], small)
        outer = convolution(p, window, small, *weights[2], big)
        x = p.binary("add", shared, outer, tag=ROOT_TAG if i == n - 1 else "")
    return p, [x]


SERIES = {
    "blocks": (blocks, [1, 2, 4, 8, 16]),
    "diamonds": (diamonds, [12, 100, 1000, 10000]),
    "halo-static": (lambda n: halo(n, False), [12, 100, 1000]),
    "halo-dynamic": (lambda n: halo(n, True), [12, 100, 1000]),
    "butterfly": (butterfly, [4, 8, 16]),
    "updates": (updates, [12, 100, 1000]),
    "downstream": (downstream, [12, 100, 1000, 10000]),
}


# Fuse also what is computed several times because of its halo.
FUSE_ALL = " {placement_slack = 1.0e9 : f64, max_recompute = 1.0e9 : f64}"


def text(series, n, op, unrelated):
    """The module: payload and schedule."""
    payload, results = SERIES[series][0](n)
    options = FUSE_ALL if op == "fuse_ext" and series.startswith(("blocks", "halo", "butterfly")) else ""
    tile = "0, 8, 0, 0" if series == "blocks" else 16 if series in ("diamonds", "downstream", "updates") else 64
    if series == "butterfly":
        tile = 4096
    y = "%y"
    for _ in range(unrelated):
        name = payload.fresh()
        t = payload.type
        payload.emit(f"{name} = linalg.exp ins({y} : {t}) outs(%e : {t}) -> {t}")
        y = name
    results = results + [y]
    types = ", ".join([payload.type] * len(results))
    lines = [
        "#window = affine_map<(d0, d1) -> (d0 + d1)>",
        "#shape = affine_map<(d0, d1) -> (d1)>",
        "#out = affine_map<(d0, d1) -> (d0)>",
        "#same = affine_map<(d0, d1) -> (d0, d1)>",
        "module attributes {transform.with_named_sequence} {",
        f"  func.func @payload(%x: {payload.type}, %y: {payload.type}) -> ({types}) {{",
        *payload.lines,
        f"    return {', '.join(results)} : {types}",
        "  }",
        "  transform.named_sequence @__transform_main("
        "%module: !transform.any_op {transform.readonly}) {",
        '    %root = transform.structured.match attributes {tag = "root"} in %module '
        ": (!transform.any_op) -> !transform.any_op",
        f"    %tiled, %loop = transform.structured.{op} %root tile_sizes [{tile}]{options} "
        ": (!transform.any_op) -> (!transform.any_op, !transform.any_op)",
        "    transform.yield",
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def phases(report):
    """Seconds of parsing, of the schedule and of printing, from --mlir-timing."""
    found = {}
    for line in report.splitlines():
        match = re.match(r"\s*([0-9.]+) \(\s*[0-9.]+%\)\s+(.*)", line)
        if match:
            name = match.group(2).strip()
            found.setdefault(name, float(match.group(1)))
    schedule = sum(s for name, s in found.items() if "chedule" in name)
    return found.get("Parser", 0.0), schedule, found.get("Output", 0.0)


def measure(tool, source, limit):
    """Applies the schedule once. Returns None if that takes longer than limit."""
    command = [tool, source, "--apply-schedule", "--mlir-timing",
               "--mlir-timing-display=list"]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:2000]}")
    # Ops in a loop are indented further than the function's own.
    tiled = len(re.findall(r"^ {6,}\S.* = linalg\.(?!fill)", done.stdout, re.M))
    # A halo of 100 levels has a larger constant than one of 12, and no more terms.
    maps = re.findall(r"affine_map<.*>", re.sub(r"\d+", "0", done.stdout))
    longest = max(map(len, maps), default=0)
    return seconds, tiled, longest, phases(done.stderr)


def row(tool, series, n, op, unrelated, rounds, limit, directory):
    source = os.path.join(directory, "payload.mlir")
    module = text(series, n, op, unrelated)
    with open(source, "w") as file:
        file.write(module)
    runs = []
    for _ in range(rounds):
        run = measure(tool, source, limit)
        if run is None:
            return None
        runs.append(run)
    seconds = statistics.median(run[0] for run in runs)
    parts = [statistics.median(run[3][i] for run in runs) for i in range(3)]
    return (seconds, runs[0][1], runs[0][2], parts)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--series", default=",".join(SERIES))
    parser.add_argument("--sizes", help="numbers of diamonds or levels")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60,
                        help="seconds that one run may take")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--op", default="fuse_ext", help="op of --print")
    parser.add_argument("--unrelated", type=int, default=0,
                        help="other ops in the function, for --print and --counts")
    parser.add_argument("--counts", action="store_true",
                        help="print only what does not depend on the machine")
    parser.add_argument("--print", metavar="SERIES", choices=SERIES,
                        help="print one payload and its schedule")
    arguments = parser.parse_args()
    sizes = [int(n) for n in arguments.sizes.split(",")] if arguments.sizes else None
    if arguments.print:
        sys.stdout.write(text(arguments.print, sizes[0], arguments.op,
                              arguments.unrelated))
        return

    tool = os.path.join(arguments.build, "bin", "heddle-opt")
    if arguments.counts:
        with tempfile.TemporaryDirectory() as directory:
            for series in arguments.series.split(","):
                for n in sizes or SERIES[series][1]:
                    _, tiled, longest, _ = row(tool, series, n, "fuse_ext",
                                               arguments.unrelated, 1,
                                               arguments.limit, directory)
                    print(f"{series} {n}: {tiled} tiled ops, longest map {longest}")
        return
    print(f"{'series':<14}{'n':>6}{'others':>8}{'tiled ops':>10}{'longest map':>12}"
          f"{'parse s':>9}{'apply s':>9}{'print s':>9}{'total s':>9}"
          f"{'upstream s':>12}{'its ops':>9}")
    with tempfile.TemporaryDirectory() as directory:
        for series in arguments.series.split(","):
            upstream_gave_up = False
            for n in sizes or SERIES[series][1]:
                for unrelated in (0, UNRELATED):
                    ours = row(tool, series, n, "fuse_ext", unrelated,
                                  arguments.rounds, arguments.limit, directory)
                    theirs = None
                    if not upstream_gave_up:
                        theirs = row(tool, series, n, "fuse", unrelated, 1,
                                        arguments.limit, directory)
                        upstream_gave_up = theirs is None
                    line = f"{series:<14}{n:>6}{unrelated:>8}"
                    if ours:
                        seconds, tiled, longest, parts = ours
                        line += f"{tiled:>10}{longest:>12}"
                        line += "".join(f"{part:>9.2f}" for part in parts)
                        line += f"{seconds:>9.2f}"
                    else:
                        line += f"{'':>49}{'> limit':>9}"
                    if theirs:
                        line += f"{theirs[0]:>12.2f}{theirs[1]:>9}"
                    else:
                        line += f"{'> limit':>12}"
                    print(line, flush=True)


if __name__ == "__main__":
    main()
