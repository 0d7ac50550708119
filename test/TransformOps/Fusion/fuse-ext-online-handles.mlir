// RUN: heddle-opt %s --apply-schedule --split-input-file --verify-diagnostics | FileCheck %s

// Handles to softmax, to the scores and to an op between softmax and the product
// name what takes their place; sizes may be params. A handle that is a stop op
// stays usable.

// CHECK-LABEL: func @handles(
// CHECK:         linalg.fill {zeros} ins(%
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.matmul {scores} ins(%
// CHECK:             linalg_ext.unnorm_softmax {softmax} dimension(1) ins(%
// CHECK:             linalg.negf {between} ins(%
// CHECK:             linalg.matmul {product, target} ins(%
func.func @handles(%q: tensor<8x8xf32>, %k: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.matmul ins(%q, %k : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = linalg.negf ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.matmul {target} ins(%n, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %softmax = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  %between = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %zeros = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  %matmuls = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %scores, %last = transform.split_handle %matmuls : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %size = transform.param.constant 4 : i64 -> !transform.param<i64>
  %tiled, %loops:2 = transform.structured.fuse_ext %target tile_sizes [%size, 0, 2] stop %zeros {online} : (!transform.any_op, !transform.param<i64>, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.annotate %softmax "softmax" : !transform.any_op
  transform.annotate %between "between" : !transform.any_op
  transform.annotate %scores "scores" : !transform.any_op
  transform.annotate %zeros "zeros" : !transform.any_op
  transform.annotate %tiled "product" : !transform.any_op
}

// -----

// With best_effort, the target without a softmax is left as it is.
// CHECK-LABEL: func @best_effort(
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     scf.for
// CHECK:         %[[R:.*]] = linalg.matmul {target} ins(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK:         return %{{.*}}, %[[R]]
func.func @best_effort(%x: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %p = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-note @below {{the target}}
  // expected-note @below {{this is about 'linalg.matmul'}}
  %t = linalg.matmul {target} ins(%x, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r, %t : tensor<8x8xf32>, tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{skips 'linalg.matmul': no operand of 'linalg.matmul' along dim 2 comes from a softmax, or from an op that scales rows by a reduction of them, through casts, reshapes and ops on elements}}
  transform.structured.fuse_ext %target tile_sizes [4, 0, 2] {online, best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
