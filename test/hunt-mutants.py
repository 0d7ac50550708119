#!/usr/bin/env python3
"""How many small mistakes in scheduled IR does check find?

Runs heddle-mutants on each schedule of the library with each of its payloads, on
tensors and on buffers, and on random pairs. The outcome of each mutant is a line of
the record. A hunt that is stopped goes on where it was. The table is printed at the
end, or at any time from the record alone.

  hunt-mutants.py --build=build --per-kind=4 --pairs=300 --record=hunt.jsonl
  hunt-mutants.py --build=build --per-kernel=40 --record=hunt.jsonl
  hunt-mutants.py --table --record=hunt.jsonl
  hunt-mutants.py --diff=5A6CE9D4D3655CB0 --record=hunt.jsonl
"""

import argparse
import collections
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ["bound", "step", "last trip", "offset", "size", "min", "mask", "constant",
         "neutral", "operand", "init", "start", "fill", "forall", "dealloc"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--per-kind", type=int, default=4,
                        help="mutants of each kind of a module, 0: all")
    parser.add_argument("--kinds", default="", help="only these kinds: mask,dealloc")
    parser.add_argument("--per-kernel", type=int, default=0,
                        help="mutants of each schedule of the library, of all its "
                        "payloads together")
    parser.add_argument("--pairs", type=int, default=0, help="random pairs")
    parser.add_argument("--per-pair", type=int, default=4,
                        help="mutants of a random pair")
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--timeout", type=float, default=5,
                        help="seconds for one call")
    parser.add_argument("--slow", type=float, default=1e9,
                        help="leave out modules whose check takes more seconds")
    parser.add_argument("--max-seconds", type=float, default=1e9,
                        help="start no module after that time")
    parser.add_argument("--module-seconds", type=float, default=300,
                        help="leave a module after that time, for this round")
    parser.add_argument("--only", default="", help="modules whose names hold this")
    parser.add_argument("--record", help="a line of JSON for each mutant")
    parser.add_argument("--table", action="store_true",
                        help="print the table of the record, and do nothing else")
    parser.add_argument("--arguments", default=ROOT / "test/mutant-arguments.json",
                        help="why survivors are equivalent")
    parser.add_argument("--survivors", action="store_true",
                        help="judge the survivors of the record once more")
    parser.add_argument("--diff", help="print what the mutant of this hash changes")
    return parser.parse_args()


def find_library(only):
    """(name, arguments) of each schedule of the library with each payload."""
    for payload in sorted((ROOT / "transform-scripts").glob("*/payload*.mlir")):
        for schedule in sorted(payload.parent.glob("*.mlir")):
            if schedule.name.startswith("payload"):
                continue
            name = f"{payload.parent.name}/{schedule.stem} on {payload.stem}"
            for form, option in (("", []), (", buffers", ["--bufferize"])):
                if only in name + form:
                    yield name + form, [str(payload), "-s", str(schedule)] + option


def dump_pair(bin_folder, seed, path):
    """Writes the payload and the schedule of a random pair."""
    pair = subprocess.run(
        [bin_folder / "heddle-random-pairs", "--op=fuse_ext", "--dump",
         f"--seed={seed}", "--count=1"], capture_output=True, text=True)
    # The dump holds the pair, and then what was made of it.
    start = pair.stdout.find("module attributes")
    end = pair.stdout.find("\n}\n", start)
    if start >= 0 and end >= 0:
        path.write_text(pair.stdout[start : end + 3])
    return start >= 0 and end >= 0


