// Schedules from files: applied in order, and the payload's own is passed over.
// RUN: heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/mark-first.mlir,%S/../Inputs/mark-by-entry.mlir" \
// RUN:   | FileCheck %s

// CHECK:       schedule-files.mlir:[[@LINE+9]]:1: warning: this schedule is passed over, because schedule files were given
// CHECK-LABEL: func.func @payload(
// CHECK:         linalg.exp {first, second}
// CHECK-NOT:   own
// CHECK-NOT:   transform
func.func @payload(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.annotate %0 "own" : !transform.any_op
}
