#!/usr/bin/env python3
"""Fails if stock MLIR no longer has a defect that Heddle guards against.

usage: check-defect.py FILE LLVM_TOOLS MLIR_LIBS

FILE is a payload with a function @main that prints, and after a line `// schedule:` a
schedule with @__transform_main, or a line `// passes: --cse ...`. Stock mlir-opt applies
them, and the payload is lowered and run with and without. If both print the same, the
defect is mended, and its row in Defects.def can go. Nothing but the defect may make
the difference.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LOWERING = """
--one-shot-bufferize=bufferize-function-boundaries
--convert-bufferization-to-memref --convert-linalg-to-loops --scf-forall-to-for
--lower-vector-mask --lower-affine --convert-vector-to-scf --convert-scf-to-cf
--expand-strided-metadata --lower-affine --convert-vector-to-llvm
--convert-math-to-llvm --convert-math-to-libm --convert-arith-to-llvm
--convert-index-to-llvm --convert-ub-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm
--convert-cf-to-llvm --reconcile-unrealized-casts
""".replace("\\ ", "\0").split()
LOWERING = [word.replace("\0", " ") for word in LOWERING]


# In files that say "copy-before-write", a copy before each write: the analysis of
# bufferization would hide their defects. With this option, MLIR 22.1 takes an analysis for
# another one, which was never made, and reads memory that is not its own: by the addresses
# that a process has, it is right, or crashes, or does not end. A run takes less than a second.
COPIES = "--one-shot-bufferize=bufferize-function-boundaries copy-before-write"
ATTEMPTS, SECONDS = 20, 8


def run_tool(command, text):
    """What a tool of MLIR prints; ends this program if the tool fails."""
    name = pathlib.Path(command[0]).name
    for _ in range(ATTEMPTS):
        try:
            run = subprocess.run(
                command, input=text, capture_output=True, text=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            continue
        if run.returncode == 0:
            return run.stdout
        if run.returncode > 0 and "Stack dump" not in run.stderr:
            break
    else:
        sys.exit(f"error: {name} crashed or did not end, {ATTEMPTS} times")
    sys.stdout.write(run.stderr)
    sys.exit(f"error: {name} failed")


class Stock:
    """The tools of MLIR as it is installed."""

    copies = False

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
        # The analysis does not take what is on buffers in part.
        copies = self.copies or "bufferization.to_tensor" in payload
        lowering = [COPIES, *LOWERING[1:]] if copies else LOWERING
        code = run_tool([self.opt, *lowering], payload)
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
    stock.copies = "// copy-before-write" in payload
    expected, code = stock.execute(payload)
    if code or not expected.strip():
        sys.exit(f"error: the payload does not run: {code}")
    found, code = stock.execute(stock.apply(payload, *schedule))
    print(f"the payload prints:\n{expected}upstream makes of it, exit {code}:\n{found}")
    if (found, code) == (expected, 0):
        sys.exit("error: upstream has mended it; drop the row of Defects.def")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
