// Vectors of a row by its extent: the next power of two, never three registers. LLVM
// carries vector<48xf32> around a loop element by element.
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Extents below, at and above whole registers, and primes: the lanes of the sums
// that the loop over k carries.
//
//   extent  1  2  3  7 16 17 31 33 35 47 48 49 63 64
//   lanes   1  2  4  8 16 32 32 64 64 64 64 64 64 64
// CHECK-LABEL: func.func @rows_1(
// CHECK:         scf.for {{.*}} -> (vector<3xf32>) {
func.func @rows_1(%a: tensor<3x9xf32>, %b: tensor<9x1xf32>, %c: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x1xf32>) outs(%c : tensor<3x1xf32>) -> tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}
// CHECK-LABEL: func.func @rows_2(
// CHECK:         scf.for {{.*}} -> (vector<3x2xf32>) {
func.func @rows_2(%a: tensor<3x9xf32>, %b: tensor<9x2xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x2xf32>) outs(%c : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
// CHECK-LABEL: func.func @rows_3(
// CHECK:         scf.for {{.*}} -> (vector<3x4xf32>) {
func.func @rows_3(%a: tensor<3x9xf32>, %b: tensor<9x3xf32>, %c: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x3xf32>) outs(%c : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}
// CHECK-LABEL: func.func @rows_7(
// CHECK:         scf.for {{.*}} -> (vector<3x8xf32>) {
func.func @rows_7(%a: tensor<3x9xf32>, %b: tensor<9x7xf32>, %c: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x7xf32>) outs(%c : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}
// CHECK-LABEL: func.func @rows_16(
// CHECK:         scf.for {{.*}} -> (vector<3x16xf32>) {
func.func @rows_16(%a: tensor<3x9xf32>, %b: tensor<9x16xf32>, %c: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x16xf32>) outs(%c : tensor<3x16xf32>) -> tensor<3x16xf32>
  return %r : tensor<3x16xf32>
}
// CHECK-LABEL: func.func @rows_17(
// CHECK:         scf.for {{.*}} -> (vector<3x32xf32>) {
func.func @rows_17(%a: tensor<3x9xf32>, %b: tensor<9x17xf32>, %c: tensor<3x17xf32>) -> tensor<3x17xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x17xf32>) outs(%c : tensor<3x17xf32>) -> tensor<3x17xf32>
  return %r : tensor<3x17xf32>
}
// CHECK-LABEL: func.func @rows_31(
// CHECK:         scf.for {{.*}} -> (vector<3x32xf32>) {
func.func @rows_31(%a: tensor<3x9xf32>, %b: tensor<9x31xf32>, %c: tensor<3x31xf32>) -> tensor<3x31xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x31xf32>) outs(%c : tensor<3x31xf32>) -> tensor<3x31xf32>
  return %r : tensor<3x31xf32>
}
// CHECK-LABEL: func.func @rows_33(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_33(%a: tensor<3x9xf32>, %b: tensor<9x33xf32>, %c: tensor<3x33xf32>) -> tensor<3x33xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x33xf32>) outs(%c : tensor<3x33xf32>) -> tensor<3x33xf32>
  return %r : tensor<3x33xf32>
}
// CHECK-LABEL: func.func @rows_35(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_35(%a: tensor<3x9xf32>, %b: tensor<9x35xf32>, %c: tensor<3x35xf32>) -> tensor<3x35xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x35xf32>) outs(%c : tensor<3x35xf32>) -> tensor<3x35xf32>
  return %r : tensor<3x35xf32>
}
// CHECK-LABEL: func.func @rows_47(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_47(%a: tensor<3x9xf32>, %b: tensor<9x47xf32>, %c: tensor<3x47xf32>) -> tensor<3x47xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x47xf32>) outs(%c : tensor<3x47xf32>) -> tensor<3x47xf32>
  return %r : tensor<3x47xf32>
}
// CHECK-LABEL: func.func @rows_48(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_48(%a: tensor<3x9xf32>, %b: tensor<9x48xf32>, %c: tensor<3x48xf32>) -> tensor<3x48xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x48xf32>) outs(%c : tensor<3x48xf32>) -> tensor<3x48xf32>
  return %r : tensor<3x48xf32>
}
// CHECK-LABEL: func.func @rows_49(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_49(%a: tensor<3x9xf32>, %b: tensor<9x49xf32>, %c: tensor<3x49xf32>) -> tensor<3x49xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x49xf32>) outs(%c : tensor<3x49xf32>) -> tensor<3x49xf32>
  return %r : tensor<3x49xf32>
}
// CHECK-LABEL: func.func @rows_63(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_63(%a: tensor<3x9xf32>, %b: tensor<9x63xf32>, %c: tensor<3x63xf32>) -> tensor<3x63xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x63xf32>) outs(%c : tensor<3x63xf32>) -> tensor<3x63xf32>
  return %r : tensor<3x63xf32>
}
// CHECK-LABEL: func.func @rows_64(
// CHECK:         scf.for {{.*}} -> (vector<3x64xf32>) {
func.func @rows_64(%a: tensor<3x9xf32>, %b: tensor<9x64xf32>, %c: tensor<3x64xf32>) -> tensor<3x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<3x9xf32>, tensor<9x64xf32>) outs(%c : tensor<3x64xf32>) -> tensor<3x64xf32>
  return %r : tensor<3x64xf32>
}

// Eight rows of 48 elements count as 32 registers, which do not fit: two tiles of the
// columns do.
// CHECK-LABEL: func.func @too_many(
// CHECK:         vector<8x32xf32>
// CHECK:         vector<8x16xf32>
func.func @too_many(%a: tensor<8x9xf32>, %b: tensor<9x48xf32>, %c: tensor<8x48xf32>) -> tensor<8x48xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x9xf32>, tensor<9x48xf32>) outs(%c : tensor<8x48xf32>) -> tensor<8x48xf32>
  return %r : tensor<8x48xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module
}
