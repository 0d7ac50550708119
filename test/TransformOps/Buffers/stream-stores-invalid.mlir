// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// What is written is read again, so that the caches should keep it.
// CHECK-LABEL: func.func @read_again(
// CHECK-SAME:    %[[A:.*]]: memref<64xf32>, %[[V:.*]]: vector<64xf32>
// CHECK:         vector.transfer_write %[[V]], %[[A]]
// expected-remark @below {{refused, payload as it was}}
module {
func.func @read_again(%a: memref<64xf32>, %v: vector<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-note @below {{'vector.transfer_write' goes through the caches: its buffer is not only written}}
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  // expected-note @below {{read here}}
  %r = memref.load %a[%c0] : memref<64xf32>
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no write that may bypass the caches}}
  transform.heddle.stream_stores %root : !transform.any_op
}
}

// -----

// No write is of whole lines at a place that is proved: one has half a line, one
// is masked, one begins anywhere, one is made by several threads, and one is in
// a part of which nobody knows where it begins.
// CHECK-LABEL: func.func @lines(
// CHECK-COUNT-5: vector.transfer_write %{{.*}}, %{{.*}}[
// expected-remark @below {{refused, payload as it was}}
module {
func.func @lines(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<?xf32>, %d: memref<64xf32>,
                 %e: memref<64xf32, strided<[1], offset: ?>>, %half: vector<8xf32>, %v: vector<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // expected-note @below {{'vector.transfer_write' goes through the caches: it writes no whole lines of 64 bytes}}
  vector.transfer_write %half, %a[%c0] {in_bounds = [true]} : vector<8xf32>, memref<64xf32>
  %m = vector.create_mask %n : vector<16xi1>
  // expected-note @below {{'vector.transfer_write' goes through the caches: it is masked}}
  vector.transfer_write %v, %b[%c0], %m {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
  // expected-note @below {{'vector.transfer_write' goes through the caches: its place in the buffer is no multiple of 64 bytes}}
  vector.transfer_write %v, %c[%n] {in_bounds = [true]} : vector<16xf32>, memref<?xf32>
  scf.forall (%i) = (0) to (64) step (16) {
    // expected-note @below {{'vector.transfer_write' goes through the caches: it is in 'scf.forall', not in loops of one thread}}
    vector.transfer_write %v, %d[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
  }
  // expected-note @below {{'vector.transfer_write' goes through the caches: its place in the buffer is no multiple of 64 bytes}}
  vector.transfer_write %v, %e[%c16] {in_bounds = [true]} : vector<16xf32>, memref<64xf32, strided<[1], offset: ?>>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no write that may bypass the caches}}
  transform.heddle.stream_stores %root : !transform.any_op
}
}

// -----

// Once is enough.
// CHECK-LABEL: func.func @twice(
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      vector.store %[[V:.*]], %[[A:.*]][%{{.*}}]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      vector.transfer_write %[[V]], %[[A]]
// expected-remark @below {{refused, payload as it was}}
module {
func.func @twice(%a: memref<64xf32>, %v: vector<64xf32>, %aligned: i1) {
  %c0 = arith.constant 0 : index
  scf.if %aligned {
    vector.store %v, %a[%c0] {alignment = 64 : i64, nontemporal = true} : memref<64xf32>, vector<64xf32>
  } else {
    // expected-note @below {{'vector.transfer_write' goes through the caches: its buffer does not begin a line there}}
    vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no write that may bypass the caches}}
  transform.heddle.stream_stores %root : !transform.any_op
}
}

// -----

// There are no vectors yet.
// CHECK-LABEL: func.func @tensors(
// CHECK:         %[[R:.*]] = linalg.exp
// CHECK:         return %[[R]]
// expected-remark @below {{refused, payload as it was}}
module {
func.func @tensors(%a: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.exp ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{finds no write that may bypass the caches; vectors in buffers are what it takes}}
  transform.heddle.stream_stores %root : !transform.any_op
}
}
