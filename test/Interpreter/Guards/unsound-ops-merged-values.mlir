// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   -o /dev/null
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not
// STRICT: error: 'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not
// STRICT: error: 'transform.apply_registered_pass' runs 'one-shot-bufferize', which may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not
// STRICT-NOT: error: 'transform

// CSE makes one of two empty tensors.
// expected-note@below {{the payload op}}
module {
  func.func @merged(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.apply_cse' was applied here}}
    transform.apply_cse to %f : !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %b = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A fill that starts a sum in each iteration is taken out of the loop.
// expected-note@below {{the payload op}}
module {
  func.func @hoisted(%a: tensor<4xf32>, %n: index, %r: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0.0 : f32
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %r) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %0 = linalg.add ins(%a, %acc : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %0 : tensor<4xf32>
    }
    return %l : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.apply_licm' was applied here}}
    transform.apply_licm to %f : !transform.any_op
    // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %b = transform.bufferization.one_shot_bufferize %root {allow_return_allocs_from_loops = true, bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// One value is returned in two places; both steps are passes.
// expected-note@below {{the payload op}}
module {
  func.func @twice(%a: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-note@below {{'transform.apply_registered_pass' was applied here}}
    %m = transform.apply_registered_pass "cse" to %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'one-shot-bufferize', which may let a write into one value change another that was merged with it or taken out of a loop; 'transform.heddle.bufferize' does not}}
    %b = transform.apply_registered_pass "one-shot-bufferize" to %m : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Nothing is said where nothing is shared, and where each op has its own again.
module {
  func.func @alone(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %1 = linalg.abs ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    %m = transform.apply_registered_pass "heddle-unshare-destinations" to %root : (!transform.any_op) -> !transform.any_op
    %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  }
}
