#!/usr/bin/env python3
"""Runs damaged payloads and schedules through every tool.

Each seed draws a case from the project's own tests and schedules, and changes a
few bytes or tokens of it. A tool may do what it is asked or refuse it with a
reason; it may not crash, hang, run out of memory, print IR or JSON that cannot
be read, or end without a word. A failure is upstream's only if stock mlir-opt
(or mlir-lsp-server) fails in the same place on the same files.

  mutate-inputs.py --build=build --count=1000 --seed=1
  mutate-inputs.py --build=build --seed=17 --count=1 --only=check --dump=out
  mutate-inputs.py --build=build --seed=17 --count=1 --minimize --dump=out
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import mutations

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ (?:in )?(.*)$", re.MULTILINE)
BROKEN = re.compile(
    r"LLVM ERROR: .*|.*Assertion .*|.*runtime error: .*|ERROR: \w+Sanitizer.*"
    r"|UNREACHABLE executed.*|terminate called.*|Stack dump:"
)
OUT_OF_MEMORY = re.compile(r"out of memory|bad_alloc|Cannot allocate memory", re.I)
# The error may be about a file, and its note about a line.
ERROR = re.compile(r"^(.*?)\b(?:error|note): ", re.MULTILINE)
# A place in a file, or a tool that speaks of its command line.
PLACE = re.compile(r":[1-9]\d*(?::\d+)?: $|^[\w-]+: $")
WHOLE_FILE = re.compile(r"error: schedule has no entry|in the schedule file, but found")

Run = collections.namedtuple("Run", "code out err end")


def limits(seconds, megabytes):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if megabytes:
            bytes_ = megabytes << 20
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


def run(command, options, stdin=b""):
    """Runs a command. `end` is "hang" if it took too long; the limit counts its
    processor time, so that a busy machine makes nothing hang."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limits(options.timeout, options.memory),
    )
    end = ""
    try:
        out, err = process.communicate(stdin, timeout=4 * options.timeout)
    except subprocess.TimeoutExpired:
        end = "hang"
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        end = "hang"
    text = [part.decode("utf-8", "replace") for part in (out, err)]
    return Run(process.returncode, *text, end)


# ---------------------------------------------------------------------------- #
# Tools
# ---------------------------------------------------------------------------- #


def lsp_input(paths):
    """What an editor sends: the text, and questions about some places in it."""
    text = paths[-1].read_bytes().decode("latin-1")
    uri = {"uri": "test:///schedule.mlir"}
    document = dict(uri, languageId="mlir", version=1, text=text)
    messages = [
        {"id": 0, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"id": 1, "method": "textDocument/documentSymbol"},
    ]
    messages[-1]["params"] = {"textDocument": uri}
    for number, kind in enumerate(("completion", "hover", "definition"), 2):
        line = text.count("\n") * number // 6
        place = {"line": line, "character": 4 * number}
        params = {"textDocument": uri, "position": place}
        method = f"textDocument/{kind}"
        messages.append({"id": number, "method": method, "params": params})
    messages += [{"id": 9, "method": "shutdown"}, {"method": "exit"}]
    lines = (json.dumps(dict(message, jsonrpc="2.0")) for message in messages)
    return "\n// -----\n".join(lines).encode()


