// An instance norm of images with channels last: what is reduced is not last.

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#group = affine_map<(n, h, w, c) -> (n, c)>
func.func @channels_last(%x: tensor<3x5x17x4xf32>) -> tensor<3x5x17x4xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 85.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %r0 = tensor.empty() : tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x5x17x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sums:2 = linalg.generic {indexing_maps = [#all, #group, #group], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%x : tensor<3x5x17x4xf32>) outs(%zeros, %zeros : tensor<3x4xf32>, tensor<3x4xf32>) {
    ^bb0(%a: f32, %o: f32, %q: f32):
      %0 = arith.addf %o, %a : f32
      %1 = arith.mulf %a, %a : f32
      %2 = arith.addf %q, %1 : f32
      linalg.yield %0, %2 : f32, f32
  } -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %r = linalg.generic {indexing_maps = [#all, #group, #group, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sums#0, %sums#1 : tensor<3x5x17x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x5x17x4xf32>) {
    ^bb0(%a: f32, %s: f32, %q: f32, %o: f32):
      %m = arith.divf %s, %count : f32
      %0 = arith.divf %q, %count : f32
      %1 = arith.mulf %m, %m : f32
      %2 = arith.subf %0, %1 : f32
      %v = math.absf %2 : f32
      %3 = arith.addf %v, %eps : f32
      %d = math.rsqrt %3 : f32
      %4 = arith.subf %a, %m : f32
      %5 = arith.mulf %4, %d : f32
      linalg.yield %5 : f32
  } -> tensor<3x5x17x4xf32>
  return %r : tensor<3x5x17x4xf32>
}

