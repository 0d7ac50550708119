// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A function on buffers has no roots.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the target}}
  func.func @buffers(%a: memref<8xf32>) {
    linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op at which a nest can end, but found none (heddle.may_be_empty on this op allows that)}}
    %roots = transform.heddle.get_fusion_roots %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No op has two loops and a reduction.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the target}}
  func.func @elementwise(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op at which a nest can end, but found none}}
    %roots = transform.heddle.get_fusion_roots %f {behind_reductions} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %none = transform.structured.match ops{["linalg.exp"]} in %m {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 'target' to name a payload op, but it is empty}}
    %roots = transform.heddle.get_fusion_roots %none : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'max_ops' to be at least 1, but got 0}}
  %roots = transform.heddle.get_fusion_roots %m {max_ops = 0} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'rank' to be at least 0, but got -1}}
  %roots = transform.heddle.get_fusion_roots %m {rank = -1} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{has no option "ranks"; it has "behind_reductions", "explain", "max_ops", "rank"}}
  %roots = transform.heddle.get_fusion_roots %m {ranks = 1} : (!transform.any_op) -> !transform.any_op
}
