// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Sums of products that are no linalg_ext.batch_matmul, and why.
// CHECK-NOT: linalg_ext

#out = affine_map<(b, m, n, k) -> (b, m, n)>
#mk = affine_map<(b, m, n, k) -> (b, m, k)>
#kn = affine_map<(b, m, n, k) -> (b, k, n)>

// One operand has no batch dim.
func.func @broadcast(%a: tensor<2x5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{operand 1 is broadcast along dim 0}}
  %0 = linalg.generic {indexing_maps = [#mk, affine_map<(b, m, n, k) -> (k, n)>, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf32>, tensor<7x3xf32>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// The batch is not in front.
func.func @batch_last(%a: tensor<5x7x2xf32>, %b: tensor<2x7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{operand 0 has its dims in an order that no layout of batch_matmul has}}
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (m, k, b)>, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7x2xf32>, tensor<2x7x3xf32>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// A dim of the loops is not in the result.
func.func @not_summed(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>, %c: tensor<2x5xf32>) -> tensor<2x5xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the result does not have every dim except the summed one}}
  %0 = linalg.generic {indexing_maps = [#mk, #kn, affine_map<(b, m, n, k) -> (b, m)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%c : tensor<2x5xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// The product is rounded before it is added.
func.func @narrow_product(%a: tensor<2x5x7xf16>, %b: tensor<2x7x3xf16>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+1 {{this op}}
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf16>, tensor<2x7x3xf16>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f16, %y: f16, %z: f32):
      // expected-note @+1 {{the product is computed in 'f16', and batch_matmul does in 'f32'}}
      %p = arith.mulf %x, %y : f16
      %q = arith.extf %p : f16 to f32
      %s = arith.addf %z, %q : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// Unsigned factors.
func.func @unsigned(%a: tensor<2x5x7xi8>, %b: tensor<2x7x3xi8>, %c: tensor<2x5x3xi32>) -> tensor<2x5x3xi32> {
  // expected-note @+1 {{this op}}
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xi8>, tensor<2x7x3xi8>) outs(%c : tensor<2x5x3xi32>) {
    ^bb0(%x: i8, %y: i8, %z: i32):
      // expected-note @+1 {{batch_matmul extends integers as signed ones}}
      %u = arith.extui %x : i8 to i32
      %v = arith.extsi %y : i8 to i32
      %p = arith.muli %u, %v : i32
      %s = arith.addi %z, %p : i32
      linalg.yield %s : i32
  } -> tensor<2x5x3xi32>
  return %0 : tensor<2x5x3xi32>
}

// A factor loses digits.
func.func @narrowed(%a: tensor<2x5x7xf64>, %b: tensor<2x7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+1 {{this op}}
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf64>, tensor<2x7x3xf32>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f64, %y: f32, %z: f32):
      // expected-note @+1 {{a factor is narrowed before it is multiplied}}
      %u = arith.truncf %x : f64 to f32
      %p = arith.mulf %u, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// The sum of bits is their exclusive or here, and the or in batch_matmul.
func.func @bits(%a: tensor<2x5x7xi1>, %b: tensor<2x7x3xi1>, %c: tensor<2x5x3xi1>) -> tensor<2x5x3xi1> {
  // expected-note @+2 {{batch_matmul does not sum elements of type 'i1' as this op does}}
  // expected-note @+1 {{this op}}
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xi1>, tensor<2x7x3xi1>) outs(%c : tensor<2x5x3xi1>) {
    ^bb0(%x: i1, %y: i1, %z: i1):
      %p = arith.muli %x, %y : i1
      %s = arith.addi %z, %p : i1
      linalg.yield %s : i1
  } -> tensor<2x5x3xi1>
  return %0 : tensor<2x5x3xi1>
}

// No product of matrices, and nothing is said: a difference is summed.
func.func @differences(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%c : tensor<2x5x3xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.subf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.generic'}}
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
