// RUN: heddle-opt %s --split-input-file --apply-schedule \
// RUN:   --verify-diagnostics | FileCheck %s

// Three loops, one over another range between them: the first and the last are
// fused, and so are the loops in them. What is left is told.
// CHECK-LABEL: func.func @three(
// CHECK:         scf.parallel (%[[I:.*]]) = (%c0) to (%c8) step (%c1) {
// CHECK-NEXT:      memref.store %{{.*}}, %arg2[%[[I]]]
// CHECK:         scf.parallel (%[[I:.*]]) = (%c0) to (%c16) step (%c1) {
// CHECK-NEXT:      scf.parallel (%[[J:.*]]) = (%c0) to (%c8) step (%c1) {
// CHECK-NEXT:        memref.store %{{.*}}, %[[T:.*]][%[[I]], %[[J]]]
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT:        memref.store %[[X]], %arg1[%[[I]], %[[J]]]
// CHECK-NEXT:        scf.reduce{{ *$}}
// CHECK-NEXT:      } {fused}
// CHECK-NEXT:      scf.reduce{{ *$}}
// CHECK-NEXT:    } {fused}
// CHECK-NEXT:    return
func.func @three(%t: memref<16x8xf32> {llvm.noalias}, %r: memref<16x8xf32> {llvm.noalias}, %u: memref<8xf32> {llvm.noalias}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      memref.store %x, %t[%i, %j] : memref<16x8xf32>
    }
  }
  // expected-note@below {{with this loop}}
  // expected-note@below {{dimension 0 of the first goes from 0 to 8 by 1}}
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %u[%i] : memref<8xf32>
  }
  // expected-remark@below {{not fused: expects two loops over one range}}
  // expected-note@below {{dimension 0 of the second goes from 0 to 16 by 1}}
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      %y = memref.load %t[%i, %j] : memref<16x8xf32>
      memref.store %y, %r[%i, %j] : memref<16x8xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_parallel_loops %f {explain} : (!transform.any_op) -> !transform.any_op
  transform.annotate %fused "fused" : !transform.any_op
}

// -----

// Three that are one, and values that they return; the functions of one target
// need not all have something to fuse.
// CHECK-LABEL: func.func @sums(
// CHECK:         %[[R:.*]]:3 = scf.parallel (%[[I:.*]]) = (%c0) to (%arg1) step (%c1) init (%arg2, %arg2, %arg2) -> (f32, f32, f32) {
// CHECK-NEXT:      %[[A:.*]] = memref.load %arg0[%[[I]]]
// CHECK-NEXT:      %[[B:.*]] = memref.load %arg0[%[[I]]]
// CHECK-NEXT:      %[[C:.*]] = memref.load %arg0[%[[I]]]
// CHECK-NEXT:      scf.reduce(%[[A]], %[[B]], %[[C]] : f32, f32, f32) {
// CHECK:             arith.addf %
// CHECK:             arith.maximumf %
// CHECK:             arith.minimumf %
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @sums(%a: memref<?xf32>, %n: index, %z: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %1 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.maximumf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.minimumf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %0, %1, %2 : f32, f32, f32
}
func.func private @nothing_here()
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_parallel_loops %f : (!transform.any_op) -> !transform.any_op
}

// -----

// CHECK-LABEL: func.func private @empty()
func.func private @empty()
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.fuse_parallel_loops %0 {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
}
