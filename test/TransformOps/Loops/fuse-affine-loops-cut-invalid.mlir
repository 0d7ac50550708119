// A producer of which two iterations add to one element: a slice of one
// iteration would cut that sum.
//
// RUN: heddle-opt %s --verify-diagnostics --test-apply-schedule-refused \
// RUN:   -o /dev/null

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @pairs(%a: memref<8xf32>, %t: memref<4xf32> {llvm.noalias}, %r: memref<4xf32> {llvm.noalias}) {
    // expected-note@below {{this loop would be cut}}
    // expected-note@below {{dimension 0 of the first goes from 0 to 8 by 1}}
    affine.for %i = 0 to 8 {
      // expected-note@below {{'affine.load' may touch one element in several iterations of it}}
      %y = affine.load %t[%i floordiv 2] : memref<4xf32>
      %x = affine.load %a[%i] : memref<8xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %t[%i floordiv 2] : memref<4xf32>
    }
    // expected-note@below {{expects all iterations of the producer that touch one element to stay together}}
    // expected-note@below {{expects two loops over one range}}
    // expected-note@below {{dimension 0 of the second goes from 0 to 4 by 1}}
    affine.for %i = 0 to 4 {
      %y = affine.load %t[%i] : memref<4xf32>
      affine.store %y, %r[%i] : memref<4xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {explain} : (!transform.any_op) -> !transform.any_op
  }
}
