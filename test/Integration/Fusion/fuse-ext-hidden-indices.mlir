// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// The body of linalg.fill_rng_2d reads linalg.index and is not printed: its
// tile is a linalg.generic, whose text has the offset. Without it, who reads
// the text computes the first rows again.
// SAME: rows: equal
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK-NOT:       linalg.fill_rng_2d
// CHECK:           linalg.generic {{.*}}attrs = {{.*}}rows
// CHECK:             %[[ROW:.*]] = linalg.index 0 : index
// CHECK:             affine.apply #{{.*}}(%[[I]])[%[[ROW]]]
func.func @rows(%e: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %lo = arith.constant -4.0 : f64
  %hi = arith.constant 4.0 : f64
  %seed = arith.constant 42 : i32
  %x = linalg.fill_rng_2d {rows} ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<9x4xf32>) -> tensor<9x4xf32>
  return %x : tensor<9x4xf32>
}

// As a producer, in a forall, with dynamic extents.
// SAME: producer: equal
// CHECK-LABEL: func.func @producer(
// CHECK:         scf.forall (%[[I:[a-z0-9]+]], %[[J:[a-z0-9]+]]) =
// CHECK-NOT:       linalg.fill_rng_2d
// CHECK:           %[[X:.*]] = linalg.generic
// CHECK-DAG:         %[[COLUMN:.*]] = linalg.index 1 : index
// CHECK-DAG:         affine.apply #{{.*}}(%[[J]])[%[[COLUMN]]]
// CHECK:           linalg.abs {producer} ins(%[[X]] :
func.func @producer(%seed: i32, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %lo = arith.constant -2.0 : f64
  %hi = arith.constant 6.0 : f64
  %x = linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.abs {producer} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {rows} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p = transform.structured.match attributes {producer} in %m : (!transform.any_op) -> !transform.any_op
    %u, %k = transform.structured.fuse_ext %p tile_sizes [3, 2] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
