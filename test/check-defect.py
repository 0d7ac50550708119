#!/usr/bin/env python3
"""Fails if stock MLIR no longer has a defect that Heddle guards against.

usage: check-defect.py FILE LLVM_TOOLS MLIR_LIBS

FILE is a payload with a function @main that prints, and after a line `// schedule:` a
schedule with @__transform_main, or a line `// passes: --cse ...`. Stock mlir-opt applies
them, and the payload is lowered and run with and without. If both print the same, the
defect is mended, and its row in Defects.def can go. Nothing but the defect may make
the difference: the steps of LOWERING bufferize with a copy before each write.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LOWERING = """
--one-shot-bufferize=bufferize-function-boundaries\\ copy-before-write
--convert-bufferization-to-memref --convert-linalg-to-loops --scf-forall-to-for
--lower-vector-mask --lower-affine --convert-vector-to-scf --convert-scf-to-cf
--expand-strided-metadata --lower-affine --convert-vector-to-llvm
--convert-math-to-llvm --convert-math-to-libm --convert-arith-to-llvm
--convert-index-to-llvm --convert-ub-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm
--convert-cf-to-llvm --reconcile-unrealized-casts
""".replace("\\ ", "\0").split()
LOWERING = [word.replace("\0", " ") for word in LOWERING]


def run_tool(command, text):
    """What a tool of MLIR prints; ends this program if the tool fails."""
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    if run.returncode:
        sys.stdout.write(run.stderr)
        sys.exit(f"error: {pathlib.Path(command[0]).name} failed")
    return run.stdout


class Stock:
    """The tools of MLIR as it is installed."""

    def __init__(self, tools, libs):
        self.opt = os.path.join(tools, "mlir-opt")
        names = ("libmlir_runner_utils.so", "libmlir_c_runner_utils.so")
        self.runner = [
            os.path.join(tools, "mlir-runner"),
            "-e=main",
            "--entry-point-result=void",
            *(f"--shared-libs={os.path.join(libs, name)}" for name in names),
        ]

    def apply(self, payload, schedule=""):
        """The payload after its passes or the transforms of the schedule."""
        passes = re.search(r"^// passes: (.*)", payload, re.M)
        if passes:
            return run_tool([self.opt, *passes[1].split()], payload)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(schedule)
            file.flush()
            preload = f"transform-library-paths={file.name}"
            return run_tool(
                [
                    self.opt,
                    f"--transform-preload-library={preload}",
                    "--transform-interpreter",
                ],
                payload,
            )

    def execute(self, payload):
        """What @main prints, and 0 or the signal that ended it."""
        code = run_tool([self.opt, *LOWERING], payload)
        run = subprocess.run(
            self.runner, input=code, capture_output=True, text=True
        )
        if run.returncode > 0:
            sys.stdout.write(run.stderr)
            sys.exit("error: mlir-runner failed")
        return re.sub(r"base@ = \w+", "", run.stdout), run.returncode


def main(file, tools, libs):
    payload, *schedule = file.read_text().split("// schedule:\n")
    stock = Stock(tools, libs)
    expected, code = stock.execute(payload)
    if code or not expected.strip():
        sys.exit(f"error: the payload does not run: {code}")
    found, code = stock.execute(stock.apply(payload, *schedule))
    print(f"the payload prints:\n{expected}upstream makes of it, exit {code}:\n{found}")
    if (found, code) == (expected, 0):
        sys.exit("error: upstream has mended it; drop the row of Defects.def")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
