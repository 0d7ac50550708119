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

// -----

// A result of unknown size that is a destination needs no other argument, and a
// part of a buffer is copied where layouts are identities.
// CHECK-LABEL: func.func @destination(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[D:.*]]: memref<?xf32> {heddle.results = array<i64: 0>})
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[D]] :
// CHECK-NEXT:    return
// CHECK-LABEL: func.func @part(
// CHECK-SAME:    %[[B:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[X:.*]]: memref<4xf32> {heddle.results = array<i64: 0>})
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}} : memref<8xf32>
// CHECK:         %[[S:.*]] = memref.subview %[[R]][%[[I]]] [4] [1]
// CHECK:         linalg.copy ins(%[[S]] : {{.*}}) outs(%[[X]] :
module attributes {transform.with_named_sequence} {
  func.func @destination(%a: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
    %r = linalg.exp ins(%a : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @part(%a: tensor<8xf32>, %i: index) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %r = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %s = tensor.extract_slice %r[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    return %s : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A caller allocates a result whose size is an argument; no function calls the
// one whose sizes are unknown.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: memref<?xf32> {heddle.results = array<i64: 0>})
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[X]] :
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[B:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32> {heddle.results = array<i64: 0>})
// CHECK:         %[[D:.*]] = memref.dim %[[B]]
// CHECK:         call @callee(%[[B]], %[[D]], %{{.*}}) : (memref<?xf32>, index, memref<?xf32>) -> ()
module attributes {transform.with_named_sequence} {
  func.func private @callee(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    %e = tensor.empty(%n) : tensor<?xf32>
    %r = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @caller(%a: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %0 = call @callee(%a, %d) : (tensor<?xf32>, index) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
