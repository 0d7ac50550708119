// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Bare sequences with handles of the pdl dialect and the second input form, each
// for the function whose root carries its mark.

// The reduction tiled: the fill is before the loop.
// SAME: tiled_matmul: equal
// CHECK-LABEL: func.func @tiled_matmul(
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK:         %[[FILL:.*]] = linalg.fill ins(
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = %{{.*}} to %[[C128]] step %[[C8]] iter_args(%[[ACC:.*]] = %[[FILL]])
// CHECK-DAG:       %[[LHS:.*]] = tensor.extract_slice %{{.*}}[0, %[[K]]] [128, 8] [1, 1]
// CHECK-DAG:       %[[RHS:.*]] = tensor.extract_slice %{{.*}}[%[[K]], 0] [8, 128] [1, 1]
// CHECK:           %[[T:.*]] = linalg.matmul {__matmul__} ins(%[[LHS]], %[[RHS]] : {{.*}}) outs(%[[ACC]] :
// CHECK-NEXT:      scf.yield %[[T]]
// CHECK:         return %[[R]]
func.func @tiled_matmul(%arg0: tensor<128x128xf32>, %arg1: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<128x128xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %2 = linalg.matmul {__matmul__} ins(%arg0, %arg1 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %2 : tensor<128x128xf32>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match attributes {__matmul__} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops:1 = transform.structured.fuse_ext %0 {tile_interchange = [], tile_sizes = [0, 0, 8]}
  cleanup
}

// An intermediate value is returned: it leaves the nest, and no op is computed
// twice.
// SAME: fuse_element: equal
// CHECK-LABEL: func.func @fuse_element(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<512x128xf32>
// CHECK-NOT:     linalg.negf
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:[a-z0-9]+]] =
// CHECK:           %[[IN:.*]]:2 = scf.for %[[J:[a-z0-9]+]] =
// CHECK:             %[[S:.*]] = tensor.extract_slice %[[A]][%[[I]], %[[J]]] [32, 32]
// CHECK:             %[[U:.*]] = linalg.negf ins(%[[S]] :
// CHECK:             %[[V:.*]] = linalg.mul {__element__} ins(%[[U]], %[[S]] :
// CHECK-DAG:         %[[N:.*]] = tensor.insert_slice %[[V]] into %{{.*}}[%[[I]], %[[J]]] [32, 32]
// CHECK-DAG:         %[[M:.*]] = tensor.insert_slice %[[U]] into %{{.*}}[%[[I]], %[[J]]] [32, 32]
// CHECK:             scf.yield %[[N]], %[[M]]
// CHECK:           scf.yield %[[IN]]#0, %[[IN]]#1
// CHECK-NOT:     linalg.negf
// CHECK:         return %[[R]]#1, %[[R]]#0
func.func @fuse_element(%arg0: tensor<512x128xf32>, %arg1: tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512x128xf32>) {
  %0 = linalg.negf ins(%arg0 : tensor<512x128xf32>) outs(%arg1 : tensor<512x128xf32>) -> tensor<512x128xf32>
  %1 = linalg.mul {__element__} ins(%0, %arg0 : tensor<512x128xf32>, tensor<512x128xf32>) outs(%arg1 : tensor<512x128xf32>) -> tensor<512x128xf32>
  return %0, %1 : tensor<512x128xf32>, tensor<512x128xf32>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match attributes {__element__} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops:2 = transform.structured.fuse_ext %0 {tile_interchange = [], tile_sizes = [32, 32]}
  cleanup
}

// A chain with two stop ops, the handle given by its place.
// SAME: with_stop: equal
// CHECK-LABEL: func.func @with_stop(
// CHECK:         linalg.negf {__stop__} ins(%{{.*}} : tensor<19x23xf32>)
// CHECK:         linalg.abs {__stop__} ins(%{{.*}} : tensor<19x23xf32>)
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.mul ins(
// CHECK:             linalg.add {__root__} ins(
func.func @with_stop(%arg0: tensor<19x23xf32>) -> tensor<19x23xf32> {
  %e = tensor.empty() : tensor<19x23xf32>
  %0 = linalg.negf {__stop__} ins(%arg0 : tensor<19x23xf32>) outs(%e : tensor<19x23xf32>) -> tensor<19x23xf32>
  %1 = linalg.abs {__stop__} ins(%0 : tensor<19x23xf32>) outs(%e : tensor<19x23xf32>) -> tensor<19x23xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<19x23xf32>, tensor<19x23xf32>) outs(%e : tensor<19x23xf32>) -> tensor<19x23xf32>
  %3 = linalg.add {__root__} ins(%2, %1 : tensor<19x23xf32>, tensor<19x23xf32>) outs(%e : tensor<19x23xf32>) -> tensor<19x23xf32>
  return %3 : tensor<19x23xf32>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match attributes {__root__} in %arg0 : (!pdl.operation) -> !pdl.operation
  %1 = transform.structured.match attributes {__stop__} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops:2 = transform.structured.fuse_ext %0, %1 {tile_interchange = [1, 0], tile_sizes = [4, 8], keep_intermediates = false}
  cleanup
}
