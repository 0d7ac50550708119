#!/usr/bin/env python3
"""Fails on an include that breaks Heddle's floors and rooms (docs/Architecture.md).

usage: check-layers.py ROOT [--rooms]

Looks at include/heddle/<Floor>/[<Room>/] and lib/heddle/<Floor>/[<Room>/] under
ROOT, in C++ and tablegen files. Each floor may include headers of itself and
of the floors that ALLOWED names; those in NO_TRANSFORM know no transform
dialect. The rooms of one floor form no circle: a file that is in no room is a
room by itself, with all files of its stem. The rooms are those in the table of
ROOT/docs/Architecture.md, if there is one. A query of upstream that OWNED names
is called in its room alone, test/lib included: everything else asks the room.
With --rooms prints, for each floor, the rooms and what each includes.
"""
import pathlib
import re
import sys

BELOW = ["IR", "Analysis", "Transforms"]  # lowest first
ALLOWED = {floor: BELOW[: i + 1] for i, floor in enumerate(BELOW)}
ALLOWED["TransformOps"] = BELOW + ["TransformOps"]
ALLOWED["Interpreter"] = BELOW + ["Interpreter"]
ALLOWED["Lowering"] = BELOW + ["Lowering"]
ALLOWED["Execution"] = BELOW + ["Lowering", "Execution"]
ALLOWED["InitHeddle"] = BELOW + ["TransformOps", "Interpreter", "Lowering", "Execution"]
NO_TRANSFORM = BELOW + ["Lowering", "Execution"]
# A query of upstream that is wrong for some op, and the room that has the answer.
OWNED = {
    "payloadUsesValueFromOperand": ("Analysis/Destinations", "bodyReads"),
    "isInitTensor": ("Analysis/Destinations", "bodyReads"),
    "ViewLikeOpInterface": ("Analysis/DataFlow", "isOnlyViewed"),
}
INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]')
TRANSFORM = re.compile(r"mlir/Dialect/(Transform/|\w+/TransformOps/)")


def breaks(floor, path):
    """Says what is wrong with including `path` from `floor`, or None."""
    if floor in NO_TRANSFORM and TRANSFORM.match(path):
        return f"{floor} includes the transform dialect"
    match = re.match(r"heddle/(\w+)(?=[/.])", path)
    if match and match[1] not in ALLOWED[floor] and match[1] != floor:
        return f"{floor} includes {match[1]}, which does not stand below it"
    return None


def room_of(parts):
    """The room of a path below its floor: its folder, or else its stem."""
    return parts[0] if len(parts) > 1 else parts[0].split(".")[0]


def included_room(floor, room, path, rooms):
    """The other room of `floor` that including `path` leads to, or None."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] == ("heddle", floor):
        parts = parts[2:]
    elif len(parts) == 1 or parts[0] not in rooms:
        return None
    found = room_of(parts)
    return found if found != room else None


def find_circle(edges):
    """A list of rooms, each including the next and the last the first, or None."""
    done, path = set(), []

    def visit(room):
        if room in path:
            return path[path.index(room) :]
        if room in done:
            return None
        path.append(room)
        for other in sorted(edges.get(room, {})):
            circle = visit(other)
            if circle:
                return circle
        path.pop()
        done.add(room)
        return None

    for room in sorted(edges):
        circle = visit(room)
        if circle:
            return circle
    return None


def compare_with_table(page, folders):
    """Yields what is wrong with the rows `| Floor/Room | ...` of `page`."""
    listed = {}
    for number, line in enumerate(page.read_text().splitlines(), 1):
        row = re.match(r"\| (\w+/\w+) \|", line)
        if row:
            listed[row[1]] = number
    for room in sorted(set(listed) - folders):
        yield f"{listed[room]}: error: {room} is no folder"
    for room in sorted(folders - set(listed)):
        yield f"1: error: {room} is missing in the table of rooms"


def read_files(root):
    """Yields (file, floor, path below the floor) for each file that counts."""
    for tree in ("include/heddle", "lib/heddle"):
        for file in sorted((root / tree).glob("*/**/*")):
            if file.suffix in (".h", ".cpp", ".td"):
                floor, *parts = file.relative_to(root / tree).parts
                yield file, floor, tuple(parts)


def find_owned(root):
    """Yields each call of a query that another room owns, and what to ask."""
    for tree in ("include/heddle", "lib/heddle", "tools", "test/lib"):
        for file in sorted((root / tree).glob("**/*")):
            if file.suffix not in (".h", ".cpp", ".td"):
                continue
            name = file.relative_to(root)
            for number, line in enumerate(file.read_text().splitlines(), 1):
                code = line.split("//")[0]
                for query, (room, instead) in OWNED.items():
                    if query in code and room not in str(name):
                        yield (f"{name}:{number}: error: {query} is wrong for some "
                               f"ops: ask {instead} of {room}")


def main(root, print_rooms):
    errors = 0
    files = list(read_files(root))
    rooms = {floor: {} for _, floor, _ in files}  # floor -> room -> room -> where
    for _, floor, parts in files:
        rooms[floor].setdefault(room_of(parts), {})
    for file, floor, parts in files:
        name, room = file.relative_to(root), room_of(parts)
        if floor not in ALLOWED:
            errors += 1
            print(f"{name}:1: error: {floor} is no floor")
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            why = breaks(floor, include[1])
            if why:
                errors += 1
                print(f"{name}:{number}: error: {why}")
            other = included_room(floor, room, include[1], rooms[floor])
            if other:
                rooms[floor][room].setdefault(other, f"{name}:{number}")
    for floor, edges in sorted(rooms.items()):
        if print_rooms:
            print(floor)
            for room, others in sorted(edges.items()):
                print(f"  {room}: {' '.join(sorted(others)) or '-'}")
        circle = find_circle(edges)
        if circle:
            errors += 1
            where = edges[circle[-1]][circle[0]]
            print(f"{where}: error: rooms of {floor} form a circle: "
                  + " -> ".join(circle + circle[:1]))
    page = root / "docs/Architecture.md"
    folders = {f"{floor}/{parts[0]}" for _, floor, parts in files if len(parts) > 1}
    for why in compare_with_table(page, folders) if page.exists() else []:
        errors += 1
        print(f"docs/Architecture.md:{why}")
    for why in find_owned(root):
        errors += 1
        print(why)
    print(f"{len(files)} files, {errors} errors")
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--rooms" in sys.argv[2:]))
