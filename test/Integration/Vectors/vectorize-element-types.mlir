// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Element types: narrow factors are extended inside the contraction. Those of
// unsigned integers are extended before it, because it knows signed ones alone.

// Brain floats, summed as floats.
// SAME: bf16_to_f32: equal
// CHECK-LABEL: func @bf16_to_f32(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}}xbf16> into vector<{{.*}}xf32>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @bf16_to_f32(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul
    ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%i : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Half floats throughout.
// SAME: f16_to_f16: equal
// CHECK-LABEL: func @f16_to_f16(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @f16_to_f16(%a: tensor<19x21xf16>, %b: tensor<21x45xf16>, %c: tensor<19x45xf16>) -> tensor<19x45xf16> {
  %z = arith.constant 0.0 : f16
  %i = linalg.fill ins(%z : f16) outs(%c : tensor<19x45xf16>) -> tensor<19x45xf16>
  %r = linalg.matmul
    ins(%a, %b : tensor<19x21xf16>, tensor<21x45xf16>) outs(%i : tensor<19x45xf16>) -> tensor<19x45xf16>
  return %r : tensor<19x45xf16>
}

// Doubles: half as many lanes.
// SAME: f64_to_f64: equal
// CHECK-LABEL: func @f64_to_f64(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @f64_to_f64(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %z = arith.constant 0.0 : f64
  %i = linalg.fill ins(%z : f64) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %r = linalg.matmul
    ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%i : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Signed bytes.
// SAME: i8_to_i32: equal
// CHECK-LABEL: func @i8_to_i32(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}}xi8> into vector<{{.*}}xi32>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @i8_to_i32(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %z = arith.constant 0 : i32
  %i = linalg.fill ins(%z : i32) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.matmul
    ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%i : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// Integers.
// SAME: i32_to_i32: equal
// CHECK-LABEL: func @i32_to_i32(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @i32_to_i32(%a: tensor<?x?xi32>, %b: tensor<?x?xi32>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %z = arith.constant 0 : i32
  %i = linalg.fill ins(%z : i32) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.matmul
    ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%i : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// Bytes without a sign.
// SAME: unsigned: equal
// CHECK-LABEL: func @unsigned(
// CHECK-NOT:     linalg.
// CHECK:         arith.extui {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @unsigned(%a: tensor<19x21xi8>, %b: tensor<21x45xi8>, %c: tensor<19x45xi32>) -> tensor<19x45xi32> {
  %z = arith.constant 0 : i32
  %i = linalg.fill ins(%z : i32) outs(%c : tensor<19x45xi32>) -> tensor<19x45xi32>
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}
    ins(%a, %b : tensor<19x21xi8>, tensor<21x45xi8>) outs(%i : tensor<19x45xi32>) -> tensor<19x45xi32>
  return %r : tensor<19x45xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
