#!/usr/bin/env python3
#===- verify-library.py - Schedules of the library under verification ------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs each schedule of the library with upstream's runtime verification.

Applies each file of transform-scripts to each payload of its folder, bufferizes
the result, inserts the checks of `generate-runtime-verification` before each
access, view and cast, and lets `heddle check` compare it with the payload. A
failed check ends the run. If a schedule expects finite values, the values of the
payload are clamped first, as in the tests of that schedule.

  python3 test/verify-library.py --build=build
  python3 test/verify-library.py --build=build --only=matmul/
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLAMP_VALUES = ROOT / "test/Schedules/Inputs/finite-values.sed"

BUFFERIZE = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %buffers = transform.heddle.bufferize %module
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""


def list_pairs(only):
    """Yields a name, a payload and a schedule of the library."""
    for payload in sorted((ROOT / "transform-scripts").glob("*/payload*.mlir")):
        for schedule in sorted(payload.parent.glob("*.mlir")):
            name = f"{payload.parent.name}/{schedule.stem} on {payload.stem}"
            if not schedule.name.startswith("payload") and only in name:
                yield name, payload, schedule


def run(*command):
    """Returns what a tool printed, or raises an error with its last words."""
    done = subprocess.run([str(word) for word in command], text=True,
                          capture_output=True)
    if done.returncode:
        words = (done.stdout.strip() + "\n" + done.stderr.strip()).strip()
        raise RuntimeError(words.splitlines()[0].replace(f"{ROOT}/", "") if words
                           else "no message")
    return done.stdout


class Refused(Exception):
    """The schedule is not for this payload."""


def clamp_values(payload, schedule, folder):
    """Returns the payload, with finite values if the schedule expects them."""
    if "heddle.expects: finite values" not in schedule.read_text():
        return payload
    clamped = folder / "clamped.mlir"
    clamped.write_text(run("sed", "-E", "-f", CLAMP_VALUES, payload))
    return clamped


def verify(tools, folder, payload, schedule):
    """Returns the number of checks that the code of the pair has."""
    payload = clamp_values(payload, schedule, folder)
    scheduled, checked = folder / "scheduled.mlir", folder / "checked.mlir"
    try:
        run(tools / "heddle", "apply", payload, "-s", schedule, "-o", scheduled)
    except RuntimeError as error:
        raise Refused(str(error)) from error
    if "tensor<" in scheduled.read_text():
        bufferize = folder / "bufferize.mlir"
        bufferize.write_text(BUFFERIZE)
        run(tools / "heddle", "apply", scheduled, "-s", bufferize, "-o",
            scheduled)
    run(tools / "heddle-opt", scheduled, "--generate-runtime-verification",
        "-o", checked)
    run(tools / "heddle", "check", payload, f"--scheduled={checked}")
    return checked.read_text().count("cf.assert")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tools = pathlib.Path(options.build).resolve() / "bin"
    failures = refusals = pairs = 0
    for name, payload, schedule in list_pairs(options.only):
        pairs += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                checks = verify(tools, pathlib.Path(folder), payload, schedule)
                print(f"{name}: {checks} checks, equal", flush=True)
            except Refused as error:
                refusals += 1
                print(f"{name}: refused: {error}", flush=True)
            except RuntimeError as error:
                failures += 1
                print(f"{name}: {error}", flush=True)
    print(f"{pairs} pairs, {refusals} refused, {failures} failures")
    return bool(failures or not pairs)


if __name__ == "__main__":
    sys.exit(main())
