// RUN: heddle-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects a tile size that is not 0}}
  transform.structured.tile_ext %root [0, 0] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 2 loop results, one per tile size that is not 0, but got 3}}
  transform.structured.tile_ext %root [4, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'interchange' to be a permutation of 0 to 1, but got [1, 1]}}
  transform.structured.tile_ext %root [4] {interchange = [1, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{scalable sizes are not supported}}
  transform.structured.tile_ext %root [[4]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{has no option "interchagne"; it has "interchange"}}
  transform.structured.tile_ext %root [4] {interchagne = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 2 results, one per loop number, but got 1}}
  transform.structured.lower_to_loops %root [0, -1] : (!transform.any_op) -> !transform.any_op
}
