// Sequences that a schedule takes from other files.
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/library/uses.mlir \
// RUN:   | FileCheck %s

// A schedule in the payload finds its libraries next to the payload.
// RUN: split-file %s %t && cp -r %S/../Inputs %t
// RUN: heddle-opt %t/embedded.mlir --apply-schedule | FileCheck %s

// @mark is taken from a library; its helper @tag comes along under another
// name, because the schedule has a @tag of its own; the helper's helper is
// in a third file, which the schedule names too.
// CHECK-LABEL: func.func @payload(
// CHECK:         linalg.exp {from_library, from_schedule, from_third_file}
//--- payload.mlir
func.func @payload(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- embedded.mlir
module attributes {transform.with_named_sequence} {
func.func @payload(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.named_sequence private @mark(%op: !transform.any_op {transform.readonly})
    attributes {heddle.library = "Inputs/library/marks.mlir"}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
  transform.annotate %0 "from_schedule" : !transform.any_op
  transform.yield
}
}
