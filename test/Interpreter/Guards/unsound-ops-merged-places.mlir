// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   -o /dev/null
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT-COUNT-4: error: 'transform.bufferization.one_shot_bufferize' may let a write into one value change another
// STRICT-NOT: error: 'transform

// Each function was merged by a step of its own, and one by none.
module {
  // expected-note@below {{the payload op}}
  func.func @first(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  // expected-note@below {{the payload op}}
  func.func @second(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func @third(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "first"} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "second"} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.match ops{["func.func"]} attributes {sym_name = "third"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.apply_cse' was applied here}}
    transform.apply_cse to %f : !transform.any_op
    // expected-note@below {{'transform.apply_registered_pass' was applied here}}
    %l = transform.apply_registered_pass "loop-invariant-code-motion" to %g : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %f1 = transform.bufferization.one_shot_bufferize %f : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %g1 = transform.bufferization.one_shot_bufferize %l : (!transform.any_op) -> !transform.any_op
    %h1 = transform.bufferization.one_shot_bufferize %h : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The last step merged values elsewhere.
// expected-note@below {{the payload op}}
module {
  func.func @shares(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func @alone(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "shares"} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "alone"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.apply_patterns' was applied here}}
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.apply_cse to %g : !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %b = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Without an operand, all functions are cleaned up.
module {
  // expected-note@below {{the payload op}}
  func.func @cleaned(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "cleaned"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.cleanup' was applied here}}
    transform.cleanup
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %g = transform.bufferization.one_shot_bufferize %f : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// What was merged in a function is copied to where it is called.
module {
  func.func private @callee(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  // expected-note@below {{the payload op}}
  func.func @caller(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0:2 = call @callee(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "callee"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.apply_cse' was applied here}}
    transform.apply_cse to %f : !transform.any_op
    %m = transform.apply_registered_pass "inline" to %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "caller"} in %m : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %h = transform.bufferization.one_shot_bufferize %g : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Nothing is said where nothing was merged, or only elsewhere.
module {
  func.func @shares(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func @merged(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "shares"} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "merged"} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %g : !transform.any_op
    %h = transform.bufferization.one_shot_bufferize %f : (!transform.any_op) -> !transform.any_op
  }
}
