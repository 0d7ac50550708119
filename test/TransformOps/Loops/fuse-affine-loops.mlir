// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// A producer with a window: each slice is two iterations, at 1.5 times the work,
// which `compute_tolerance` allows; the buffer shrinks to the window.
// CHECK-LABEL: func.func @window(
// CHECK-SAME:      %[[A:.*]]: memref<18xf32>, %[[R:[^ ]*]]: memref<16xf32>
// CHECK:         %[[T:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.for %[[J:.*]] = #{{.*}}(%[[I]]) to #{{.*}}(%[[I]]) {
// CHECK-NEXT:        %[[X:.*]] = affine.load %[[A]][%[[J]]]
// CHECK-NEXT:        %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT:        affine.store %[[E]], %[[T]][-%[[I]] + %[[J]]]
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[P:.*]] = affine.load %[[T]][0]
// CHECK-NEXT:      %[[Q:.*]] = affine.load %[[T]][1]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[P]], %[[Q]]
// CHECK-NEXT:      affine.store %[[S]], %[[R]][%[[I]]]
// CHECK-NEXT:    } {fused}
// CHECK-NEXT:    memref.dealloc %[[T]] : memref<2xf32>
func.func @window(%a: memref<18xf32>, %r: memref<16xf32> {llvm.noalias}) {
  %t = memref.alloc() {alignment = 64 : i64} : memref<18xf32>
  affine.for %i = 0 to 17 {
    %x = affine.load %a[%i] : memref<18xf32>
    %y = math.exp %x : f32
    affine.store %y, %t[%i] : memref<18xf32>
  }
  affine.for %i = 0 to 16 {
    %p = affine.load %t[%i] : memref<18xf32>
    %q = affine.load %t[%i + 1] : memref<18xf32>
    %s = arith.addf %p, %q : f32
    affine.store %s, %r[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<18xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %loop = transform.heddle.fuse_affine_loops %f {compute_tolerance = 0.6 : f64} : (!transform.any_op) -> !transform.any_op
  transform.annotate %loop "fused" : !transform.any_op
}

// -----

// A sum that a slice completes, in the loop over rows: what a row needs goes to
// fast memory.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<1xf32, 3>
// CHECK:         affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.store %{{.*}}, %[[T]][0] : memref<1xf32, 3>
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:        %[[OLD:.*]] = affine.load %[[T]][0]
// CHECK-NEXT:        %[[X:.*]] = affine.load %arg0[%[[I]], %[[J]]]
// CHECK-NEXT:        %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]]
// CHECK-NEXT:        affine.store %[[NEW]], %[[T]][0]
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[S:.*]] = affine.load %[[T]][0]
// CHECK-NEXT:      affine.store %[[S]], %arg1[%[[I]]]
// CHECK-NEXT:    }
func.func @sum(%a: memref<16x8xf32>, %r: memref<16xf32> {llvm.noalias}, %z: f32) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %z, %t[%i] : memref<16xf32>
    affine.for %j = 0 to 8 {
      %s = affine.load %t[%i] : memref<16xf32>
      %x = affine.load %a[%i, %j] : memref<16x8xf32>
      %y = arith.addf %s, %x : f32
      affine.store %y, %t[%i] : memref<16xf32>
    }
  } {pair}
  affine.for %i = 0 to 16 {
    %s = affine.load %t[%i] : memref<16xf32>
    affine.store %s, %r[%i] : memref<16xf32>
  } {pair}
  memref.dealloc %t : memref<16xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %pair = transform.structured.match attributes{pair} in %root : (!transform.any_op) -> !transform.any_op
  %loop = transform.heddle.fuse_affine_loops %pair {fast_memory_space = 3, fast_memory_bytes = 64} : (!transform.any_op) -> !transform.any_op
}

// -----

