// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The size of a buffer is that of an op that stays on tensors: the buffer stays in its
// loop.
// CHECK-LABEL: func.func @size(
// CHECK:         scf.for %{{.*}} =
// CHECK:           %[[S:.*]] = arith.subi %{{.*}}, %{{.*}} : tensor<?xi32>
// CHECK:           %[[N:.*]] = tensor.dim %[[S]]
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

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %part = transform.heddle.bufferize %module {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
