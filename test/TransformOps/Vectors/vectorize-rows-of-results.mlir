// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

// A sum that is no sum of products: the lanes are those of the results where an input has
// rows of them, and along the sum where none has.
// EQUAL:      quantized: equal:
// EQUAL-NEXT: distances: equal:
// EQUAL-NEXT: along: equal:
// EQUAL-NEXT: column: equal:

// CHECK-LABEL: func.func @quantized(
// CHECK:         scf.for {{.*}} -> (vector<64xi32>) {
// CHECK:           vector.transfer_read {{.*}} vector<{{.*}}xi8>
// CHECK-NOT:     vector.contract
// CHECK-NOT:     vector.multi_reduction
// CHECK:         return
func.func @quantized(%a: tensor<3x29xi8>, %b: tensor<29x64xi8>, %o: tensor<3x64xi32>) -> tensor<3x64xi32> {
  %za = arith.constant 3 : i32
  %zb = arith.constant -5 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<3x29xi8>, tensor<29x64xi8>, i32, i32) outs(%o : tensor<3x64xi32>) -> tensor<3x64xi32>
  return %0 : tensor<3x64xi32>
}

// CHECK-LABEL: func.func @distances(
// CHECK-NOT:     vector.contract
// CHECK-NOT:     vector.multi_reduction
// CHECK:         return
func.func @distances(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %d = arith.subf %x, %y : f32
      %q = arith.mulf %d, %d : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @along(
// CHECK:         vector.contract {{.*}} into f32
// CHECK:         return
func.func @along(%a: tensor<3x129xf32>, %b: tensor<5x129xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<3x129xf32>, tensor<5x129xf32>) outs(%o : tensor<3x5xf32>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %d = arith.subf %x, %y : f32
      %q = arith.mulf %d, %d : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// One column of results has no rows.
// CHECK-LABEL: func.func @column(
// CHECK:         vector.contract {{.*}} into f32
// CHECK:         return
func.func @column(%a: tensor<3x129xf32>, %b: tensor<129x1xf32>, %o: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<3x129xf32>, tensor<129x1xf32>) outs(%o : tensor<3x1xf32>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %d = arith.subf %x, %y : f32
      %q = arith.mulf %d, %d : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
  } -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.heddle.vectorize %root : !transform.any_op
    transform.yield
  }
}
