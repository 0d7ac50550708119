// RUN: heddle-opt %s --canonicalize | FileCheck %s

// A cast that loses extents is folded on memrefs and on tensors alike.

// CHECK-LABEL: func @topk_memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[V:.*]]: memref<2xf32>, %[[I:.*]]: memref<2xi32>)
// CHECK-NEXT:    linalg_ext.topk dimension(0) ins(%[[X]] : memref<8xf32>) outs(%[[V]], %[[I]] : memref<2xf32>, memref<2xi32>)
func.func @topk_memrefs(%x: memref<8xf32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  %0 = memref.cast %x : memref<8xf32> to memref<?xf32>
  %1 = memref.cast %v : memref<2xf32> to memref<?xf32>
  %2 = memref.cast %i : memref<2xi32> to memref<?xi32>
  linalg_ext.topk dimension(0) ins(%0 : memref<?xf32>) outs(%1, %2 : memref<?xf32>, memref<?xi32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %3 : i1
  }
  return
}

// CHECK-LABEL: func @diag_memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4x4xf32>)
// CHECK-NEXT:    linalg_ext.diag ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4x4xf32>)
func.func @diag_memrefs(%x: memref<4xf32>, %y: memref<4x4xf32>) {
  %0 = memref.cast %x : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %y : memref<4x4xf32> to memref<?x?xf32>
  linalg_ext.diag ins(%0 : memref<?xf32>) outs(%1 : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func @batch_matmul_memrefs(
// CHECK-SAME:    %[[A:.*]]: memref<2x3x4xf32>, %[[B:.*]]: memref<2x4x5xf32>, %[[C:.*]]: memref<2x3x5xf32>)
// CHECK-NEXT:    linalg_ext.batch_matmul ins(%[[A]], %[[B]] : memref<2x3x4xf32>, memref<2x4x5xf32>) outs(%[[C]] : memref<2x3x5xf32>) layout = "nn"
func.func @batch_matmul_memrefs(%a: memref<2x3x4xf32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>) {
  %0 = memref.cast %a : memref<2x3x4xf32> to memref<?x3x4xf32>
  %1 = memref.cast %b : memref<2x4x5xf32> to memref<?x?x?xf32>
  %2 = memref.cast %c : memref<2x3x5xf32> to memref<2x3x?xf32>
  linalg_ext.batch_matmul ins(%0, %1 : memref<?x3x4xf32>, memref<?x?x?xf32>) outs(%2 : memref<2x3x?xf32>) layout = "nn"
  return
}

// CHECK-LABEL: func @unnorm_softmax_memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32>, %[[M:.*]]: memref<4xf32>, %[[L:.*]]: memref<4xf32>)
// CHECK-NEXT:    linalg_ext.unnorm_softmax dimension(1) ins(%[[X]] : memref<4x8xf32>) outs(%[[X]], %[[M]], %[[L]], %[[L]] : memref<4x8xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
func.func @unnorm_softmax_memrefs(%x: memref<4x8xf32>, %m: memref<4xf32>, %l: memref<4xf32>) {
  %0 = memref.cast %x : memref<4x8xf32> to memref<?x?xf32>
  %1 = memref.cast %m : memref<4xf32> to memref<?xf32>
  linalg_ext.unnorm_softmax dimension(1) ins(%0 : memref<?x?xf32>) outs(%0, %1, %l, %l : memref<?x?xf32>, memref<?xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// CHECK-LABEL: func @scan_memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<8x4xf32>, %[[A:.*]]: memref<8xf32>)
// CHECK-NEXT:    linalg_ext.scan dimension(1) inclusive(true) ins(%[[X]] : memref<8x4xf32>) outs(%[[X]], %[[A]] : memref<8x4xf32>, memref<8xf32>)
func.func @scan_memrefs(%x: memref<8x4xf32>, %a: memref<8xf32>) {
  %0 = memref.cast %x : memref<8x4xf32> to memref<?x4xf32>
  %1 = memref.cast %a : memref<8xf32> to memref<?xf32>
  linalg_ext.scan dimension(1) inclusive(true) ins(%0 : memref<?x4xf32>) outs(%0, %1 : memref<?x4xf32>, memref<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %3 = arith.addf %s, %e : f32
    linalg_ext.yield %3 : f32
  }
  return
}

// The result has the type of its destination, and is cast.
// CHECK-LABEL: func @scatter_tensors(
// CHECK-SAME:    %[[I:.*]]: tensor<4x1xi32>, %[[U:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<8xf32>)
// CHECK:         %[[R:.*]] = linalg_ext.scatter ins(%[[I]], %[[U]] : tensor<4x1xi32>, tensor<4xf32>) outs(%[[S]] : tensor<8xf32>)
// CHECK:         tensor.cast %[[R]] : tensor<8xf32> to tensor<?xf32>
func.func @scatter_tensors(%i: tensor<4x1xi32>, %u: tensor<4xf32>, %s: tensor<8xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %i : tensor<4x1xi32> to tensor<?x1xi32>
  %1 = tensor.cast %u : tensor<4xf32> to tensor<?xf32>
  %2 = tensor.cast %s : tensor<8xf32> to tensor<?xf32>
  %3 = linalg_ext.scatter ins(%0, %1 : tensor<?x1xi32>, tensor<?xf32>) outs(%2 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg_ext.yield %b : f32
  } -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// CHECK-LABEL: func @softmax_tensors(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xf32>, %[[M:.*]]: tensor<4xf32>)
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax dimension(1) ins(%[[X]] : tensor<4x8xf32>) outs(%[[Y]], %[[M]], %[[M]], %[[M]] : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK-DAG:     tensor.cast %[[R]]#0 : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-DAG:     tensor.cast %[[R]]#2 : tensor<4xf32> to tensor<?xf32>
func.func @softmax_tensors(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %m: tensor<4xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = tensor.cast %x : tensor<4x8xf32> to tensor<?x8xf32>
  %1 = tensor.cast %y : tensor<4x8xf32> to tensor<?x?xf32>
  %2 = tensor.cast %m : tensor<4xf32> to tensor<?xf32>
  %3:4 = linalg_ext.softmax dimension(1) ins(%0 : tensor<?x8xf32>) outs(%1, %2, %2, %2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %3#0, %3#2 : tensor<?x?xf32>, tensor<?xf32>
}
