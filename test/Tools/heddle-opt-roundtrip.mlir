// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// A payload and a schedule in one file are read and printed unchanged.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x16xf32>
// CHECK:         %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4x16xf32>
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E]] :
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[F]] :
// CHECK:         return %[[M]] : tensor<4x16xf32>
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>)
    -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %result = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %result : tensor<4x16xf32>
}

// CHECK-LABEL: transform.named_sequence @schedule(
// CHECK-SAME:    %[[ROOT:.*]]: !transform.any_op {transform.readonly})
// CHECK:         %[[MM:.*]] = transform.structured.match ops{["linalg.matmul"]} in %[[ROOT]]
// CHECK:         transform.structured.tile_using_for %[[MM]] tile_sizes [2, 4]
module attributes {transform.with_named_sequence} {
  transform.named_sequence @schedule(
      %root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %mm
        tile_sizes [2, 4] : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
