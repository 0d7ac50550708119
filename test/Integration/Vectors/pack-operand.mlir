// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Packed, tiled and vectorized, with dynamic sizes; both operands of one product,
// the filter of a convolution, whose channels are read in steps, and a panel that has
// to fit a cache.

// SAME: product: equal
// CHECK-LABEL: func @product(
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {product}
    ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// SAME: filter: equal
// CHECK-LABEL: func @filter(
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.conv
// CHECK:         return
func.func @filter(%x: tensor<1x9x19x5xf32>, %w: tensor<37x3x3x5xf32>, %out: tensor<1x7x17x37xf32>) -> tensor<1x7x17x37xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {conv, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x9x19x5xf32>, tensor<37x3x3x5xf32>) outs(%out : tensor<1x7x17x37xf32>) -> tensor<1x7x17x37xf32>
  return %r : tensor<1x7x17x37xf32>
}

// SAME: panel: equal
// CHECK-LABEL: func @panel(
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @panel(%a: tensor<19x23xf32>, %b: tensor<23x45xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %r = linalg.matmul {panel} ins(%a, %b : tensor<19x23xf32>, tensor<23x45xf32>) outs(%c : tensor<19x45xf32>) -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  %1, %b = transform.heddle.pack_operand %0 operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %a = transform.heddle.pack_operand %1 operand = 0 {transpose = array<i64: 1, 0>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3, %4:3 = transform.structured.fuse_ext %2 tile_sizes [8, 32, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {conv} in %root : (!transform.any_op) -> !transform.any_op
  %6, %w = transform.heddle.pack_operand %5 operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.heddle.target %root {l1_bytes = 4096 : i64} : !transform.any_op
  %7 = transform.structured.match attributes {panel} in %root : (!transform.any_op) -> !transform.any_op
  %8, %p = transform.heddle.pack_operand %7 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %9, %10:3 = transform.structured.fuse_ext %8 tile_sizes [8, 32, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root : !transform.any_op
}
