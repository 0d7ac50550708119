// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s

// CHECK-LABEL: func @tensors(
// CHECK-SAME:    %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<?x3xi32>
// CHECK:         %[[R:.*]]:2 = linalg_ext.topk {kept} dimension(1) ins(%[[X]] : tensor<4x?xf32>) outs(%[[V]], %[[I]] : tensor<4x3xf32>, tensor<?x3xi32>) {
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:      %[[C:.*]] = arith.cmpf ogt, %[[A]], %[[B]] : f32
// CHECK-NEXT:      linalg_ext.yield %[[C]] : i1
// CHECK-NEXT:    } -> tensor<4x3xf32>, tensor<?x3xi32>
// CHECK:         return %[[R]]#1
func.func @tensors(%x: tensor<4x?xf32>, %v: tensor<4x3xf32>, %i: tensor<?x3xi32>) -> tensor<?x3xi32> {
  %0:2 = linalg_ext.topk {kept} dimension(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<?x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<4x3xf32>, tensor<?x3xi32>
  return %0#1 : tensor<?x3xi32>
}

// Indices that are given.
// CHECK-LABEL: func @indices(
// CHECK:         linalg_ext.topk dimension(0) ins(%{{.*}}, %{{.*}} : memref<8x4xi8>, memref<?x4xi64>) outs(%{{.*}}, %{{.*}} : memref<?x4xi8>, memref<2x4xi64>) {
func.func @indices(%x: memref<8x4xi8>, %n: memref<?x4xi64>, %v: memref<?x4xi8>, %i: memref<2x4xi64>) {
  linalg_ext.topk dimension(0) ins(%x, %n : memref<8x4xi8>, memref<?x4xi64>) outs(%v, %i : memref<?x4xi8>, memref<2x4xi64>) {
  ^bb0(%a: i8, %b: i8):
    %c = arith.cmpi slt, %a, %b : i8
    linalg_ext.yield %c : i1
  }
  return
}

// Positions that are counted from a number.
// CHECK-LABEL: func @base(
// CHECK-SAME:    %[[B:[a-z0-9]*]]: index
// CHECK:         linalg_ext.topk dimension(0) ins(%{{.*}} : memref<8xf64>) base(%[[B]]) outs(%{{.*}}, %{{.*}} : memref<2xf64>, memref<2xindex>) {
func.func @base(%n: index, %x: memref<8xf64>, %v: memref<2xf64>, %i: memref<2xindex>) {
  linalg_ext.topk dimension(0) ins(%x : memref<8xf64>) base(%n) outs(%v, %i : memref<2xf64>, memref<2xindex>) {
  ^bb0(%a: f64, %b: f64):
    %c = arith.cmpf ogt, %a, %b : f64
    linalg_ext.yield %c : i1
  }
  return
}
