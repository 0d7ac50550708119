// RUN: heddle-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'loops' to be at least 0, but got -1}}
  %i, %f = transform.heddle.split_at_padding %op {loops = [0, -1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects each of 'loops' once, but got 1 twice}}
  %i, %f = transform.heddle.split_at_padding %op {loops = [1, 0, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{has no option "dims"; it has "best_effort", "loops"}}
  %i, %f = transform.heddle.split_at_padding %op {dims = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %i, %f = transform.heddle.split_at_padding %op {heddle.test_break = "slab_too_few"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
