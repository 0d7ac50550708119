// Options on which upstream's passes crash are refused at the line of the schedule.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A block of no elements.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.apply_registered_pass' expects 'block-factors' of 'linalg-block-pack-matmul' to be 3 numbers of at least 1, but got 16, 0, 16}}
  %new = transform.apply_registered_pass "linalg-block-pack-matmul" with options = {"block-factors" = [16, 0, 16]} to %func : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// The same from a param.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.apply_registered_pass' expects 'block-factors' of 'linalg-block-pack-matmul' to be 3 numbers of at least 1, but got 16, 16, 0}}
  %new = transform.apply_registered_pass "linalg-block-pack-matmul" with options = {"block-factors" = [16, 16, %zero]} to %func : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
  transform.yield
}
}

// -----

// The same in a text, which a pass takes, too.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.apply_registered_pass' expects 'block-factors' of 'linalg-block-pack-matmul' to be 3 numbers of at least 1, but got 16, -3, 16}}
  %new = transform.apply_registered_pass "linalg-block-pack-matmul" with options = {"block-factors" = "16,-3,16"} to %func : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// A factor is missing: the pass would do nothing.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.apply_registered_pass' expects 'block-factors' of 'linalg-block-pack-matmul' to be 3 numbers of at least 1, but got 16, 16}}
  %new = transform.apply_registered_pass "linalg-block-pack-matmul" with options = {"block-factors" = [16, 16]} to %func : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Dims that are taken for others.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.apply_registered_pass' expects 'mnk-order' of 'linalg-block-pack-matmul' to be a permutation of 0, 1 and 2, but got 0, 0, 3}}
  %new = transform.apply_registered_pass "linalg-block-pack-matmul" with options = {"block-factors" = [16, 16, 16], "mnk-order" = [0, 0, 3]} to %func : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Affine loops are divided by their tile sizes.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.apply_registered_pass' expects 'tile-sizes' of 'affine-loop-tile' to be numbers of at least 1, but got 4, 0}}
  %new = transform.apply_registered_pass "affine-loop-tile" with options = {"tile-sizes" = [4, 0]} to %func : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
