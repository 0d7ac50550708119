"""Applies a transform op on loops to random functions, and checks the results.

The functions are applied and checked together: the start of a process takes
longer than a function. Only those whose loops were fused are checked.
"""
import random
import re
import subprocess
import sys

SCHEDULE = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %functions = transform.structured.match ops{["func.func"]} in %module
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      transform.sequence %function : !transform.any_op failures(suppress) {
      ^bb1(%f: !transform.any_op):
FUSION
        transform.annotate %fused "test.fused" : !transform.any_op
      }
    }
    transform.yield
  }
}
"""


class Arguments:
    """FOLDER SEED TOTAL [OPTION...]; what begins with -- is for `heddle`."""

    def __init__(self, dynamic="dynamic"):
        self.folder, seed, total = sys.argv[1:4]
        self.rng = random.Random(int(seed))
        self.total = int(total)
        self.switches = [a for a in sys.argv[4:] if a.startswith("--")]
        rest = [a for a in sys.argv[4:] if a not in self.switches]
        self.dynamic = dynamic in rest
        self.options = " ".join(a for a in rest if a != dynamic)


class Fusion:
    """`programs` has the text of each function; `fusion` the lines that fuse."""

    def __init__(self, arguments, programs, fusion):
        self.programs, self.switches = programs, arguments.switches
        self.folder = arguments.folder
        self.schedule = self.write(
            "schedule.mlir", SCHEDULE.replace("FUSION", fusion.strip("\n")))

    def write(self, name, text):
        path = "%s/%s" % (self.folder, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    def run(self, command, names, check=False, more=()):
        payload = self.write(
            "%s.mlir" % command, "\n".join(self.programs[name] for name in names))
        return subprocess.run(
            ["heddle", command, payload, "-s", self.schedule, *self.switches, *more],
            stdout=subprocess.PIPE, text=True, check=check).stdout

    def find_fused(self):
        """The names of the functions with fused loops."""
        parts = re.split(r"func\.func @(\w+)", self.run("apply", self.programs, True))
        return {name for name, body in zip(parts[1::2], parts[2::2])
                if "test.fused" in body}

    def find_equal(self, names, more=()):
        """Those of `names` whose results are equal; prints the others' reports."""
        report = self.run("check", [n for n in self.programs if n in names], more=more)
        for line in report.splitlines():
            if not re.match(r"\w+: equal", line):
                print(line)
        return set(re.findall(r"^(\w+): equal", report, re.MULTILINE))
