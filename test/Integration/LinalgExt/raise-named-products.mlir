// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Named ops that are a product of matrices.
#out = affine_map<(b, m, n, k) -> (b, m, n)>
#mk = affine_map<(b, m, n, k) -> (b, m, k)>
#kn = affine_map<(b, m, n, k) -> (b, k, n)>
#km = affine_map<(b, m, n, k) -> (b, k, m)>
#nk = affine_map<(b, m, n, k) -> (b, n, k)>

// Two batch dims, the sum first in the loops.
// SAME-DAG: contraction: equal
// CHECK-LABEL: func @contraction(
// CHECK-SAME:    %[[A:.*]]: tensor<2x?x5x7xf32>, %[[B:.*]]: tensor<2x?x4x7xf32>, %[[C:.*]]: tensor<2x?x5x4xf32>
// CHECK:         %[[R:.*]] = linalg_ext.batch_matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] : tensor<2x?x5x4xf32>) layout = "nt" {mark}
// CHECK-NOT:     linalg.contract
// CHECK:         return %[[R]]
func.func @contraction(%a: tensor<2x?x5x7xf32>, %b: tensor<2x?x4x7xf32>, %c: tensor<2x?x5x4xf32>) -> tensor<2x?x5x4xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(k, b, h, m, n) -> (b, h, m, k)>, affine_map<(k, b, h, m, n) -> (b, h, n, k)>, affine_map<(k, b, h, m, n) -> (b, h, m, n)>] {mark}
      ins(%a, %b : tensor<2x?x5x7xf32>, tensor<2x?x4x7xf32>) outs(%c : tensor<2x?x5x4xf32>) -> tensor<2x?x5x4xf32>
  return %0 : tensor<2x?x5x4xf32>
}

// Half precision is extended; the result is the other way round.
// SAME-DAG: turned: equal
// CHECK-LABEL: func @turned(
// CHECK:         linalg_ext.batch_matmul ins(%arg1, %arg0 : tensor<2x7x3xf16>, tensor<2x5x7xf16>) outs(%arg2 : tensor<2x3x5xf32>) layout = "tt"
func.func @turned(%a: tensor<2x5x7xf16>, %b: tensor<2x7x3xf16>, %c: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %0 = linalg.contract indexing_maps = [#mk, #kn, affine_map<(b, m, n, k) -> (b, n, m)>]
      ins(%a, %b : tensor<2x5x7xf16>, tensor<2x7x3xf16>) outs(%c : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// Integers of two widths, extended as signed ones.
// SAME-DAG: integers: equal
// CHECK-LABEL: func @integers(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg1 : tensor<?x5x7xi8>, tensor<?x3x7xi16>) outs(%arg2 : tensor<?x5x3xi32>) layout = "nt"
func.func @integers(%a: tensor<?x5x7xi8>, %b: tensor<?x3x7xi16>, %c: tensor<?x5x3xi32>) -> tensor<?x5x3xi32> {
  %0 = linalg.batch_matmul indexing_maps = [#mk, #nk, #out] ins(%a, %b : tensor<?x5x7xi8>, tensor<?x3x7xi16>) outs(%c : tensor<?x5x3xi32>) -> tensor<?x5x3xi32>
  return %0 : tensor<?x5x3xi32>
}

// SAME-DAG: contracted_integers: equal
// CHECK-LABEL: func @contracted_integers(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg1 : tensor<1x0x5xi64>, tensor<1x0x3xi64>) outs(%arg2 : tensor<1x5x3xi64>) layout = "tn"
func.func @contracted_integers(%a: tensor<1x0x5xi64>, %b: tensor<1x0x3xi64>, %c: tensor<1x5x3xi64>) -> tensor<1x5x3xi64> {
  %0 = linalg.contract indexing_maps = [#km, #kn, #out] ins(%a, %b : tensor<1x0x5xi64>, tensor<1x0x3xi64>) outs(%c : tensor<1x5x3xi64>) -> tensor<1x5x3xi64>
  return %0 : tensor<1x5x3xi64>
}

// Bits: both ops take the or of their ands.
// SAME-DAG: bits: equal
// CHECK-LABEL: func @bits(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg1 : tensor<2x5x7xi1>, tensor<2x7x3xi1>) outs(%arg2 : tensor<2x5x3xi1>) layout = "nn"
func.func @bits(%a: tensor<2x5x7xi1>, %b: tensor<2x7x3xi1>, %c: tensor<2x5x3xi1>) -> tensor<2x5x3xi1> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x5x7xi1>, tensor<2x7x3xi1>) outs(%c : tensor<2x5x3xi1>) -> tensor<2x5x3xi1>
  return %0 : tensor<2x5x3xi1>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
