// A matmul tiled along its reduction: the fill must not run in every step.
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

// CHECK-LABEL: func.func @tiled_matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<128x128xf32>, %[[B:.*]]: tensor<128x128xf32>)
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<128x128xf32>
// CHECK:         %[[INIT:.*]] = linalg.fill {{.*}} outs(%[[EMPTY]] :
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (tensor<128x128xf32>)
// CHECK-DAG:       %[[AT:.*]] = tensor.extract_slice %[[A]][0, %[[K]]] [128, 8] [1, 1]
// CHECK-DAG:       %[[BT:.*]] = tensor.extract_slice %[[B]][%[[K]], 0] [8, 128] [1, 1]
// CHECK-NOT:       linalg.fill
// CHECK:           %[[T:.*]] = linalg.matmul ins(%[[AT]], %[[BT]] : {{.*}}) outs(%[[ACC]] :
// CHECK-NEXT:      scf.yield %[[T]]
// CHECK:         return %[[R]]
// CHECK-NOT:     transform
// EQUAL: tiled_matmul: equal: {{.*}}random data bit for bit
func.func @tiled_matmul(%arg0: tensor<128x128xf32>, %arg1: tensor<128x128xf32>)
    -> tensor<128x128xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<128x128xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x128xf32>, tensor<128x128xf32>)
                     outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %2 : tensor<128x128xf32>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops = transform.structured.fuse_ext %0 {tile_interchange = [], tile_sizes = [0, 0, 8]}
  cleanup
}