// The slices cover the producer: it is erased, and the caller still sees its
// stores. Of three loops only the two that are named are fused.
// CHECK-LABEL: func.func @seen_by_the_caller(
// CHECK-SAME:      %[[T:[^ ]*]]: memref<16xf32> {llvm.noalias}, %[[R:[^ ]*]]: memref<16xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      %[[J:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK-NEXT:      affine.store %{{.*}}, %[[T]][%[[J]]]
// CHECK-NEXT:      %[[Y:.*]] = affine.load %[[T]][-%[[I]] + 15]
// CHECK-NEXT:      affine.store %[[Y]], %[[R]][%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      %[[Y:.*]] = affine.load %[[R]][%[[I]]]
func.func @seen_by_the_caller(%t: memref<16xf32> {llvm.noalias}, %r: memref<16xf32> {llvm.noalias}, %u: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %t[%i] : memref<16xf32>
  } {pair}
  affine.for %i = 0 to 16 {
    %y = affine.load %t[15 - %i] : memref<16xf32>
    affine.store %y, %r[%i] : memref<16xf32>
  } {pair}
  affine.for %i = 0 to 16 {
    %y = affine.load %r[%i] : memref<16xf32>
    affine.store %y, %u[%i] : memref<16xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %pair = transform.structured.match attributes{pair} in %root : (!transform.any_op) -> !transform.any_op
  %loop = transform.heddle.fuse_affine_loops %pair {mode = "producer"} : (!transform.any_op) -> !transform.any_op
}

// -----

// A producer that is computed sixteen times, as `maximal` asks.
// CHECK-LABEL: func.func @maximal(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<1xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:        %[[X:.*]] = affine.load %arg0[%[[J]]]
// CHECK-NEXT:        %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT:        affine.store %[[E]], %[[T]][0]
// CHECK-NEXT:        %[[Y:.*]] = affine.load %[[T]][0]
// CHECK-NEXT:        affine.store %[[Y]], %arg1[%[[I]], %[[J]]]
func.func @maximal(%a: memref<16xf32>, %r: memref<16x16xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %y = affine.load %a[%i] : memref<16xf32>
    %z = math.exp %y : f32
    affine.store %z, %t[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %y = affine.load %t[%j] : memref<16xf32>
      affine.store %y, %r[%i, %j] : memref<16x16xf32>
    }
  }
  memref.dealloc %t : memref<16xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %loop = transform.heddle.fuse_affine_loops %f {maximal} : (!transform.any_op) -> !transform.any_op
}

// -----

// Siblings with sums of their own, of unknown range.
// CHECK-LABEL: func.func @siblings(
// CHECK:         %[[R:.*]]:2 = affine.for %[[I:.*]] = 0 to %{{.*}} iter_args(%[[S:.*]] = %arg1, %[[P:.*]] = %arg1) -> (f32, f32) {
// CHECK-NEXT:      %[[X:.*]] = affine.load %arg0[%[[I]]]
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[S]], %[[X]]
// CHECK-NEXT:      %[[Y:.*]] = affine.load %arg0[%[[I]]]
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[P]], %[[Y]]
// CHECK-NEXT:      affine.yield %[[SUM]], %[[PRODUCT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @siblings(%a: memref<?xf32>, %z: f32, %n: index) -> (f32, f32) {
  %0 = affine.for %i = 0 to %n iter_args(%s = %z) -> f32 {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = arith.addf %s, %x : f32
    affine.yield %y : f32
  }
  %1 = affine.for %i = 0 to %n iter_args(%p = %z) -> f32 {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = arith.mulf %p, %x : f32
    affine.yield %y : f32
  }
  return %0, %1 : f32, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %loop = transform.heddle.fuse_affine_loops %f {mode = "sibling"} : (!transform.any_op) -> !transform.any_op
}

// -----

// Nothing to fuse in nothing.
// CHECK-LABEL: func.func private @empty()
func.func private @empty()
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["affine.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.fuse_affine_loops %0 {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
}
