// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s

// Upstream moves linalg.index in a body that is not printed: read again, the
// tile computes other numbers.
// CHECK-LABEL: func.func @tiled(
// CHECK:         scf.for %{{.*}} iter_args(%[[T:.*]] = %{{.*}})
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[T]]
// CHECK:           linalg.fill_rng_2d {{.*}} outs(%[[S]] :
func.func @tiled(%lo: f64, %hi: f64, %seed: i32, %e: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill_rng_2d"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_for' loses the offset of each tile where the payload is printed: 'linalg.fill_rng_2d' reads 'linalg.index' in a body that is not printed; apply 'transform.structured.generalize' to it before}}
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// As a producer of what upstream fuses, and in a split.
// CHECK-LABEL: func.func @producer(
func.func @producer(%lo: f64, %hi: f64, %seed: i32, %e: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = linalg.fill_rng_2d {inner} ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-note@below {{the payload op}}
  %1 = linalg.abs ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-note@below {{the payload op}}
  %2 = linalg.fill_rng_2d {other} ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.fuse' loses the offset of each tile where the payload is printed: 'linalg.fill_rng_2d'}}
  %t, %l = transform.structured.fuse %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match ops{["linalg.fill_rng_2d"]} attributes {other} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.split' loses the offset of each tile where the payload is printed: 'linalg.fill_rng_2d'}}
  %both = transform.structured.split %1 after 3 {dimension = 0} : !transform.any_op
}

// -----

// Nothing is lost where no dim is tiled, or where the body is printed.
// CHECK-LABEL: func.func @generalized(
// CHECK:         linalg.generic {indexing_maps =
func.func @generalized(%lo: f64, %hi: f64, %seed: i32, %e: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill_rng_2d"]} in %root : (!transform.any_op) -> !transform.any_op
  %t = transform.structured.tile_using_for %0 tile_sizes [0] : (!transform.any_op) -> !transform.any_op
  %g = transform.structured.generalize %t : (!transform.any_op) -> !transform.any_op
  %u, %l = transform.structured.tile_using_for %g tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
