// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Upstream's verifier sees 0 here, and a rewrite the dim of this number.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @collapse(%a: tensor<5x8xf32>) -> tensor<40xf32> {
  // expected-error @below {{expects the numbers of dims in the reassociation, but got 4294967296}}
  %0 = tensor.collapse_shape %a [[4294967296, 1]] : tensor<5x8xf32> into tensor<40xf32>
  return %0 : tensor<40xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
}

// -----

// The same the other way round.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @expand(%a: tensor<40xf32>) -> tensor<5x8xf32> {
  // expected-error @below {{expects the numbers of dims in the reassociation, but got 4294967297}}
  %0 = tensor.expand_shape %a [[0, 4294967297]] output_shape [5, 8] : tensor<40xf32> into tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
}
