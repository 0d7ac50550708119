// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The first loop reads a tensor that is a view of what the second one writes, the
// last element first.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @view(%m: memref<8xf32>, %o: memref<8xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-note@below {{'tensor.extract' of the first loop reads argument 0}}
      %v = tensor.extract %t[%i] : tensor<8xf32>
      memref.store %v, %o[%i] : memref<8xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what a later iteration of the first touches, unless both read}}
    scf.for %i = %c0 to %c8 step %c1 {
      %l = arith.subi %c7, %i : index
      // expected-note@below {{'memref.store' of the second loop writes [-i0 + 7 : -i0 + 8] of argument 0}}
      memref.store %x, %m[%l] : memref<8xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}
