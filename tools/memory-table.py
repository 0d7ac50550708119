#!/usr/bin/env python3
"""Counts what kernels of the library allocate and copy, as a table.

usage: memory-table.py HEDDLE ROOT [--update | --check]

Runs the tool HEDDLE on payloads and schedules of ROOT/transform-scripts, and on two
payloads that are made here, and compares the table with the one of
ROOT/docs/Memory.md; --update writes it there. --check runs each form of upstream's
instead, and compares what it computes with what the payload computes.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Schedules, and the sizes for structured.fuse: those of the parallel loops. With these
# its results are right: --check tells.
KERNELS = {
    "matmul-bias-relu/two-step": "[32, 64]",
    "residual-block/rows-and-channels": "[0, 4, 0, 32]",
    "attention/keys": "[64]",
    "layernorm/vectorized": "[8]",
    "rmsnorm/vectorized": "[8]",
    "softmax/rows": "[4]",
    "pad-elementwise/split": "[1, 64]",
    "elementwise-chain/tiles": "[256]",
    "conv-2d/vectorized": "[1, 1, 14, 32]",
    "pooling/vectorized": "[1, 1, 4, 64]",
    "quantized-matmul/vectorized": "[32, 64]",
    "mlp/packed": "[32, 64]",
    "transformer-block/vectorized": None,
}
PAD_CONV = """
func.func @pad_conv(%x: tensor<1x64x56x56xf32>, %w: tensor<64x64x3x3xf32>,
                    %out: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x56x56xf32>
  %before = linalg.exp ins(%x : tensor<1x64x56x56xf32>)
      outs(%e : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %padded = tensor.pad %before low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    tensor.yield %zero : f32
  } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x56x56xf32>)
      -> tensor<1x64x56x56xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%padded, %w : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>)
      outs(%init : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %r = linalg.exp ins(%conv : tensor<1x64x56x56xf32>)
      outs(%out : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %r : tensor<1x64x56x56xf32>
}
"""
ROOT_OF_RETURN = """
    %return = transform.structured.match ops{["func.return"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %root = transform.get_producer_of_operand %return[0]
        : (!transform.any_op) -> !transform.any_op
"""
PAD_CONV_SCHEDULE = ROOT_OF_RETURN + """
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [0, 0, 8]
"""
LAYERS = """
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %layers = transform.heddle.get_fusion_roots %function {rank = 4}
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %layers : !transform.any_op {
    ^bb0(%layer: !transform.any_op):
"""
NETWORK_SCHEDULE = LAYERS + """
      %c, %h = transform.heddle.get_tile_sizes %layer [1, 2] {at_most = 16}
          : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
      %tiled, %loops:2 = transform.structured.fuse_ext %layer tile_sizes [0, %c, %h]
          : (!transform.any_op, !transform.param<i64>, !transform.param<i64>)
          -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
"""
HANDLE = " : (!transform.any_op) -> !transform.any_op\n    "
STEPS = {
    "upstream": "%0 = transform.bufferization.one_shot_bufferize "
    "layout{IdentityLayoutMap} %module {bufferize_function_boundaries = true}"
    + HANDLE
    + '%1 = transform.apply_registered_pass "buffer-deallocation-pipeline" to %0'
    + HANDLE
    + '%2 = transform.structured.match ops{["func.func"]} in %1'
    + HANDLE
    + '%3 = transform.apply_registered_pass "optimize-allocation-liveness" to %2'
    + HANDLE,
    "heddle": '%0 = transform.heddle.bufferize %module {returns = "out_params"}'
    + HANDLE,
    # What the pipeline leaves to be lowered.
    "lower": '%0 = transform.apply_registered_pass "convert-bufferization-to-memref" '
    "to %module" + HANDLE,
    "arena": "%0 = transform.heddle.plan_memory %module {explain}" + HANDLE,
}
SEQUENCE = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %%module: !transform.any_op {transform.%s}) {
    %s
    transform.yield
  }
}
"""
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
HEAD = [
    "schedule",
    "as written, `one_shot_bufferize`",
    "as written, `heddle.bufferize`",
    "`structured.fuse` and `one_shot_bufferize`",
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
    """Bytes as the report has them: "64", "<=64" for a bound, "64 + 8*s0"."""
    found = re.fullmatch(r"(<=)?(\d+)( \+ .*)?", str(number))
    if not found or (found[1] and found[3]):
        return "of unknown size"
    bound = "at most " if found[1] else "at least " if found[3] else ""
    return f"{bound}{int(found[2]):,} B"


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
            cell += f", {bytes_of(function['allocated_bytes'])}"
            cell += f", peak {bytes_of(function['peak']['bytes'])}"
        if function["copies"]:
            cell += f"; {function['copies']} × copied"
            cell += f", {bytes_of(function['copied_bytes'])}"
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
        arena, bound = map(int, found.groups())
        if arena > 1.05 * bound:
            sys.exit(f"{payload}: an arena of {arena} B, and {bound} B may do")
        return [bytes_of(arena), bytes_of(bound)]
    if "no function allocates a buffer" not in done.stdout + done.stderr:
        sys.exit(f"{payload}: {done.stdout}{done.stderr}")
    return ["0 B", "0 B"]


def write(path, text):
    path.write_text(text)
    return path


def fuse(sizes):
    """The schedule that fuses with what the function returns, by upstream's op."""
    loops = len([size for size in re.findall(r"\d+", sizes) if size != "0"])
    types = ", ".join(["!transform.any_op"] * (loops + 1))
    return ROOT_OF_RETURN + (
        f"    %tiled, %loops:{loops} = transform.structured.fuse %root "
        f"tile_sizes {sizes} {{apply_cleanup}} : (!transform.any_op) -> ({types})"
    )


def make_row(heddle, steps, name, payload, schedules, fused):
    both = list(schedules)
    if not re.search(r"heddle\.(bufferize|finish)", both[0].read_text()):
        both.append(steps["heddle"])
    return [
        name,
        describe(heddle, payload, [steps["upstream"]]),
        describe(heddle, payload, [steps["heddle"]]),
        describe(heddle, payload, [fused, steps["upstream"]]) if fused else "—",
        describe(heddle, payload, both),
        *describe_arena(heddle, payload, both + [steps["arena"]]),
    ]


def check(heddle, payload, schedules):
    """Stops unless the scheduled payload computes the same as the payload."""
    command = [heddle, "check", payload]
    for schedule in schedules:
        command += ["-s", schedule]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or "equal" not in done.stdout:
        sys.exit(f"{payload}: {done.stdout}{done.stderr}")


def check_upstream(heddle, steps, name, payload, _, fused):
    """Runs upstream's forms of a row."""
    check(heddle, payload, [steps["upstream"], steps["lower"]])
    if fused:
        check(heddle, payload, [fused, steps["upstream"], steps["lower"]])
    print(f"{name}: upstream's {'2 forms are' if fused else 'form is'} right", flush=True)


def make_steps(folder):
    return {
        name: write(folder / f"{name}.mlir", SEQUENCE % ("consumed", step))
        for name, step in STEPS.items()
    }


def find_kernels(root, folder):
    """Per row: its name, the payload, the schedules, and the schedule that fuses by
    upstream's op or None."""

    def make(name, body):
        return write(folder / f"{name}.mlir", SEQUENCE % ("readonly", body))

    for kernel, sizes in KERNELS.items():
        schedule = root / "transform-scripts" / f"{kernel}.mlir"
        name = f"[{kernel}](../transform-scripts/{kernel}.mlir)"
        payload = schedule.parent / "payload.mlir"
        fused = make("fused", fuse(sizes)) if sizes else None
        yield name, payload, [schedule], fused
    payload = write(folder / "pad-conv.mlir", PAD_CONV)
    schedule = make("schedule", PAD_CONV_SCHEDULE)
    fused = make("fused", fuse("[0, 0, 8]"))
    yield "exp, pad, convolution, exp", payload, [schedule], fused
    script = pathlib.Path(__file__).parent / "bench" / "resnet-payload.py"
    text = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True
    ).stdout
    payload = write(folder / "resnet.mlir", text)
    schedule = make("schedule", NETWORK_SCHEDULE)
    name = "[20 convolutions](../tools/bench/resnet-payload.py), a nest per layer"
    yield name, payload, [schedule], None


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    if len(arguments) != 2 or options not in ([], ["--update"], ["--check"]):
        sys.exit(__doc__)
    heddle, root = arguments[0], pathlib.Path(arguments[1])
    page = root / "docs" / "Memory.md"
    visit = check_upstream if options == ["--check"] else make_row
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        steps = make_steps(folder)
        rows = [visit(heddle, steps, *row) for row in find_kernels(root, folder)]
    if options == ["--check"]:
        return
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    table = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    text = page.read_text()
    start, rest = text.split(BEGIN)
    old, after = rest.split(END)
    if old == table:
        print("the table is as it should be")
    elif options == ["--update"]:
        page.write_text(start + BEGIN + table + END + after)
        print("the table was written")
    else:
        print(table)
        sys.exit(f"{page} has another table; tools/memory-table.py --update")


main()
