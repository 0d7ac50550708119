#!/usr/bin/env python3
"""How many small mistakes in scheduled IR does check find?

Runs heddle-mutants on each kernel of the schedule library, on its tensors and on
its buffers, and on random pairs, and adds up the tables. A survivor is printed
with its place.

  hunt-mutants.py --build=build --per-kind=4 --pairs=100
  hunt-mutants.py --build=build --only=softmax --per-kind=0
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE = re.compile(
    r"^(.{10}) (\d+) killed, (\d+) survived, (\d+) equivalent, (\d+) invalid(.*)$"
)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--per-kind", default="4", help="mutants of each kind")
    parser.add_argument("--pairs", type=int, default=0, help="random pairs")
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--max-seconds", type=float, default=1e9,
                        help="start no module after that time")
    parser.add_argument("--only", default="", help="kernels whose names hold this")
    return parser.parse_args()


def find_kernels(only):
    """(name, arguments) of each schedule of the library."""
    for payload in sorted((ROOT / "transform-scripts").glob("*/payload*.mlir")):
        for schedule in sorted(payload.parent.glob("*.mlir")):
            if schedule.name.startswith("payload"):
                continue
            name = f"{payload.parent.name}/{schedule.stem}"
            if only in name:
                for form in ([], ["--bufferize"]):
                    yield name + "".join(form), [str(payload), "-s", str(schedule)] + form


def find_pairs(bin_folder, args, folder):
    """(name, arguments) of random pairs that are fused."""
    for seed in range(args.seed, args.seed + args.pairs):
        pair = subprocess.run(
            [bin_folder / "heddle-random-pairs", "--op=fuse_ext", "--dump",
             f"--seed={seed}", "--count=1"], capture_output=True, text=True)
        # The dump holds the pair, and then what was made of it.
        start = pair.stdout.find("module attributes")
        end = pair.stdout.find("\n}\n", start)
        if start < 0 or end < 0:
            continue
        path = folder / f"pair-{seed}.mlir"
        path.write_text(pair.stdout[start : end + 3])
        yield f"pair {seed}", [str(path)]


def main():
    args = parse_arguments()
    bin_folder = pathlib.Path(args.build).resolve() / "bin"
    totals = collections.OrderedDict()
    runs = skipped = 0

    start = time.monotonic()

    def hunt(name, arguments):
        nonlocal runs, skipped
        if time.monotonic() - start > args.max_seconds:
            skipped += 1
            return
        result = subprocess.run(
            [bin_folder / "heddle-mutants", f"--per-kind={args.per_kind}",
             f"--seed={args.seed}"] + arguments, capture_output=True, text=True)
        if result.returncode:
            skipped += 1
            return
        runs += 1
        for line in result.stdout.splitlines():
            match = LINE.match(line)
            if not match:
                print(f"{name}: {line}", flush=True)
                continue
            total = totals.setdefault(match[1].strip(), collections.Counter())
            for key, value in zip(("killed", "survived", "equivalent", "invalid"),
                                  match.groups()[1:5]):
                total[key] += int(value)
            for judgment in match[6].split("; ")[1:]:
                words, number = judgment.rsplit(" ", 1)
                total[f"by {words}"] += int(number)

    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in find_kernels(args.only):
            hunt(name, arguments)
        for name, arguments in find_pairs(bin_folder, args, pathlib.Path(folder)):
            hunt(name, arguments)
    print(f"{runs} modules, {skipped} left out (refused, not equal by themselves, or no time)")
    # The line of all kinds comes last.
    for kind in sorted(totals, key=lambda kind: kind == "all"):
        counts = totals[kind]
        print(f"{kind:10} " + ", ".join(f"{v} {k}" for k, v in counts.items()))
    judged = totals["all"]["killed"] + totals["all"]["survived"] if totals else 0
    print(f"{judged} mutants judged, {totals['all']['survived'] if judged else 0} survived")
    return 0 if judged else 1


if __name__ == "__main__":
    sys.exit(main())