class Tools:
    def __init__(self, build, llvm):
        binary = pathlib.Path(build) / "bin"
        self.heddle, self.opt = binary / "heddle", binary / "heddle-opt"
        self.lsp = binary / "heddle-lsp-server"
        self.plugin = pathlib.Path(build) / "lib" / "HeddlePlugin.so"
        self.stock, self.stock_lsp = llvm / "mlir-opt", llvm / "mlir-lsp-server"

    def commands(self, paths):
        """The command of each tool on these files."""
        payload, schedule = paths[0], paths[1:]
        entry = self.entry(paths)
        ours = [payload] + [part for path in schedule for part in ("-s", path)]
        ours += ["--entry", f"@{entry}"]
        knobs = " ".join([f"entry=@{entry}"] + [f"schedule={s}" for s in schedule])
        apply = f"--pass-pipeline=builtin.module(apply-schedule{{{knobs}}})"
        plugin = [f"--load-{kind}-plugin={self.plugin}" for kind in ("pass", "dialect")]
        bench = ["--rounds=1", "--max-seconds=1", "--timeout=5", "--json"]
        return {
            "opt": [self.opt, payload, apply],
            "interpreter": [self.opt, *self.interpret(paths)],
            "merge": [self.opt, payload, "--linalg-fuse-elementwise-ext"],
            "plugin": [self.stock, *plugin, payload, apply],
            "apply": [self.heddle, "apply", *ours],
            "strict": [self.heddle, "apply", "--strict", *ours],
            "check": [self.heddle, "check", "--timeout=5", *ours],
            "check-json": [self.heddle, "check", "--timeout=5", "--json", *ours],
            "explain": [self.heddle, "explain", *ours],
            "memory": [self.heddle, "explain", "--memory", "--json", *ours],
            "bench": [self.heddle, "bench", *bench, *ours],
            "list": [self.heddle, "list", "--json", paths[-1]],
            "lsp": [self.lsp, "-lit-test"],
        }

    @staticmethod
    def entry(paths):
        text = paths[-1].read_bytes().decode("latin-1")
        names = re.findall(r"named_sequence @(\w+)", text) or ["__transform_main"]
        return "__transform_main" if "__transform_main" in names else names[0]

    def interpret(self, paths):
        """Upstream's interpreter, with a library if the schedule has a file."""
        steps = [f"transform-interpreter{{entry-point={self.entry(paths)}}}"]
        if len(paths) > 1:
            library = f"transform-preload-library{{transform-library-paths={paths[1]}}}"
            steps.insert(0, library)
        return [paths[0], f"--pass-pipeline=builtin.module({','.join(steps)})"]

    def stock_commands(self, paths, tool):
        """What upstream's tools do with the same files: read each, apply all."""
        if tool == "lsp":
            return [[self.stock_lsp, "-lit-test"]]
        reads = [[self.stock, path] for path in paths]
        # Stock tools do not know our steps: the payload alone, too.
        text = paths[0].read_bytes().partition(b"module attributes {transform.")[0]
        alone = paths[0].with_name("payload-alone.mlir")
        alone.write_bytes(text)
        reads.append([self.stock, alone])
        return reads + [[self.stock, *self.interpret(paths)]]


# ---------------------------------------------------------------------------- #
# Verdicts
# ---------------------------------------------------------------------------- #


def signature(text):
    """Where a crash happened: the message, and the first functions below the
    machinery that reports it."""
    message = next((m for m in BROKEN.findall(text) if "Stack dump" not in m), "")
    names, machinery = [], r"llvm::sys::|__sanitizer|__asan|abort|raise|.*\blibc\.so"
    for number, frame in enumerate(FRAME.findall(text)):
        library = re.search(r"\(([^()]*)\+0x([0-9a-f]+)\)$", frame)
        name = frame.replace("(anonymous namespace)::", "").split("(")[0].strip()
        if not name and library:
            name = f"{os.path.basename(library[1])}+0x{library[2]}"
        if number < 9 and (re.match(machinery, name) or "/libc.so" in frame):
            names.clear()
        elif name:
            names.append(name)
    ours = [name for name in names[3:] if "heddle::" in name]
    names = names[:3] + ours[:1]
    return " < ".join(([message.strip()[:120]] if message else []) + names)


def upstreams_part(what):
    """The signature without our function that `signature` adds: a crash without
    ours on the stack has none there."""
    *first, last = what.split(" < ")
    return " < ".join(first) if first and "heddle::" in last else what


