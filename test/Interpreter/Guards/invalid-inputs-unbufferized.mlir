// One-shot bufferization is refused for an op that has no bufferization, before it
// rewrites the other ops.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A collective.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
shard.grid @grid(shape = 4)
func.func @collective(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // expected-note@below {{the payload op}}
  %1 = shard.all_reduce %0 on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  // expected-error@below {{'transform.bufferization.one_shot_bufferize' expects ops that can be bufferized, but got 'shard.all_reduce'; 'transform.heddle.bufferize' with 'allow_unknown_ops' keeps it on tensors}}
  %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Also where the schedule ignores failures, and as a pass.
// expected-remark@below {{refused, payload as it was}}
module {
shard.grid @grid(shape = 4)
func.func @ignored(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@below {{the payload op}}
  %0 = shard.all_reduce %a on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(suppress) {
^bb0(%m: !transform.any_op):
  // expected-error@below {{'transform.apply_registered_pass' expects ops that can be bufferized, but got 'shard.all_reduce'; 'transform.heddle.bufferize' with 'allow_unknown_ops' keeps it on tensors}}
  %b = transform.apply_registered_pass "one-shot-bufferize" to %m : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Partial bufferization leaves it on tensors.
// expected-remark@below {{applied}}
module attributes {transform.with_named_sequence} {
shard.grid @grid(shape = 4)
func.func @partial(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %a on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %b = transform.bufferization.one_shot_bufferize %m {allow_unknown_ops = true, bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// An op that nothing uses is removed.
// expected-remark@below {{applied}}
module attributes {transform.with_named_sequence} {
shard.grid @grid(shape = 4)
func.func @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %a on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %a : tensor<4xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
