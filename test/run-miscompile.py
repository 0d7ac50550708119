#!/usr/bin/env python3
"""Shows what a public report of wrong code comes to, with and without Heddle.

usage: run-miscompile.py FOLDER LLVM_TOOLS MLIR_LIBS

FOLDER has the functions (payload.mlir), a @main that prints (main.mlir), a schedule of
upstream's steps (upstream.mlir) and perhaps one of Heddle's (heddle.mlir). Prints the
number of the payload, what stock mlir-opt makes of it, what heddle says of that schedule,
and the same for Heddle's. It ends with an error if stock mlir-opt is right: then the row
of docs/Miscompiles.md can go.
"""
import importlib.util
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("check_defect", HERE / "check-defect.py")
defect = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(defect)

# Upstream lowers a softmax only by a transform.
DECOMPOSE = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %s = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %s : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""


def heddle(*arguments):
    run = subprocess.run(
        ["heddle", *map(str, arguments)], capture_output=True, text=True
    )
    return run.stdout, run.stderr


def number_of(stock, text):
    """What @main prints, or how it ended."""
    if "linalg.softmax" in text:
        text = stock.apply(text, DECOMPOSE)
    printed, code = stock.execute(text)
    return " ".join(printed.split()) if not code else f"signal {-code}"


def messages(stderr, kind):
    """The diagnostics of that kind, without their places."""
    return re.findall(rf"^\S+: {kind}: (.*)", stderr, re.M)


def show(folder, stock):
    payload = folder / "payload.mlir"
    upstream = folder / "upstream.mlir"
    whole = payload.read_text() + (folder / "main.mlir").read_text()
    expected = number_of(stock, whole)
    found = number_of(stock, stock.apply(whole, upstream.read_text()))
    print(f"payload: {expected}\nupstream: {found}")
    out, err = heddle("check", payload, "-s", upstream)
    print(f"check: {out.splitlines()[0]}")
    for text in messages(err, "warning"):
        print(f"warning: {text}")
    out, err = heddle("apply", "--strict", payload, "-s", upstream)
    for text in messages(err, "error"):
        print(f"strict: {text}")
    ours = folder / "heddle.mlir"
    if ours.exists():
        (folder / "whole.mlir").write_text(whole)
        out, err = heddle("apply", folder / "whole.mlir", "-s", ours)
        for text in messages(err, "error"):
            print(f"refused: {text}")
        if out:
            print(f"heddle: {number_of(stock, out)}")
            print(f"heddle check: {heddle('check', payload, '-s', ours)[0].strip()}")
    if found == expected:
        sys.exit("error: upstream has mended it; drop the row of docs/Miscompiles.md")


if __name__ == "__main__":
    show(pathlib.Path(sys.argv[1]), defect.Stock(*sys.argv[2:]))
