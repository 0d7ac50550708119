// A 'tensor.concat' with a part at the end of its result is refused, because
// upstream makes a subview there that the verifier rejects.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A result without elements.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @rows(%a: tensor<0x3xf32>, %b: tensor<0x2xf32>) -> tensor<0x5xf32> {
  // expected-note@below {{the payload op}}
  %c = tensor.concat dim(1) %a, %b : (tensor<0x3xf32>, tensor<0x2xf32>) -> tensor<0x5xf32>
  return %c : tensor<0x5xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  // expected-error@below {{'transform.bufferization.one_shot_bufferize' expects parts that begin before the end of their result, but part 0 of 'tensor.concat' begins at 0 in dim 0 of extent 0; 'transform.heddle.bufferize' takes it}}
  %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// A last part without elements.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @last(%a: tensor<4x5xf32>, %b: tensor<4x0xf32>) -> tensor<4x5xf32> {
  // expected-note@below {{the payload op}}
  %c = tensor.concat dim(1) %a, %b : (tensor<4x5xf32>, tensor<4x0xf32>) -> tensor<4x5xf32>
  return %c : tensor<4x5xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  // expected-error@below {{'transform.apply_registered_pass' expects parts that begin before the end of their result, but part 1 of 'tensor.concat' begins at 5 in dim 1 of extent 5; 'transform.heddle.bufferize' takes it}}
  %b = transform.apply_registered_pass "one-shot-bufferize" to %m : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Where failures are suppressed, the op would run after the refusal.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @rows(%a: tensor<0x3xf32>, %b: tensor<0x2xf32>) -> tensor<0x5xf32> {
  // expected-note@below {{the payload op}}
  %c = tensor.concat dim(1) %a, %b : (tensor<0x3xf32>, tensor<0x2xf32>) -> tensor<0x5xf32>
  return %c : tensor<0x5xf32>
}
transform.named_sequence @buffers(%m: !transform.any_op {transform.consumed}) {
  // expected-error@below {{'transform.bufferization.one_shot_bufferize' expects parts that begin before the end of their result, but part 0 of 'tensor.concat' begins at 0 in dim 0 of extent 0; 'transform.heddle.bufferize' takes it}}
  %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  // expected-note@below {{included here}}
  transform.include @buffers failures(suppress) (%m) : (!transform.any_op) -> ()
  transform.yield
}
}

// -----

// Parts without elements that begin before the end are right.
// expected-remark@below {{applied}}
module attributes {transform.with_named_sequence} {
func.func @first(%a: tensor<4x0xf32>, %b: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<4x0xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %c : tensor<4x5xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
  %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
