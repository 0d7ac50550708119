"""Payloads, schedules, and small damage done to them.

The corpus are the .mlir files of some folders, cut where they split. `mutate`
changes a few bytes or tokens of a text; what it draws depends on the generator
alone, so that a seed names an input.
"""

import pathlib
import re
import string

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"'  # a string
    r"|[%@#!^][A-Za-z0-9_$.\-]+(?:#\d+)?"  # a value, symbol, alias or block
    r"|(?:tensor|memref|vector)<[^<>\n]*(?:<[^<>\n]*>[^<>\n]*)*>"
    r"|-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+|[A-Za-z_][A-Za-z0-9_.$]*"
    r"|->|\s+|.",
    re.DOTALL,
)
SCALAR = re.compile(r"(?:[fi]\d+|index|bf16|f8E\w+)$")
INTEGERS = """0 1 -1 2 3 7 63 64 65 1000 65536 2147483647 2147483648
    -2147483648 4294967296 9223372036854775807 -9223372036854775808
    9223372036854775808 18446744073709551616 99999999999999999999999""".split()
EXTENTS = "0 1 2 3 5 8 16 17 64 1000 1048576 4294967296 ?".split()


SEQUENCE = re.compile(
    r"transform\.sequence +failures\(\w+\) *\{\s*\^\w+\((%\w+: [^)\n]*)\):\n"
)


def is_schedule(text):
    return "transform.named_sequence" in text


def name_sequence(text):
    """Gives a sequence the name that upstream's interpreter looks for."""
    match = SEQUENCE.search(text)
    if not match or is_schedule(text):
        return text
    end, depth = match.end(), 1
    while depth and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    body = text[match.end() : end - 1].rstrip()
    # A sequence without a name needs no prefix before its steps.
    body = re.sub(r"(?m)^(\s*)cleanup\b", r"\1transform.cleanup", body)
    body += "" if "transform.yield" in body else "\n    transform.yield"
    return (
        f"{text[:match.start()]}module attributes {{transform.with_named_sequence}} {{"
        f"\n  transform.named_sequence @__transform_main({match[1]}) {{\n"
        f"{body}\n  }}\n}}{text[end:]}"
    )


class Case:
    """A payload and a schedule, or one text that holds both."""

    def __init__(self, payload, schedule=None):
        self.texts = [payload] if schedule is None else [payload, schedule]

    def write(self, folder):
        """Writes the files and returns their paths."""
        paths = []
        for name, text in zip(("payload.mlir", "schedule.mlir"), self.texts):
            paths.append(folder / name)
            paths[-1].write_bytes(text.encode("latin-1", "replace"))
        return paths


def read_parts(path):
    """The parts of a file, without the comments that only people read."""
    text = path.read_text(encoding="latin-1")
    library = rf'\1"{path.parent.resolve()}/'
    text = re.sub(r'(heddle.library = )"(?=[^/])', library, text)
    for part in re.split(r"(?m)^// -----.*$|^//--- .*$", text):
        lines = part.splitlines(keepends=True)
        part = "".join(
            l for l in lines if not re.match(r"\s*//(?! heddle\.)", l)
        ).strip("\n")
        if part.strip() and len(part) < 20000:
            yield name_sequence(part + "\n")


