// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func @tensors(
// CHECK-SAME:    %[[X:.*]]: tensor<4x?xi32>, %[[Y:.*]]: tensor<4x?xi32>, %[[A:.*]]: tensor<?xi32>
// CHECK:         %[[R:.*]]:2 = linalg_ext.scan {kept} dimension(0) inclusive(false) ins(%[[X]] : tensor<4x?xi32>) outs(%[[Y]], %[[A]] : tensor<4x?xi32>, tensor<?xi32>) {
// CHECK-NEXT:    ^bb0(%[[S:.*]]: i32, %[[E:.*]]: i32):
// CHECK-NEXT:      %[[N:.*]] = arith.subi %[[S]], %[[E]] : i32
// CHECK-NEXT:      linalg_ext.yield %[[N]] : i32
// CHECK-NEXT:    } -> tensor<4x?xi32>, tensor<?xi32>
// CHECK:         return %[[R]]#1
func.func @tensors(%x: tensor<4x?xi32>, %y: tensor<4x?xi32>, %a: tensor<?xi32>) -> tensor<?xi32> {
  %0:2 = linalg_ext.scan {kept} dimension(0) inclusive(false) ins(%x : tensor<4x?xi32>) outs(%y, %a : tensor<4x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.subi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<4x?xi32>, tensor<?xi32>
  return %0#1 : tensor<?xi32>
}

// A cast that loses extents is folded away.
// CHECK-LABEL: func @memrefs(
// CHECK:         linalg_ext.scan dimension(0) inclusive(true) ins(%{{.*}} : memref<?xf16>) outs(%{{.*}}, %{{.*}} : memref<?xf16>, memref<f16>) {
// FOLD-LABEL: func @memrefs(
// FOLD-SAME:    %[[X:.*]]: memref<8xf16>
// FOLD:         linalg_ext.scan dimension(0) inclusive(true) ins(%[[X]] : memref<8xf16>)
func.func @memrefs(%x: memref<8xf16>, %a: memref<f16>) {
  %0 = memref.cast %x : memref<8xf16> to memref<?xf16>
  linalg_ext.scan dimension(0) inclusive(true) ins(%0 : memref<?xf16>) outs(%0, %a : memref<?xf16>, memref<f16>) {
  ^bb0(%s: f16, %e: f16):
    %n = arith.addf %s, %e : f16
    linalg_ext.yield %n : f16
  }
  return
}
