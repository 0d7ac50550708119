#===- vector-kinds.py - One function for each kind of vector access ------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# usage: vector-kinds.py [LAYOUT]
#
# Prints a module with one function per kind of access (KINDS) and layout of the
# result in a larger tensor (slices), for two of the element types each. The layout
# "last", of unknown width, is printed alone, and only if it is named.
#
#===----------------------------------------------------------------------===#

import sys

TYPES = ["i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64"]

def slices(extents):
    """The slices of a larger tensor that hold a result of these extents."""
    dims = "x".join(map(str, extents))
    rank = len(extents)
    one = ", ".join(["1"] * rank)
    yield "whole", dims, ", ".join(["0"] * rank), ", ".join(map(str, extents)), one
    grown = "x".join(str(e + 3) for e in extents)
    yield ("inside", grown, ", ".join(["2"] * rank),
           ", ".join(map(str, extents)), one)
    yield ("column", "x".join(map(str, extents)) + "x5",
           ", ".join(["0"] * rank + ["3"]),
           ", ".join(list(map(str, extents)) + ["1"]), one + ", 1")
    yield ("last", "x".join(map(str, extents)) + "x?",
           ", ".join(["0"] * rank + ["%last"]),
           ", ".join(list(map(str, extents)) + ["1"]), one + ", 1")
    steps = "x".join(str(2 * e + 1) for e in extents)
    yield ("steps", steps, ", ".join(["1"] * rank),
           ", ".join(map(str, extents)), ", ".join(["2"] * rank))


# NAME: (extents of the input, map of the input, extents of the result, map of
# the result, loops)
KINDS = {
    "copy": ([37], "(i) -> (i)", [37], "(i) -> (i)", "p"),
    "rows": ([3, 19], "(i, j) -> (i, j)", [3, 19], "(i, j) -> (i, j)", "pp"),
    "swap": ([19, 5], "(i, j) -> (j, i)", [5, 19], "(i, j) -> (i, j)", "pp"),
    "spread": ([5], "(i, j) -> (i)", [5, 18], "(i, j) -> (i, j)", "pp"),
    "single": ([5, 7], "(i) -> (2, i)", [7], "(i) -> (i)", "p"),
    "flip": ([4, 21], "(i, j) -> (i, -j + 20)", [4, 21], "(i, j) -> (i, j)", "pp"),
    "flips": ([4, 21], "(i, j) -> (-i + 3, -j + 20)", [4, 21], "(i, j) -> (i, j)", "pp"),
    "repeat": ([4, 7], "(i, j) -> (i, j floordiv 3)", [4, 21], "(i, j) -> (i, j)", "pp"),
    "circle": ([4, 9], "(i, j) -> ((i + 3) mod 4, (j + 5) mod 9)", [4, 20], "(i, j) -> (i, j)", "pp"),
    "diagonal": ([11, 11], "(i) -> (i, i)", [11], "(i) -> (i)", "p"),
    "mixed": ([40], "(i, j) -> (2 * i - 3 * j + 17)", [9, 6], "(i, j) -> (i, j)", "pp"),
    "sum": ([3, 150], "(i, j) -> (i, j)", [3], "(i, j) -> (i)", "pr"),
    "columns": ([13, 18], "(i, j) -> (i, j)", [18], "(i, j) -> (j)", "rp"),
    "cube": ([2, 3, 17], "(i, j, k) -> (i, j, k)", [2, 3, 17], "(i, j, k) -> (i, j, k)", "ppp"),
    "total": ([70], "(i) -> (i)", [], "(i) -> ()", "r"),
}
LOOP = {"p": '"parallel"', "r": '"reduction"'}


def tensor(extents, element):
    return "tensor<%s%s>" % ("".join("%dx" % e for e in extents), element)


def function(kind, element, layout):
    read, read_map, written, write_map, loops = KINDS[kind]
    name, dims, offsets, sizes, steps = layout
    x, result = tensor(read, element), tensor(written, element)
    out = "tensor<%s%s>" % (dims + "x" if dims else "", element)
    suffix = "i" if element[0] == "i" else "f"
    lines = ["func.func @%s_%s_%s(%%x: %s, %%o: %s) -> %s {"
             % (kind, element, name, x, out, out)]
    if name == "last":
        lines.append("  %%rank = arith.constant %d : index" % len(written))
        lines.append("  %%width = tensor.dim %%o, %%rank : %s" % out)
        lines.append("  %last = affine.apply affine_map<()[s] -> (s - 1)>()[%width]")
    if written:
        lines.append("  %%s = tensor.extract_slice %%o[%s] [%s] [%s] : %s to %s"
                     % (offsets, sizes, steps, out, result))
    start = "%s" if written else "%o"
    lines.append(
        "  %%r = linalg.generic {indexing_maps = [affine_map<%s>, affine_map<%s>], "
        "iterator_types = [%s]} ins(%%x : %s) outs(%s : %s) {"
        % (read_map, write_map, ", ".join(LOOP[l] for l in loops), x, start, result))
    lines.append("  ^bb0(%%a: %s, %%b: %s):" % (element, element))
    lines.append("    %%c = arith.add%s %%a, %%b : %s" % (suffix, element))
    lines.append("    linalg.yield %%c : %s" % element)
    lines.append("  } -> %s" % result)
    if written:
        lines.append("  %%t = tensor.insert_slice %%r into %%o[%s] [%s] [%s] : %s into %s"
                     % (offsets, sizes, steps, result, out))
    lines.append("  return %s : %s" % ("%t" if written else "%r", out))
    lines.append("}")
    return "\n".join(lines)


def main():
    number = 0
    for kind in KINDS:
        layouts = list(slices(KINDS[kind][2])) if KINDS[kind][2] else [("whole", "", "", "", "")]
        for layout in layouts:
            if (layout[0] == "last") != (sys.argv[1:] == ["last"]):
                continue
            for _ in range(2):
                print(function(kind, TYPES[number * 5 % len(TYPES)], layout))
                number += 1


main()
