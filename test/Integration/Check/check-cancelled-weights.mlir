// Weights of an attention on normalized rows. The root of a mean of squares needs no
// positive numbers; of positive ones, the softmax takes one key alone, so that a key which
// is left out does not show, and the erf behind it is opaque to formulas.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=RIGHT

// CHECK: attend: different: {{.*}}[random data, both signs]
// RIGHT: attend: equal:

//--- payload.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#q = affine_map<(i, j, k) -> (i, k)>
#k = affine_map<(i, j, k) -> (j, k)>
#s = affine_map<(i, j, k) -> (i, j)>
func.func @attend(%x: tensor<8x512xf32>, %w: tensor<512x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 512.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %one = tensor.empty() : tensor<8xf32>
  %wide = tensor.empty() : tensor<8x512xf32>
  %narrow = tensor.empty() : tensor<8x64xf32>
  %square = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%one : tensor<8xf32>) -> tensor<8xf32>
  %sums = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x512xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %normal = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : tensor<8x512xf32>, tensor<8xf32>) outs(%wide : tensor<8x512xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %width : f32
    %e = arith.addf %m, %epsilon : f32
    %f = math.rsqrt %e : f32
    %n = arith.mulf %v, %f : f32
    linalg.yield %n : f32
  } -> tensor<8x512xf32>
  %none = linalg.fill ins(%zero : f32) outs(%narrow : tensor<8x64xf32>) -> tensor<8x64xf32>
  %keys = linalg.matmul ins(%normal, %w : tensor<8x512xf32>, tensor<512x64xf32>)
      outs(%none : tensor<8x64xf32>) -> tensor<8x64xf32>
  %blank = linalg.fill ins(%zero : f32) outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%keys, %keys : tensor<8x64xf32>, tensor<8x64xf32>) outs(%blank : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<8x8xf32>)
      outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %result = linalg.matmul ins(%weights, %keys : tensor<8x8xf32>, tensor<8x64xf32>)
      outs(%none : tensor<8x64xf32>) -> tensor<8x64xf32>
  %last = linalg.erf ins(%result : tensor<8x64xf32>) outs(%narrow : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %last : tensor<8x64xf32>
}
//--- scheduled.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#q = affine_map<(i, j, k) -> (i, k)>
#k = affine_map<(i, j, k) -> (j, k)>
#s = affine_map<(i, j, k) -> (i, j)>
func.func @attend(%x: tensor<8x512xf32>, %w: tensor<512x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 512.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %one = tensor.empty() : tensor<8xf32>
  %wide = tensor.empty() : tensor<8x512xf32>
  %narrow = tensor.empty() : tensor<8x64xf32>
  %square = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%one : tensor<8xf32>) -> tensor<8xf32>
  %sums = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x512xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %normal = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : tensor<8x512xf32>, tensor<8xf32>) outs(%wide : tensor<8x512xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %width : f32
    %e = arith.addf %m, %epsilon : f32
    %f = math.rsqrt %e : f32
    %n = arith.mulf %v, %f : f32
    linalg.yield %n : f32
  } -> tensor<8x512xf32>
  %none = linalg.fill ins(%zero : f32) outs(%narrow : tensor<8x64xf32>) -> tensor<8x64xf32>
  %keys = linalg.matmul ins(%normal, %w : tensor<8x512xf32>, tensor<512x64xf32>)
      outs(%none : tensor<8x64xf32>) -> tensor<8x64xf32>
  %row = tensor.empty() : tensor<1x64xf32>
  %nothing = linalg.fill ins(%zero : f32) outs(%row : tensor<1x64xf32>) -> tensor<1x64xf32>
  %some = tensor.insert_slice %nothing into %keys[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<8x64xf32>
  %blank = linalg.fill ins(%zero : f32) outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%keys, %some : tensor<8x64xf32>, tensor<8x64xf32>) outs(%blank : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<8x8xf32>)
      outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %result = linalg.matmul ins(%weights, %keys : tensor<8x8xf32>, tensor<8x64xf32>)
      outs(%none : tensor<8x64xf32>) -> tensor<8x64xf32>
  %last = linalg.erf ins(%result : tensor<8x64xf32>) outs(%narrow : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %last : tensor<8x64xf32>
}
