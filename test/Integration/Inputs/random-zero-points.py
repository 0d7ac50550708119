"""Random products with zero points for expand_zero_points.

Each function has one or two products of integers, of a batch or not, with sizes of 0 to
9 that are static or dynamic; the zero points are constants, with the extreme ones among
them, or arguments; the second product reads the first one, or what it starts from.
`heddle check` must find all results equal.
"""
import sys

sys.dont_write_bytecode = True
from loop_programs import Arguments, Fusion

FUSION = """
        %products = transform.structured.match
          ops{["linalg.quantized_matmul", "linalg.quantized_batch_matmul"]} in %f
          : (!transform.any_op) -> !transform.any_op
        %fused = transform.heddle.expand_zero_points %products
          : (!transform.any_op) -> !transform.any_op
"""
ZERO_POINTS = (0, 1, -1, 5, -128, 127, 300, -2147483648, 2147483647)


class Function:
    def __init__(self, rng, number):
        self.rng = rng
        self.name = "product%d" % number
        self.batch = rng.random() < 0.5
        self.dynamic = rng.random() < 0.5
        self.sum = rng.choice((32, 32, 32, 64, 16))
        self.arguments, self.lines = [], []
        widths = [w for w in (8, 8, 8, 16, 32) if w <= self.sum]
        sizes = (1, 2, 3, 5, 7, 9) if rng.random() < 0.8 else (0, 1)
        extent = {dim: rng.choice(sizes) for dim in "bmnkl"}
        if not extent["k"]:
            extent["l"] = 3
        self.extent = extent
        first = self.product(
            self.tensor("mk", rng.choice(widths)), self.tensor("kn", rng.choice(widths)),
            self.tensor("mn", self.sum), "mn")
        self.result = ("mn", first)
        if rng.random() < 0.5:
            # With equal widths, factors of the width of the sum are allowed.
            second = self.product(("mn", self.sum, first),
                                  self.tensor("nl", rng.choice(widths)),
                                  self.tensor("ml", self.sum), "ml")
            self.result = ("ml", second)
        elif rng.random() < 0.5:
            second = self.product(
                self.tensor("ml", rng.choice(widths)), self.tensor("ln", rng.choice(widths)),
                ("mn", self.sum, first), "mn")
            self.result = ("mn", second)

    def type(self, dims, width):
        dims = ("b" if self.batch else "") + dims
        shape = ("?" if self.dynamic else self.extent[d] for d in dims)
        return "tensor<%sxi%d>" % ("x".join(map(str, shape)), width)

    def tensor(self, dims, width):
        name = "%%t%d" % len(self.arguments)
        names = ", ".join('"%s"' % d.upper() for d in ("b" if self.batch else "") + dims)
        attribute = " {heddle.dims = [%s]}" % names if self.dynamic else ""
        self.arguments.append("%s: %s%s" % (name, self.type(dims, width), attribute))
        return dims, width, name

    def zero_point(self):
        name = "%%z%d" % (len(self.arguments) + len(self.lines))
        if self.rng.random() < 0.3:
            self.arguments.append("%s: i32" % name)
        else:
            self.lines.append("  %s = arith.constant %d : i32"
                              % (name, self.rng.choice(ZERO_POINTS)))
        return name

    def product(self, a, b, start, dims):
        za, zb = self.zero_point(), self.zero_point()
        result = "%%p%d" % len(self.lines)
        out = self.type(dims, self.sum)
        self.lines.append(
            "  %s = linalg.quantized_%smatmul ins(%s, %s, %s, %s : %s, %s, i32, i32)"
            " outs(%s : %s) -> %s" % (
                result, "batch_" if self.batch else "", a[2], b[2], za, zb,
                self.type(a[0], a[1]), self.type(b[0], b[1]), start[2], out, out))
        return result

    def text(self):
        dims, value = self.result
        result = self.type(dims, self.sum)
        return "func.func @%s(%s) -> %s {\n%s\n  return %s : %s\n}\n" % (
            self.name, ", ".join(self.arguments), result, "\n".join(self.lines), value,
            result)

    def has_elements(self):
        return all(self.extent[d] for d in self.result[0] + "b")


def main():
    arguments = Arguments()
    functions = [Function(arguments.rng, n) for n in range(arguments.total)]
    # A result without elements says nothing.
    functions = [f for f in functions if f.dynamic or f.has_elements()]
    fusion = Fusion(arguments, {f.name: f.text() for f in functions}, FUSION)
    expanded = fusion.find_fused()
    equal = fusion.find_equal(expanded)
    print("of %d functions, expanded: %d, of these equal: %d" % (
        len(functions), len(expanded), len(equal)))
    return 0 if len(equal) == len(functions) else 1


sys.exit(main())
