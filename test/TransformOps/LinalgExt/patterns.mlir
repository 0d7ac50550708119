// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// An alias is replaced by what it names, in a body too.
// CHECK-LABEL: func @aliases(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>)
// CHECK-NOT:     linalg_ext
// CHECK:         linalg.generic {{.*}} ins(%[[X]] :
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @aliases(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = linalg_ext.alias %x : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %b = linalg_ext.alias %e : f32
    %m = arith.mulf %b, %e : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.remove_alias
  } : !transform.any_op
}

// -----

// A softmax starts from -inf and 0 for each row; a dynamic row count is that of
// the input.
// CHECK-LABEL: func @softmax(
// CHECK-SAME:    %[[X:.*]]: tensor<?x7xf16>, %[[Y:.*]]: tensor<?x7xf16>)
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0xFC00 : f16
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f16
// CHECK-DAG:     %[[D:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK:         %[[M:.*]] = linalg.fill ins(%[[INF]] : f16) outs(%{{.*}} : tensor<?xf16>)
// CHECK:         %[[L:.*]] = linalg.fill ins(%[[ZERO]] : f16) outs(%{{.*}} : tensor<?xf16>)
// CHECK:         %[[S:.*]] = tensor.empty(%[[D]]) : tensor<?xf16>
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax {mine} dimension(1) ins(%[[X]] : tensor<?x7xf16>) outs(%[[Y]], %[[M]], %[[L]], %[[S]] :
// CHECK:         return %[[R]]#0
func.func @softmax(%x: tensor<?x7xf16>, %y: tensor<?x7xf16>) -> tensor<?x7xf16> {
  %0 = linalg.softmax {mine} dimension(1) ins(%x : tensor<?x7xf16>) outs(%y : tensor<?x7xf16>) -> tensor<?x7xf16>
  return %0 : tensor<?x7xf16>
}

// What it does not know stays.
// CHECK-LABEL: func @left(
// CHECK:         linalg.softmax dimension(0) ins(%{{.*}} : memref<8xf32>)
// CHECK:         %[[R:.*]] = linalg.softmax dimension(0) ins(%{{.*}} : tensor<8xf80>)
func.func @left(%m: memref<8xf32>, %x: tensor<8xf80>) -> tensor<8xf80> {
  linalg.softmax dimension(0) ins(%m : memref<8xf32>) outs(%m : memref<8xf32>)
  %0 = linalg.softmax dimension(0) ins(%x : tensor<8xf80>) outs(%x : tensor<8xf80>) -> tensor<8xf80>
  return %0 : tensor<8xf80>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
}

// -----

// The letters follow the maps; a side that is broadcast has none.
// CHECK-LABEL: func @batch_matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3x4xf16>, %[[B:.*]]: tensor<2x5x4xf16>, %[[C:.*]]: tensor<2x3x5xf32>, %{{.*}}: tensor<4x5xf16>)
// CHECK:         %[[R:.*]] = linalg_ext.batch_matmul ins(%[[A]], %[[B]] : tensor<2x3x4xf16>, tensor<2x5x4xf16>) outs(%[[C]] : tensor<2x3x5xf32>) layout = "nt" {mine}
// CHECK:         linalg.batch_matmul indexing_maps
// CHECK-SAME:    outs(%[[R]] :
func.func @batch_matmul(%a: tensor<2x3x4xf16>, %b: tensor<2x5x4xf16>, %c: tensor<2x3x5xf32>, %d: tensor<4x5xf16>) -> tensor<2x3x5xf32> {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] {mine} ins(%a, %b : tensor<2x3x4xf16>, tensor<2x5x4xf16>) outs(%c : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %1 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %d : tensor<2x3x4xf16>, tensor<4x5xf16>) outs(%0 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %1 : tensor<2x3x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
}
