// An op that leaves IR which does not verify is named at its line, also where
// other ops run after it, in a sequence that is included, and in an earlier one
// of several schedules. Nothing is printed twice.
//
// RUN: split-file %s %t
// RUN: not heddle apply %t/payload.mlir -s %t/plain.mlir -s %t/more.mlir \
// RUN:   > %t/printed 2> %t/errors
// RUN: FileCheck %s --check-prefix=PRINTED < %t/printed
// RUN: FileCheck %s --check-prefix=ERRORS --implicit-check-not=error < %t/errors

// PRINTED-COUNT-1: IR printer: before
// PRINTED-NOT: IR printer
// ERRORS:      plain.mlir:3:3: error: 'transform.annotate' left IR that does not verify: 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'
// ERRORS:      payload.mlir:{{[01]:[01]}}: note: the payload op
// ERRORS:      plain.mlir:10:3: note: included here

//--- payload.mlir
func.func private @f()
//--- plain.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @annotate(%op: !transform.any_op {transform.readonly}) {
  transform.annotate %op "plain" : !transform.any_op
  transform.annotate %op "heddle.fine" : !transform.any_op
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.print %root {name = "before"} : !transform.any_op
  transform.include @annotate failures(propagate) (%root) : (!transform.any_op) -> ()
  transform.annotate %f "other" : !transform.any_op
  transform.yield
}
}
//--- more.mlir
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.annotate %root "heddle.more" : !transform.any_op
}
