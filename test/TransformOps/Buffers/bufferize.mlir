// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --split-input-file --transform-interpreter \
// RUN:   | FileCheck %s

// A result that is the buffer of an argument is dropped, also at a call, also
// when it is only known after the callee's was dropped. The new result of the
// callee stays.
// CHECK:       memref.global "private" constant @[[K:.*]] : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00,
// CHECK-LABEL: func.func @callee(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32> {heddle.results = array<i64: 1>}) -> memref<4xf32> {
// CHECK:         %[[G:.*]] = memref.get_global @[[K]]
// CHECK:         %[[R:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK:         linalg.add ins(%[[A]], %[[G]] : {{.*}}) outs(%[[R]] :
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK:         return %[[R]] : memref<4xf32>
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[B:.*]]: memref<4xf32> {heddle.results = array<i64: 0>}) {
// CHECK-NEXT:    %[[T:.*]] = call @callee(%[[B]]) : (memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:    %[[P:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[T]]
// CHECK-NEXT:    memref.dealloc %[[P]] : memref<f32>
// CHECK-NEXT:    return
module attributes {transform.with_named_sequence} {
  func.func @callee(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.add ins(%a, %k : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func @caller(%b: tensor<4xf32>) -> tensor<4xf32> {
    %0:2 = call @callee(%b) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %0#1 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The other options. Every result becomes an argument: one that was allocated
// is written in place, static or dynamic; one that is a part of an argument is
// copied.
// CHECK-LABEL: func.func @out_params(
// CHECK-SAME:    %[[A:.*]]: memref<?x4xf32, strided<[?, ?], offset: ?>> {heddle.results = array<i64: 1>},
// CHECK-SAME:    %[[OUT0:[a-z0-9]*]]: memref<?x4xf32> {heddle.results = array<i64: 0>},
// CHECK-SAME:    %[[OUT2:[a-z0-9]*]]: memref<2x4xf32> {heddle.results = array<i64: 2>}) -> f32 {
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[OUT0]] :
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK:         %[[PART:.*]] = memref.subview %[[A]][0, 0] [2, 4] [1, 1]
// CHECK:         memref.copy %[[PART]], %[[OUT2]]
func.func @out_params(%a: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>, f32) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.exp ins(%a : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = linalg.exp ins(%a : tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = tensor.extract_slice %1[0, 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  return %0, %1, %2, %f : tensor<?x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>, f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params", layout = "inferred", memcpy = "memref.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// "keep" returns a buffer of the caller's own, which takes a copy; without
// deallocation the argument itself is returned.
// CHECK-LABEL: func.func @keep(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK:         %[[R:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         memref.copy %[[A]], %[[R]]
// CHECK:         return %[[R]]
// CHECK-LABEL: func.func @keep_and_own(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK:         %[[T:.*]] = memref.alloc() {alignment = 16 : i64}
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[T]] :
// CHECK:         linalg.add ins(%[[T]], %[[A]] : {{.*}}) outs(%[[A]] :
// CHECK-NOT:     memref.dealloc
// CHECK:         return %[[A]]
func.func @keep(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @keep_and_own(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%0, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.heddle.bufferize %first {returns = "keep"} : (!transform.any_op) -> !transform.any_op
    %2 = transform.heddle.bufferize %second {returns = "keep", alignment = 16, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// One function of two is bufferized. Its constant becomes a global with a name
// that no other symbol has.
// CHECK:       memref.global "private" constant @[[K:.*]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-LABEL: func.func @one_function(
// CHECK-SAME:    %[[A:.*]]: memref<2xf32> {heddle.results = array<i64: 0>}) attributes {bufferized} {
// CHECK:         %[[G:.*]] = memref.get_global @[[K]] : memref<2xf32>
// CHECK:         linalg.add ins(%[[A]], %[[G]] : {{.*}}) outs(%[[A]] :
// CHECK-LABEL: func.func @__constant_2xf32(
// CHECK-SAME:    tensor<2xf32>) -> tensor<2xf32> {
func.func @one_function(%a: tensor<2xf32>) -> tensor<2xf32> {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = linalg.add ins(%a, %k : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @__constant_2xf32(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.heddle.bufferize %first : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "bufferized" : !transform.any_op
    transform.yield
  }
}

// -----

// The parts of a concatenation are written where they belong.
// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<2xf32>, %[[B:[a-z0-9]*]]: memref<3xf32>) -> memref<5xf32> {
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}} : memref<5xf32>
// CHECK:         %[[FIRST:.*]] = memref.subview %[[R]][0] [2] [1]
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[FIRST]] :
// CHECK-NOT:     %[[FIRST]]
// CHECK:         %[[SECOND:.*]] = memref.subview %[[R]][2] [3] [1]
// CHECK:         linalg.copy ins(%[[B]] : {{.*}}) outs(%[[SECOND]] :
// CHECK-NEXT:    return %[[R]]
func.func @concat(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = tensor.concat dim(0) %0, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
