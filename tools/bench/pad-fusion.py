#!/usr/bin/env python3
"""Shows what fuse_pad saves: bytes allocated, filled and copied, and time.

Three scenes, each an elementwise op whose result is padded with zeros: a small
image, a batch of sequences, and a 4K image. Bytes are counted in the bufferized
IR; times, in ms, are those of interleaved rounds of `heddle bench`: the median, the
least, and the median of the ratios to the variant that is not fused.

  pad-fusion.py                       all scenes, as a table
  pad-fusion.py --counts              bytes only
  pad-fusion.py --scenes=image,4k --rounds=21
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Scene -> shape of the source, low and high padding.
SCENES = {
    "image": ((224, 224, 3), (2, 2, 0), (2, 2, 0)),
    "sequences": ((256, 512), (0, 0), (0, 512)),
    "4k": ((3840, 2160, 3), (16, 16, 0), (16, 16, 0)),
}
VARIANTS = ["not fused", "whole", "boundary", "auto"]

PAYLOAD = """func.func @scene(%a: tensor<{source}xf32>) -> tensor<{padded}xf32> {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{source}xf32>
  %square = linalg.square ins(%a : tensor<{source}xf32>)
      outs(%empty : tensor<{source}xf32>) -> tensor<{source}xf32>
  %pad = tensor.pad %square low[{low}] high[{high}] {{
  ^bb0({indices}):
    tensor.yield %zero : f32
  }} : tensor<{source}xf32> to tensor<{padded}xf32>
  return %pad : tensor<{padded}xf32>
}}
"""

SCHEDULE = """module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%module: !transform.any_op) {{
{fuse}    %buffers = transform.heddle.bufferize %module
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }}
}}
"""

FUSE = """    %pad = transform.structured.match ops{{["tensor.pad"]}} in %module
        : (!transform.any_op) -> !transform.any_op
    %fills, %producer = transform.heddle.fuse_pad %pad {{fill = "{fill}"}}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
"""

MEMREF = re.compile(r"memref<((?:\d+x)+)f32")


def payload(scene):
    source, low, high = SCENES[scene]
    padded = [n + a + b for n, a, b in zip(source, low, high)]
    return PAYLOAD.format(
        source="x".join(map(str, source)),
        padded="x".join(map(str, padded)),
        low=", ".join(map(str, low)),
        high=", ".join(map(str, high)),
        indices=", ".join(f"%i{d}: index" for d in range(len(source))),
    )


def schedule(variant):
    fuse = "" if variant == "not fused" else FUSE.format(fill=variant)
    return SCHEDULE.format(fuse=fuse)


def last_memref_bytes(line):
    shape = MEMREF.findall(line)[-1]
    return 4 * math.prod(int(n) for n in shape.split("x") if n)


def count(ir):
    """Bytes allocated, filled and copied by straight-line bufferized IR."""
    allocated = filled = copied = 0
    for line in ir.splitlines():
        if "memref.alloc(" in line:
            allocated += last_memref_bytes(line)
        elif "linalg.fill " in line or "linalg.map outs(" in line:
            filled += last_memref_bytes(line)
        elif "linalg.copy " in line or "memref.copy " in line:
            copied += last_memref_bytes(line)
    return allocated, filled, copied


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def seconds(heddle, path, schedules, rounds):
    """For each schedule, the median and the least time, and the median ratio.

    On a busy machine the variant that begins a round is favoured, so each of them
    begins as many rounds as the others."""
    times = {schedule: [] for schedule in schedules}
    for first in range(len(schedules)):
        order = schedules[first:] + schedules[:first]
        flags = [flag for file in order for flag in ("-s", file)]
        report = json.loads(
            run(
                heddle, "bench", path, *flags, "--skip-unscheduled", "--json",
                f"--rounds={rounds}", "--timeout=120",
            )
        )
        for file, variant in zip(order, report["functions"][0]["variants"]):
            if not variant["agrees"]:
                raise SystemExit(f"{variant['name']} has another result")
            times[file] += variant["rounds"]
    reference = times[schedules[0]]
    return [
        (
            statistics.median(mine),
            min(mine),
            statistics.median(a / b for a, b in zip(reference, mine)),
        )
        for mine in times.values()
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--scenes", default=",".join(SCENES))
    parser.add_argument("--counts", action="store_true", help="bytes only")
    parser.add_argument(
        "--rounds", type=int, default=11, help="that each variant begins"
    )
    args = parser.parse_args()
    heddle = os.path.join(args.build, "bin", "heddle")

    print(
        f"{'scene':<10} {'variant':<10} {'allocated':>11} {'filled':>11} "
        f"{'copied':>11}" + ("" if args.counts else f" {'ms':>8} {'least':>8} {'ratio':>6}")
    )
    with tempfile.TemporaryDirectory() as folder:
        schedules = []
        for variant in VARIANTS:
            schedules.append(os.path.join(folder, variant.replace(" ", "-") + ".mlir"))
            with open(schedules[-1], "w") as file:
                file.write(schedule(variant))
        for scene in args.scenes.split(","):
            path = os.path.join(folder, "payload.mlir")
            with open(path, "w") as file:
                file.write(payload(scene))
            times = (
                None
                if args.counts
                else seconds(heddle, path, schedules, args.rounds)
            )
            for number, variant in enumerate(VARIANTS):
                bytes_ = count(run(heddle, "apply", path, "-s", schedules[number]))
                row = f"{scene:<10} {variant:<10} " + " ".join(
                    f"{n:>11}" for n in bytes_
                )
                if times:
                    median, least, ratio = times[number]
                    row += f" {median * 1e3:>8.3f} {least * 1e3:>8.3f} {ratio:>5.2f}x"
                print(row, flush=True)


if __name__ == "__main__":
    main()
