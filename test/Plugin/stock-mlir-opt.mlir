// Stock mlir-opt loads Heddle's dialect and pass plugin, and applies a fuse_ext
// schedule, with its own interpreter and with Heddle's.
// RUN: mlir-opt --load-pass-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --load-dialect-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --transform-interpreter %s | FileCheck %s --check-prefixes=CHECK,STOCK
// RUN: mlir-opt --load-pass-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --load-dialect-plugin=%heddle_libs/HeddlePlugin.so \
// RUN:   --pass-pipeline="builtin.module(apply-schedule)" %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,OURS
// Without the plugin it knows neither the op nor the pass.
// RUN: not mlir-opt --transform-interpreter %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BARE
// RUN: not mlir-opt --pass-pipeline="builtin.module(apply-schedule)" \
// RUN:   /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASS

// BARE: error: custom op 'transform.structured.fuse_ext' is unknown
// PASS: 'apply-schedule' does not refer to a registered pass or pass pipeline

// The fill is before the k loop, which carries the accumulator.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x16xf32>, %[[C:.*]]: tensor<4x16xf32>)
// CHECK:         %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[C]] :
// CHECK:         %[[L:.*]] = scf.for %[[K:.*]] = %{{.*}} iter_args(%[[ACC:.*]] = %[[F]])
// CHECK-NOT:       linalg.fill
// CHECK:           %[[TA:.*]] = tensor.extract_slice %[[A]][0, %[[K]]] [4, 2] [1, 1]
// CHECK:           %[[TB:.*]] = tensor.extract_slice %[[B]][%[[K]], 0] [2, 16] [1, 1]
// CHECK:           %[[M:.*]] = linalg.matmul ins(%[[TA]], %[[TB]] : {{.*}}) outs(%[[ACC]] :
// CHECK:           scf.yield %[[M]]
// CHECK:         return %[[L]]
// STOCK:       transform.named_sequence @__transform_main(
// OURS-NOT:    transform.named_sequence
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
    %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %result = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %result : tensor<4x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %mm tile_sizes [0, 0, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
