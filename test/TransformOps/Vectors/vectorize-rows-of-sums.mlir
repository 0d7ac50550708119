// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The rows of a tile divide the extent where up to 14 of them do: two rests of four
// rows would cost more than larger tiles save.
// CHECK-LABEL: func.func @twenty_eight(
// CHECK:         iter_args(%{{.*}}) -> (vector<14x32xf32>) {
func.func @twenty_eight(%a: tensor<28x64xf32>, %b: tensor<64x64xf32>, %c: tensor<28x64xf32>) -> tensor<28x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<28x64xf32>, tensor<64x64xf32>) outs(%c : tensor<28x64xf32>) -> tensor<28x64xf32>
  return %0 : tensor<28x64xf32>
}

// All rows of a product of few.
// CHECK-LABEL: func.func @thirteen(
// CHECK:         iter_args(%{{.*}}) -> (vector<13x32xf32>) {
func.func @thirteen(%a: tensor<13x64xf32>, %b: tensor<64x64xf32>, %c: tensor<13x64xf32>) -> tensor<13x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<13x64xf32>, tensor<64x64xf32>) outs(%c : tensor<13x64xf32>) -> tensor<13x64xf32>
  return %0 : tensor<13x64xf32>
}

// Nothing from 9 to 14 divides a power of two.
// CHECK-LABEL: func.func @sixty_four(
// CHECK:         iter_args(%{{.*}}) -> (vector<8x32xf32>) {
func.func @sixty_four(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Nor a prime.
// CHECK-LABEL: func.func @prime(
// CHECK:         iter_args(%{{.*}}) -> (vector<8x32xf32>) {
func.func @prime(%a: tensor<17x64xf32>, %b: tensor<64x64xf32>, %c: tensor<17x64xf32>) -> tensor<17x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<17x64xf32>, tensor<64x64xf32>) outs(%c : tensor<17x64xf32>) -> tensor<17x64xf32>
  return %0 : tensor<17x64xf32>
}

// The columns of an extent that is not known are not divided either.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         iter_args(%{{.*}}) -> (vector<8x32xf32>) {
func.func @dynamic(%a: tensor<?x64xf32>, %b: tensor<64x64xf32>, %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x64xf32>) outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
