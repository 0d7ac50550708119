// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s

// On tensors there is one result per destination.
// CHECK-LABEL: func @tensors(
// CHECK-SAME:    %[[X:.*]]: tensor<4x?xf32>, %[[Y:.*]]: tensor<4x?xf32>, %[[M:.*]]: tensor<4xf32>, %[[L:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<4xf32>)
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax {kept} dimension(1) ins(%[[X]] : tensor<4x?xf32>) outs(%[[Y]], %[[M]], %[[L]], %[[S]] : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// CHECK:         return %[[R]]#0, %[[R]]#3
func.func @tensors(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4x?xf32>, tensor<4xf32>) {
  %0:4 = linalg_ext.softmax {kept} dimension(1) ins(%x : tensor<4x?xf32>) outs(%y, %m, %l, %s : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#3 : tensor<4x?xf32>, tensor<4xf32>
}

// On memrefs there is none. A static extent may meet a dynamic one.
// CHECK-LABEL: func @memrefs(
// CHECK:         linalg_ext.unnorm_softmax dimension(0) ins(%{{.*}} : memref<8x?xbf16>) outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?x4xbf16>, memref<4xbf16>, memref<?xbf16>, memref<?xbf16, strided<[2], offset: 1>>){{$}}
func.func @memrefs(%x: memref<8x?xbf16>, %y: memref<?x4xbf16>, %m: memref<4xbf16>, %l: memref<?xbf16>, %s: memref<?xbf16, strided<[2], offset: 1>>) {
  linalg_ext.unnorm_softmax dimension(0) ins(%x : memref<8x?xbf16>) outs(%y, %m, %l, %s : memref<?x4xbf16>, memref<4xbf16>, memref<?xbf16>, memref<?xbf16, strided<[2], offset: 1>>)
  return
}

// One row: what is kept per row has rank 0.
// CHECK-LABEL: func @one_row(
// CHECK:         linalg_ext.unnorm_softmax dimension(0) ins(%{{.*}} : tensor<?xf64>) outs({{.*}} : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>)
func.func @one_row(%x: tensor<?xf64>, %m: tensor<f64>) -> tensor<f64> {
  %0:4 = linalg_ext.unnorm_softmax dimension(0) ins(%x : tensor<?xf64>) outs(%x, %m, %m, %m : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>) : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>
  return %0#1 : tensor<f64>
}

// Divisors that are never 0 or inf.
// CHECK-LABEL: func @safe(
// CHECK:         linalg_ext.softmax {safe} dimension(0) ins(%{{.*}} : tensor<?xf64>) outs({{.*}} : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>)
func.func @safe(%x: tensor<?xf64>, %m: tensor<f64>) -> tensor<f64> {
  %0:4 = linalg_ext.softmax {safe} dimension(0) ins(%x : tensor<?xf64>) outs(%x, %m, %m, %m : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>) : tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>
  return %0#3 : tensor<f64>
}
