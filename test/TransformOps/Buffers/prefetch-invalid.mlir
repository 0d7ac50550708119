// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// Nobody knows what another iteration reads where a load says which element.
// CHECK-LABEL: func.func @places(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @places(%x: memref<?xf32>, %p: memref<?xindex>, %o: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{computed here}}
    %place = memref.load %p[%i] : memref<?xindex>
    // expected-note @below {{its place depends on 'memref.load'}}
    %v = memref.load %x[%place] {indirect} : memref<?xf32>
    memref.store %v, %o[] : memref<f32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %load = transform.structured.match attributes {indirect} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: its place depends on 'memref.load'}}
  transform.heddle.prefetch %load operand = 0 : !transform.any_op
}
}

// -----

// CHECK-LABEL: func.func @carried(
// CHECK-NOT:     memref.prefetch
// expected-remark @below {{refused, payload as it was}}
module {
func.func @carried(%x: memref<?xf32>, %o: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) {
    // expected-note @below {{its place is carried by the loop}}
    %v = memref.load %x[%at] : memref<?xf32>
    memref.store %v, %o[] : memref<f32>
    scf.yield %i : index
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: its place is carried by the loop}}
  transform.heddle.prefetch %load operand = 0 : !transform.any_op
}
}

// -----

// CHECK-LABEL: func.func @same(
// CHECK-NOT:     memref.prefetch
// expected-remark @below {{refused, payload as it was}}
module {
func.func @same(%x: memref<?xf32>, %o: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{its place is the same in all iterations of the loop}}
    %v = memref.load %x[%n] : memref<?xf32>
    memref.store %v, %o[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: its place is the same in all iterations of the loop}}
  transform.heddle.prefetch %load operand = 0 : !transform.any_op
}
}

// -----

// A step that nobody knows, and a loop that does not count in index.
// CHECK-LABEL: func.func @steps(
// CHECK-NOT:     memref.prefetch
// expected-remark @below {{refused, payload as it was}}
module {
func.func @steps(%x: memref<?xf32>, %o: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    // expected-note @below {{the loop does not count in constant steps of index}}
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %o[] : memref<f32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: the loop does not count in constant steps of index}}
  transform.heddle.prefetch %load operand = 0 : !transform.any_op
}
}

// -----

// Other iterations do not run the access if a branch is around it.
// CHECK-LABEL: func.func @branch(
// CHECK-NOT:     memref.prefetch
// expected-remark @below {{refused, payload as it was}}
module {
func.func @branch(%x: memref<?xf32>, %o: memref<f32>, %n: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %is {
      // expected-note @below {{it is in 'scf.if', not directly in an 'scf.for'}}
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %o[] : memref<f32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: it is in 'scf.if', not directly in an 'scf.for'}}
  transform.heddle.prefetch %load operand = 0 : !transform.any_op
}
}

// -----

// There is no such operand.
// CHECK-LABEL: func.func @beyond(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @beyond(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{expects 'operand' to be in [0, 3), but got 3}}
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: expects 'operand' to be in [0, 3), but got 3}}
  transform.heddle.prefetch %op operand = 3 : !transform.any_op
}
}

// -----

// A store reads nothing.
// CHECK-LABEL: func.func @only_written(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @only_written(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{'memref.store' does not read operand 1}}
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: 'memref.store' does not read operand 1}}
  transform.heddle.prefetch %op operand = 1 : !transform.any_op
}
}

// -----

// The number comes from before the loop.
// CHECK-LABEL: func.func @from_before(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @from_before(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{operand 0 is not read in the loop}}
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: operand 0 is not read in the loop}}
  transform.heddle.prefetch %op operand = 0 : !transform.any_op
}
}

// -----

// What is stored is no place.
// CHECK-LABEL: func.func @no_place(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_place(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{operand 0 is no buffer to write into}}
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: operand 0 is no buffer to write into}}
  transform.heddle.prefetch %op operand = 0 {write} : !transform.any_op
}
}

// -----

// A load writes nothing.
// CHECK-LABEL: func.func @only_read(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @only_read(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{'memref.load' does not write operand 0}}
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: 'memref.load' does not write operand 0}}
  transform.heddle.prefetch %op operand = 0 {write} : !transform.any_op
}
}

