// Library files that take sequences from each other. That is no error; a
// sequence that runs itself is, with the chain.
//
// RUN: split-file %s %t
// RUN: heddle-opt %t/files.mlir --apply-schedule | FileCheck %s
// RUN: not heddle-opt %t/self.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SELF --implicit-check-not=error
// RUN: not heddle apply %t/payload.mlir -s %t/main-in-cycle.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENTRY --implicit-check-not=error
// RUN: %python %t/chain.py 511 > %t/chain.mlir
// RUN: heddle-opt %t/chain.mlir --apply-schedule
// RUN: %python %t/chain.py 2000 > %t/deep.mlir
// RUN: not heddle-opt %t/deep.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEEP --implicit-check-not=error

// The chain is looked at before the verifier, which takes minutes for this one.
// RUN: %python %t/chain.py 20000 > %t/deeper.mlir
// RUN: not heddle apply %t/payload.mlir -s %t/deeper.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEEPER --implicit-check-not=error

//--- a.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence private @middle(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "b.mlir"}
transform.named_sequence @outer(%op: !transform.any_op {transform.readonly}) {
  transform.include @middle failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
transform.named_sequence @inner(%op: !transform.any_op {transform.readonly}) {
  transform.annotate %op "inner" : !transform.any_op
  transform.yield
}
transform.named_sequence private @pong(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "b.mlir"}
transform.named_sequence @ping(%op: !transform.any_op {transform.readonly}) {
  transform.include @pong failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- b.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence private @inner(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "a.mlir"}
transform.named_sequence @middle(%op: !transform.any_op {transform.readonly}) {
  transform.include @inner failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
transform.named_sequence private @ping(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "a.mlir"}
transform.named_sequence @pong(%op: !transform.any_op {transform.readonly}) {
  transform.include @ping failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- files.mlir
// CHECK: func.func @f() attributes {inner}
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
transform.named_sequence private @outer(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "a.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.include @outer failures(propagate) (%f) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- self.mlir
// SELF:      b.mlir:11:3: error: expects no sequence to run itself, but '@ping' does
// SELF:      a.mlir:15:3: note: '@ping' runs '@pong' here
// SELF:      b.mlir:11:3: note: '@pong' runs '@ping' here
module attributes {transform.with_named_sequence} {
transform.named_sequence private @ping(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "a.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.include @ping failures(propagate) (%root) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- payload.mlir
func.func @f() {
  return
}
//--- main-in-cycle.mlir
// The schedule is a library of its own library.
// ENTRY:      main-in-cycle.mlir:8:3: error: expects no sequence to run itself, but '@back' does
// ENTRY:      back.mlir:5:3: note: '@back' runs '@forth_0' here
// ENTRY:      main-in-cycle.mlir:8:3: note: '@forth_0' runs '@back' here
module attributes {transform.with_named_sequence} {
transform.named_sequence private @back(%op: !transform.any_op {transform.readonly}) attributes {heddle.library = "back.mlir"}
transform.named_sequence @forth(%op: !transform.any_op {transform.readonly}) {
  transform.include @back failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.include @forth failures(propagate) (%root) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- back.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence private @forth(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "main-in-cycle.mlir"}
transform.named_sequence @back(%op: !transform.any_op {transform.readonly}) {
  transform.include @forth failures(propagate) (%op) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- chain.py
# Sequences that run each other, and the entry point.
# DEEP: error: expects at most 512 sequences that run each other, but '@s1487' needs more
# DEEPER: error: expects at most 512 sequences that run each other, but '@s19487' needs more
import sys
last = int(sys.argv[1]) - 1
head = "transform.named_sequence @%s(%%op: !transform.any_op {transform.readonly}) {"
call = "transform.include @%s failures(propagate) (%%op) : (!transform.any_op) -> ()"
print("module attributes {transform.with_named_sequence} {")
for i in range(last + 1):
    print(head % ("s%d" % i))
    if i < last:
        print(call % ("s%d" % (i + 1)))
    print("transform.yield }")
print(head % "__transform_main", call % "s0", "transform.yield }")
print("}")
