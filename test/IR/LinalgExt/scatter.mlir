// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s

// The dims of the source are those that the index names, 2, and that of the
// updates after the batch dims.
// CHECK-LABEL: func @tensors(
// CHECK-SAME:    %[[I:.*]]: tensor<?x4x2xi32>, %[[U:.*]]: tensor<3x4x?xf32>, %[[S:.*]]: tensor<8x?x5xf32>)
// CHECK:         %[[R:.*]] = linalg_ext.scatter {kept} ins(%[[I]], %[[U]] : tensor<?x4x2xi32>, tensor<3x4x?xf32>) outs(%[[S]] : tensor<8x?x5xf32>) {
// CHECK-NEXT:    ^bb0(%[[C:.*]]: f32, %[[N:.*]]: f32):
// CHECK-NEXT:      %[[A:.*]] = arith.addf %[[C]], %[[N]] : f32
// CHECK-NEXT:      linalg_ext.yield %[[A]] : f32
// CHECK-NEXT:    } -> tensor<8x?x5xf32>
// CHECK:         return %[[R]]
func.func @tensors(%i: tensor<?x4x2xi32>, %u: tensor<3x4x?xf32>, %s: tensor<8x?x5xf32>) -> tensor<8x?x5xf32> {
  %0 = linalg_ext.scatter {kept} ins(%i, %u : tensor<?x4x2xi32>, tensor<3x4x?xf32>) outs(%s : tensor<8x?x5xf32>) {
  ^bb0(%c: f32, %n: f32):
    %a = arith.addf %c, %n : f32
    linalg_ext.yield %a : f32
  } -> tensor<8x?x5xf32>
  return %0 : tensor<8x?x5xf32>
}

// One index for all: no batch dim. Scalars: no other dim.
// CHECK-LABEL: func @memrefs(
// CHECK:         linalg_ext.scatter {unique_indices} ins(%{{.*}}, %{{.*}} : memref<1xindex>, memref<4xi8>) outs(%{{.*}} : memref<?x4xi8>) {
// CHECK:         linalg_ext.scatter ins(%{{.*}}, %{{.*}} : memref<?x1xi64>, memref<?xi8>) outs(%{{.*}} : memref<4xi8>) {
func.func @memrefs(%i: memref<1xindex>, %u: memref<4xi8>, %s: memref<?x4xi8>, %j: memref<?x1xi64>, %v: memref<?xi8>) {
  linalg_ext.scatter {unique_indices} ins(%i, %u : memref<1xindex>, memref<4xi8>) outs(%s : memref<?x4xi8>) {
  ^bb0(%c: i8, %n: i8):
    linalg_ext.yield %n : i8
  }
  linalg_ext.scatter ins(%j, %v : memref<?x1xi64>, memref<?xi8>) outs(%u : memref<4xi8>) {
  ^bb0(%c: i8, %n: i8):
    linalg_ext.yield %n : i8
  }
  return
}
