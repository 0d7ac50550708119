// Nests of affine loops that are fused down to the innermost, and the remarks
// on them.
//
// RUN: heddle-opt %s --split-input-file --apply-schedule \
// RUN:   --verify-diagnostics | FileCheck %s

// Trip counts that are not known: both levels are fused iteration by iteration,
// and the buffer becomes what one iteration of the inner loop needs.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to %{{.*}} {
// CHECK-NEXT:        %[[X:.*]] = affine.load %arg0[%[[I]], %[[J]]]
// CHECK-NEXT:        %[[V:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT:        affine.store %[[V]], %[[T]][0, 0]
// CHECK-NEXT:        %[[Y:.*]] = affine.load %[[T]][0, 0]
// CHECK-NEXT:        %[[W:.*]] = arith.addf %[[Y]], %[[Y]]
// CHECK-NEXT:        affine.store %[[W]], %arg1[%[[I]], %[[J]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[T]]
// CHECK-NEXT:    return
func.func @chain(%a: memref<?x?xf32>, %r: memref<?x?xf32> {llvm.noalias}, %m: index, %n: index) {
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  // expected-note@below {{this is the first loop}}
  // expected-note@below {{the trip count of this loop is not}}
  affine.for %i = 0 to %m {
    // expected-note@below {{this is the first loop}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      %v = arith.mulf %x, %x : f32
      affine.store %v, %t[%i, %j] : memref<?x?xf32>
    }
  }
  // expected-remark@below {{fused: runs with its producer, iteration by iteration}}
  // expected-note@below {{not by slices: expects loops whose trip counts are known, to compute slices}}
  // expected-note@below {{the trip count of this loop is not}}
  affine.for %i = 0 to %m {
    // expected-remark@below {{fused: runs with its producer, iteration by iteration}}
    // expected-note@below {{not by slices: expects loops whose trip counts are known, to compute slices}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %j = 0 to %n {
      %x = affine.load %t[%i, %j] : memref<?x?xf32>
      %v = arith.addf %x, %x : f32
      affine.store %v, %r[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// The consumer needs other columns of the row than its iteration: the inner
// loops stay apart, and the buffer keeps a row, whose size is not known.
// CHECK-LABEL: func.func @reversed(
// CHECK:         %[[T:.*]] = memref.alloc(%arg2, %arg3) : memref<?x?xf32>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to %arg2 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to %arg3 {
// CHECK:             affine.store %{{.*}}, %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to %arg3 {
// CHECK-NEXT:        affine.load %[[T]][%[[I]], -%[[J]] + symbol(%arg3) - 1]
func.func @reversed(%a: memref<?x?xf32>, %r: memref<?x?xf32> {llvm.noalias}, %m: index, %n: index) {
  // expected-remark@below {{buffer kept: no constant size is known that one iteration needs}}
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  // expected-note@below {{this is the first loop}}
  // expected-note@below {{the trip count of this loop is not}}
  affine.for %i = 0 to %m {
    // expected-note@below {{with this loop}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      // expected-note@below {{'affine.store' of the first loop writes}}
      affine.store %x, %t[%i, %j] : memref<?x?xf32>
    }
  }
  // expected-remark@below {{fused: runs with its producer, iteration by iteration}}
  // expected-note@below {{not by slices: expects loops whose trip counts are known, to compute slices}}
  // expected-note@below {{the trip count of this loop is not}}
  affine.for %i = 0 to %m {
    // expected-remark@below {{not fused: expects loops whose trip counts are known, to compute slices}}
    // expected-remark@below {{not fused: expects no iteration of the second loop to touch what a later iteration of the first touches, unless both read}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %j = 0 to %n {
      // expected-note@below {{'affine.load' of the second loop reads}}
      %x = affine.load %t[%i, symbol(%n) - 1 - %j] : memref<?x?xf32>
      affine.store %x, %r[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// Slices, and siblings whose loops inside are fused before these come to stand
// beside another one.
// CHECK-LABEL: func.func @slices(
// CHECK:         memref.alloc() : memref<1xf32>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.load %arg0[%[[I]]]
// CHECK-NOT:     affine.for
// CHECK:         return
// CHECK-LABEL: func.func @groups(
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 8 {
// CHECK-COUNT-3:     affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @slices(%a: memref<8xf32>, %r: memref<8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8xf32>
  // expected-note@below {{this is the producer}}
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
    affine.store %x, %t[%i] : memref<8xf32>
  }
  // expected-remark@below {{fused: computes slices of the producer at depth 1}}
  affine.for %i = 0 to 8 {
    %x = affine.load %t[%i] : memref<8xf32>
    affine.store %x, %r[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}
func.func @groups(%a: memref<8x8xf32>, %r: memref<8x8xf32> {llvm.noalias}, %s: memref<8x8xf32> {llvm.noalias}, %t: memref<8x8xf32> {llvm.noalias}) {
  // expected-note@below {{this is the first loop}}
  affine.for %i = 0 to 8 {
    // expected-note@below {{this is the first loop}}
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %r[%i, %j] : memref<8x8xf32>
    }
  }
  // expected-remark@below {{fused: loads what another loop loads}}
  affine.for %i = 0 to 8 {
    // expected-note@below {{this is the first loop}}
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      %y = arith.negf %x : f32
      affine.store %y, %s[%i, %j] : memref<8x8xf32>
    }
    // expected-remark@below {{fused: loads what another loop loads}}
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %t[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
}
