// Stock mlir-opt loads Heddle's dialect and pass plugin, and applies a schedule
// with it.
// RUN: mlir-opt --load-pass-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --load-dialect-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --transform-interpreter %s | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<8x16xf32>, %[[C:.*]]: tensor<4x16xf32>
// CHECK:         %[[L:.*]] = scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[C]])
// CHECK:           linalg.matmul ins({{.*}} : tensor<2x8xf32>, tensor<8x16xf32>)
// CHECK:         return %[[L]]
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
    %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %result = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %result : tensor<4x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %mm tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
