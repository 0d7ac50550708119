// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// An action may replace its own op, and what comes before it. An action is also
// an ordinary sequence.
// CHECK-LABEL: func.func @tiled(
// CHECK-SAME:    %[[A:[^:]*]]: tensor
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-NOT:     scf.for
func.func @tiled(%a: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<12x8xf32>) {
  %e = tensor.empty() : tensor<12x8xf32>
  %0 = linalg.negf ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %1 = linalg.exp ins(%0 : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %2 = linalg.exp {last} ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %1, %2 : tensor<12x8xf32>, tensor<12x8xf32>
}
module attributes {transform.with_named_sequence} {
transform.named_sequence @match(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
  transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
  %operand = transform.get_operand %op[0] : (!transform.any_op) -> !transform.any_value
  %producer = transform.get_defining_op %operand : (!transform.any_value) -> !transform.any_op
  transform.match.operation_name %producer ["linalg.negf"] : !transform.any_op
  transform.yield %op : !transform.any_op
}
transform.named_sequence @fuse(%op: !transform.any_op {transform.consumed}) {
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %g = transform.foreach_match in %f @match -> @fuse : (!transform.any_op) -> !transform.any_op
  %last = transform.structured.match attributes {last} in %g : (!transform.any_op) -> !transform.any_op
  transform.include @fuse failures(propagate) (%last) : (!transform.any_op) -> ()
  transform.yield
}
}
