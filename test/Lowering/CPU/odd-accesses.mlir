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

// A column is no row, which upstream lowers alone.
// CHECK-LABEL: func.func @gathered_column(
// CHECK:         vector.gather %{{.*}} : memref<?xf32, strided<[1], offset: ?>>
// LLVM-LABEL: llvm.func @gathered_column(
func.func @gathered_column(%a: memref<?xf32, strided<[?], offset: ?>>, %n: vector<8xindex>, %m: vector<8xi1>, %e: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.gather %a[%c0] [%n], %m, %e : memref<?xf32, strided<[?], offset: ?>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}

// -----

// One element under a mask, which has one lane.
// CHECK-LABEL: func.func @masked_element(
// CHECK:         %[[IS:.*]] = vector.extract %arg2[0] : i1 from vector<1xi1>
// CHECK:         scf.if %[[IS]]
// CHECK:           memref.store %{{.*}}, %arg1[]
// LLVM-LABEL: llvm.func @masked_element(
func.func @masked_element(%a: memref<f32>, %b: memref<f32>, %m: vector<1xi1>) {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[], %p, %m : memref<f32>, vector<f32>
  vector.transfer_write %v, %b[], %m : vector<f32>, memref<f32>
  return
}

// -----

// Lanes whose number is known at run time go one by one to the elements of a column.
// CHECK-LABEL: func.func @scalable_rows(
// CHECK-COUNT-2: vector.maskedload %arg0
// CHECK-COUNT-2: memref.store %{{.*}}, %arg1[
// LLVM-LABEL: llvm.func @scalable_rows(
// LLVM-NOT:     vector.transfer
func.func @scalable_rows(%a: memref<?x?xf32>, %b: memref<?x?xf32, strided<[?, 2], offset: ?>>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %mask = vector.create_mask %n, %m : vector<2x[4]xi1>
  %v = vector.transfer_read %a[%c0, %c0], %p, %mask {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x[4]xf32>
  vector.transfer_write %v, %b[%c0, %c0], %mask {in_bounds = [true, true]} : vector<2x[4]xf32>, memref<?x?xf32, strided<[?, 2], offset: ?>>
  return
}

// -----

// A masked sum of every third byte, into one element.
// CHECK-LABEL: func.func @scalable_sum(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           memref.load %arg0[
// CHECK:         vector.mask %{{.*}} { vector.reduction <add>
// CHECK:         memref.store %{{.*}}, %arg1[]
// LLVM-LABEL: llvm.func @scalable_sum(
// LLVM-NOT:     vector.transfer
func.func @scalable_sum(%a: memref<?xi8, strided<[3]>>, %b: memref<i8, strided<[], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %mask = vector.create_mask %n : vector<[16]xi1>
  %v = vector.transfer_read %a[%c0], %p, %mask : memref<?xi8, strided<[3]>>, vector<[16]xi8>
  %o = vector.transfer_read %b[], %p : memref<i8, strided<[], offset: ?>>, vector<i8>
  %e = vector.extract %o[] : i8 from vector<i8>
  %s = vector.mask %mask { vector.multi_reduction <add>, %v, %e [0] : vector<[16]xi8> to i8 } : vector<[16]xi1> -> i8
  %w = vector.broadcast %s : i8 to vector<i8>
  vector.transfer_write %w, %b[] : vector<i8>, memref<i8, strided<[], offset: ?>>
  return
}
