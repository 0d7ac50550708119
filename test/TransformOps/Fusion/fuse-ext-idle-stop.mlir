// RUN: heddle-opt %s --split-input-file --apply-schedule \
// RUN:   --verify-diagnostics | FileCheck %s

// Of the stop ops, one is a producer of the target, and the other is after it:
// that one stops nothing.
// CHECK-LABEL: func.func @idle(
// CHECK:         %[[E:.*]] = linalg.exp
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           tensor.extract_slice %[[E]][%[[I]]]
func.func @idle(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.negf {root} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-note@below {{this op}}
  %2 = linalg.abs ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  %r = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %s = transform.structured.match ops{["linalg.exp", "linalg.abs"]} in %m : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{stop has no effect on 'linalg.abs', which no target depends on}}
  %t, %l = transform.structured.fuse_ext %r tile_sizes [4] stop %s : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Both stop ops are after the target: one remark names the first.
// CHECK-LABEL: func.func @idle_twice(
// CHECK:         %[[L:.*]] = scf.for
// CHECK:         %[[A:.*]] = linalg.abs ins(%[[L]]
// CHECK:         linalg.exp ins(%[[A]]
func.func @idle_twice(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.negf {root} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-note@below {{this op}}
  %1 = linalg.abs ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.exp ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  %r = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %s = transform.structured.match ops{["linalg.exp", "linalg.abs"]} in %m : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{stop has no effect on 'linalg.abs', which no target depends on, nor on 1 more}}
  %t, %l = transform.structured.fuse_ext %r tile_sizes [4] stop %s : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
