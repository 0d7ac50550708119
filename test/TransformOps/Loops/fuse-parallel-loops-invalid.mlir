// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Each pair is told.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @shifted(%t: memref<17xf32> {llvm.noalias}, %r: memref<17xf32> {llvm.noalias}, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    // expected-note@below {{dimension 0 of the first goes from 0 to 16 by 1}}
    scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
      // expected-note@below {{'memref.store' of the first loop writes [i0 : i0 + 1] of argument 0}}
      memref.store %x, %t[%i] : memref<17xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    // expected-note@below {{dimension 0 of the first goes from 0 to 16 by 1}}
    scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
      %j = arith.addi %i, %c1 : index
      // expected-note@below {{'memref.load' of the second loop reads [i0 + 1 : i0 + 2] of argument 0}}
      %y = memref.load %t[%j] : memref<17xf32>
      memref.store %y, %r[%i] : memref<17xf32>
    }
    // expected-note@below {{expects two loops over one range}}
    // expected-note@below {{dimension 0 of the second goes from 0 to 8 by 1}}
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      memref.store %x, %t[%i] : memref<17xf32>
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

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{expects a block with two 'scf.parallel' in it}}
  func.func @one(%t: memref<17xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      memref.store %x, %t[%i] : memref<17xf32>
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

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @nothing()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1 = transform.heddle.fuse_parallel_loops %0 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.heddle.fuse_parallel_loops' op has no option "explian"; it has "explain"}}
  %0 = transform.heddle.fuse_parallel_loops %root {explian} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %0 = transform.heddle.fuse_parallel_loops %root {heddle.test_break = "all"} : (!transform.any_op) -> !transform.any_op
}
