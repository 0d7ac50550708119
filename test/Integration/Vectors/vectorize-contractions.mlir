// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Contractions of every form become vector.contract, with sizes that no tile
// divides and with dynamic ones, among them 0 and 1.

// Batched, with dynamic sizes.
// SAME: batch: equal
// CHECK-LABEL: func @batch(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @batch(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r = linalg.batch_matmul
    ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%i : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// The second operand is read along columns.
// SAME: b_transposed: equal
// CHECK-LABEL: func @b_transposed(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @b_transposed(%a: tensor<19x21xf32>, %b: tensor<45x21xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<19x45xf32>) -> tensor<19x45xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<19x21xf32>, tensor<45x21xf32>) outs(%i : tensor<19x45xf32>) -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}

// The first operand is read along columns.
// SAME: a_transposed: equal
// CHECK-LABEL: func @a_transposed(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @a_transposed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// One column: the rows of the matrix are reduced.
// SAME: matvec: equal
// CHECK-LABEL: func @matvec(
// CHECK-NOT:     linalg.
// CHECK:         arith.mulf {{.*}} : vector<64xf32>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @matvec(%a: tensor<?x?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.matvec
    ins(%a, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%i : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// One row: it has no dim of rows in the vector.
// SAME: vecmat: equal
// CHECK-LABEL: func @vecmat(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @vecmat(%a: tensor<37xf32>, %b: tensor<37x53xf32>, %c: tensor<53xf32>) -> tensor<53xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<53xf32>) -> tensor<53xf32>
  %r = linalg.vecmat
    ins(%a, %b : tensor<37xf32>, tensor<37x53xf32>) outs(%i : tensor<53xf32>) -> tensor<53xf32>
  return %r : tensor<53xf32>
}

// No parallel dim is left.
// SAME: dot: equal
// CHECK-LABEL: func @dot(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @dot(%a: tensor<137xf32>, %b: tensor<137xf32>, %c: tensor<f32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<f32>) -> tensor<f32>
  %r = linalg.dot
    ins(%a, %b : tensor<137xf32>, tensor<137xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// A generic with two contracted dims, and operands in no order of a named op.
// SAME: generic: equal
// CHECK-LABEL: func @generic(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @generic(%a: tensor<3x19x2x21xf32>, %b: tensor<21x3x5x2xf32>, %c: tensor<5x3x19xf32>) -> tensor<5x3x19xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(b, m, j, k, n) -> (b, m, j, k)>, affine_map<(b, m, j, k, n) -> (k, b, n, j)>, affine_map<(b, m, j, k, n) -> (n, b, m)>],
    iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]}
    ins(%a, %b : tensor<3x19x2x21xf32>, tensor<21x3x5x2xf32>) outs(%c : tensor<5x3x19xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %p = arith.mulf %y, %x : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
  } -> tensor<5x3x19xf32>
  return %r : tensor<5x3x19xf32>
}

// No product: the same loops, but not a contraction.
// SAME: distances: equal
// CHECK-LABEL: func @distances(
// CHECK-NOT:     linalg.
// CHECK:         arith.subf {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @distances(%a: tensor<19x21xf32>, %b: tensor<45x21xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<19x21xf32>, tensor<45x21xf32>) outs(%c : tensor<19x45xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %d = arith.subf %y, %x : f32
      %q = arith.mulf %d, %d : f32
      %s = arith.addf %q, %o : f32
      linalg.yield %s : f32
  } -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
