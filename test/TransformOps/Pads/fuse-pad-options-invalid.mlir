// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "filling"; it has "best_effort", "fill"}}
  %f, %p = transform.heddle.fuse_pad %root {filling = "whole"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{attribute 'fill' failed to satisfy constraint: one of "whole", "boundary", "auto"}}
  %f, %p = transform.heddle.fuse_pad %root {fill = "frame"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{has no option "heddle.test_break"}}
  %f, %p = transform.heddle.fuse_pad %root {heddle.test_break = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
