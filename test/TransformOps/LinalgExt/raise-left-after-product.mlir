// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// The division by the sum comes after the product with the values. No op of linalg_ext
// ends there.
// CHECK-NOT: linalg_ext

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @after_product(%x: tensor<9x13xf32>, %v: tensor<13x6xf32>) -> tensor<9x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<9xf32>
  %t = tensor.empty() : tensor<9x13xf32>
  %w = tensor.empty() : tensor<9x6xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%t : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<9x6xf32>) -> tensor<9x6xf32>
  // expected-note @+1 {{the exponentials are multiplied and summed up before they are divided}}
  %p = linalg.matmul ins(%e, %v : tensor<9x13xf32>, tensor<13x6xf32>) outs(%z : tensor<9x6xf32>) -> tensor<9x6xf32>
  // expected-note @+1 {{this op}}
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %l : tensor<9x6xf32>, tensor<9xf32>) outs(%w : tensor<9x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x6xf32>
  return %y : tensor<9x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.generic'}}
  %0 = transform.heddle.raise_to_linalg_ext %root : (!transform.any_op) -> !transform.any_op
}
