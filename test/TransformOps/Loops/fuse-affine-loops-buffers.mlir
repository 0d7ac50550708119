// Why the buffer between two loops that were fused stays as large as it was.
//
// RUN: heddle-opt %s --split-input-file --apply-schedule \
// RUN:   --verify-diagnostics | FileCheck %s

// Iteration i reads what iteration i - 1 wrote.
// CHECK-LABEL: func.func @previous(
// CHECK:         %[[T:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:    affine.for %[[I:.*]] = 1 to
// CHECK-NEXT:      affine.store %{{.*}}, %[[T]][%[[I]]]
// CHECK-NEXT:      affine.load %[[T]][%[[I]] - 1]
module {
  func.func @previous(%r: memref<?xf32> {llvm.noalias}, %x: f32, %n: index) {
    // expected-remark@below {{buffer kept: several iterations may touch one element of it}}
    %t = memref.alloc(%n) : memref<?xf32>
    // expected-note@below {{this is the first loop}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %i = 1 to %n {
      affine.store %x, %t[%i] : memref<?xf32>
    }
    // expected-remark@below {{fused: runs with its producer, iteration by iteration}}
    // expected-note@below {{not by slices: expects loops whose trip counts are known, to compute slices}}
    // expected-note@below {{the trip count of this loop is not}}
    affine.for %i = 1 to %n {
      %y = affine.load %t[%i - 1] : memref<?xf32>
      affine.store %y, %r[%i] : memref<?xf32>
    }
    memref.dealloc %t : memref<?xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A layout says where the elements are: it belongs to the shape of the buffer.
// CHECK-LABEL: func.func @layout(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<8xf32, strided<[2]>>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 8 {
// CHECK:           affine.store %{{.*}}, %[[T]][%[[I]]]
// CHECK-NEXT:      affine.load %[[T]][%[[I]]]
module {
  func.func @layout(%a: memref<8xf32>, %r: memref<8xf32> {llvm.noalias}) {
    // expected-remark@below {{buffer kept: it has a layout}}
    %t = memref.alloc() : memref<8xf32, strided<[2]>>
    // expected-note@below {{this is the producer}}
    affine.for %i = 0 to 8 {
      %x = affine.load %a[%i] : memref<8xf32>
      affine.store %x, %t[%i] : memref<8xf32, strided<[2]>>
    }
    // expected-remark@below {{fused: computes slices of the producer at depth 1}}
    affine.for %i = 0 to 8 {
      %y = affine.load %t[%i] : memref<8xf32, strided<[2]>>
      affine.store %y, %r[%i] : memref<8xf32>
    }
    memref.dealloc %t : memref<8xf32, strided<[2]>>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The one iteration of the outer loop reads the buffer forwards and backwards.
// CHECK-LABEL: func.func @all(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK:             affine.store %{{.*}}, %[[T]][%[[I]]]
module {
  func.func @all(%a: memref<8xf32>, %r: memref<1x8xf32> {llvm.noalias}) {
    // expected-remark@below {{buffer kept: one iteration needs all of it}}
    %t = memref.alloc() : memref<8xf32>
    // expected-note@below {{this is the producer}}
    affine.for %i = 0 to 8 {
      %x = affine.load %a[%i] : memref<8xf32>
      affine.store %x, %t[%i] : memref<8xf32>
    }
    // expected-remark@below {{fused: computes slices of the producer at depth 1}}
    // expected-note@below {{not by slices: at depth 2 the fusion adds 2.33 of the work, expected at most 0.30 (compute_tolerance)}}
    affine.for %k = 0 to 1 {
      affine.for %i = 0 to 8 {
        %y = affine.load %t[%i] : memref<8xf32>
        %z = affine.load %t[7 - %i] : memref<8xf32>
        %s = arith.addf %y, %z : f32
        affine.store %s, %r[%k, %i] : memref<1x8xf32>
      }
    }
    memref.dealloc %t : memref<8xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
  }
}
