// RUN: heddle-opt %s --pass-pipeline='builtin.module(func.func(heddle-lower-vectors))' \
// RUN:   --split-input-file | FileCheck %s
// RUN: heddle-opt %s --split-input-file --heddle-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// One element of a column: a load and a store.
// CHECK-LABEL: func.func @column(
// CHECK:         %[[X:.*]] = memref.load %arg0[%arg2] : memref<4xbf16, strided<[8], offset: 3>>
// CHECK:         memref.store %{{.*}}, %arg1[%arg2] : memref<4xbf16, strided<[?], offset: ?>>
// LLVM-LABEL: llvm.func @column(
func.func @column(%a: memref<4xbf16, strided<[8], offset: 3>>, %b: memref<4xbf16, strided<[?], offset: ?>>, %i: index) {
  %p = ub.poison : bf16
  %v = vector.transfer_read %a[%i], %p : memref<4xbf16, strided<[8], offset: 3>>, vector<bf16>
  vector.transfer_write %v, %b[%i] : vector<bf16>, memref<4xbf16, strided<[?], offset: ?>>
  return
}

// -----

// The elements of a view of rows of 64 with 20 elements: element n is at
// 64 * (n / 20) + n mod 20.
// CHECK-LABEL: func.func @view(
// CHECK-DAG:     %[[ROW:.*]] = arith.divui %[[N:.*]], %{{.*}} : vector<8xindex>
// CHECK-DAG:     %[[START:.*]] = arith.muli %[[ROW]], %{{.*}} : vector<8xindex>
// CHECK-DAG:     %[[COLUMN:.*]] = arith.remui %[[N]], %{{.*}} : vector<8xindex>
// CHECK:         %[[AT:.*]] = arith.addi %[[START]], %[[COLUMN]] : vector<8xindex>
// CHECK:         %[[FLAT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%c5], sizes: [%c212], strides: [1]
// CHECK:         vector.gather %[[FLAT]][%c0] [%[[AT]]]
// LLVM-LABEL: llvm.func @view(
func.func @view(%a: memref<4x20xf32, strided<[64, 1], offset: 5>>, %n: vector<8xindex>, %m: vector<8xi1>, %e: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %a[%c0, %c0] [%n], %m, %e : memref<4x20xf32, strided<[64, 1], offset: 5>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}

// -----

// Rows that follow each other at some place of a buffer are gathered as they are.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     arith.divui
// CHECK:         vector.gather %arg0
// LLVM-LABEL: llvm.func @rows(
func.func @rows(%a: memref<?x20xf32, strided<[20, 1], offset: ?>>, %n: vector<8xindex>, %m: vector<8xi1>, %e: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %a[%c0, %c0] [%n], %m, %e : memref<?x20xf32, strided<[20, 1], offset: ?>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}
