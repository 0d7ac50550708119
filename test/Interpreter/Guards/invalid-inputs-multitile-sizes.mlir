// Upstream divides by the number of tiles, which is 0 for these.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// There is no element to tile.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<0x4xf32>, %o: tensor<0x4xf32>) -> tensor<0x4xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<0x4xf32>) outs(%o : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %r : tensor<0x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects dim 0 of 'linalg.exp' to have at least 1 elements, as many as 'divisor' says, but got 0}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = 0, target_size = 3} : (!transform.any_op) -> !transform.param<i64>
  transform.yield
}
}

// -----

// No tile is a multiple of 8.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<7x4xf32>, %o: tensor<7x4xf32>) -> tensor<7x4xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<7x4xf32>) outs(%o : tensor<7x4xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects dim 0 of 'linalg.exp' to have at least 8 elements, as many as 'divisor' says, but got 7}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = 0, target_size = 9, divisor = 8} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// There are two dims.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<7x4xf32>, %o: tensor<7x4xf32>) -> tensor<7x4xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<7x4xf32>) outs(%o : tensor<7x4xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects 'dimension' in [0, 2), but got 2}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = 2, target_size = 3} : (!transform.any_op) -> !transform.param<i64>
  transform.yield
}
}

// -----

// The numbers of dims begin at 0.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<7x4xf32>, %o: tensor<7x4xf32>) -> tensor<7x4xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<7x4xf32>) outs(%o : tensor<7x4xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects 'dimension' in [0, 2), but got -1}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = -1, target_size = 3} : (!transform.any_op) -> !transform.param<i64>
  transform.yield
}
}

// -----

// A tile has elements.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<7x4xf32>, %o: tensor<7x4xf32>) -> tensor<7x4xf32> {
  %r = linalg.exp ins(%a : tensor<7x4xf32>) outs(%o : tensor<7x4xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects 'target_size' to be at least 1, but got 0}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = 0, target_size = 0} : (!transform.any_op) -> !transform.param<i64>
  transform.yield
}
}

// -----

// So has what it is a multiple of.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @exp(%a: tensor<?x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = linalg.exp ins(%a : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.multitile_sizes' expects 'divisor' to be at least 1, but got 0}}
  %low, %high, %split = transform.structured.multitile_sizes %exp {dimension = 0, target_size = 3, divisor = 0} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
