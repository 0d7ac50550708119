// Unknown options of fuse_affine_loops, and nothing to fuse.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.heddle.fuse_affine_loops' op has no option "tolerance"; it has "compute_tolerance", "explain", "fast_memory_bytes", "fast_memory_space", "maximal", "mode"}}
  %0 = transform.heddle.fuse_affine_loops %root {tolerance = 0.1 : f64} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{attribute 'mode' failed to satisfy constraint: one of "greedy", "producer", "sibling"}}
  %0 = transform.heddle.fuse_affine_loops %root {mode = "all"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'compute_tolerance' to be at least 0, but got -0.50}}
  %0 = transform.heddle.fuse_affine_loops %root {compute_tolerance = -0.5 : f64} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'fast_memory_space' and 'fast_memory_bytes' together}}
  %0 = transform.heddle.fuse_affine_loops %root {fast_memory_space = 3} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'fast_memory_bytes' to be at least 0, but got -1}}
  %0 = transform.heddle.fuse_affine_loops %root {fast_memory_space = 3, fast_memory_bytes = -1} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %0 = transform.heddle.fuse_affine_loops %root {heddle.test_break = 3} : (!transform.any_op) -> !transform.any_op
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @nothing()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["affine.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1 = transform.heddle.fuse_affine_loops %0 : (!transform.any_op) -> !transform.any_op
  }
}
