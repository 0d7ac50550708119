// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// With a step of 0, no two iterations have different numbers.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @foralls(%t: memref<16xf32> {llvm.noalias}, %u: memref<16xf32> {llvm.noalias}, %x: f32) {
    scf.forall (%i) = (0) to (16) step (0) {
      // expected-note@below {{'memref.store' of the first loop writes [0 : 16] of argument 0}}
      memref.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.forall (%i) = (0) to (16) step (0) {
      // expected-note@below {{'memref.load' of the second loop reads [0 : 16] of argument 0}}
      %y = memref.load %t[%i] : memref<16xf32>
      memref.store %y, %u[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The same where one of two steps is 0, which is computed.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @parallels(%t: memref<16x16xf32> {llvm.noalias}, %u: memref<16x16xf32> {llvm.noalias}, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.subi %c16, %c16 : index
    scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c1, %zero) {
      // expected-note@below {{'memref.store' of the first loop writes [i0 : i0 + 1, 0 : 16] of argument 0}}
      memref.store %x, %t[%i, %j] : memref<16x16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c1, %zero) {
      // expected-note@below {{'memref.load' of the second loop reads [i0 : i0 + 1, 0 : 16] of argument 0}}
      %y = memref.load %t[%i, %j] : memref<16x16xf32>
      memref.store %y, %u[%i, %j] : memref<16x16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The same for all loops of a function.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @all(%t: memref<16xf32> {llvm.noalias}, %u: memref<16xf32> {llvm.noalias}, %x: f32) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %zero = arith.subi %c16, %c16 : index
    scf.parallel (%i) = (%c0) to (%c16) step (%zero) {
      // expected-note@below {{'memref.store' of the first loop writes [0 : 16] of argument 0}}
      memref.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.parallel (%i) = (%c0) to (%c16) step (%zero) {
      // expected-note@below {{'memref.load' of the second loop reads [0 : 16] of argument 0}}
      %y = memref.load %t[%i] : memref<16xf32>
      memref.store %y, %u[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two parallel loops can be fused}}
    %fused = transform.heddle.fuse_parallel_loops %f : (!transform.any_op) -> !transform.any_op
  }
}
