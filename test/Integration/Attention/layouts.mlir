// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention in the loop over the keys whose operands are turned around, or whose
// sides are exchanged. No size is divided by its tile.

// Keys and values with their last two dims exchanged.
// SAME: nt: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @nt(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %[[P:.*]]:4 = linalg_ext.unnorm_softmax
// CHECK:           linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}}) outs(%{{.*}}) layout = "nt"
func.func @nt(%q: tensor<2x13x8xf32>, %k: tensor<2x11x8xf32>, %v: tensor<2x6x11xf32>, %z: tensor<2x13x11xf32>, %o: tensor<2x13x6xf32>) -> tensor<2x13x6xf32> {
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x13x8xf32>, tensor<2x11x8xf32>) outs(%z : tensor<2x13x11xf32>) layout = "nt"
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x13x11xf32>) outs(%z : tensor<2x13x11xf32>) -> tensor<2x13x11xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x13x11xf32>, tensor<2x6x11xf32>) outs(%o : tensor<2x13x6xf32>) layout = "nt" {target}
  return %r : tensor<2x13x6xf32>
}

// The weights are read turned around: softmax is along their rows' first dim.
// SAME: tn: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @tn(
// CHECK:           %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1)
// CHECK:           linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}}) outs(%{{.*}}) layout = "tn"
func.func @tn(%q: tensor<2x8x13xf32>, %k: tensor<2x8x11xf32>, %v: tensor<2x11x6xf32>, %z: tensor<2x11x13xf32>, %o: tensor<2x13x6xf32>) -> tensor<2x13x6xf32> {
  %s = linalg_ext.batch_matmul ins(%k, %q : tensor<2x8x11xf32>, tensor<2x8x13xf32>) outs(%z : tensor<2x11x13xf32>) layout = "tn"
  %p = linalg.softmax dimension(1) ins(%s : tensor<2x11x13xf32>) outs(%z : tensor<2x11x13xf32>) -> tensor<2x11x13xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x11x13xf32>, tensor<2x11x6xf32>) outs(%o : tensor<2x13x6xf32>) layout = "tn" {target}
  return %r : tensor<2x13x6xf32>
}

// Both.
// SAME: tt: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @tt(
// CHECK:           %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1)
// CHECK:           linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}}) outs(%{{.*}}) layout = "tt"
func.func @tt(%q: tensor<2x8x13xf32>, %k: tensor<2x11x8xf32>, %v: tensor<2x6x11xf32>, %z: tensor<2x11x13xf32>, %o: tensor<2x13x6xf32>) -> tensor<2x13x6xf32> {
  %s = linalg_ext.batch_matmul ins(%k, %q : tensor<2x11x8xf32>, tensor<2x8x13xf32>) outs(%z : tensor<2x11x13xf32>) layout = "nn"
  %p = linalg.softmax dimension(1) ins(%s : tensor<2x11x13xf32>) outs(%z : tensor<2x11x13xf32>) -> tensor<2x11x13xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x11x13xf32>, tensor<2x6x11xf32>) outs(%o : tensor<2x13x6xf32>) layout = "tt" {target}
  return %r : tensor<2x13x6xf32>
}

// The weights are the right operand: softmax is along its rows, the columns of the
// result.
// SAME: right: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @right(
// CHECK:           %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1)
// CHECK:           linalg_ext.batch_matmul ins(%{{.*}}, %[[P]]#0 : {{.*}}) outs(%{{.*}}) layout = "nn"
func.func @right(%s: tensor<2x11x6xf32>, %v: tensor<2x13x11xf32>, %z: tensor<2x11x6xf32>, %o: tensor<2x13x6xf32>) -> tensor<2x13x6xf32> {
  %p = linalg.softmax dimension(1) ins(%s : tensor<2x11x6xf32>) outs(%z : tensor<2x11x6xf32>) -> tensor<2x11x6xf32>
  %r = linalg_ext.batch_matmul ins(%v, %p : tensor<2x13x11xf32>, tensor<2x11x6xf32>) outs(%o : tensor<2x13x6xf32>) layout = "nn" {right}
  return %r : tensor<2x13x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %t:4 = transform.structured.fuse_ext %0 tile_sizes [1, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {right} in %root : (!transform.any_op) -> !transform.any_op
  %u:4 = transform.structured.fuse_ext %1 tile_sizes [1, 0, 4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
