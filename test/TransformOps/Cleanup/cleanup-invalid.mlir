// RUN: heddle-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects a target for its result to name}}
  %0 = transform.cleanup -> !transform.any_op
}
