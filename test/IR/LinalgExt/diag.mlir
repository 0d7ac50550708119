// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s

// CHECK-LABEL: func @tensors(
// CHECK:         %[[R:.*]] = linalg_ext.diag {kept} ins(%{{.*}} : tensor<?x4xi32>) outs(%{{.*}} : tensor<2x?x4xi32>) : tensor<2x?x4xi32>
// CHECK:         return %[[R]]
func.func @tensors(%x: tensor<?x4xi32>, %y: tensor<2x?x4xi32>) -> tensor<2x?x4xi32> {
  %0 = linalg_ext.diag {kept} ins(%x : tensor<?x4xi32>) outs(%y : tensor<2x?x4xi32>) : tensor<2x?x4xi32>
  return %0 : tensor<2x?x4xi32>
}

// A part of a matrix need not be square.
// CHECK-LABEL: func @part(
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %[[J:[a-z0-9]*]]: index
// CHECK:         linalg_ext.diag ins(%{{.*}} : memref<4xf16>) offsets(%[[I]], %[[J]]) outs(%{{.*}} : memref<4x7xf16>){{$}}
func.func @part(%i: index, %j: index, %x: memref<4xf16>, %y: memref<4x7xf16>) {
  linalg_ext.diag ins(%x : memref<4xf16>) offsets(%i, %j) outs(%y : memref<4x7xf16>)
  return
}
