#!/usr/bin/env python3
"""Counts what kernels of the library allocate and copy, as a table.

usage: memory-table.py HEDDLE ROOT [--update]

Runs the tool HEDDLE on payloads and schedules of ROOT/transform-scripts and
compares the table with the one of ROOT/docs/Memory.md; --update writes it there.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = [
    "matmul-bias-relu/two-step",
    "residual-block/rows-and-channels",
    "attention/keys",
    "layernorm/vectorized",
    "rmsnorm/vectorized",
    "softmax/rows",
    "pad-elementwise/split",
    "elementwise-chain/tiles",
    "conv-2d/vectorized",
    "pooling/vectorized",
    "quantized-matmul/vectorized",
    "mlp/packed",
    "transformer-block/vectorized",
]
STEPS = {
    "upstream": "transform.bufferization.one_shot_bufferize "
    "layout{IdentityLayoutMap} %module {bufferize_function_boundaries = true}",
    "heddle": 'transform.heddle.bufferize %module {returns = "out_params"}',
    "arena": "transform.heddle.plan_memory %module {explain}",
}
SEQUENCE = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %%module: !transform.any_op {transform.consumed}) {
    %%0 = %s : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
HEAD = [
    "schedule",
    "as written, `one_shot_bufferize`",
    "as written, `heddle.bufferize`",
    "scheduled",
    "arena",
    "at least",
]


def explain(heddle, payload, schedules):
    """The report as JSON, or None if the schedule is refused; what it remarks."""
    command = [heddle, "explain", payload, "--memory", "--json"]
    for schedule in schedules:
        command += ["-s", schedule]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None, done.stdout + done.stderr
    return json.loads(done.stdout), done.stderr


def bytes_of(number):
    return f"{int(number):,} B"


def describe(heddle, payload, schedules):
    """What all functions of the bufferized payload allocate and copy."""
    report, errors = explain(heddle, payload, schedules)
    if report is None:
        sys.exit(f"{payload}: {errors}")
    cells = []
    for function in report["memory"]:
        many = function["allocations"]
        cell = f"{many} × new" if many else "none new"
        if many:
            cell += f", peak {bytes_of(function['peak']['bytes'])}"
        if function["copies"]:
            cell += f"; copies {bytes_of(function['copied_bytes'])}"
        cells.append(cell)
    return "<br>".join(cells)


def describe_arena(heddle, payload, schedules):
    """The bytes of the arena, and the lower bound for it."""
    command = [heddle, "explain", payload, "--memory"]
    for schedule in schedules:
        command += ["-s", schedule]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(
        r"arena of .* in (\d+) B, at least (\d+) B", done.stdout + done.stderr
    )
    if found:
        return [bytes_of(number) for number in found.groups()]
    if "no function allocates a buffer" not in done.stdout + done.stderr:
        sys.exit(f"{payload}: {done.stdout}{done.stderr}")
    return ["0 B", "0 B"]


def make_rows(heddle, scripts, folder):
    steps = {}
    for name, step in STEPS.items():
        steps[name] = folder / f"{name}.mlir"
        steps[name].write_text(SEQUENCE % step)
    for kernel in KERNELS:
        schedule = scripts / f"{kernel}.mlir"
        payload = schedule.parent / "payload.mlir"
        both = [schedule]
        if not re.search(r"heddle\.(bufferize|finish)", schedule.read_text()):
            both.append(steps["heddle"])
        yield [
            f"[{kernel}](../transform-scripts/{kernel}.mlir)",
            describe(heddle, payload, [steps["upstream"]]),
            describe(heddle, payload, [steps["heddle"]]),
            describe(heddle, payload, both),
            *describe_arena(heddle, payload, both + [steps["arena"]]),
        ]


def main():
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(arguments[1])
    page = root / "docs" / "Memory.md"
    with tempfile.TemporaryDirectory() as folder:
        rows = list(
            make_rows(
                arguments[0], root / "transform-scripts", pathlib.Path(folder)
            )
        )
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    table = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    text = page.read_text()
    start, rest = text.split(BEGIN)
    old, after = rest.split(END)
    if old == table:
        print("the table is as it should be")
    elif "--update" in sys.argv:
        page.write_text(start + BEGIN + table + END + after)
        print("the table was written")
    else:
        print(table)
        sys.exit(f"{page} has another table; tools/memory-table.py --update")


main()
