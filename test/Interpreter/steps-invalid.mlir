// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A payload op between the steps.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{expects a transform op as a step, but got 'arith.constant'}}
    %c = arith.constant 0 : index
    transform.yield
  }
}
}

// -----

// Patterns that nobody applies.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{expects a transform op as a step, but got 'transform.apply_patterns.tensor.fold_tensor_empty'; put it into the braces of 'transform.apply_patterns'}}
    transform.apply_patterns.tensor.fold_tensor_empty
    transform.yield
  }
}
}

// -----

// Conversions that nobody runs.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{expects a transform op as a step, but got 'transform.apply_conversion_patterns.vector.vector_to_llvm'; put it into the braces of 'transform.apply_conversion_patterns'}}
    transform.apply_conversion_patterns.vector.vector_to_llvm
    transform.yield
  }
}
}
