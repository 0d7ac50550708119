// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// More ops of linalg_ext that join the nest that they read, or whose reader joins theirs.
// No tile size divides its extent.

// The right operand of a product, whose rows are the columns of the result.
// SAME: right: equal
// CHECK-LABEL: func @right(
// CHECK-COUNT-2: scf.for %
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nt" {fused}
// CHECK:           scf.yield %
func.func @right(%a: tensor<5x11x3xi32>, %b: tensor<5x11x3xi32>, %w: tensor<5x7x3xi32>, %c: tensor<5x7x11xi32>) -> tensor<5x7x11xi32> {
  %0 = linalg.mul {tiled} ins(%a, %a : tensor<5x11x3xi32>, tensor<5x11x3xi32>) outs(%b : tensor<5x11x3xi32>) -> tensor<5x11x3xi32>
  %1 = linalg_ext.batch_matmul ins(%w, %0 : tensor<5x7x3xi32>, tensor<5x11x3xi32>) outs(%c : tensor<5x7x11xi32>) layout = "nt" {fused}
  return %1 : tensor<5x7x11xi32>
}

// Each row, its maximum and its sum: all are returned.
// SAME: unnorm_softmax: equal
// CHECK-LABEL: func @unnorm_softmax(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:           linalg_ext.unnorm_softmax {fused} dimension(1)
// CHECK:           scf.yield %
func.func @unnorm_softmax(%a: tensor<11x13xf32>, %y: tensor<11x13xf32>, %m: tensor<11xf32>, %l: tensor<11xf32>) -> (tensor<11x13xf32>, tensor<11xf32>, tensor<11xf32>, tensor<11xf32>) {
  %b = tensor.empty() : tensor<11x13xf32>
  %0 = linalg.abs {tiled} ins(%a : tensor<11x13xf32>) outs(%b : tensor<11x13xf32>) -> tensor<11x13xf32>
  %1:4 = linalg_ext.unnorm_softmax {fused} dimension(1) ins(%0 : tensor<11x13xf32>) outs(%y, %m, %l, %l : tensor<11x13xf32>, tensor<11xf32>, tensor<11xf32>, tensor<11xf32>) : tensor<11x13xf32>, tensor<11xf32>, tensor<11xf32>, tensor<11xf32>
  return %1#0, %1#1, %1#2, %1#3 : tensor<11x13xf32>, tensor<11xf32>, tensor<11xf32>, tensor<11xf32>
}

// The result of a scatter, a tile of columns at a time: each has all of the updates.
// SAME: of_scatter: equal
// CHECK-LABEL: func @of_scatter(
// CHECK:         scf.for %
// CHECK:           %[[S:.*]] = linalg_ext.scatter {columns}
// CHECK:           linalg.mul {fused} ins(%[[S]], %[[S]] :
// CHECK:           scf.yield %
func.func @of_scatter(%x: tensor<9x1xi32>, %u: tensor<9x13xi32>, %s: tensor<7x13xi32>, %o: tensor<7x13xi32>) -> tensor<7x13xi32> {
  %i = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x1xi32>) outs(%x : tensor<9x1xi32>) {
  ^bb0(%a: i32, %b: i32):
    %n = arith.constant 7 : i32
    %m = arith.remui %a, %n : i32
    linalg.yield %m : i32
  } -> tensor<9x1xi32>
  %0 = linalg_ext.scatter {columns} ins(%i, %u : tensor<9x1xi32>, tensor<9x13xi32>) outs(%s : tensor<7x13xi32>) {
  ^bb0(%c: i32, %n: i32):
    %d = arith.addi %c, %c : i32
    %r = arith.addi %d, %n : i32
    linalg_ext.yield %r : i32
  } -> tensor<7x13xi32>
  %1 = linalg.mul {fused} ins(%0, %0 : tensor<7x13xi32>, tensor<7x13xi32>) outs(%o : tensor<7x13xi32>) -> tensor<7x13xi32>
  return %1 : tensor<7x13xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {tiled} in %module : (!transform.any_op) -> !transform.any_op
    %t0, %l0:2 = transform.structured.fuse_ext %0 tile_sizes [4, 5]
    %1 = transform.structured.match attributes {columns} in %module : (!transform.any_op) -> !transform.any_op
    %t1, %l1 = transform.structured.fuse_ext %1 tile_sizes [0, 5]
    %all = transform.structured.match attributes {fused} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %all : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %l = transform.heddle.fuse_consumer %one : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