def judge(tool, result):
    """(verdict, what tells it from others) of one run."""
    text = result.err + ("" if tool == "lsp" else result.out)
    if result.end == "hang":
        return "hang", ""
    if result.code < 0 or BROKEN.search(result.err):
        kind = "memory" if OUT_OF_MEMORY.search(result.err) else "crash"
        if kind == "memory" and result.code == 1 and " crashed with " in text:
            return "child crash", "memory"
        return kind, signature(result.err) or f"signal {-result.code}"
    if re.search(r"compiling.* crashed with", text):
        return "child crash", ""
    if result.code not in range(5):  # docs/Checking.md
        return "exit code", str(result.code)
    if tool in ("check-json", "memory", "bench", "list") and (
        result.out or result.code == 0
    ):
        try:
            json.loads(result.out)
        except ValueError as error:
            return "invalid json", str(error)
    if result.code == 0:
        return "ok", ""
    if tool in ("bench", "lsp") and result.out:
        return "refused", ""
    if tool.startswith("check") and result.out:
        return judge_report(result)
    errors = ERROR.findall(text)
    if not errors:
        return "no message", text.strip()[-100:]
    if not any(PLACE.search(place) for place in errors) and not WHOLE_FILE.search(text):
        return "no place", text[text.find("error: ") :].splitlines()[0]
    return "refused", ""


def judge_report(result):
    """A check that ran has a verdict on each function. After a warning that an
    upstream op may change what is computed, the verdict does not matter."""
    out = result.out
    if "warning: 'transform." in result.err:
        return "refused", ""
    for verdict in ("different", "crashed"):
        if re.search(rf'^\w+: {verdict}: |"verdict": "{verdict}"', out, re.MULTILINE):
            return verdict, re.sub(r"\d+", "N", out.strip()[:200])
    return "refused", ""


FAILURES = ["crash", "hang", "memory", "exit code", "invalid json", "invalid ir"]
FAILURES += ["no message", "no place", "different"]
# Compiling happens in a process of its own: upstream's passes may crash there,
# and the payload may need more memory than the machine has. It crashes where it
# divides by an argument.
REMARKABLE = FAILURES + ["child crash", "crashed"]


