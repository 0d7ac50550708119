// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "share_input"; it has "best_effort", "diff_shapes", "explain", "max_operands", "max_ops", "max_recompute", "one_use", "shared_input"}}
  %0 = transform.heddle.fuse_elementwise %root {share_input} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'max_operands' of at least 1, but got 0}}
  %0 = transform.heddle.fuse_elementwise %root {max_operands = 0} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'max_ops' of at least 1, but got -3}}
  %0 = transform.heddle.fuse_elementwise %root {max_ops = -3} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %0 = transform.heddle.fuse_elementwise %root {heddle.test_break = "none"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'max_recompute' of at least 1.0, but got 0.50}}
  %0 = transform.heddle.fuse_elementwise %root {max_recompute = 0.5} : (!transform.any_op) -> !transform.any_op
}
