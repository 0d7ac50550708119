// RUN: heddle-opt %s --heddle-pin-partial-writes | FileCheck %s

// Which vectors leave elements of their destination: upstream compares 4 and 2, 6 with
// nothing, and does not see what else is left.
// CHECK-LABEL: func.func @row(
// CHECK:         %[[I:.*]] = arith.addi %[[C0:.*]], %[[C0]] : index
// CHECK-NEXT:    vector.transfer_write %{{.*}}, %{{.*}}[%[[I]], %[[C0]]]
func.func @row(%v: vector<4xf32>, %t: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<2x4xf32>
  return %w : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @element(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @element(%v: vector<f32>, %t: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0, %c0] : vector<f32>, tensor<2x6xf32>
  return %w : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @turned(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @turned(%v: vector<4x6xf32>, %t: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x6xf32>, tensor<4x6xf32>
  return %w : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @masked(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @masked(%v: vector<8xf32>, %t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %m = vector.create_mask %n : vector<8xi1>
  %w = vector.transfer_write %v, %t[%c0], %m {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %w : tensor<8xf32>
}

// CHECK-LABEL: func.func @masked_element(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @masked_element(%v: vector<f32>, %t: tensor<1xf32>, %m: vector<1xi1>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0], %m : vector<f32>, tensor<1xf32>
  return %w : tensor<1xf32>
}

// Without an index, the old element is written.
// CHECK-LABEL: func.func @masked_scalar(
// CHECK-DAG:     %[[OLD:.*]] = tensor.extract %arg1[] : tensor<f32>
// CHECK-DAG:     %[[VECTOR:.*]] = vector.broadcast %[[OLD]] : f32 to vector<f32>
// CHECK-DAG:     %[[IS:.*]] = vector.extract %arg2[0] : i1 from vector<1xi1>
// CHECK:         %[[NEW:.*]] = arith.select %[[IS]], %arg0, %[[VECTOR]] : vector<f32>
// CHECK:         vector.transfer_write %[[NEW]], %arg1[] : vector<f32>, tensor<f32>
func.func @masked_scalar(%v: vector<f32>, %t: tensor<f32>, %m: vector<1xi1>) -> tensor<f32> {
  %w = vector.transfer_write %v, %t[], %m : vector<f32>, tensor<f32>
  return %w : tensor<f32>
}

// The elements may be vectors.
// CHECK-LABEL: func.func @elements(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @elements(%v: vector<1x1x4x3xf32>, %t: tensor<1x1xvector<4x3xf32>>) -> tensor<1x1xvector<4x3xf32>> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0, %c0] : vector<1x1x4x3xf32>, tensor<1x1xvector<4x3xf32>>
  return %w : tensor<1x1xvector<4x3xf32>>
}

// The dims of a mask are those of the destination.
// CHECK-LABEL: func.func @masked_rows(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @masked_rows(%v: vector<5x3xf32>, %t: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [2, 5] : vector<3x5xi1>
  %w = vector.transfer_write %v, %t[%c0, %c0], %m {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<5x3xf32>, tensor<3x3xf32>
  return %w : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @scalable(
// CHECK:         arith.addi %[[C0:.*]], %[[C0]] : index
func.func @scalable(%v: vector<[8]xf32>, %t: tensor<8xf32>, %m: vector<[8]xi1>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0], %m : vector<[8]xf32>, tensor<8xf32>
  return %w : tensor<8xf32>
}

// These overwrite all of it: a tail, all columns, one row, an only element, a mask of all.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @whole(%v: vector<8xf32>, %t: tensor<6xf32>, %a: vector<5x3xf32>, %b: tensor<3x3xf32>, %c: tensor<1x8xf32>, %e: vector<f32>, %d: tensor<1x1xf32>) -> (tensor<6xf32>, tensor<3x3xf32>, tensor<1x8xf32>, tensor<1x1xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %m6 = vector.constant_mask [6] : vector<8xi1>
  %0 = vector.transfer_write %v, %t[%c0], %m6 {in_bounds = [true]} : vector<8xf32>, tensor<6xf32>
  %m33 = vector.constant_mask [3, 3] : vector<3x5xi1>
  %1 = vector.transfer_write %a, %b[%c0, %c0], %m33 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<5x3xf32>, tensor<3x3xf32>
  %2 = vector.transfer_write %v, %c[%c0, %c0] {in_bounds = [true]} : vector<8xf32>, tensor<1x8xf32>
  %3 = vector.transfer_write %e, %d[%c0, %c0] : vector<f32>, tensor<1x1xf32>
  %all = arith.constant dense<true> : vector<8xi1>
  %4 = vector.transfer_write %v, %t[%c0], %all : vector<8xf32>, tensor<6xf32>
  return %0, %1, %2, %3, %4 : tensor<6xf32>, tensor<3x3xf32>, tensor<1x8xf32>, tensor<1x1xf32>, tensor<6xf32>
}

// Upstream takes these for partial writes by itself.
// CHECK-LABEL: func.func @known(
// CHECK-NOT:     arith.addi
// CHECK:         return
func.func @known(%v: vector<4xf32>, %t: tensor<6xf32>, %u: tensor<?xf32>, %i: index) -> (tensor<6xf32>, tensor<6xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<6xf32>
  %1 = vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<6xf32>
  %2 = vector.transfer_write %v, %u[%c0] : vector<4xf32>, tensor<?xf32>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xf32>, tensor<?xf32>
}