class Hunt:
    def __init__(self, options):
        self.options = options
        self.tools = Tools(options.build, pathlib.Path(options.llvm))
        self.corpus = mutations.Corpus(options.corpus)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mutate-inputs-"))

    def draw(self, seed):
        """The damaged case and the order of the tools. What cannot be read any
        more is mostly drawn again: it stops at the parser."""
        rng = random.Random(seed)
        for _ in range(6):
            case = mutations.mutate(rng, self.corpus.draw(rng), self.corpus)
            paths = case.write(self.folder)
            if rng.random() < 0.1 or not any(
                run([self.tools.opt, path], self.options).code for path in paths
            ):
                break
        names = sorted(set(self.tools.commands(paths)) - set(self.options.without))
        rng.shuffle(names)
        # These two read one file and apply nothing.
        names.sort(key=lambda name: name in ("list", "lsp") and rng.random() < 0.8)
        return case, names

    def try_tool(self, tool, paths):
        command = self.tools.commands(paths)[tool]
        stdin = lsp_input(paths) if tool == "lsp" else b""
        result = run(command, self.options, stdin)
        verdict, what = judge(tool, result)
        if verdict == "ok" and tool in ("apply", "opt", "plugin"):
            read = run([self.tools.opt], self.options, result.out.encode())
            if read.code:
                message = (read.err.strip() or "crash").splitlines()[0][:150]
                return command, "invalid ir", re.sub(r"\d+", "N", message)
        return command, verdict, what

    def is_upstreams(self, tool, paths, verdict, what):
        stdin = lsp_input(paths) if tool == "lsp" else b""
        commands = self.tools.stock_commands(paths, tool)
        # Our steps, parsed and printed by upstream: none of our code runs.
        if "libMLIR" in what and "heddle::" not in what:
            commands += [[self.tools.opt, path] for path in paths]
        for command in commands:
            found = judge(tool, run(command, self.options, stdin))
            same = found[0] == verdict and found[1] in (what, upstreams_part(what))
            if same or found[0] == verdict == "no place":
                return True
        return False

    def try_case(self, case, names):
        """Yields (tool, command, verdict, what) for each tool."""
        paths = case.write(self.folder)
        for tool in names:
            command, verdict, what = self.try_tool(tool, paths)
            if verdict in ("crash", "hang", "memory", "no message", "no place"):
                # Upstream's interpreter with upstream's step: none of ours ran.
                theirs = tool == "interpreter" and "heddle::" not in what
                if theirs or self.is_upstreams(tool, paths, verdict, what):
                    verdict = "upstream " + verdict
            yield tool, command, verdict, what

    def minimize(self, case, tool, verdict, what):
        """Drops lines, then tokens, as long as the tool fails in the same way."""
        budget = self.options.budget

        def fails():
            nonlocal budget
            budget -= 1
            return self.try_tool(tool, case.write(self.folder))[1:] == (verdict, what)

        for which, split in ((w, s) for s in "lt" for w in range(len(case.texts))):
            text = case.texts[which]
            lines = split == "l"
            parts = text.splitlines(True) if lines else mutations.TOKEN.findall(text)
            size = max(1, len(parts) // 2)
            while size and budget > 0:
                at = 0
                while at < len(parts) and budget > 0:
                    shorter = parts[:at] + parts[at + size :]
                    case.texts[which] = "".join(shorter)
                    if fails():
                        parts = shorter
                    else:
                        at += size
                size //= 2
            case.texts[which] = "".join(parts)
        case.write(self.folder)

    def report(self, seed, case, tool, command, verdict, what):
        options = self.options
        print(f"seed {seed}: {tool}: {verdict}: {what}", flush=True)
        if options.minimize and not verdict.startswith("upstream"):
            self.minimize(case, tool, verdict, what)
        if options.dump and not verdict.startswith("upstream"):
            name = f"{seed}-{tool}-{verdict.replace(' ', '-')}"
            folder = pathlib.Path(options.dump) / name
            folder.mkdir(parents=True, exist_ok=True)
            paths = case.write(folder)
            command = self.tools.commands(paths)[tool]
        print("  " + " ".join(map(str, command)), flush=True)

    def run(self):
        options, counts = self.options, collections.Counter()
        seen, failed = collections.Counter(), 0
        for seed in range(options.seed, options.seed + options.count):
            case, names = self.draw(seed)
            names = options.only or names[: options.tools]
            if options.dump_all:
                case.write(pathlib.Path(options.dump_all))
            for tool, command, verdict, what in self.try_case(case, names):
                counts[verdict] += 1
                kind = verdict.removeprefix("upstream ")
                if kind not in REMARKABLE:
                    continue
                failed += verdict in FAILURES
                seen[verdict, what] += 1
                if verdict == kind and seen[verdict, what] <= options.repeats:
                    copy = mutations.Case(*case.texts)
                    self.report(seed, copy, tool, command, verdict, what)
        print(f"{options.count} inputs, {sum(counts.values())} runs")
        for verdict in sorted(set(counts) | {"crash", "hang", "memory"}):
            print(f"{verdict}: {counts[verdict]}")
        if options.summary:
            for (verdict, what), count in seen.most_common():
                print(f"  {count} x {verdict}: {what}")
        return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", nargs="*", help="folders to draw from")
    parser.add_argument("--build", default="build", help="folder of the build")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--tools", type=int, help="tools per input (default: all)")
    parser.add_argument("--only", action="append", help="this tool (repeatable)")
    parser.add_argument("--without", action="append", default=[], help="not this one")
    parser.add_argument("--timeout", type=int, default=20, help="processor seconds")
    parser.add_argument("--memory", type=int, default=12288, help="megabytes, 0: all")
    parser.add_argument("--dump", help="writes the failing inputs to this folder")
    parser.add_argument("--dump-all", help="writes each input to this folder")
    parser.add_argument("--minimize", action="store_true")
    parser.add_argument("--budget", type=int, default=300, help="runs to minimize")
    parser.add_argument("--repeats", type=int, default=1, help="reports of one kind")
    parser.add_argument("--summary", action="store_true", help="counts of each kind")
    options = parser.parse_args()
    folders = [ROOT / "test", ROOT / "transform-scripts"]
    options.corpus = options.corpus or folders
    return Hunt(options).run()


if __name__ == "__main__":
    sys.exit(main())
