// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// One value returned twice: each argument at the end is written.
// CHECK-LABEL: func.func @value_twice(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[X:.*]]: memref<4xf32> {heddle.results = array<i64: 0>}, %[[Y:.*]]: memref<4xf32> {heddle.results = array<i64: 1>})
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[X]] :
// CHECK:         linalg.copy ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    return
module attributes {transform.with_named_sequence} {
  func.func @value_twice(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %r, %r : tensor<4xf32>, tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The same of payload that is on buffers already.
// CHECK-LABEL: func.func @buffer_twice(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[X:.*]]: memref<4xf32> {heddle.results = array<i64: 0>}, %[[Y:.*]]: memref<4xf32> {heddle.results = array<i64: 1>})
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[X]] :
// CHECK-NEXT:    linalg.copy ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    return
module attributes {transform.with_named_sequence} {
  func.func @buffer_twice(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
    %r = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%r : memref<4xf32>)
    return %r, %r : memref<4xf32>, memref<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
