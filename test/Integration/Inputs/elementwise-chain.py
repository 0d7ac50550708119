"""Prints a chain of elementwise ops and a schedule that merges them."""

import sys

TYPE = "tensor<?x?xf32>"
print(f"func.func @chain(%a: {TYPE}, %b: {TYPE}) -> {TYPE} {{")
last = "%a"
for i in range(int(sys.argv[1])):
    op = ["add", "sub", "max", "min"][i % 4]
    print(f"  %{i} = linalg.{op} ins({last}, %b : {TYPE}, {TYPE})")
    print(f"      outs(%a : {TYPE}) -> {TYPE}")
    last = f"%{i}"
print(f"  return {last} : {TYPE}\n}}")
print("""transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root
    : (!transform.any_op) -> !transform.any_op
  %m = transform.heddle.fuse_elementwise %f
    : (!transform.any_op) -> !transform.any_op
}""")
