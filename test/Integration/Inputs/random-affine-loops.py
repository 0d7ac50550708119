"""Random chains of affine loops for fuse_affine_loops.

Each function computes one to three buffers, allocated or arguments, each from
those before it, in nests of one or two loops with random subscripts: shifted,
reversed, strided, summed along a loop, in place or into what was read before.
`heddle check` must find equal results whatever is fused. With `dynamic`, the
number of iterations is an extent, which is the same at run time.
"""
import io
import sys

sys.dont_write_bytecode = True
from loop_programs import Arguments, Fusion

FUSION = """
        %fused = transform.heddle.fuse_affine_loops %f OPTIONS
          : (!transform.any_op) -> !transform.any_op
"""
SIZE = 12


class Function:
    def __init__(self, rng, number):
        self.rng = rng
        self.name = "chain%d" % number
        self.rank = rng.choice((1, 1, 2))
        self.type = "memref<%sxf32>" % "x".join([str(SIZE)] * self.rank)
        self.lines = []
        self.arguments = ["a", "r"]
        self.count = 0
        buffers = ["a"]
        stages = rng.randint(2, 4)
        for stage in range(stages):
            last = stage == stages - 1
            target = "r" if last else self.make_buffer(stage)
            self.stage(target, buffers, whole=not last)
            buffers.append(target)
        for buffer in buffers:
            if buffer.startswith("l"):
                self.lines.append("  memref.dealloc %%%s : %s" % (buffer, self.type))

    def make_buffer(self, stage):
        roll = self.rng.random()
        if roll < 0.1:
            return "a"
        if roll < 0.3:
            self.arguments.append("b%d" % stage)
            return "b%d" % stage
        self.lines.insert(0, "  %%l%d = memref.alloc() : %s" % (stage, self.type))
        return "l%d" % stage

    def stage(self, target, buffers, whole):
        rng = self.rng
        # Allocated buffers are written everywhere, so that every element may be
        # read.
        low, high = (0, SIZE) if whole else (2, SIZE - 2)
        indent = "  "
        ivs = []
        for k in range(self.rank):
            self.lines.append("%saffine.for %%i%d = %d to %d {" % (indent, k, low, high))
            ivs.append("%%i%d" % k)
            indent += "  "
        place = ", ".join(
            "%d - %s" % (SIZE - 1, iv) if rev else iv
            for iv, rev in zip(ivs, [rng.random() < 0.2 for _ in ivs])
        )
        if self.rank == 2 and rng.random() < 0.2:
            place = ", ".join(reversed(place.split(", ")))
        value = self.read(indent, buffers[-1], ivs, low)
        if rng.random() < 0.5:
            other = self.read(indent, rng.choice(buffers), ivs, low)
            value = self.add(indent, value, other)
        self.store(indent, value, target, place)
        if rng.random() < 0.35:
            # A sum along a loop of its own, into the element that was just
            # stored.
            self.lines.append("%saffine.for %%k = 0 to 3 {" % indent)
            term = self.read(indent + "  ", rng.choice(buffers), ivs, low)
            old = self.load(indent + "  ", target, place)
            self.store(indent + "  ", self.add(indent + "  ", old, term), target, place)
            self.lines.append(indent + "}")
        for _ in ivs:
            indent = indent[2:]
            self.lines.append(indent + "}")
        if rng.random() < 0.25:
            # The same in a nest of its own, the sum outermost or innermost.
            loops = ["%%i%d = %d to %d" % (k, low, high) for k in range(self.rank)]
            loops.insert(rng.randint(0, self.rank), "%k = 0 to 3")
            for loop in loops:
                self.lines.append("%saffine.for %s {" % (indent, loop))
                indent += "  "
            term = self.read(indent, rng.choice(buffers), ivs, low)
            old = self.load(indent, target, place)
            self.store(indent, self.add(indent, old, term), target, place)
            for _ in loops:
                indent = indent[2:]
                self.lines.append(indent + "}")

    def read(self, indent, buffer, ivs, low):
        subscripts = []
        for iv in ivs:
            choices = [iv, iv, "%d - %s" % (SIZE - 1, iv), "%s floordiv 2" % iv, "3"]
            if low:
                choices += ["%s + 1" % iv, "%s - 1" % iv, "%s + 2" % iv, "%s - 2" % iv]
            subscripts.append(self.rng.choice(choices))
        if len(ivs) == 2 and self.rng.random() < 0.15:
            subscripts.reverse()
        return self.load(indent, buffer, ", ".join(subscripts))

    def load(self, indent, buffer, place):
        self.count += 1
        name = "%%v%d" % self.count
        self.lines.append("%s%s = affine.load %%%s[%s] : %s" % (
            indent, name, buffer, place, self.type))
        return name

    def store(self, indent, value, buffer, place):
        self.count += 1
        self.lines.append("%s%%c%d = arith.constant %d.5 : f32" % (
            indent, self.count, self.count))
        self.lines.append("%s%%s%d = arith.subf %s, %%c%d : f32" % (
            indent, self.count, value, self.count))
        self.lines.append("%saffine.store %%s%d, %%%s[%s] : %s" % (
            indent, self.count, buffer, place, self.type))

    def add(self, indent, a, b):
        self.count += 1
        self.lines.append("%s%%w%d = arith.addf %s, %s : f32" % (indent, self.count, a, b))
        return "%%w%d" % self.count

    def print(self, out, dynamic):
        arguments = ["%%%s: %s {llvm.noalias}" % (name, self.type)
                     for name in self.arguments]
        lines = "\n".join(self.lines)
        if dynamic:
            arguments.append('%extent: memref<?xf32> {heddle.dims = ["N"]}')
            lines = ("  %zero = arith.constant 0 : index\n"
                     "  %n = memref.dim %extent, %zero : memref<?xf32>\n" + lines)
            lines = lines.replace("= 0 to 12 {", "= 0 to %n {").replace(
                "= 2 to 10 {", "= 2 to affine_map<()[n] -> (n - 2)>()[%n] {")
        print("func.func @%s(%s) {" % (self.name, ", ".join(arguments)), file=out)
        print(lines, file=out)
        print("  return\n}", file=out)


def main():
    arguments = Arguments()
    programs = {}
    for number in range(arguments.total):
        function, text = Function(arguments.rng, number), io.StringIO()
        function.print(text, arguments.dynamic)
        programs[function.name] = text.getvalue()
    fusion = Fusion(arguments, programs, FUSION.replace("OPTIONS", arguments.options))
    fused = fusion.find_fused()
    equal = fusion.find_equal(fused, ["--dims", "N=12"] if arguments.dynamic else [])
    share = "half or more" if 2 * len(fused) >= len(programs) else "less than half"
    print("of %d functions, in %d (%s) loops were fused, of these equal: %d" % (
        len(programs), len(fused), share, len(equal)))
    return 0 if fused <= equal else 1


sys.exit(main())
