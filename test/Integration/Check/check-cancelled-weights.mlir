// Weights of an attention on normalized rows. The root of a mean of squares needs no
// positive numbers; of positive ones, the softmax takes one key alone, so that a key which
// is left out does not show, and the erf behind it is opaque to formulas.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=RIGHT

// CHECK: attend: different: {{.*}}[random data, both signs]
// RIGHT:      attend: equal:
// RIGHT-NEXT: doubled: equal:

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
// Sums of sums are not followed to their beginning, which would be 2^40 ways.
func.func @doubled(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s0 = math.absf %v : f32
    %s1 = arith.addf %s0, %s0 : f32
    %s2 = arith.addf %s1, %s1 : f32
    %s3 = arith.addf %s2, %s2 : f32
    %s4 = arith.addf %s3, %s3 : f32
    %s5 = arith.addf %s4, %s4 : f32
    %s6 = arith.addf %s5, %s5 : f32
    %s7 = arith.addf %s6, %s6 : f32
    %s8 = arith.addf %s7, %s7 : f32
    %s9 = arith.addf %s8, %s8 : f32
    %s10 = arith.addf %s9, %s9 : f32
    %s11 = arith.addf %s10, %s10 : f32
    %s12 = arith.addf %s11, %s11 : f32
    %s13 = arith.addf %s12, %s12 : f32
    %s14 = arith.addf %s13, %s13 : f32
    %s15 = arith.addf %s14, %s14 : f32
    %s16 = arith.addf %s15, %s15 : f32
    %s17 = arith.addf %s16, %s16 : f32
    %s18 = arith.addf %s17, %s17 : f32
    %s19 = arith.addf %s18, %s18 : f32
    %s20 = arith.addf %s19, %s19 : f32
    %s21 = arith.addf %s20, %s20 : f32
    %s22 = arith.addf %s21, %s21 : f32
    %s23 = arith.addf %s22, %s22 : f32
    %s24 = arith.addf %s23, %s23 : f32
    %s25 = arith.addf %s24, %s24 : f32
    %s26 = arith.addf %s25, %s25 : f32
    %s27 = arith.addf %s26, %s26 : f32
    %s28 = arith.addf %s27, %s27 : f32
    %s29 = arith.addf %s28, %s28 : f32
    %s30 = arith.addf %s29, %s29 : f32
    %s31 = arith.addf %s30, %s30 : f32
    %s32 = arith.addf %s31, %s31 : f32
    %s33 = arith.addf %s32, %s32 : f32
    %s34 = arith.addf %s33, %s33 : f32
    %s35 = arith.addf %s34, %s34 : f32
    %s36 = arith.addf %s35, %s35 : f32
    %s37 = arith.addf %s36, %s36 : f32
    %s38 = arith.addf %s37, %s37 : f32
    %s39 = arith.addf %s38, %s38 : f32
    %s40 = arith.addf %s39, %s39 : f32
    %root = math.rsqrt %s40 : f32
    linalg.yield %root : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
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
// Sums of sums are not followed to their beginning, which would be 2^40 ways.
func.func @doubled(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s0 = math.absf %v : f32
    %s1 = arith.addf %s0, %s0 : f32
    %s2 = arith.addf %s1, %s1 : f32
    %s3 = arith.addf %s2, %s2 : f32
    %s4 = arith.addf %s3, %s3 : f32
    %s5 = arith.addf %s4, %s4 : f32
    %s6 = arith.addf %s5, %s5 : f32
    %s7 = arith.addf %s6, %s6 : f32
    %s8 = arith.addf %s7, %s7 : f32
    %s9 = arith.addf %s8, %s8 : f32
    %s10 = arith.addf %s9, %s9 : f32
    %s11 = arith.addf %s10, %s10 : f32
    %s12 = arith.addf %s11, %s11 : f32
    %s13 = arith.addf %s12, %s12 : f32
    %s14 = arith.addf %s13, %s13 : f32
    %s15 = arith.addf %s14, %s14 : f32
    %s16 = arith.addf %s15, %s15 : f32
    %s17 = arith.addf %s16, %s16 : f32
    %s18 = arith.addf %s17, %s17 : f32
    %s19 = arith.addf %s18, %s18 : f32
    %s20 = arith.addf %s19, %s19 : f32
    %s21 = arith.addf %s20, %s20 : f32
    %s22 = arith.addf %s21, %s21 : f32
    %s23 = arith.addf %s22, %s22 : f32
    %s24 = arith.addf %s23, %s23 : f32
    %s25 = arith.addf %s24, %s24 : f32
    %s26 = arith.addf %s25, %s25 : f32
    %s27 = arith.addf %s26, %s26 : f32
    %s28 = arith.addf %s27, %s27 : f32
    %s29 = arith.addf %s28, %s28 : f32
    %s30 = arith.addf %s29, %s29 : f32
    %s31 = arith.addf %s30, %s30 : f32
    %s32 = arith.addf %s31, %s31 : f32
    %s33 = arith.addf %s32, %s32 : f32
    %s34 = arith.addf %s33, %s33 : f32
    %s35 = arith.addf %s34, %s34 : f32
    %s36 = arith.addf %s35, %s35 : f32
    %s37 = arith.addf %s36, %s36 : f32
    %s38 = arith.addf %s37, %s37 : f32
    %s39 = arith.addf %s38, %s38 : f32
    %s40 = arith.addf %s39, %s39 : f32
    %root = math.rsqrt %s40 : f32
    linalg.yield %root : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