// -----

// An op that may read any element.
// CHECK-LABEL: func.func @anywhere(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @anywhere(%x: memref<?xf32>, %n: index, %at: vector<4xindex>, %m: vector<4xi1>, %p: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{which part of operand 0 it accesses is not known}}
    %v = vector.gather %x[%i] [%at], %m, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %v, %x[%i] : memref<?xf32>, vector<4xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["vector.gather"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: which part of operand 0 it accesses is not known}}
  transform.heddle.prefetch %op operand = 0 : !transform.any_op
}
}

// -----

// Nobody knows how many lines a part has.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @dynamic(%x: memref<?x8xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.subview %x[%i, 0] [%n, 8] [1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    // expected-note @below {{it accesses a buffer of dynamic extents}}
    linalg.exp ins(%t : memref<?x8xf32, strided<[8, 1], offset: ?>>) outs(%t : memref<?x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: it accesses a buffer of dynamic extents}}
  transform.heddle.prefetch %op operand = 0 : !transform.any_op
}
}

// -----

// Parts without elements.
// CHECK-LABEL: func.func @empty(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @empty(%x: memref<?x8xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.subview %x[%i, 0] [0, 8] [1, 1] : memref<?x8xf32> to memref<0x8xf32, strided<[8, 1], offset: ?>>
    // expected-note @below {{it accesses no elements}}
    linalg.exp ins(%t : memref<0x8xf32, strided<[8, 1], offset: ?>>) outs(%t : memref<0x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: it accesses no elements}}
  transform.heddle.prefetch %op operand = 0 : !transform.any_op
}
}

// -----

// More than anybody wants to fetch by hand.
// CHECK-LABEL: func.func @many(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @many(%x: memref<?x8xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.subview %x[%i, 0] [65, 8] [1, 1] : memref<?x8xf32> to memref<65x8xf32, strided<[8, 1], offset: ?>>
    // expected-note @below {{an iteration accesses more than 64 lines of 64 bytes}}
    linalg.exp ins(%t : memref<65x8xf32, strided<[8, 1], offset: ?>>) outs(%t : memref<65x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: an iteration accesses more than 64 lines of 64 bytes}}
  transform.heddle.prefetch %op operand = 0 : !transform.any_op
}
}

// -----

// Before bufferization there is no memory.
// CHECK-LABEL: func.func @tensors(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @tensors(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<8xf32>) {
    // expected-note @below {{operand 0 is a tensor: prefetch after bufferization}}
    %e = linalg.exp ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %e : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: operand 0 is a tensor: prefetch after bufferization}}
  transform.heddle.prefetch %exp operand = 0 : !transform.any_op
}
}

// -----

// One of two targets cannot be done: a hint at best_effort.
// CHECK-LABEL: func.func @some(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @some(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  // expected-note @below {{it is in 'func.func', not directly in an 'scf.for'}}
  %v = memref.load %x[%c0] : memref<?xf32>
  memref.store %v, %x[%c0] : memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loads = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note @below {{add {best_effort} to skip targets that cannot be done}}
  // expected-error @below {{cannot prefetch the operand: it is in 'func.func', not directly in an 'scf.for'}}
  transform.heddle.prefetch %loads operand = 0 : !transform.any_op
}
}

// -----

// Two loops are around the load, not three.
// CHECK-LABEL: func.func @few(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @few(%x: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @below {{'loop' is 2, but only 2 'scf.for' are directly around it}}
      %v = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %v, %x[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: 'loop' is 2, but only 2 'scf.for' are directly around it}}
  transform.heddle.prefetch %op operand = 0 {loop = 2 : i64} : !transform.any_op
}
}

// -----

// The inner loop may run longer for a later row than the row has elements.
// CHECK-LABEL: func.func @triangle(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
// expected-remark @below {{refused, payload as it was}}
module {
func.func @triangle(%x: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      // expected-note @below {{the bounds of a loop around it are computed in the loop whose later iterations are fetched}}
      %v = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %v, %x[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{cannot prefetch the operand: the bounds of a loop around it are computed in the loop whose later iterations are fetched}}
  transform.heddle.prefetch %op operand = 0 {loop = 1 : i64} : !transform.any_op
}
}