class Hunt:
    def __init__(self, args, record):
        self.args = args
        self.record = record
        self.bin = pathlib.Path(args.build).resolve() / "bin"
        self.end = time.monotonic() + args.max_seconds
        self.settled = set()
        for line in read(record):
            self.note(line)

    def note(self, line):
        """A module that is refused or not equal is not tried again."""
        name = line["module"]
        if line["verdict"] in ("refused", "not equal", "slow"):
            self.settled.add(name)
        elif line["verdict"] == "done" and line["seed"] == self.args.seed:
            self.settled.add((name, line["perKind"], line["most"],
                              line.get("kinds", "")))

    def run(self, name, arguments, per_kind, most=0):
        """Judges mutants of one module, unless that was done."""
        kinds = self.args.kinds
        if {name, (name, per_kind, most, kinds)} & self.settled:
            return
        if time.monotonic() > self.end:
            return
        command = [self.bin / "heddle-mutants", f"--per-kind={per_kind}",
                   f"--most={most}", f"--seed={self.args.seed}",
                   f"--timeout={self.args.timeout}",
                   f"--slow={self.args.slow}", f"--record={self.record}",
                   f"--name={name}"] + [f"--kinds={kinds}"] * bool(kinds)
        try:
            result = subprocess.run(command + arguments, capture_output=True,
                                    text=True, timeout=self.args.module_seconds)
        except subprocess.TimeoutExpired:
            print(f"{name}: left after {self.args.module_seconds} s", flush=True)
            return
        for line in result.stdout.splitlines():
            if line.startswith("SURVIVED"):
                print(f"{name}: {line}", flush=True)

    def count(self, names):
        """How many mutants of modules the record has."""
        return sum(line["module"] in names and line["verdict"] != "invalid"
                   for line in get_mutants(self.record))

    def run_kernel(self, modules):
        """Draws mutants of the modules of one kernel, of each about as many."""
        names = {name for name, _ in modules}
        before = -1
        # Modules that are refused or have few mutants leave their share to others.
        while before < (now := self.count(names)) < self.args.per_kernel:
            before = now
            for index, (name, arguments) in enumerate(modules):
                missing = self.args.per_kernel - self.count(names)
                if missing > 0:
                    share = max(-(-missing // (len(modules) - index)), min(missing, 10))
                    self.run(name, arguments, 0, self.count({name}) + share)

    def call(self, name, options):
        """Runs heddle-mutants on one module; its output."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pair.mlir"
            if name.startswith("pair "):
                dump_pair(self.bin, int(name.split(",")[0][5:]), path)
                arguments = [str(path)]
                arguments += ["--bufferize"] if name.endswith("buffers") else []
            else:
                arguments = dict(find_library(""))[name]
            return subprocess.run(
                [self.bin / "heddle-mutants", f"--record={self.record}",
                 f"--name={name}", f"--timeout={self.args.timeout}"] + options +
                arguments, capture_output=True, text=True).stdout

    def judge_again(self):
        """Judges the survivors once more."""
        survivors = collections.OrderedDict()
        for line in get_mutants(self.record):
            if line["verdict"] == "survived" and self.args.only in line["module"]:
                survivors.setdefault(line["module"], []).append(str(line["number"]))
        for name, numbers in survivors.items():
            self.call(name, ["--number=" + ",".join(numbers)])

    def print_diff(self, line):
        """Prints the ops that a mutant changes, and those around them."""
        shown = self.call(line["module"], [f"--show={line['number']}"])
        old, new = (text.splitlines() for text in shown.split("// -----\n"))
        print(describe(line))
        # Ops that were added give other names to the values after them.
        key = (lambda text: text) if len(old) == len(new) else strip_names
        matcher = difflib.SequenceMatcher(
            None, [key(text) for text in old], [key(text) for text in new], False)
        for group in matcher.get_grouped_opcodes(8):
            for tag, start, end, other, last in group:
                signs = (" ",) if tag == "equal" else ("-", "+")
                for sign, lines in zip(signs, (old[start:end], new[other:last])):
                    for text in lines:
                        print(sign + text)
            print("...")

    def run_pair(self, seed):
        name = f"pair {seed}" + (", buffers" if seed % 2 else "")
        if self.args.only not in name or time.monotonic() > self.end:
            return
        most = self.args.per_pair
        if {name, (name, 0, most, self.args.kinds)} & self.settled:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pair.mlir"
            if dump_pair(self.bin, seed, path):
                options = ["--bufferize"] if seed % 2 else []
                self.run(name, [str(path)] + options, 0, most)


def read(record):
    """The lines of the record. A line that was cut off is left out."""
    lines = []
    if pathlib.Path(record).exists():
        for text in pathlib.Path(record).read_text().splitlines():
            try:
                lines.append(json.loads(text))
            except json.JSONDecodeError:
                continue
    return lines


def get_mutants(record):
    """The last line of each mutant."""
    mutants = {}
    for line in read(record):
        if "number" in line:
            mutants[line["module"], line["number"]] = line
    return list(mutants.values())


def strip_names(text):
    """A line without the names of its values."""
    return re.sub(r"%[\w#:-]+", "%", text)


def describe(line):
    return f"{line['module']}: {line['kind']} of {line['place']}: {line['what']}"


def find_verdict(line, arguments):
    """The column of a mutant: a judgment, or why it is equivalent."""
    if line["verdict"] == "survived" and line["hash"] in arguments:
        return "by argument"
    return line["judgment"] if line["verdict"] == "killed" else line["verdict"]


def get_family(module):
    """The kernel of a module of the library, or "random pairs"."""
    return "random pairs" if module.startswith("pair ") else module.split(" on ")[0]


def group_by_kernel(library):
    """The modules of the library, by the schedule that they apply."""
    kernels = collections.OrderedDict()
    for name, arguments in library:
        kernels.setdefault(get_family(name), []).append((name, arguments))
    return kernels


def print_rows(title, rows, judgments):
    """A table with a row for each kind, or for each kernel."""
    columns = ["mutants", "killed"] + judgments + ["equivalent", "by argument",
                                                   "survived"]
    print(f"| {title} | " + " | ".join(columns) + " |")
    print("| --- |" + " --- |" * len(columns))
    for name, counts in rows.items():
        killed = sum(counts[judgment] for judgment in judgments)
        rest = [counts[key] for key in columns[-3:]]
        cells = [killed + sum(rest), killed] + [counts[j] for j in judgments] + rest
        print(f"| {name} | " + " | ".join(map(str, cells)) + " |")


def print_table(record, arguments_file):
    """Prints the tables; returns how many mutants survived, and of how many."""
    arguments = {}
    if pathlib.Path(arguments_file).exists():
        arguments = {entry["hash"]: entry["argument"] for entry in
                     json.loads(pathlib.Path(arguments_file).read_text())}
    modules = collections.Counter()
    for line in read(record):
        if line["verdict"] in ("equal", "refused", "not equal", "slow"):
            modules[line["verdict"]] += 1
    kinds = collections.OrderedDict((kind, collections.Counter()) for kind in KINDS)
    families = collections.OrderedDict()
    total = collections.Counter()
    survivors = []
    for line in sorted(get_mutants(record), key=lambda line: get_family(line["module"])):
        verdict = find_verdict(line, arguments)
        if verdict == "invalid":
            continue
        family = families.setdefault(get_family(line["module"]),
                                     collections.Counter())
        for counts in (kinds[line["kind"]], family, total):
            counts[verdict] += 1
        if verdict == "survived":
            survivors.append(line)
    judgments = sorted(set(total) - {"equivalent", "by argument", "survived"},
                       key=lambda judgment: -total[judgment])
    print(f"{modules['equal']} modules; left out: {modules['refused']} whose schedule "
          f"is refused, {modules['not equal']} that check does not call equal, "
          f"{modules['slow']} whose check is slow\n")
    kinds["all"] = total
    print_rows("kind", kinds, judgments)
    print()
    print_rows("kernel", families, judgments)
    print()
    for line in survivors:
        print(f"SURVIVED {line['hash']} {describe(line)}")
    judged = sum(total[judgment] for judgment in judgments) + len(survivors)
    print(f"{judged} mutants that are not equivalent, {len(survivors)} survived")
    return judged


def main():
    args = parse_arguments()
    if args.table:
        return 0 if print_table(args.record, args.arguments) else 1
    if args.diff:
        for line in get_mutants(args.record):
            if line["hash"] == args.diff:
                Hunt(args, args.record).print_diff(line)
                return 0
        return 1
    if args.survivors:
        Hunt(args, args.record).judge_again()
        return 0 if print_table(args.record, args.arguments) else 1
    with tempfile.TemporaryDirectory() as folder:
        record = args.record or str(pathlib.Path(folder) / "record")
        hunt = Hunt(args, record)
        if args.per_kernel:
            for modules in group_by_kernel(find_library(args.only)).values():
                hunt.run_kernel(modules)
            return 0 if print_table(record, args.arguments) else 1
        # One mutant of each kind of every module comes first, then more.
        for per_kind in range(1, args.per_kind + 1) if args.per_kind else [0]:
            for name, arguments in find_library(args.only):
                hunt.run(name, arguments, per_kind)
            if per_kind <= 1:
                for seed in range(args.seed, args.seed + args.pairs):
                    hunt.run_pair(seed)
        return 0 if print_table(record, args.arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
