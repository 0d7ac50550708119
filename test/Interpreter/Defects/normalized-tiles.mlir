// RUN: mlir-opt %s --transform-interpreter | FileCheck %s
//
// Each half of a row is normalized by itself. No pass lowers a softmax, so this test
// looks at the code.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           %[[A:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, %[[I]]] [2, 2] [1, 1]
// CHECK:           linalg.softmax dimension(1) ins(%[[A]] : tensor<2x2xf32>)
module attributes {transform.with_named_sequence} {
  func.func @rows(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %e = tensor.empty() : tensor<2x4xf32>
    %s = linalg.softmax dimension(1) ins(%a : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
    return %s : tensor<2x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
