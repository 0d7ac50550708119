"""Reads the tables of what Heddle knows of upstream: rows of .def files."""
import pathlib
import re

DEFECTS = "lib/heddle/Interpreter/Guards/Defects.def"
CALLS = "lib/heddle/Interpreter/Guards/UpstreamCalls.def"
# Where the payload of a defect is.
PAYLOADS = "test/Interpreter/Defects"
# Those of public reports, which docs/Miscompiles.md lists.
MISCOMPILES = "test/Integration/Miscompiles"


def read_rows(file, macro):
    """Yields the line and the arguments of each row `macro(...)` of a .def file.
    Adjacent strings are joined."""
    text = re.sub(r"//[^\n]*", "", pathlib.Path(file).read_text())
    for row in re.finditer(rf'^{macro}\(((?:[^()"]|"(?:\\.|[^"\\])*")*)\)', text, re.M):
        columns = [[]]
        for token in re.findall(r'"(?:\\.|[^"\\])*"|\w+|,', row[1]):
            if token == ",":
                columns.append([])
            else:
                columns[-1].append(token.strip('"').replace('\\"', '"'))
        line = text.count("\n", 0, row.start()) + 1
        yield line, ["".join(column) for column in columns]


def payload_of(name):
    """The name of the payload of the defect `name`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() + ".mlir"


def find_payload(root, name):
    """The path of the payload of the defect `name` in `root`; None if it has none."""
    for folder in (PAYLOADS, MISCOMPILES):
        path = f"{folder}/{payload_of(name)}"
        if (pathlib.Path(root) / path).exists():
            return path
    return None


def link_reports(text):
    """Public reports as links."""
    url = "https://github.com/llvm/llvm-project/issues/"
    return re.sub(r"#(\d+)", rf"[#\1]({url}\1)", text)


def quote_names(names):
    return ", ".join(f"`{name}`" for name in names.split())


def defects_page(root):
    """The table of Defects.def in Markdown, for docs/generated."""
    lines = [
        "# Known defects of MLIR 22.1",
        "",
        "What upstream gets wrong, and a schedule can meet. Heddle warns of a step that",
        "meets its defect, and refuses it with `--strict`. Each payload is one that stock",
        "`mlir-opt` makes something else of; its test fails when upstream has mended the",
        "defect.",
        "",
        "| defect | steps and functions | what goes wrong | public report | gone in |",
        "| --- | --- | --- | --- | --- |",
    ]
    for _, (name, steps, _, wrong, report, gone_in) in read_rows(
        root / DEFECTS, "HEDDLE_DEFECT"
    ):
        payload = f"../../{find_payload(root, name)}"
        lines.append(
            f"| [{name}]({payload}) | {quote_names(steps)} | {wrong} "
            f"| {link_reports(report)} | {gone_in} |"
        )
    return lines


def calls_page(root):
    """The table of UpstreamCalls.def in Markdown, for docs/generated."""
    lines = [
        "# What Heddle calls of upstream",
        "",
        "Functions, pattern sets and passes of MLIR 22.1 that Heddle's own code calls and",
        "that can change what a payload computes, what is known against each",
        "([defects](Defects.md) and public reports), and why the call is safe.",
        "",
        "| function | called in | known against it | why it is safe |",
        "| --- | --- | --- | --- |",
    ]
    for _, (functions, files, known, safe) in read_rows(
        root / CALLS, "HEDDLE_UPSTREAM_CALL"
    ):
        lines.append(
            f"| {quote_names(functions)} | {', '.join(files.split())} "
            f"| {link_reports(known)} | {safe} |"
        )
    return lines
