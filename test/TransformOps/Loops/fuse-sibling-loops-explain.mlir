// The remarks of fuse_sibling_loops.
//
// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @two(
// CHECK:         %[[R:.*]]:2 = affine.for
// CHECK:         } {kept}
// CHECK:         %[[D:.*]] = arith.addf %[[R]]#0, %[[R]]#0
// CHECK:         return %[[D]], %[[R]]#1
func.func @two(%a: memref<8xf32>, %z: f32) -> (f32, f32) {
  // expected-note@below {{this is the first loop}}
  %0 = affine.for %i = 0 to 8 iter_args(%s = %z) -> f32 {
    %x = affine.load %a[%i] : memref<8xf32>
    %y = arith.addf %s, %x : f32
    affine.yield %y : f32
  } {kept, first}
  // expected-note@below {{depends on the first loop: comes after the fused one now}}
  %d = arith.addf %0, %0 : f32
  // expected-remark@below {{fused: does what both loops did, iteration by iteration}}
  // expected-note@below {{does not keep "first", which does not hold for both loops}}
  %1 = affine.for %i = 0 to 8 iter_args(%p = %z) -> f32 {
    %x = affine.load %a[%i] : memref<8xf32>
    %y = arith.mulf %p, %x : f32
    affine.yield %y : f32
  } {kept}
  return %d, %1 : f32, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops {explain} : (!transform.any_op) -> !transform.any_op
}
