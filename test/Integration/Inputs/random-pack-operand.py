"""Random ops that read operands from copies with padded rows, by pack_operand.

Each function has one op on tensors of 2 to 4 dims: products, transposed or not, of a
batch or not, and elementwise ops. Its copies have random orders of dims and paddings, are
made whole or by nests of random tile sizes, and half of the functions become vectors.
`heddle check` must find all results equal, and no buffer may be copied besides.
"""
import re
import sys

sys.dont_write_bytecode = True
from loop_programs import Arguments, Fusion

HEAD = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
"""
TAIL = """
    %done = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""
# The dims of the factors and of the result; the last of all is summed up.
FORMS = (("mk", "kn", "mn"), ("mk", "nk", "mn"), ("km", "kn", "mn"),
         ("bmk", "bkn", "bmn"), ("bmk", "kbn", "mbn"), ("amk", "abkn", "abmn"),
         ("mn", "mn", "mn"), ("mn", "nm", "mn"), ("abmn", "nbma", "bnam"))


class Function:
    def __init__(self, rng, number):
        self.rng = rng
        self.name = "packed%d" % number
        self.forms = rng.choice(FORMS)
        result = self.forms[2]
        self.loops = result + ("k" if "k" in self.forms[0] else "")
        self.dynamic = rng.random() < 0.5
        self.extent = {d: rng.choice((1, 2, 3, 5, 9, 17, 33) if d in "mnk" else (1, 2, 3))
                       for d in self.loops}
        if "k" in self.loops and rng.random() < 0.1:
            self.extent["k"] = 0
        self.element = rng.choice(("f32", "f32", "f64", "i8"))

    def type(self, dims):
        return "tensor<%sx%s>" % ("x".join(
            "?" if self.dynamic else str(self.extent[d]) for d in dims), self.element)

    def argument(self, name, dims):
        names = ", ".join('"%s"' % d.upper() for d in dims)
        return "%%%s: %s%s" % (name, self.type(dims),
                               " {heddle.dims = [%s]}" % names if self.dynamic else "")

    def text(self):
        types = [self.type(dims) for dims in self.forms]
        maps = ", ".join("affine_map<(%s) -> (%s)>" % (
            ", ".join(self.loops), ", ".join(dims)) for dims in self.forms)
        kinds = ", ".join('"reduction"' if d == "k" else '"parallel"' for d in self.loops)
        kind, bits = ("i", "i8") if self.element == "i8" else ("f", self.element)
        body = ["    %%x = arith.mul%s %%p, %%q : %s" % (kind, bits)]
        if "k" in self.loops:
            body.append("    %%y = arith.add%s %%o, %%x : %s" % (kind, bits))
        else:
            body.append("    %%y = arith.sub%s %%x, %%p : %s" % (kind, bits))
        return """func.func @{name}({arguments}) -> {result} {{
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
    ins(%a, %b : {types}) outs(%c : {result}) attrs = {{{name}}} {{
  ^bb0(%p: {bits}, %q: {bits}, %o: {bits}):
{body}
    linalg.yield %y : {bits}
  }} -> {result}
  return %r : {result}
}}
""".format(name=self.name, result=types[2], maps=maps, kinds=kinds, bits=bits,
           types=", ".join(types[:2]), body="\n".join(body), arguments=", ".join(
               self.argument(n, d) for n, d in zip("abc", self.forms)))

    def pack(self, old, new, operand):
        rng, options = self.rng, []
        if rng.random() < 0.4:
            order = list(range(len(self.forms[operand])))
            rng.shuffle(order)
            options.append("transpose = array<i64: %s>" % ", ".join(map(str, order)))
        if rng.random() < 0.9:
            options.append(rng.choice(
                ("pad", "pad = 1", "pad = 3", "pad = 4", "pad = 16", "pad = 33")))
        return ("    %s, %s_copy = transform.heddle.pack_operand %s operand = %d {%s}"
                % (new, new, old, operand, ", ".join(options)))

    def steps(self):
        rng, name = self.rng, "%" + self.name
        lines = ["    %s = transform.structured.match attributes {%s} in %%module"
                 " : (!transform.any_op) -> !transform.any_op" % (name, self.name)]
        for operand in rng.choice(((0,), (1,), (0, 1), (1, 0))):
            new = "%s_%d" % (name, operand)
            lines.append(self.pack(name, new, operand))
            name = new
        for step in range(rng.choice((0, 1, 1, 2))):
            tiles = [rng.choice((0, 0, 1, 2, 4, 7, 16)) for _ in self.loops]
            loops = len(tiles) - tiles.count(0)
            if not loops:
                continue
            order = list(range(loops))
            rng.shuffle(order)
            lines.append(
                "    {0}_t{1}, {0}_l{1}:{2} = transform.structured.fuse_ext {0} tile_sizes"
                " {3}".format(name, step, loops, tiles))
            name = "%s_t%d" % (name, step)
        if rng.random() < 0.5:
            lines += ["    %f{0} = transform.structured.match ops{{[\"func.func\"]}} attributes"
                      " {{sym_name = \"{0}\"}} in %module : (!transform.any_op) ->"
                      " !transform.any_op".format(self.name),
                      "    transform.heddle.vectorize %%f%s {best_effort}" % self.name]
        return "\n".join(lines)


def main():
    arguments = Arguments()
    functions = [Function(arguments.rng, n) for n in range(arguments.total)]
    fusion = Fusion(arguments, {f.name: f.text() for f in functions}, "")
    fusion.schedule = fusion.write("schedule.mlir", "\n".join(
        [HEAD, *(f.steps() for f in functions), TAIL]))
    text = fusion.run("apply", fusion.programs, True)
    padded = len(re.findall("memref.subview .*strided<", text))
    equal = fusion.find_equal(set(fusion.programs))
    print("of %d functions, equal: %d, copies of buffers: %d, views: %s" % (
        len(functions), len(equal), text.count("memref.copy"),
        "some" if padded else "none"))
    return 0 if len(equal) == len(functions) else 1


sys.exit(main())
