// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// Rows by tiles that do not divide: the maximum and the sum start from what the
// arguments hold, and all four results are returned.
// SAME: all_results: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @all_results(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.softmax {all_results} dimension(1) ins(%{{.*}} : tensor<?x11xf32>)
func.func @all_results(%x: tensor<37x11xf32>, %y: tensor<37x11xf32>, %m: tensor<37xf32>, %l: tensor<37xf32>, %s: tensor<37xf32>) -> (tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) {
  %0:4 = linalg_ext.softmax {all_results} dimension(1) ins(%x : tensor<37x11xf32>) outs(%y, %m, %l, %s : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
}

// Both other dims of a softmax along the middle one, in the other order; all
// extents are dynamic, 0 and 1 among them. The producer and the consumer, the
// root, are in the nest.
// SAME: middle: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @middle(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             %[[E:.*]] = linalg.add
// CHECK:             %[[S:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%[[E]] :
// CHECK:             linalg.mul {middle} ins(%[[S]]#0,
func.func @middle(%x: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64>, %m: tensor<?x?xf64>, %l: tensor<?x?xf64>) -> tensor<?x?x?xf64> {
  %d = linalg.add ins(%x, %x : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%y : tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  %0:4 = linalg_ext.unnorm_softmax dimension(1) ins(%d : tensor<?x?x?xf64>) outs(%y, %m, %l, %m : tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) : tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  %1 = linalg.mul {middle} ins(%0#0, %x : tensor<?x?x?xf64>, tensor<?x?x?xf64>) outs(%y : tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  return %1 : tensor<?x?x?xf64>
}

// The consumer is tiled along the dim that softmax reduces, too: softmax is
// computed for whole rows, once per row tile.
// SAME: consumer_along: equal
// CHECK-LABEL: func @consumer_along(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.softmax dimension(1) ins(%{{.*}} : tensor<5x11xf32>)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.mul {consumer_along}
func.func @consumer_along(%x: tensor<37x11xf32>, %m: tensor<37xf32>, %l: tensor<37xf32>) -> tensor<37x11xf32> {
  %e = tensor.empty() : tensor<37x11xf32>
  %s = tensor.empty() : tensor<37xf32>
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<37x11xf32>) outs(%e, %m, %l, %s : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
  %1 = linalg.mul {consumer_along} ins(%0#0, %x : tensor<37x11xf32>, tensor<37x11xf32>) outs(%e : tensor<37x11xf32>) -> tensor<37x11xf32>
  return %1 : tensor<37x11xf32>
}

// A fresh maximum and sum, in a forall: their fills are in it, too.
// SAME: forall: equal
// CHECK-LABEL: func @forall(
// CHECK:         scf.forall (%{{.*}}) =
// CHECK-COUNT-2:   %{{.*}} = linalg.fill
// CHECK:           linalg_ext.softmax {forall}
func.func @forall(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %m: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %mf = linalg.fill ins(%inf : f32) outs(%m : tensor<?xf32>) -> tensor<?xf32>
  %lf = linalg.fill ins(%zero : f32) outs(%m : tensor<?xf32>) -> tensor<?xf32>
  %0:4 = linalg_ext.softmax {forall} dimension(0) ins(%x : tensor<?x?xf32>) outs(%y, %mf, %lf, %m : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#2 : tensor<?x?xf32>, tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match attributes {all_results} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %0 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.structured.match attributes {middle} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %1 tile_sizes [3, 0, 2] interchange [2, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %2 = transform.structured.match attributes {consumer_along} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %2 tile_sizes [5, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %3 = transform.structured.match attributes {forall} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %3 tile_sizes [0, 3] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
