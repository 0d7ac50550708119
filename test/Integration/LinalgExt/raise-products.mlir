// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Generics that are a product of matrices, in each layout.
#out = affine_map<(b, m, n, k) -> (b, m, n)>
#mk = affine_map<(b, m, n, k) -> (b, m, k)>
#km = affine_map<(b, m, n, k) -> (b, k, m)>
#kn = affine_map<(b, m, n, k) -> (b, k, n)>
#nk = affine_map<(b, m, n, k) -> (b, n, k)>

// SAME-DAG: nn: equal
// CHECK-LABEL: func @nn(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?x?xf32>, %[[B:.*]]: tensor<?x?x?xf32>, %[[C:.*]]: tensor<?x?x?xf32>
// CHECK:         %[[R:.*]] = linalg_ext.batch_matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] : tensor<?x?x?xf32>) layout = "nn" {mark}
// CHECK-NOT:     linalg.generic {
// CHECK:         return %[[R]]
func.func @nn(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%c : tensor<?x?x?xf32>) attrs = {mark} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// f16 that is multiplied in f32, the product on the left of the sum.
// SAME-DAG: nt: equal
// CHECK-LABEL: func @nt(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg1 : tensor<2x5x7xf16>, tensor<2x3x7xf16>) outs(%arg2 : tensor<2x5x3xf32>) layout = "nt"
func.func @nt(%a: tensor<2x5x7xf16>, %b: tensor<2x3x7xf16>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf16>, tensor<2x3x7xf16>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f16, %y: f16, %z: f32):
      %u = arith.extf %x : f16 to f32
      %v = arith.extf %y : f16 to f32
      %p = arith.mulf %v, %u : f32
      %s = arith.addf %p, %z : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// Signed integers.
// SAME-DAG: tn: equal
// CHECK-LABEL: func @tn(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg1 : tensor<2x7x5xi8>, tensor<2x7x3xi8>) outs(%arg2 : tensor<2x5x3xi32>) layout = "tn"
func.func @tn(%a: tensor<2x7x5xi8>, %b: tensor<2x7x3xi8>, %c: tensor<2x5x3xi32>) -> tensor<2x5x3xi32> {
  %0 = linalg.generic {indexing_maps = [#km, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x7x5xi8>, tensor<2x7x3xi8>) outs(%c : tensor<2x5x3xi32>) {
    ^bb0(%x: i8, %y: i8, %z: i32):
      %u = arith.extsi %x : i8 to i32
      %v = arith.extsi %y : i8 to i32
      %p = arith.muli %u, %v : i32
      %s = arith.addi %z, %p : i32
      linalg.yield %s : i32
  } -> tensor<2x5x3xi32>
  return %0 : tensor<2x5x3xi32>
}

// Two batch dims, the loops in another order, and the right operand first.
// SAME-DAG: tt: equal
// CHECK-LABEL: func @tt(
// CHECK:         linalg_ext.batch_matmul ins(%arg1, %arg0 : tensor<2x3x7x5xf32>, tensor<2x3x4x7xf32>) outs(%arg2 : tensor<2x3x5x4xf32>) layout = "tt"
func.func @tt(%b: tensor<2x3x4x7xf32>, %a: tensor<2x3x7x5xf32>, %c: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(k, n, h, b, m) -> (b, h, n, k)>, affine_map<(k, n, h, b, m) -> (b, h, k, m)>, affine_map<(k, n, h, b, m) -> (b, h, m, n)>],
      iterator_types = ["reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %a : tensor<2x3x4x7xf32>, tensor<2x3x7x5xf32>) outs(%c : tensor<2x3x5x4xf32>) {
    ^bb0(%y: f32, %x: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// The result is the other way round: then the first operand is the right one.
// SAME-DAG: turned: equal
// CHECK-LABEL: func @turned(
// CHECK:         linalg_ext.batch_matmul ins(%arg1, %arg0 : tensor<2x7x3xf32>, tensor<2x5x7xf32>) outs(%arg2 : tensor<2x3x5xf32>) layout = "tt"
func.func @turned(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>, %c: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, affine_map<(b, m, n, k) -> (b, n, m)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%c : tensor<2x3x5xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// One tensor is both factors: its product with itself.
// SAME-DAG: squared: equal
// CHECK-LABEL: func @squared(
// CHECK:         linalg_ext.batch_matmul ins(%arg0, %arg0 : tensor<1x5x0xf32>, tensor<1x5x0xf32>) outs(%arg1 : tensor<1x5x5xf32>) layout = "nt"
func.func @squared(%a: tensor<1x5x0xf32>, %c: tensor<1x5x5xf32>) -> tensor<1x5x5xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<1x5x0xf32>, tensor<1x5x0xf32>) outs(%c : tensor<1x5x5xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<1x5x5xf32>
  return %0 : tensor<1x5x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
