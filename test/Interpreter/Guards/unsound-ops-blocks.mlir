// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule -o /dev/null
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// The second sum reads what the first one overwrites: upstream sees no conflict.
// STRICT: error: 'transform.bufferization.one_shot_bufferize' may let 'linalg.add' write into a tensor that is still read, in a function of several blocks; 'transform.heddle.bufferize' does not
// expected-note@below {{the payload op}}
module attributes {transform.with_named_sequence} {
func.func @blocks(%a: tensor<4xf32>, %b: tensor<4xf32>, %z: i1) -> tensor<4xf32> {
  cf.cond_br %z, ^done(%a : tensor<4xf32>), ^more
^more:
  %e = tensor.empty() : tensor<4xf32>
  %w = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %v = linalg.add ins(%w, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^done(%v : tensor<4xf32>)
^done(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let 'linalg.add' write into a tensor that is still read, in a function of several blocks; 'transform.heddle.bufferize' does not}}
  %0 = transform.bufferization.one_shot_bufferize %module {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Each op writes into what it alone uses.
module attributes {transform.with_named_sequence} {
func.func @apart(%a: tensor<4xf32>, %b: tensor<4xf32>, %z: i1) -> tensor<4xf32> {
  cf.cond_br %z, ^done(%a : tensor<4xf32>), ^more
^more:
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^done(%w : tensor<4xf32>)
^done(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  %0 = transform.bufferization.one_shot_bufferize %module {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Heddle's pass makes copies before the writes.
module attributes {transform.with_named_sequence} {
func.func @prepared(%a: tensor<4xf32>, %b: tensor<4xf32>, %z: i1) -> tensor<4xf32> {
  cf.cond_br %z, ^done(%a : tensor<4xf32>), ^more
^more:
  %w = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %v = linalg.add ins(%w, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^done(%v : tensor<4xf32>)
^done(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  %0 = transform.apply_registered_pass "heddle-copy-before-write" with options = {"several-blocks-only" = true} to %module : (!transform.any_op) -> !transform.any_op
  %1 = transform.bufferization.one_shot_bufferize %0 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
