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

// Rows of 64 with 20 elements: number n is at 64 * (n / 20) + n mod 20.
// CHECK-LABEL: func.func @view(
// CHECK-DAG:     %[[ROW:.*]] = arith.divui %arg1, %{{.*}} : vector<8xindex>
// CHECK-DAG:     %[[START:.*]] = arith.muli %[[ROW]], %{{.*}} : vector<8xindex>
// CHECK-DAG:     %[[COLUMN:.*]] = arith.remui %arg1, %{{.*}} : vector<8xindex>
// CHECK:         %[[AT:.*]] = arith.addi %[[START]], %[[COLUMN]] : vector<8xindex>
// CHECK:         vector.gather %{{.*}}[%c0] [%[[AT]]]
func.func @view(%a: memref<4x20xf32, strided<[64, 1], offset: 5>>, %n: vector<8xindex>, %m: vector<8xi1>, %e: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %a[%c0, %c0] [%n], %m, %e : memref<4x20xf32, strided<[64, 1], offset: 5>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}

// Rows that follow each other at some place of a buffer are gathered as they are.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     arith.divui
// CHECK:         vector.gather %arg0
func.func @rows(%a: memref<?x20xf32, strided<[20, 1], offset: ?>>, %n: vector<8xindex>, %m: vector<8xi1>, %e: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %a[%c0, %c0] [%n], %m, %e : memref<?x20xf32, strided<[20, 1], offset: ?>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}

// One element is next to itself, but its dim has another stride than upstream lowers.
// CHECK-LABEL: func.func @element(
// CHECK:         vector.gather %{{.*}} : memref<?xf16, strided<[1], offset: ?>>
func.func @element(%m: memref<1xf16, strided<[4], offset: 3>>, %n: vector<8xindex>, %mask: vector<8xi1>, %e: vector<8xf16>) -> vector<8xf16> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %m[%c0] [%n], %mask, %e : memref<1xf16, strided<[4], offset: 3>>, vector<8xindex>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  return %v : vector<8xf16>
}

// The elements of a row that goes backward lie before its first one.
// CHECK-LABEL: func.func @backward(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [7], sizes: [1], strides: [1]
// CHECK:         vector.gather %{{.*}} : memref<?xf16, strided<[1], offset: ?>>
func.func @backward(%m: memref<8xf16>, %n: vector<8xindex>, %mask: vector<8xi1>, %e: vector<8xf16>) -> vector<8xf16> {
  %c0 = arith.constant 0 : index
  %b = memref.reinterpret_cast %m to offset: [7], sizes: [8], strides: [-1] : memref<8xf16> to memref<8xf16, strided<[-1], offset: 7>>
  %v = vector.gather %b[%c0] [%n], %mask, %e : memref<8xf16, strided<[-1], offset: 7>>, vector<8xindex>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  return %v : vector<8xf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
