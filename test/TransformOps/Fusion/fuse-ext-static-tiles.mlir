// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// Each tile of the collapse is one row of three columns, and its type says so: the
// named op, whose verifier wants equal sizes, needs no cast.

// CHECK-LABEL: func @transposed(
// CHECK:         %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<2x1x3xf32> into tensor<2x3xf32>
// CHECK:         linalg.transpose ins(%[[C]] : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) permutation = [1, 0]
func.func @transposed(%a: tensor<2x3x3xf32>) -> tensor<9x2xf32> {
  %c = tensor.collapse_shape %a [[0], [1, 2]]
      : tensor<2x3x3xf32> into tensor<2x9xf32>
  %e = tensor.empty() : tensor<9x2xf32>
  %t = linalg.transpose ins(%c : tensor<2x9xf32>) outs(%e : tensor<9x2xf32>)
      permutation = [1, 0] {root}
  return %t : tensor<9x2xf32>
}

// CHECK-LABEL: func @reduced(
// CHECK:         %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<2x1x3xf32> into tensor<2x3xf32>
// CHECK:         linalg.reduce ins(%[[C]] : tensor<2x3xf32>) outs(%{{.*}} : tensor<3xf32>) dimensions = [0]
func.func @reduced(%a: tensor<2x3x3xf32>, %s: tensor<9xf32>) -> tensor<9xf32> {
  %c = tensor.collapse_shape %a [[0], [1, 2]]
      : tensor<2x3x3xf32> into tensor<2x9xf32>
  %r = linalg.reduce ins(%c : tensor<2x9xf32>) outs(%s : tensor<9xf32>)
      dimensions = [0]
    (%in: f32, %out: f32) {
      %0 = arith.addf %in, %out : f32
      linalg.yield %0 : f32
    }
  return %r : tensor<9xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %t = transform.structured.match attributes {root} in %m
        : (!transform.any_op) -> !transform.any_op
    %tiled, %l = transform.structured.fuse_ext %t tile_sizes [3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %r = transform.structured.match ops{["linalg.reduce"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %reduced, %k = transform.structured.fuse_ext %r tile_sizes [0, 3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
