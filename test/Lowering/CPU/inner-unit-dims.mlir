// RUN: heddle-opt %s --pass-pipeline='builtin.module(func.func(heddle-lower-vectors))' | FileCheck %s

// The rows of a buffer whose last dim has one element are stored as rows, not element by
// element.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[V:.*]]: vector<2x4xf32>, %[[M:.*]]: memref<3x5x8x1x1xf32>, %[[I:[^:]*]]: index)
// CHECK:         %[[ROWS:.*]] = memref.subview %[[M]][0, 0, 0, 0, 0] [3, 5, 8, 1, 1] [1, 1, 1, 1, 1] : memref<3x5x8x1x1xf32> to memref<3x5x8xf32, strided<[40, 8, 1]>>
// CHECK:         %[[FIRST:.*]] = vector.extract %[[V]][0]
// CHECK-NEXT:    vector.store %[[FIRST]], %[[ROWS]][%[[I]], %[[I]], %{{.*}}] : memref<3x5x8xf32, strided<[40, 8, 1]>>, vector<4xf32>
// CHECK:         %[[SECOND:.*]] = vector.extract %[[V]][1]
// CHECK:         vector.store %[[SECOND]], %[[ROWS]][%[[I]], %{{.*}}, %{{.*}}] : memref<3x5x8xf32, strided<[40, 8, 1]>>, vector<4xf32>
func.func @rows(%v: vector<2x4xf32>, %m: memref<3x5x8x1x1xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%i, %i, %c0, %c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(a, b, c, d, e) -> (b, c)>} : vector<2x4xf32>, memref<3x5x8x1x1xf32>
  return
}

// With a mask, and of a buffer of any size whose rows lie apart.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:    %[[M:.*]]: memref<?x1xf32, strided<[1, ?], offset: ?>>, %{{.*}}: index, %{{.*}}: index)
// CHECK:         %[[ROW:.*]] = memref.subview %[[M]][0, 0] [%{{.*}}, 1] [1, 1] : memref<?x1xf32, strided<[1, ?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK:         vector.maskedload %[[ROW]][%{{.*}}]
func.func @some(%m: memref<?x1xf32, strided<[1, ?], offset: ?>>, %i: index, %n: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %m[%i, %c0], %pad, %mask {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<?x1xf32, strided<[1, ?], offset: ?>>, vector<4xf32>
  return %v : vector<4xf32>
}

// The dim of one element is the dim of the vector.
// CHECK-LABEL: func.func @last(
// CHECK-NOT:     memref.subview
// CHECK:         return
func.func @last(%m: memref<8x1xf32>, %i: index) -> vector<1xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true]} : memref<8x1xf32>, vector<1xf32>
  return %v : vector<1xf32>
}

// A single element, and a vector of columns.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     memref.subview
// CHECK:         return
func.func @others(%m: memref<3x8x1x1xf32>, %i: index) -> (vector<f32>, vector<3x8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %i, %c0, %c0], %pad : memref<3x8x1x1xf32>, vector<f32>
  %w = vector.transfer_read %m[%c0, %c0, %c0, %c0], %pad {in_bounds = [true, true], permutation_map = affine_map<(a, b, c, d) -> (0, b)>} : memref<3x8x1x1xf32>, vector<3x8xf32>
  return %v, %w : vector<f32>, vector<3x8xf32>
}
