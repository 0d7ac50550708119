// RUN: heddle-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.heddle.bufferize' op has no option "retuns"; it has "alignment", "allow_recursive_calls", "allow_unknown_ops", "deallocate", "hoist", "layout", "memcpy", "returns"}}
  %0 = transform.heddle.bufferize %root {retuns = "keep"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{attribute 'returns' failed to satisfy constraint: one of "drop_arguments", "keep", "out_params"}}
  %0 = transform.heddle.bufferize %root {returns = "none"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{attribute 'layout' failed to satisfy constraint: one of "identity", "inferred"}}
  %0 = transform.heddle.bufferize %root {layout = "dynamic"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{attribute 'memcpy' failed to satisfy constraint: one of "linalg.copy", "memref.copy"}}
  %0 = transform.heddle.bufferize %root {memcpy = "memcpy"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'alignment' to be a power of two, but got 48}}
  %0 = transform.heddle.bufferize %root {alignment = 48} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'deallocate = false' with 'allow_unknown_ops', because it is not known when an op on tensors is done with a buffer}}
  %0 = transform.heddle.bufferize %root {allow_unknown_ops = true} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.heddle.report_memory' op has no option "json"; it has none}}
  transform.heddle.report_memory %root {json} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects a bound: 'allocations', 'copies', 'allocated_bytes', 'copied_bytes' or 'peak_bytes'}}
  transform.heddle.assert_memory %root : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'copies' to be at least 0, but got -1}}
  transform.heddle.assert_memory %root {allocations = 0, copies = -1} : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{expects 'allocated_bytes' to be at least 0, but got -8}}
  transform.heddle.assert_memory %root {allocated_bytes = -8} : !transform.any_op
}
