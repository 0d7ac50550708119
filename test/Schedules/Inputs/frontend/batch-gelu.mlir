// A product of each of a batch, a bias, and GELU.
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#column = affine_map<(d0, d1, d2) -> (d2)>
func.func @batch_gelu(%a: tensor<3x37x41xf32>, %b: tensor<3x41x53xf32>, %bias: tensor<53xf32>) -> tensor<3x37x53xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %sqrt2 = arith.constant 1.41421354 : f32
  %e = tensor.empty() : tensor<3x37x53xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x37x53xf32>) -> tensor<3x37x53xf32>
  %p = linalg.batch_matmul ins(%a, %b : tensor<3x37x41xf32>, tensor<3x41x53xf32>) outs(%z : tensor<3x37x53xf32>) -> tensor<3x37x53xf32>
  %biased = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %bias : tensor<3x37x53xf32>, tensor<53xf32>) outs(%e : tensor<3x37x53xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.addf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x37x53xf32>
  %gelu = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%biased : tensor<3x37x53xf32>) outs(%e : tensor<3x37x53xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %sqrt2 : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %in, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<3x37x53xf32>
  return %gelu : tensor<3x37x53xf32>
}
