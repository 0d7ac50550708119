// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Two batch dims, of which one is tiled, and tiles along the rows and the reduction. Tiles
// divide no extent.

// The destination is filled before the loop of the reduction.
// SAME: static: equal
// CHECK-LABEL: func @static(
// CHECK-COUNT-3: scf.for %
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nn" {tiled}
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @static(%a: tensor<5x3x13x9xi32>, %b: tensor<5x3x9x7xi32>, %c: tensor<5x3x13x7xi32>) -> tensor<5x3x13x7xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%c : tensor<5x3x13x7xi32>) -> tensor<5x3x13x7xi32>
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<5x3x13x9xi32>, tensor<5x3x9x7xi32>) outs(%f : tensor<5x3x13x7xi32>) layout = "nn" {tiled}
  return %0 : tensor<5x3x13x7xi32>
}

// Any extents, and a destination that holds data.
// SAME: dynamic: equal
// CHECK-LABEL: func @dynamic(
// CHECK-COUNT-3: scf.for %
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "tt" {tiled}
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @dynamic(%a: tensor<?x?x?x?xi32>, %b: tensor<?x?x?x?xi32>, %c: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%c : tensor<?x?x?x?xi32>) layout = "tt" {tiled}
  return %0 : tensor<?x?x?x?xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [2, 0, 8, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
