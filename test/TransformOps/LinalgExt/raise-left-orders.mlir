// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Divisions of exponentials that read or write in another order, or something else.
// CHECK-NOT: linalg_ext

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#turned = affine_map<(i, j) -> (j, i)>

// The exponentials are transposed.
func.func @turned_exponentials(%x: tensor<9x9xf32>, %r: tensor<9xf32>) -> tensor<9x9xf32> {
  %e = linalg.exp ins(%x : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the exponentials are read in another order}}
  %s = linalg.generic {indexing_maps = [#turned, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %r : tensor<9x9xf32>, tensor<9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// The result is transposed.
func.func @turned_result(%x: tensor<9x9xf32>, %r: tensor<9xf32>) -> tensor<9x9xf32> {
  %e = linalg.exp ins(%x : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the loops of the division are not those of its result, all of them parallel}}
  %s = linalg.generic {indexing_maps = [#id, #row, #turned], iterator_types = ["parallel", "parallel"]} ins(%e, %r : tensor<9x9xf32>, tensor<9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// All is divided by one number.
func.func @by_number(%x: tensor<9x9xf32>, %n: f32) -> tensor<9x9xf32> {
  %e = linalg.exp ins(%x : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the division does not read two operands of the op}}
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%e : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %d = arith.divf %a, %n : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// The op that makes the exponentials transposes.
func.func @turned_before(%x: tensor<9x9xf32>, %r: tensor<9xf32>) -> tensor<9x9xf32> {
  // expected-note @+1 {{the loops of the exponential are not those of its result, all of them parallel}}
  %e = linalg.generic {indexing_maps = [#id, #turned], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %d = math.exp %a : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %r : tensor<9x9xf32>, tensor<9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// One number is subtracted from all.
func.func @minus_number(%x: tensor<9x9xf32>, %r: tensor<9xf32>, %n: f32) -> tensor<9x9xf32> {
  // expected-note @+1 {{the difference does not read two operands of the op}}
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.subf %a, %n : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %r : tensor<9x9xf32>, tensor<9xf32>) outs(%x : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// The exponent is a product, in an op of its own.
func.func @product(%x: tensor<9x9xf32>, %r: tensor<9x9xf32>) -> tensor<9x9xf32> {
  // expected-note @+1 {{the exponent is not a difference}}
  %p = linalg.mul ins(%x, %x : tensor<9x9xf32>, tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  %e = linalg.exp ins(%p : tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  // expected-note @+1 {{this op}}
  %s = linalg.div ins(%e, %r : tensor<9x9xf32>, tensor<9x9xf32>) outs(%x : tensor<9x9xf32>) -> tensor<9x9xf32>
  return %s : tensor<9x9xf32>
}

// No op of linalg_ext takes these elements.
func.func @elements(%x: tensor<9x9xf128>, %r: tensor<9x9xf128>) -> tensor<9x9xf128> {
  %e = linalg.exp ins(%x : tensor<9x9xf128>) outs(%x : tensor<9x9xf128>) -> tensor<9x9xf128>
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the elements are not f16, bf16, f32 or f64, or the tensor has an encoding}}
  %s = linalg.div ins(%e, %r : tensor<9x9xf128>, tensor<9x9xf128>) outs(%x : tensor<9x9xf128>) -> tensor<9x9xf128>
  return %s : tensor<9x9xf128>
}

// One matrix for all of the batch.
func.func @one_matrix(%a: tensor<3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{operand 0 is broadcast along dim 0}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(n, i, j, k) -> (i, k)>, affine_map<(n, i, j, k) -> (n, k, j)>, affine_map<(n, i, j, k) -> (n, i, j)>]
      ins(%a, %b : tensor<3x4xf32>, tensor<2x4x5xf32>) outs(%c : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @+3 {{no op of linalg_ext is made of 'linalg.generic'}}
  // expected-remark @+2 {{no op of linalg_ext is made of 'linalg.batch_matmul'}}
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.div'}}
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
