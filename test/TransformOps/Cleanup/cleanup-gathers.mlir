// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The first elements of rows of two, by their numbers 0, 1, ..: number n is at 2 n. It is
// no row of memory, and the base that is read is one.
// CHECK-LABEL: func.func @first_of_rows(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [33], strides: [1]
// CHECK:         vector.gather %{{.*}}[%c0] [%{{.*}}], %arg1
// CHECK-NOT:     vector.maskedload
func.func @first_of_rows(%m: memref<17x1xf16, strided<[2, 1], offset: 3>>, %mask: vector<17xi1>, %e: vector<17xf16>) -> vector<17xf16> {
  %c0 = arith.constant 0 : index
  %n = vector.step : vector<17xindex>
  %v = vector.gather %m[%c0, %c0] [%n], %mask, %e : memref<17x1xf16, strided<[2, 1], offset: 3>>, vector<17xindex>, vector<17xi1>, vector<17xf16> into vector<17xf16>
  return %v : vector<17xf16>
}

// Also where a mask is around it. What is computed stands before the mask.
// CHECK-LABEL: func.func @masked(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [33], strides: [1]
// CHECK:         vector.mask %{{.*}} { vector.gather %{{.*}}[%c0]
func.func @masked(%m: memref<17x1xf16, strided<[2, 1], offset: 3>>, %k: vector<17xi1>, %mask: vector<17xi1>, %e: vector<17xf16>) -> vector<17xf16> {
  %c0 = arith.constant 0 : index
  %n = vector.step : vector<17xindex>
  %v = vector.mask %k { vector.gather %m[%c0, %c0] [%n], %mask, %e : memref<17x1xf16, strided<[2, 1], offset: 3>>, vector<17xindex>, vector<17xi1>, vector<17xf16> into vector<17xf16> } : vector<17xi1> -> vector<17xf16>
  return %v : vector<17xf16>
}

// Rows that follow each other are one.
// CHECK-LABEL: func.func @whole(
// CHECK:         vector.maskedload %arg0[%c0, %c0]
func.func @whole(%m: memref<17x1xf16>, %mask: vector<17xi1>, %e: vector<17xf16>) -> vector<17xf16> {
  %c0 = arith.constant 0 : index
  %n = vector.step : vector<17xindex>
  %v = vector.gather %m[%c0, %c0] [%n], %mask, %e : memref<17x1xf16>, vector<17xindex>, vector<17xi1>, vector<17xf16> into vector<17xf16>
  return %v : vector<17xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
