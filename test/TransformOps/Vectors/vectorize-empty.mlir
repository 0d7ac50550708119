// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Results without elements need no vector, and the op says so.
// CHECK-LABEL: func @empty(
// CHECK-SAME:    %[[A:.*]]: tensor<19x0xf32>
// CHECK-NOT:     vector.
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @empty(%a: tensor<19x0xf32>) -> tensor<19x0xf32> {
    %0 = linalg.exp ins(%a : tensor<19x0xf32>) outs(%a : tensor<19x0xf32>) -> tensor<19x0xf32>
    return %0 : tensor<19x0xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-remark @below {{makes no vector: the structured ops in the target have no elements}}
    transform.heddle.vectorize %m
    transform.yield
  }
}
