// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The first target has two loops, the second one.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @number(%a: memref<6x7xf32>, %b: memref<7xf32>) {
  linalg.exp {here} ins(%a : memref<6x7xf32>) outs(%a : memref<6x7xf32>)
  // expected-note @below {{the target}}
  linalg.exp {here} ins(%b : memref<7xf32>) outs(%b : memref<7xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects loop numbers in [-1, 1) for 'linalg.exp', but got 1}}
  %1 = transform.structured.lower_to_loops %0 [1] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A generic of rank 0 has no loop.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_loop(%a: memref<f32>) {
  // expected-note @below {{the target}}
  linalg.exp ins(%a : memref<f32>) outs(%a : memref<f32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects loop numbers in [0, 0) for 'linalg.exp', but got -1}}
  %1 = transform.structured.lower_to_loops %0 [-1] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @tensors(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg.exp' is on tensors: bufferize first}}
  %1 = transform.structured.lower_to_loops %0 [0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_structured_op(%a: memref<8xf32>) {
  // expected-note @below {{the target}}
  linalg.softmax dimension(0) ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg.softmax' is no structured op}}
  %1 = transform.structured.lower_to_loops %0 [0] : (!transform.any_op) -> !transform.any_op
}
}
