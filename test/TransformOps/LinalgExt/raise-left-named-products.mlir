// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Named products that are no linalg_ext.batch_matmul, and why.
// CHECK-NOT: linalg_ext

#out = affine_map<(b, m, n, k) -> (b, m, n)>
#mk = affine_map<(b, m, n, k) -> (b, m, k)>
#kn = affine_map<(b, m, n, k) -> (b, k, n)>

// No batch.
func.func @matrices(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{batch_matmul has a result of 3 dims or more, not 2}}
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>) outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// The batch is summed, too.
func.func @two_sums(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{batch_matmul sums over 1 dim, not 2}}
  %0 = linalg.contract indexing_maps = [#mk, #kn, affine_map<(b, m, n, k) -> (m, n)>] ins(%a, %b : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// One operand is the same for all of the batch.
func.func @broadcast(%a: tensor<2x5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{operand 1 is broadcast along dim 0}}
  %0 = linalg.contract indexing_maps = [#mk, affine_map<(b, m, n, k) -> (k, n)>, #out] ins(%a, %b : tensor<2x5x7xf32>, tensor<7x3xf32>) outs(%c : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

func.func @buffers(%a: memref<2x5x7xf32>, %b: memref<2x7x3xf32>, %c: memref<2x5x3xf32>) {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the op is on memrefs}}
  linalg.contract indexing_maps = [#mk, #kn, #out] ins(%a, %b : memref<2x5x7xf32>, memref<2x7x3xf32>) outs(%c : memref<2x5x3xf32>)
  return
}

// Integers that the op declares to be unsigned.
func.func @unsigned(%a: tensor<2x5x7xi8>, %b: tensor<2x7x3xi8>, %c: tensor<2x5x3xi32>) -> tensor<2x5x3xi32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{batch_matmul extends integers as signed ones}}
  %0 = linalg.contract indexing_maps = [#mk, #kn, #out] {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<2x5x7xi8>, tensor<2x7x3xi8>) outs(%c : tensor<2x5x3xi32>) -> tensor<2x5x3xi32>
  return %0 : tensor<2x5x3xi32>
}

// One factor is an integer.
func.func @mixed(%a: tensor<2x5x7xi8>, %b: tensor<2x7x3xf32>, %c: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{a factor is converted by 'arith.sitofp', and batch_matmul takes floats alone or integers alone}}
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x5x7xi8>, tensor<2x7x3xf32>) outs(%c : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

func.func @complex(%a: tensor<2x5x7xcomplex<f32>>, %b: tensor<2x7x3xcomplex<f32>>, %c: tensor<2x5x3xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the elements are neither floats nor integers}}
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x5x7xcomplex<f32>>, tensor<2x7x3xcomplex<f32>>) outs(%c : tensor<2x5x3xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
  return %0 : tensor<2x5x3xcomplex<f32>>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @+2 {{no op of linalg_ext is made of 'linalg.contract'}}
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.batch_matmul'}}
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