class Corpus:
    def __init__(self, folders):
        self.payloads, self.schedules, self.both, self.refused = [], [], [], []
        for folder in folders:
            for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
                for part in read_parts(path):
                    self.add(part, "-invalid" in path.name)
        # Tokens of one text may replace tokens of another.
        self.types, self.ops, self.attrs, self.lines = set(), set(), set(), set()
        for text in self.payloads + self.schedules + self.both + self.refused:
            self.learn(text)
        for name in ("types", "ops", "attrs", "lines"):
            setattr(self, name, sorted(getattr(self, name)))

    def add(self, part, invalid):
        has_payload = "func.func" in part
        if is_schedule(part):
            whole = self.refused if invalid else self.both
            (whole if has_payload else self.schedules).append(part)
        elif has_payload:
            self.payloads.append(part)

    def learn(self, text):
        for token in TOKEN.findall(text):
            if is_type(token):
                self.types.add(token)
            elif is_op(token):
                self.ops.add(token)
        self.attrs.update(re.findall(r"\w[\w.]* = [^,{}\n]+(?=[,}])", text))
        for line in text.splitlines(keepends=True):
            if "transform." in line and line.count("(") == line.count(")"):
                self.lines.add(line)

    def draw(self, rng):
        """A case as it is in the corpus, or a schedule on a foreign payload."""
        if rng.random() < 0.75:
            # An input that is refused undamaged tells less when it is damaged.
            return Case(rng.choice(3 * self.both + self.refused))
        return Case(rng.choice(self.payloads + self.both), rng.choice(self.schedules))


def is_type(token):
    return (
        token.startswith(("tensor<", "memref<", "vector<", "!transform"))
        or SCALAR.match(token) is not None
    )


def is_op(token):
    return re.match(r"[a-z_]+\.[a-z_]", token) is not None


# ---------------------------------------------------------------------------- #
# Bytes
# ---------------------------------------------------------------------------- #


def mutate_bytes(rng, text, corpus):
    at = rng.randrange(len(text))
    kind = rng.choice(("flip", "delete", "double", "insert", "cut"))
    if kind == "flip":
        return text[:at] + chr(ord(text[at]) ^ (1 << rng.randrange(8))) + text[at + 1 :]
    if kind == "delete":
        return text[:at] + text[at + rng.choice((1, 1, 4, 40)) :]
    if kind == "double":
        return text[: at + 1] + text[at:]
    if kind == "insert":
        drawn = rng.choice((string.punctuation, string.printable, "\x00\xff\x80"))
        return text[:at] + rng.choice(drawn) + text[at:]
    return text[:at]


# ---------------------------------------------------------------------------- #
# Tokens
# ---------------------------------------------------------------------------- #


def change_token(rng, text, wanted, new):
    """Replaces a token for which `wanted` holds by what `new` makes of it."""
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if wanted(token)]
    if places:
        at = rng.choice(places)
        tokens[at] = new(tokens[at])
    return "".join(tokens)


def swap_tokens(rng, text, corpus):
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if token.strip()]
    first = rng.randrange(len(places))
    second = min(len(places) - 1, first + rng.choice((1, 2, 2, 4, 20)))
    a, b = places[first], places[second]
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def delete_token(rng, text, corpus):
    return change_token(rng, text, str.strip, lambda token: "")


def double_token(rng, text, corpus):
    return change_token(rng, text, str.strip, lambda token: f"{token}, {token}")


def change_integer(rng, text, corpus):
    is_integer = re.compile(r"-?\d+$").match
    return change_token(rng, text, is_integer, lambda token: rng.choice(INTEGERS))


def change_type(rng, text, corpus):
    return change_token(rng, text, is_type, lambda token: rng.choice(corpus.types))


def change_op(rng, text, corpus):
    def new(token):
        dialect = token.split(".")[0] + "."
        near = [op for op in corpus.ops if op.startswith(dialect)]
        return rng.choice(near if near and rng.random() < 0.8 else corpus.ops)

    return change_token(rng, text, is_op, new)


def change_attr(rng, text, corpus):
    """Puts an attribute of the corpus in front of another one."""
    places = [m.end() for m in re.finditer(r"\{(?=\w[\w.]* =|\w+[,}])|\{(?=\})", text)]
    if not places:
        return text
    at = rng.choice(places)
    comma = "" if text[at] == "}" else ", "
    return text[:at] + rng.choice(corpus.attrs) + comma + text[at:]


def change_value(rng, text, corpus):
    """One use of a value becomes a use of another one, or of its result."""
    values = sorted(set(re.findall(r"%[A-Za-z0-9_]+", text)))
    if not values:
        return text
    return change_token(
        rng, text, lambda token: token.startswith("%"), lambda _: rng.choice(values)
    )


