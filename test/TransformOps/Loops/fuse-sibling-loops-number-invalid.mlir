// Targets that are not two loops.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{name the two loops in it, or use fuse_parallel_loops or fuse_affine_loops, which take functions}}
  func.func @function() {
    affine.for %i = 0 to 8 {
    }
    affine.for %i = 0 to 8 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects two loops, but got 'func.func'}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @three() {
    // expected-note@below {{one of them}}
    affine.for %i = 0 to 8 {
    }
    // expected-note@below {{one of them}}
    affine.for %i = 0 to 8 {
    }
    // expected-note@below {{one of them}}
    affine.for %i = 0 to 8 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects two loops, but got 3}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @nothing()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_other() {
    affine.for %i = 0 to 8 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loop = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'other' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %fused = transform.heddle.fuse_sibling_loops %loop, %none : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// Handles that may be empty: nothing is fused, and the loop that is there stays.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @may_be_empty() {
    affine.for %i = 0 to 8 {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loop = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %nothing = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %0 = transform.heddle.fuse_sibling_loops %nothing {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.fuse_sibling_loops %loop, %none {heddle.may_be_empty} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %0, %1 : !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %fused = transform.heddle.fuse_sibling_loops %both : (!transform.any_op) -> !transform.any_op
  }
}
