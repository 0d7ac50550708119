// Passes on loops that a schedule runs. Those of public reports are in
// test/Integration/Miscompiles.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// STRICT-COUNT-2: error: 'transform.apply_registered_pass' runs 'affine-super-vectorize', which writes whole vectors
// STRICT-COUNT-2: error: 'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer while
// STRICT-NOT: error: 'transform

// The first iteration runs also where %n is 0.
// CHECK-LABEL: func.func @peeled(
// expected-note@below {{the payload op}}
func.func @peeled(%m: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration of each loop, and one is not known to have any}}
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = true} to %f : (!transform.any_op) -> !transform.any_op
}

// -----

// Whole vectors of columns, and six rows of eight.
// CHECK-LABEL: func.func @rest_of_rows(
// CHECK:         affine.for %{{.*}} = 0 to 6 step 4
// expected-note@below {{the payload op}}
func.func @rest_of_rows(%a: memref<10x16xf32>, %v: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 16 {
      affine.store %v, %a[%i, %j] : memref<10x16xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'affine-super-vectorize', which writes whole vectors, and the iterations of a loop are not known to be a multiple of the vector size}}
  %b = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = [4, 8]} to %f : (!transform.any_op) -> !transform.any_op
}

// -----

// A vector of rows, in a loop whose steps the bounds do not tell.
// CHECK-LABEL: func.func @rest_of_column(
// CHECK:         affine.for %{{.*}} = 0 to %{{.*}} step 4
// expected-note@below {{the payload op}}
func.func @rest_of_column(%a: memref<?x16xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    affine.store %v, %a[%i, 3] : memref<?x16xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.param.constant 4 : i64 -> !transform.param<i64>
  // expected-warning@below {{'transform.apply_registered_pass' runs 'affine-super-vectorize', which writes whole vectors}}
  %b = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = %size} to %f : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
}

// -----

// What the loop writes is read through a view that was made before it.
// CHECK-LABEL: func.func @read_by_view(
// expected-note@below {{the payload op}}
func.func @read_by_view(%m: memref<64xf32>, %v: f32) {
  %o = memref.alloc() : memref<64xf32>
  %view = memref.subview %m[0] [64] [1] : memref<64xf32> to memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %v, %m[%i] : memref<64xf32>
    %x = affine.load %view[%i] : memref<64xf32>
    affine.store %x, %o[%i] : memref<64xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer while 'affine.load' touches its memory by another name}}
  %b = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0} to %f : (!transform.any_op) -> !transform.any_op
}

// -----

// What the loop reads is written through the view.
// CHECK-LABEL: func.func @written_by_view(
// expected-note@below {{the payload op}}
func.func @written_by_view(%m: memref<64xf32>, %v: f32) {
  %o = memref.alloc() : memref<64xf32>
  %view = memref.subview %m[0] [64] [1] : memref<64xf32> to memref<64xf32>
  affine.for %i = 0 to 64 {
    memref.store %v, %view[%i] : memref<64xf32>
    %x = affine.load %m[%i] : memref<64xf32>
    affine.store %x, %o[%i] : memref<64xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer while 'memref.store' touches its memory by another name}}
  %b = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0} to %f : (!transform.any_op) -> !transform.any_op
}
