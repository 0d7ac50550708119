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

// -----

// The number that upstream takes for a size that is an operand.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 'transform.structured.tile_using_for' to have sizes of at least 0, but got -9223372036854775808}}
    %1, %loop = transform.structured.tile_using_for %0 tile_sizes [-9223372036854775808] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
}

// -----

// The same, next to a size that is an operand.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %s = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-error @below {{expects 'transform.structured.vectorize' to have sizes of at least 0, but got -9223372036854775808}}
    transform.structured.vectorize %0 vector_sizes [-9223372036854775808, %s] : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
}
