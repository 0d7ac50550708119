// A norm of the last dimension, an op for each step, statistics with a last extent of 1.
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#column = affine_map<(d0, d1, d2) -> (d2)>
func.func @layernorm(%x: tensor<2x19x96xf32>, %gamma: tensor<96xf32>, %beta: tensor<96xf32>) -> tensor<2x19x96xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 96.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e0 = tensor.empty() : tensor<2x19x1xf32>
  %e1 = tensor.empty() : tensor<2x19x96xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x19x1xf32>) -> tensor<2x19x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<2x19x96xf32>) outs(%z : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %mean = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sum : tensor<2x19x1xf32>) outs(%e0 : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.divf %in, %n : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %centered = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %mean : tensor<2x19x96xf32>, tensor<2x19x1xf32>) outs(%e1 : tensor<2x19x96xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.subf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x19x96xf32>
  %squares = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%centered, %centered : tensor<2x19x96xf32>, tensor<2x19x96xf32>) outs(%e1 : tensor<2x19x96xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.mulf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x19x96xf32>
  %sum2 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%squares : tensor<2x19x96xf32>) outs(%z : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %var = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sum2 : tensor<2x19x1xf32>) outs(%e0 : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.divf %in, %n : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %var1 = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%var : tensor<2x19x1xf32>) outs(%e0 : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %eps : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %rstd = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%var1 : tensor<2x19x1xf32>) outs(%e0 : tensor<2x19x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.rsqrt %in : f32
    linalg.yield %s : f32
  } -> tensor<2x19x1xf32>
  %normal = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%centered, %rstd : tensor<2x19x96xf32>, tensor<2x19x1xf32>) outs(%e1 : tensor<2x19x96xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.mulf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x19x96xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%normal, %gamma : tensor<2x19x96xf32>, tensor<96xf32>) outs(%e1 : tensor<2x19x96xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.mulf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x19x96xf32>
  %shifted = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scaled, %beta : tensor<2x19x96xf32>, tensor<96xf32>) outs(%e1 : tensor<2x19x96xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.addf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x19x96xf32>
  return %shifted : tensor<2x19x96xf32>
}
