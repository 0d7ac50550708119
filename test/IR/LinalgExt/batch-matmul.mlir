// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --mlir-print-op-generic | heddle-opt | FileCheck %s

// The result has the type of the destination, so the text has it once.
// CHECK-LABEL: func @nn(
// CHECK:         %[[R:.*]] = linalg_ext.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<2x3x4xf32>, tensor<?x4x?xf32>) outs(%{{.*}} : tensor<2x?x5xf32>) layout = "nn" {kept}
// CHECK:         return %[[R]] : tensor<2x?x5xf32>
func.func @nn(%a: tensor<2x3x4xf32>, %b: tensor<?x4x?xf32>, %c: tensor<2x?x5xf32>) -> tensor<2x?x5xf32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x3x4xf32>, tensor<?x4x?xf32>) outs(%c : tensor<2x?x5xf32>) layout = "nn" {kept}
  return %0 : tensor<2x?x5xf32>
}

// Where the letters put m, n and k; two batch dims; numbers of several types.
// CHECK-LABEL: func @layouts(
// CHECK:         linalg_ext.batch_matmul ins({{.*}} : memref<6x2x3x4xi8>, memref<6x2x5x4xi16>) outs(%{{.*}} : memref<6x2x3x5xi32>) layout = "nt"{{$}}
// CHECK:         linalg_ext.batch_matmul ins({{.*}} : memref<6x2x4x3xi8>, memref<6x2x4x5xi16>) outs(%{{.*}} : memref<6x2x3x5xi32>) layout = "tn"{{$}}
// CHECK:         linalg_ext.batch_matmul ins({{.*}} : memref<6x2x4x3xi8>, memref<6x2x5x4xi16>) outs(%{{.*}} : memref<6x2x3x5xi32>) layout = "tt"{{$}}
func.func @layouts(%an: memref<6x2x3x4xi8>, %at: memref<6x2x4x3xi8>, %bn: memref<6x2x4x5xi16>, %bt: memref<6x2x5x4xi16>, %c: memref<6x2x3x5xi32>) {
  linalg_ext.batch_matmul ins(%an, %bt : memref<6x2x3x4xi8>, memref<6x2x5x4xi16>) outs(%c : memref<6x2x3x5xi32>) layout = "nt"
  linalg_ext.batch_matmul ins(%at, %bn : memref<6x2x4x3xi8>, memref<6x2x4x5xi16>) outs(%c : memref<6x2x3x5xi32>) layout = "tn"
  linalg_ext.batch_matmul ins(%at, %bt : memref<6x2x4x3xi8>, memref<6x2x5x4xi16>) outs(%c : memref<6x2x3x5xi32>) layout = "tt"
  return
}
