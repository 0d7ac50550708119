"""Random pairs of loops for fuse_sibling_loops, checked in two ways.

Each function has two loops over one range, whose statements load and store two
buffers at random affine subscripts. Which iterations touch which elements is
computed here by running them, so it is known whether the loops may be fused:
what is fused must be legal, and `heddle check` must find equal results. A fair
share of what is legal must be fused.
"""
import io
import operator
import sys

sys.dont_write_bytecode = True
from loop_programs import Arguments, Fusion

BUFFERS = ("p", "q")

FUSION = """
        %loops = transform.structured.match attributes{pair} in %f
          : (!transform.any_op) -> !transform.any_op
        %fused = transform.heddle.fuse_sibling_loops %loops
          OPTIONS : (!transform.any_op) -> !transform.any_op
"""


class Loop:
    """Statements `store buffer[subscript] = f(loads)` in the body of a loop."""

    def __init__(self, rng, rank, dims):
        self.statements = []
        for _ in range(rng.randint(1, 2)):
            loads = [self.access(rng, rank, dims) for _ in range(rng.randint(0, 2))]
            self.statements.append((self.access(rng, rank, dims), loads))

    @staticmethod
    def access(rng, rank, dims):
        subscripts = []
        for k in range(rank):
            factors = [0] * dims
            factors[k % dims] = rng.choice((0, 1, 1, 1, 1, 2, -1))
            if dims > 1 and rng.random() < 0.15:
                factors[rng.randrange(dims)] = rng.choice((1, 4))
            subscripts.append((factors, rng.choice((0, 0, 0, 1, 2, -1, 5))))
        return rng.choice(BUFFERS), subscripts

    def accesses(self):
        for store, loads in self.statements:
            for load in loads:
                yield False, load
            yield True, store


def elements(access, point):
    buffer, subscripts = access
    return buffer, tuple(
        sum(f * v for f, v in zip(factors, point)) + constant
        for factors, constant in subscripts
    )


class Pair:
    def __init__(self, rng, number):
        self.name = "pair%d" % number
        self.kind = rng.choice(("for", "affine", "forall", "parallel"))
        self.dims = 1 if self.kind in ("for", "affine") else rng.randint(1, 2)
        self.rank = rng.randint(1, 2)
        self.ranges = []
        for _ in range(self.dims):
            low, step = rng.randint(0, 3), rng.choice((1, 1, 1, 2, 3))
            self.ranges.append((low, low + rng.choice((0, 1, 4, 5, 6, 7, 9)), step))
        self.loops = [Loop(rng, self.rank, self.dims) for _ in range(2)]
        self.shift_into_bounds()

    def points(self):
        points = [()]
        for bounds in self.ranges:
            points = [p + (v,) for p in points for v in range(*bounds)]
        return points

    def shift_into_bounds(self):
        """Adds one constant per dimension to all subscripts."""
        self.sizes = [1] * self.rank
        touched = [
            elements(access, point)[1]
            for loop in self.loops
            for _, access in loop.accesses()
            for point in self.points()
        ]
        self.shift = [0] * self.rank
        for k in range(self.rank):
            values = [element[k] for element in touched] or [0]
            self.shift[k] = -min(values)
            self.sizes[k] = max(values) - min(values) + 1

    def conflicts(self, first, second, swapped):
        """True if iterations v and w that are `swapped` touch one element."""
        points = self.points()
        return any(
            (is_write or other_writes) and a[0] == b[0]
            and any(swapped(v, w) and elements(a, v) == elements(b, w)
                    for v in points for w in points)
            for is_write, a in first.accesses()
            for other_writes, b in second.accesses())

    def is_sequential(self):
        return self.kind in ("for", "affine")

    def is_legal(self):
        swapped = operator.gt if self.is_sequential() else operator.ne
        return not self.conflicts(self.loops[0], self.loops[1], swapped)

    def is_racy(self):
        """True if parallel iterations meet: a fault of the payload."""
        return not self.is_sequential() and any(
            self.conflicts(loop, loop, operator.ne) for loop in self.loops)

    def print(self, out):
        kind = "memref<%sxf32>" % "x".join(map(str, self.sizes))
        print("func.func @%s(%s, %%x: f32) {" % (
            self.name,
            ", ".join("%%%s: %s {llvm.noalias}" % (b, kind) for b in BUFFERS),
        ), file=out)
        names = ["%%i%d" % k for k in range(self.dims)]
        for k, bounds in enumerate(self.ranges):
            for part, value in zip(("lo", "hi", "st"), bounds):
                print("  %%%s%d = arith.constant %d : index" % (part, k, value), file=out)
        parts = [", ".join("%%%s%d" % (p, k) for k in range(self.dims))
                 for p in ("lo", "hi", "st")]
        for loop in self.loops:
            if self.kind == "for":
                head = "scf.for %i0 = %lo0 to %hi0 step %st0 {"
            elif self.kind == "affine":
                head = "affine.for %%i0 = %d to %d step %d {" % self.ranges[0]
            else:
                head = "scf.%s (%s) = (%s) to (%s) step (%s) {" % (
                    self.kind, ", ".join(names), *parts)
            print("  " + head, file=out)
            self.print_body(loop, kind, names, out)
            print("  } {pair}", file=out)
        print("  return\n}", file=out)

    def print_body(self, loop, kind, names, out):
        count = 0

        def subscripts(access):
            nonlocal count
            result = []
            for k, (factors, constant) in enumerate(access[1]):
                count += 1
                expr = " + ".join("%d * d%d" % (f, d) for d, f in enumerate(factors))
                print("    %%s%d = affine.apply affine_map<(%s) -> (%s + %d)>(%s)" % (
                    count, ", ".join("d%d" % d for d in range(self.dims)), expr,
                    constant + self.shift[k], ", ".join(names)), file=out)
                result.append("%%s%d" % count)
            return "%%%s[%s] : %s" % (access[0], ", ".join(result), kind)

        for store, loads in loop.statements:
            value = "%x"
            for load in loads:
                place = subscripts(load)
                count += 1
                print("    %%v%d = memref.load %s" % (count, place), file=out)
                print("    %%w%d = arith.addf %s, %%v%d : f32" % (count, value, count), file=out)
                value = "%%w%d" % count
            place = subscripts(store)
            count += 1
            print("    %%c%d = arith.constant %d.5 : f32" % (count, count), file=out)
            print("    %%u%d = arith.subf %s, %%c%d : f32" % (count, value, count), file=out)
            print("    memref.store %%u%d, %s" % (count, place), file=out)


def main():
    arguments = Arguments()
    pairs, programs = {}, {}
    for number in range(arguments.total):
        pair, text = Pair(arguments.rng, number), io.StringIO()
        pair.print(text)
        pairs[pair.name], programs[pair.name] = pair, text.getvalue()
    fusion = Fusion(arguments, programs, FUSION.replace("OPTIONS", arguments.options))
    racy = {name for name, pair in pairs.items() if pair.is_racy()}
    fused = fusion.find_fused() - racy
    legal = {name for name, pair in pairs.items() if pair.is_legal()} - racy
    for name in sorted(fused - legal):
        print("%s is fused, but must not be" % name)
    equal = fusion.find_equal(fused)
    print("of %d pairs, %d may be fused; fused: %d, of these equal: %d" % (
        len(pairs), len(legal), len(fused), len(equal)))
    print("fused of what may be: %d %%" % (100 * len(fused & legal) // len(legal)))
    return 0 if fused <= legal and fused <= equal else 1


sys.exit(main())
