// Passes whose defects these functions do not meet draw no warning.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule=strict | FileCheck %s

// A store that fills a box, vectors that divide the loop, an amount below the narrow
// width, a loop that has iterations.
// CHECK-LABEL: func.func @fills(
func.func @fills(%m: memref<8xi32>, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 3 : i64
  affine.for %i = 0 to 8 {
    affine.store %z, %m[%i] : memref<8xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %z, %m[%i] : memref<8xi32>
  }
  %r = arith.shrsi %v, %n : i64
  return %r : i64
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %a = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0} to %f : (!transform.any_op) -> !transform.any_op
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = true} to %a : (!transform.any_op) -> !transform.any_op
  %c = transform.apply_registered_pass "arith-int-range-narrowing" with options = {"int-bitwidths-supported" = [32]} to %b : (!transform.any_op) -> !transform.any_op
  %d = transform.apply_registered_pass "affine-loop-tile" with options = {"tile-size" = 4} to %c : (!transform.any_op) -> !transform.any_op
  %e = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = [4]} to %d : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %e {
    transform.apply_patterns.canonicalization
  } : !transform.any_op
}

// -----

// Vectors of 4 rows and of 8 columns, which the loops have; rows that stay as they
// are, of whole vectors.
// CHECK-LABEL: func.func @whole_vectors(
// CHECK:         affine.for %{{.*}} = 0 to 12 step 4
// CHECK:           affine.for %{{.*}} = 0 to 16 step 8
// CHECK-LABEL: func.func @rows_alone(
// CHECK:         affine.for %{{.*}} = 0 to 6 {
// CHECK:           affine.for %{{.*}} = 0 to 16 step 4
func.func @whole_vectors(%a: memref<12x16xf32>, %v: f32) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 16 {
      affine.store %v, %a[%i, %j] : memref<12x16xf32>
    }
  }
  return
}
func.func @rows_alone(%a: memref<6x16xf32>, %v: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 16 {
      affine.store %v, %a[%i, %j] : memref<6x16xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %whole, %rows = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %a = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = [4, 8]} to %whole : (!transform.any_op) -> !transform.any_op
  %b = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = [4]} to %rows : (!transform.any_op) -> !transform.any_op
}

// -----

// The view is of another buffer; two views are only read.
// CHECK-LABEL: func.func @views(
func.func @views(%m: memref<64xf32>, %v: f32) {
  %o = memref.alloc() : memref<64xf32>
  %view = memref.subview %m[0] [64] [1] : memref<64xf32> to memref<64xf32>
  affine.for %i = 0 to 64 {
    %x = affine.load %m[%i] : memref<64xf32>
    %y = affine.load %view[%i] : memref<64xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %o[%i] : memref<64xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %b = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0} to %f : (!transform.any_op) -> !transform.any_op
}
