// RUN: heddle-opt %s --split-input-file --allow-unregistered-dialect --apply-schedule | FileCheck %s

// What reads an element or a size of a tensor that stays reads its one buffer, whose
// layout is unknown.
// CHECK-LABEL: func.func @reads(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: memref<?x?xf32>, %[[I:[a-z0-9]*]]: index, %[[J:[a-z0-9]*]]: index)
// CHECK:         %[[U:.*]] = "my_dialect.unbufferizable_op"(%{{.*}}) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    %[[B:.*]] = bufferization.to_buffer %[[U]] : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NOT:     tensor.
// CHECK:         %[[E:.*]] = memref.load %[[B]][%[[I]], %[[J]]]
// CHECK:         %[[D:.*]] = memref.dim %[[B]], %[[I]]
// CHECK:         return %[[E]], %[[D]]
func.func @reads(%t: tensor<?x?xf32>, %i: index, %j: index) -> (f32, index) {
  %0 = "my_dialect.unbufferizable_op"(%t) : (tensor<?x?xf32>) -> (tensor<?x?xf32>)
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xf32>
  %2 = tensor.dim %0, %i : tensor<?x?xf32>
  return %1, %2 : f32, index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %m {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Several ops, a loop, and all kinds of ops that read the results; nothing else stays
// on tensors than the unknown ops.
// CHECK-LABEL: func.func @many(
// CHECK-NOT:     {{ = tensor\.}}
// CHECK:         return
func.func @many(%t: tensor<?x8xf32>, %n: index, %v: f32) -> (tensor<?x8xf32>, tensor<4xf32>, f32, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = "my.two"(%t, %n) : (tensor<?x8xf32>, index) -> (tensor<?x8xf32>, tensor<8xf32>)
  %1 = "my.one"(%0#0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %s = tensor.extract_slice %0#1[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %i = tensor.insert %v into %1[%c0, %c1] : tensor<?x8xf32>
  %k = tensor.cast %1 : tensor<?x8xf32> to tensor<?x?xf32>
  %x = tensor.extract %k[%c1, %c0] : tensor<?x?xf32>
  %d = tensor.dim %0#0, %c0 : tensor<?x8xf32>
  %sum, %last = scf.for %j = %c0 to %d step %c1 iter_args(%acc = %x, %p = %i) -> (f32, tensor<?x8xf32>) {
    %e = tensor.extract %1[%j, %c0] : tensor<?x8xf32>
    %q = "my.one"(%p) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %g = tensor.extract %q[%j, %c1] : tensor<?x8xf32>
    %a = arith.addf %e, %g : f32
    %b = arith.addf %acc, %a : f32
    scf.yield %b, %q : f32, tensor<?x8xf32>
  }
  return %1, %s, %sum, %last : tensor<?x8xf32>, tensor<4xf32>, f32, tensor<?x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %m {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
