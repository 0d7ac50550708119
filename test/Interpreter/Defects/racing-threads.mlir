// RUN: mlir-opt %s --transform-interpreter | FileCheck %s
//
// Both threads add to all elements of the sum. That it is right where they run one
// after the other is no help, so this test looks at the code.
// CHECK-LABEL: func.func @sums(
// CHECK:         scf.forall (%[[I:.*]]) in (2) shared_outs(%[[O:.*]] =
// CHECK:           tensor.extract_slice %[[O]][0] [2] [1]
// CHECK:             tensor.parallel_insert_slice %{{.*}} into %[[O]][0] [2] [1]
module attributes {transform.with_named_sequence} {
  func.func @sums(%a: tensor<2x4xf32>, %s: tensor<2xf32>) -> tensor<2xf32> {
    %r = linalg.reduce { arith.addf } ins(%a : tensor<2x4xf32>) outs(%s : tensor<2xf32>) dimensions = [1]
    return %r : tensor<2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %0 num_threads [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
