// RUN: heddle-opt %s --canonicalize | FileCheck %s

// A cast that loses extents is folded into each op that reads it, and into each
// destination; the result of the op has the extents then, and is cast.

// CHECK-LABEL: func @scan(
// CHECK-SAME:    %[[X:.*]]: tensor<8x4xf32>, %[[Y:.*]]: tensor<8x4xf32>, %[[A:.*]]: tensor<8xf32>
// CHECK:         %[[R:.*]]:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%[[X]] : tensor<8x4xf32>) outs(%[[Y]], %[[A]] : tensor<8x4xf32>, tensor<8xf32>)
// CHECK:         tensor.cast %[[R]]#0 : tensor<8x4xf32> to tensor<?x?xf32>
func.func @scan(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %a: tensor<8xf32>) -> (tensor<?x?xf32>, tensor<8xf32>) {
  %0 = tensor.cast %x : tensor<8x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %y : tensor<8x4xf32> to tensor<?x?xf32>
  %2:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%0 : tensor<?x?xf32>) outs(%1, %a : tensor<?x?xf32>, tensor<8xf32>) {
  ^bb0(%s: f32, %e: f32):
    %3 = arith.addf %s, %e : f32
    linalg_ext.yield %3 : f32
  } -> tensor<?x?xf32>, tensor<8xf32>
  return %2#0, %2#1 : tensor<?x?xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @topk(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<2xf32>, %[[I:.*]]: tensor<2xi32>
// CHECK:         %[[R:.*]]:2 = linalg_ext.topk dimension(0) ins(%[[X]] : tensor<8xf32>) outs(%[[V]], %[[I]] : tensor<2xf32>, tensor<2xi32>)
// CHECK:         tensor.cast %[[R]]#0 : tensor<2xf32> to tensor<?xf32>
func.func @topk(%x: tensor<8xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<?xf32>, tensor<2xi32>) {
  %0 = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.cast %v : tensor<2xf32> to tensor<?xf32>
  %2:2 = linalg_ext.topk dimension(0) ins(%0 : tensor<?xf32>) outs(%1, %i : tensor<?xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %3 : i1
  } -> tensor<?xf32>, tensor<2xi32>
  return %2#0, %2#1 : tensor<?xf32>, tensor<2xi32>
}

// CHECK-LABEL: func @scatter(
// CHECK-SAME:    %[[I:.*]]: memref<4x1xi32>, %[[U:.*]]: memref<4xf32>, %[[S:.*]]: memref<8xf32>
// CHECK:         linalg_ext.scatter ins(%[[I]], %[[U]] : memref<4x1xi32>, memref<4xf32>) outs(%[[S]] : memref<8xf32>)
func.func @scatter(%i: memref<4x1xi32>, %u: memref<4xf32>, %s: memref<8xf32>) {
  %0 = memref.cast %i : memref<4x1xi32> to memref<?x1xi32>
  %1 = memref.cast %s : memref<8xf32> to memref<?xf32>
  linalg_ext.scatter ins(%0, %u : memref<?x1xi32>, memref<4xf32>) outs(%1 : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg_ext.yield %b : f32
  }
  return
}

// CHECK-LABEL: func @diag(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4x4xf32>
// CHECK:         %[[R:.*]] = linalg_ext.diag ins(%[[X]] : tensor<4xf32>) outs(%[[Y]] : tensor<4x4xf32>)
// CHECK:         return %[[R]]
func.func @diag(%x: tensor<4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = linalg_ext.diag ins(%0 : tensor<?xf32>) outs(%y : tensor<4x4xf32>) : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func @batch_matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<2x4x5xf32>, %[[C:.*]]: tensor<2x3x5xf32>
// CHECK:         %[[R:.*]] = linalg_ext.batch_matmul ins(%[[A]], %[[B]] : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%[[C]] : tensor<2x3x5xf32>) layout = "nn"
// CHECK:         tensor.cast %[[R]] : tensor<2x3x5xf32> to tensor<?x3x5xf32>
func.func @batch_matmul(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<2x3x5xf32>) -> tensor<?x3x5xf32> {
  %0 = tensor.cast %a : tensor<2x3x4xf32> to tensor<?x3x4xf32>
  %1 = tensor.cast %c : tensor<2x3x5xf32> to tensor<?x3x5xf32>
  %2 = linalg_ext.batch_matmul ins(%0, %b : tensor<?x3x4xf32>, tensor<2x4x5xf32>) outs(%1 : tensor<?x3x5xf32>) layout = "nn"
  return %2 : tensor<?x3x5xf32>
}
