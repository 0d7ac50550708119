// RUN: heddle-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{expects 'operand' to be at least 0, but got -1}}
  transform.heddle.prefetch %op operand = -1 : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{expects 'distance' in [1, 65536], but got 0}}
  transform.heddle.prefetch %op operand = 0 {distance = 0 : i64} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{expects 'distance' in [1, 65536], but got 65537}}
  transform.heddle.prefetch %op operand = 0 {distance = 65537 : i64} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{expects 'locality' in [0, 3], but got 4}}
  transform.heddle.prefetch %op operand = 0 {locality = 4 : i64} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{has no option "nontemporal"; it has "best_effort", "distance", "explain", "locality", "loop", "operand", "write"}}
  transform.heddle.prefetch %op operand = 0 {nontemporal} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error @below {{expects 'loop' to be at least 0, but got -1}}
  transform.heddle.prefetch %op operand = 0 {loop = -1 : i64} : !transform.any_op
}
