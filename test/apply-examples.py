#!/usr/bin/env python3
"""Applies the schedules among the ```mlir examples of a Markdown file.

usage: apply-examples.py HEDDLE_OPT FILE.md ...

A block with functions and no transform op is the payload of the blocks that
follow it. A block of schedule ops is the body of `@__transform_main`, with the
payload's root as %module; a module of schedules is taken as it is if it has an
entry point, and passed over if it has none. An example must apply and must
change its payload. Library files that it names by "../" are those of the folder
transform-scripts next to that of the Markdown file.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```mlir\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MAIN = """module attributes {{transform.with_named_sequence}} {{
transform.named_sequence @__transform_main(%module: !transform.any_op) {{
{}transform.yield
}}
}}
"""


def heddle_opt(tool, code, *options):
    return subprocess.run(
        [tool, "-", *options], input=code, capture_output=True, text=True
    )


def apply(tool, payload, schedule):
    """Returns what is wrong with the example, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(schedule)
        file.flush()
        run = heddle_opt(tool, payload, f"--apply-schedule=schedule={file.name}")
    if run.returncode:
        return "does not apply\n" + run.stderr
    if run.stdout == heddle_opt(tool, payload).stdout:
        return "leaves its payload as it was"
    return None


def main(tool, files):
    examples = errors = 0
    for file in files:
        text = file.read_text()
        payload = None
        for match in FENCE.finditer(text):
            code = match[1]
            if "transform." not in code:
                payload = code if "func.func" in code else payload
                continue
            if not re.search(r"^\s*module", code, re.MULTILINE):
                code = MAIN.format(code)
            elif not re.search("@__transform_main|heddle.expects = @", code):
                continue
            library = (file.parent / "../transform-scripts").resolve()
            code = code.replace('library = "../', f'library = "{library}/')
            examples += 1
            wrong = apply(tool, payload, code) if payload else "has no payload"
            if wrong:
                errors += 1
                line = text.count("\n", 0, match.start()) + 1
                print(f"{file.name}:{line}: error: example {wrong}")
    print(f"{examples} schedules, {errors} errors")
    return 1 if errors or not examples else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]))
