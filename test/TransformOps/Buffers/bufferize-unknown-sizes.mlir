// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The size of a buffer is that of an op that stays on tensors: the buffer stays in its
// loop.
// CHECK-LABEL: func.func @size(
// CHECK:         scf.for %{{.*}} =
// CHECK:           %[[S:.*]] = arith.subi %{{.*}}, %{{.*}} : tensor<?xi32>
// CHECK:           %[[B:.*]] = bufferization.to_buffer %[[S]]
// CHECK:           %[[N:.*]] = memref.dim %[[B]]
// CHECK:           memref.alloc(%[[N]])
func.func @size(%a: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<?xi32>, tensor<?xi32>) {
    %s = arith.subi %y, %x : tensor<?xi32>
    %l:3 = scf.for %j = %c0 to %c0 step %c1 iter_args(%u = %s, %v = %a, %w = %y) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
      scf.yield %u, %u, %u : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
    }
    scf.yield %l#2, %x : tensor<?xi32>, tensor<?xi32>
  }
  return %r#0, %r#1 : tensor<?xi32>, tensor<?xi32>
}

// A tile buffer leaves its loop, although an op stays on tensors.
// CHECK-LABEL: func.func @tile(
// CHECK:         %[[T:.*]] = memref.alloc() {{.*}} : memref<4xi32>
// CHECK:         scf.for %{{.*}} =
// CHECK-NOT:       memref.alloc() {{.*}} : memref<4xi32>
// CHECK:           linalg.add {{.*}} outs(%[[T]]
// CHECK:         arith.muli %{{.*}}, %{{.*}} : tensor<8xi32>
func.func @tile(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%x = %b) -> (tensor<8xi32>) {
    %p = tensor.extract_slice %a[%i] [4] [1] : tensor<8xi32> to tensor<4xi32>
    %e = tensor.empty() : tensor<4xi32>
    %q = linalg.add ins(%p, %p : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %y = tensor.extract_slice %x[%i] [4] [1] : tensor<8xi32> to tensor<4xi32>
    %s = linalg.mul ins(%q, %p : tensor<4xi32>, tensor<4xi32>) outs(%y : tensor<4xi32>) -> tensor<4xi32>
    %z = tensor.insert_slice %s into %x[%i] [4] [1] : tensor<4xi32> into tensor<8xi32>
    scf.yield %z : tensor<8xi32>
  }
  %m = arith.muli %r, %a : tensor<8xi32>
  return %r, %m : tensor<8xi32>, tensor<8xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %part = transform.heddle.bufferize %module {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