def swap_values(rng, text, corpus):
    values = sorted(set(re.findall(r"%[A-Za-z0-9_]+", text)))
    if len(values) < 2:
        return text
    a, b = rng.sample(values, 2)
    swapped = {a: b, b: a}
    return "".join(swapped.get(token, token) for token in TOKEN.findall(text))


def change_line(rng, text, corpus):
    """Drops, doubles or moves a line."""
    lines = text.splitlines(keepends=True)
    line = lines.pop(rng.randrange(len(lines)))
    kind = rng.choice(("drop", "double", "move"))
    if kind == "double":
        at = lines.index(line) if line in lines else rng.randrange(len(lines) + 1)
        lines[at:at] = [line, line]
    elif kind == "move":
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "".join(lines)


def insert_line(rng, text, corpus):
    """A step of another schedule, on the handles of this one."""
    values = sorted(set(re.findall(r"%[A-Za-z0-9_]+", text)))
    lines = text.splitlines(keepends=True)
    places = [i for i, line in enumerate(lines) if "transform.yield" in line]
    if not places or not values:
        return text
    line = rng.choice(corpus.lines)
    results, equals, rest = line.rpartition(" = ") if " = " in line else ("", "", line)
    results = re.sub(r"%[A-Za-z0-9_]+", lambda m: f"{m[0]}_{len(lines)}", results)
    rest = re.sub(r"%[A-Za-z0-9_]+", lambda m: rng.choice(values), rest)
    lines.insert(rng.choice(places), results + equals + rest)
    return "".join(lines)


# ---------------------------------------------------------------------------- #
# Changes that keep a text consistent
# ---------------------------------------------------------------------------- #


def change_extent(rng, text, corpus):
    """One extent becomes another one, wherever a type has it."""
    extents = sorted(set(re.findall(r"(?<=[<x])(?:\d+|\?)(?=x)", text)))
    if not extents:
        return text
    old, new = re.escape(rng.choice(extents)), rng.choice(EXTENTS)
    return re.sub(rf"(?<=[<x]){old}(?=x)", new, text)


def change_element(rng, text, corpus):
    """One element type becomes another one everywhere."""
    elements = sorted(set(re.findall(r"(?<=x)(?:[fi]\d+|index|bf16)(?=[>,])", text)))
    if not elements:
        return text
    old = rng.choice(elements)
    new = rng.choice("f16 bf16 f32 f64 f8E4M3FN i1 i4 i8 i32 i64 i128 index".split())
    return re.sub(rf"(?<![A-Za-z0-9]){old}\b|(?<=x){old}\b", new, text)


def change_integers(rng, text, corpus):
    """One integer becomes another one wherever it is outside of a type."""
    tokens = TOKEN.findall(text)
    integers = sorted({t for t in tokens if re.match(r"-?\d+$", t)})
    if not integers:
        return text
    old, new = rng.choice(integers), rng.choice(INTEGERS)
    return "".join(new if token == old else token for token in tokens)


TOKEN_CHANGES = [swap_tokens, delete_token, double_token, change_integer]
TOKEN_CHANGES += [change_integer, change_type, change_op, change_op, change_attr]
TOKEN_CHANGES += [change_value, change_value, swap_values, change_line, insert_line]
TOKEN_CHANGES += [insert_line]
CONSISTENT_CHANGES = [change_extent, change_element, change_integers]


def mutate(rng, case, corpus):
    """One to three changes, most of them such that much of the text still parses."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        which = rng.randrange(len(case.texts))
        kind = rng.random()
        if kind < 0.12:
            change = mutate_bytes
        elif kind < 0.35:
            change = rng.choice(CONSISTENT_CHANGES)
        else:
            change = rng.choice(TOKEN_CHANGES)
        if case.texts[which].strip():
            case.texts[which] = change(rng, case.texts[which], corpus)
    return case
