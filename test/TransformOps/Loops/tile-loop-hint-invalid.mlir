// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_loop(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{the target}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects an 'scf.for' around the target}}
    transform.structured.tile_loop_hint %0 : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @nothing()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    transform.structured.tile_loop_hint %0 : !transform.any_op
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error@below {{'transform.structured.tile_loop_hint' op has no option "explian"; it has "explain"}}
  transform.structured.tile_loop_hint %root {explian} : !transform.any_op
}
