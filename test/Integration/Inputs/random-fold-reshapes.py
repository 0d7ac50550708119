"""Random chains of batched products between reshapes, for fold_reshapes.

The first dims of each factor are joined before a product, and split after it, or the ops
between stay on joined dims: elementwise ops, transposes of factors, sums of rows, softmax.
Some reshapes join other dims, which has to stay. Sizes are 1 to 5, or dynamic, where
`heddle check` tries 0, too. It must find all results equal, and half of the functions
must lose the reshapes of their products.
"""
import re
import sys

sys.dont_write_bytecode = True
from loop_programs import Arguments, Fusion

FUSION = """
        %products = transform.structured.match ops{["linalg.batch_matmul"]} in %f
          : (!transform.any_op) -> !transform.any_op
        %fused = transform.heddle.fold_reshapes %products rank = RANK
          : (!transform.any_op) -> !transform.any_op
"""


class Function:
    def __init__(self, rng, number, rank):
        self.rng, self.rank = rng, rank
        self.name = "chain%d" % number
        self.dynamic = rng.random() < 0.4
        self.lines, self.arguments, self.count = [], [], 0
        self.outer = "abc"[:rank - 2]
        self.extent = {d: rng.choice((1, 2, 2, 3, 4, 5))
                       for d in self.outer + "mknlp"}
        value = self.factor("mk")
        for columns in rng.choice(("n", "nl", "nlp")):
            value = self.between(self.product(value, columns))
        self.result = value if value[1] else self.split(value)

    def fresh(self):
        self.count += 1
        return "%%v%d" % self.count

    def add(self, line, *values):
        name = self.fresh()
        self.lines.append("  %s = %s" % (name, line % values))
        return name

    def shape(self, dims, split):
        outer = [self.extent[d] for d in self.outer]
        if not split:
            joined = 1
            for extent in outer:
                joined *= extent
            outer = [joined]
        return outer + [self.extent[d] for d in dims]

    def type(self, dims, split):
        shape = self.shape(dims, split)
        return "tensor<%sxf32>" % "x".join(
            "?" if self.dynamic else str(extent) for extent in shape)

    def groups(self):
        n = len(self.outer)
        return "[[%s], [%d], [%d]]" % (", ".join(map(str, range(n))), n, n + 1)

    # A value is its last two dims, whether its outer dims are split, and its name.

    def argument(self, dims):
        name = "%%t%d" % len(self.arguments)
        dynamic = ', '.join('"%s"' % d.upper() for d in self.outer + dims)
        self.arguments.append("%s: %s%s" % (
            name, self.type(dims, True),
            " {heddle.dims = [%s]}" % dynamic if self.dynamic else ""))
        return dims, True, name

    def size(self, dim):
        """The value of an extent: that of the first argument with this dim."""
        for number, argument in enumerate(self.arguments):
            dims = re.findall('"(.)"', argument)
            if dim.upper() in dims:
                index = self.add("arith.constant %d : index", dims.index(dim.upper()))
                return self.add("tensor.dim %%t%d, %s : %s", number, index,
                                argument.split(": ", 1)[1].split(" {")[0])
        raise AssertionError(dim)

    def sizes(self, dims, split):
        if not self.dynamic:
            return []
        outer = [self.size(d) for d in self.outer]
        while not split and len(outer) > 1:
            outer[:2] = [self.add("arith.muli %s, %s : index", outer[0], outer[1])]
        return outer + [self.size(d) for d in dims]

    def join(self, value):
        dims, split, name = value
        return dims, False, self.add(
            "tensor.collapse_shape %s %s : %s into %s", name, self.groups(),
            self.type(dims, True), self.type(dims, False))

    def split(self, value):
        dims, split, name = value
        sizes = self.sizes(dims, True) or map(str, self.shape(dims, True))
        return dims, True, self.add(
            "tensor.expand_shape %s %s output_shape [%s] : %s into %s", name,
            self.groups(), ", ".join(sizes), self.type(dims, False),
            self.type(dims, True))

    def empty(self, dims, split):
        return self.add("tensor.empty(%s) : %s", ", ".join(self.sizes(dims, split)),
                        self.type(dims, split))

    def factor(self, dims):
        """An argument with these dims, joined; some are transposed on the way."""
        if self.rng.random() < 0.6:
            return self.join(self.argument(dims))
        value = self.argument(dims[::-1])
        if self.rng.random() < 0.5:
            return self.join(self.transpose(value))
        return self.transpose(self.join(value))

    def transpose(self, value):
        dims, split, name = value
        rank = len(self.shape(dims, split))
        order = list(range(rank - 2)) + [rank - 1, rank - 2]
        return dims[::-1], split, self.add(
            "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = %s", name,
            self.type(dims, split), self.empty(dims[::-1], split),
            self.type(dims[::-1], split), order)

    def product(self, value, columns):
        if value[1]:
            value = self.join(value)
        other = self.factor(value[0][1] + columns)
        dims = value[0][0] + columns
        if self.rng.random() < 0.8:
            zero = self.add("arith.constant %s : f32", self.rng.choice(("0.0", "2.0")))
            start = self.add("linalg.fill ins(%s : f32) outs(%s : %s) -> %s", zero,
                             self.empty(dims, False), *[self.type(dims, False)] * 2)
        else:
            start = self.join(self.argument(dims))[2]
        return dims, False, self.add(
            "linalg.batch_matmul ins(%s, %s : %s, %s) outs(%s : %s) -> %s", value[2],
            other[2], self.type(value[0], False), self.type(other[0], False), start,
            *[self.type(dims, False)] * 2)

    def between(self, value):
        for _ in range(self.rng.choice((0, 1, 1, 2, 3))):
            value = self.rng.choice(
                (self.change, self.unary, self.unary, self.binary, self.softmax,
                 self.others))(value)
        return value

    def change(self, value):
        return self.join(value) if value[1] else self.split(value)

    def unary(self, value):
        dims, split, name = value
        op = self.rng.choice(("abs", "negf", "square"))
        return dims, split, self.add(
            "linalg.%s ins(%s : %s) outs(%s : %s) -> %s", op, name,
            self.type(dims, split), self.empty(dims, split),
            *[self.type(dims, split)] * 2)

    def binary(self, value):
        dims, split, name = value
        other = self.argument(dims)
        if not split:
            other = self.join(other)
        return dims, split, self.add(
            "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s) -> %s",
            self.rng.choice(("add", "sub", "max")), name, other[2],
            *[self.type(dims, split)] * 2, self.empty(dims, split),
            *[self.type(dims, split)] * 2)

    def softmax(self, value):
        if self.rng.random() < 0.7:
            return self.unary(value)
        dims, split, name = value
        rank = len(self.shape(dims, split))
        return dims, split, self.add(
            "linalg.softmax dimension(%d) ins(%s : %s) outs(%s : %s) -> %s",
            self.rng.choice((rank - 1, rank - 1, rank - 2)), name,
            self.type(dims, split), self.empty(dims, split),
            *[self.type(dims, split)] * 2)

    def others(self, value):
        """Joins and splits the last dims, around an elementwise op."""
        dims, split, name = value
        if self.dynamic or not split:
            return self.unary(value)
        shape = self.shape(dims, split)
        joined = shape[:-2] + [shape[-2] * shape[-1]]
        flat = "tensor<%sxf32>" % "x".join(map(str, joined))
        n = len(joined) - 1
        groups = "[%s, [%d, %d]]" % (
            ", ".join("[%d]" % d for d in range(n)), n, n + 1)
        name = self.add("tensor.collapse_shape %s %s : %s into %s", name, groups,
                        self.type(dims, split), flat)
        empty = self.add("tensor.empty() : %s", flat)
        name = self.add("linalg.abs ins(%s : %s) outs(%s : %s) -> %s", name, flat,
                        empty, flat, flat)
        return dims, split, self.add(
            "tensor.expand_shape %s %s output_shape [%s] : %s into %s", name, groups,
            ", ".join(map(str, shape)), flat, self.type(dims, split))

    def text(self):
        dims, split, name = self.result
        result = self.type(dims, split)
        return "func.func @%s(%s) -> %s {\n%s\n  return %s : %s\n}\n" % (
            self.name, ", ".join(self.arguments), result, "\n".join(self.lines), name,
            result)


def main():
    arguments = Arguments()
    folded, equal, total = 0, 0, 0
    for rank in (4, 5):
        functions = [Function(arguments.rng, n, rank) for n in range(arguments.total)]
        fusion = Fusion(arguments, {f.name: f.text() for f in functions},
                        FUSION.replace("RANK", str(rank)))
        bodies = re.split(r"func\.func @\w+", fusion.run("apply", fusion.programs, True))
        folded += sum("linalg.batch_matmul" not in body for body in bodies[1:])
        equal += len(fusion.find_equal(set(fusion.programs)))
        total += len(functions)
    share = "half or more" if 2 * folded >= total else "less than half"
    print("of %d functions, %s lost the reshapes of all products; equal: %d" % (
        total, share, equal))
    return 0 if equal == total else 1


sys.exit(main())
