// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The fused loop has the attributes that both loops have, and no other.
// CHECK-LABEL: func.func @both_say(
func.func @both_say(%n: index, %x: f32, %t: memref<?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (f32) {
    %s = arith.addf %sum, %x : f32
    scf.yield %s : f32
  } {heddle.loop_kind = "reduction", unroll = 4 : i64, first}
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%product = %x) -> (f32) {
    %p = arith.mulf %product, %x : f32
    scf.yield %p : f32
  } {heddle.loop_kind = "reduction", unroll = 4 : i64, second = 2 : i64}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %t[%i] : memref<?xf32>
  } {tile}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %t[%i] : memref<?xf32>
  } {tile, second}
  affine.for %i = 0 to %n {
    affine.store %x, %t[%i] : memref<?xf32>
  } {tile}
  affine.for %i = 0 to %n {
    affine.store %x, %t[%i] : memref<?xf32>
  } {tile, second}
  return %0, %1 : f32, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.fuse_sibling_loops %0 : (!transform.any_op) -> !transform.any_op
  %2 = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
  %3 = transform.heddle.fuse_sibling_loops %2 : (!transform.any_op) -> !transform.any_op
  %4 = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %5 = transform.heddle.fuse_sibling_loops %4 : (!transform.any_op) -> !transform.any_op
}

// -----

// Each of these loops is parallel. The fused one is not: it reads what the
// iteration before it wrote.
// CHECK-LABEL: func.func @no_longer_parallel(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32, %[[T:[a-z0-9]+]]: memref<9xf32> {{.*}}, %[[U:[a-z0-9]+]]: memref<9xf32>
// CHECK:         scf.for %[[I:.*]] = %[[ONE:.*]] to
// CHECK-NEXT:      memref.store %[[X]], %[[T]][%[[I]]]
// CHECK-NEXT:      %[[BEFORE:.*]] = arith.subi %[[I]], %[[ONE]]
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[T]][%[[BEFORE]]]
// CHECK-NEXT:      memref.store %[[Y]], %[[U]][%[[I]]]
// CHECK-NEXT:    } {unroll = 4 : i64}
func.func @no_longer_parallel(%x: f32, %t: memref<9xf32> {llvm.noalias}, %u: memref<9xf32>) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c1 to %c9 step %c1 {
    memref.store %x, %t[%i] : memref<9xf32>
  } {heddle.loop_kind = "parallel", unroll = 4 : i64}
  scf.for %i = %c1 to %c9 step %c1 {
    %before = arith.subi %i, %c1 : index
    %y = memref.load %t[%before] : memref<9xf32>
    memref.store %y, %u[%i] : memref<9xf32>
  } {heddle.loop_kind = "parallel", unroll = 4 : i64}
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.fuse_sibling_loops %0 : (!transform.any_op) -> !transform.any_op
}
