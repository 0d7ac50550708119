// Loops that are no pair.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @kinds(%t: memref<8xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-note@below {{the first is 'scf.for'}}
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %t[%i] : memref<8xf32>
    }
    // expected-note@below {{the second is 'scf.forall'}}
    // expected-note@below {{expects two loops of one kind}}
    scf.forall (%i) in (8) {
      memref.store %x, %t[%i] : memref<8xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for", "scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_loop(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %true = arith.constant true
    // expected-note@below {{but this is 'scf.if'}}
    scf.if %true {
    }
    // expected-note@below {{expects an 'scf.for', 'scf.forall', 'scf.parallel' or 'affine.for'}}
    scf.for %i = %c0 to %c8 step %c1 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for", "scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_loop(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-note@below {{only this one}}
    scf.for %i = %c0 to %c8 step %c1 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects two loops, but got 1}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @blocks(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-note@below {{is elsewhere}}
    // expected-note@below {{expects two loops of one block}}
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-note@below {{this loop}}
      scf.for %j = %c0 to %c8 step %c1 {
      }
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

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @mappings(%t: memref<8xf32>, %x: f32) {
    // expected-note@below {{it is [#gpu.block<x>] here}}
    scf.forall (%i) in (8) {
    } {mapping = [#gpu.block<x>]}
    // expected-note@below {{there is none here}}
    // expected-note@below {{expects two loops with one 'mapping'}}
    scf.forall (%i) in (8) {
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

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.heddle.fuse_sibling_loops' op has no option "force"; it has "explain"}}
  %0 = transform.heddle.fuse_sibling_loops %root {force} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %0 = transform.heddle.fuse_sibling_loops %root {heddle.test_break = "nothing"} : (!transform.any_op) -> !transform.any_op
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @labels(%n: index, %t: memref<8xf32>) {
    // expected-note@below {{it is "fast" here}}
    affine.for %i = 0 to 8 {
    } {label = "fast"}
    // expected-note@below {{it is "slow" here}}
    // expected-note@below {{expects two loops with one 'label'}}
    affine.for %i = 0 to 8 {
    } {label = "slow"}
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}
