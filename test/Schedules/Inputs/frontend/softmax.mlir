// A softmax whose maximum is computed with its place, which nobody reads.
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#keep = affine_map<(d0, d1) -> (d0, 0)>
func.func @softmax(%x: tensor<37x100xf32>) -> tensor<37x100xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i64
  %ei = tensor.empty() : tensor<37xi64>
  %ef = tensor.empty() : tensor<37xf32>
  %e = tensor.empty() : tensor<37x100xf32>
  %e1 = tensor.empty() : tensor<37x1xf32>
  %zi = linalg.fill ins(%c0 : i64) outs(%ei : tensor<37xi64>) -> tensor<37xi64>
  %lf = linalg.fill ins(%low : f32) outs(%ef : tensor<37xf32>) -> tensor<37xf32>
  %max:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x100xf32>) outs(%lf, %zi : tensor<37xf32>, tensor<37xi64>) {
  ^bb0(%in: f32, %out: f32, %i: i64):
    %k = linalg.index 1 : index
    %ki = arith.index_cast %k : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %ki, %i : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<37xf32>, tensor<37xi64>)
  %m1 = tensor.expand_shape %max#0 [[0, 1]] output_shape [37, 1] : tensor<37xf32> into tensor<37x1xf32>
  %sub = linalg.generic {indexing_maps = [#all, #keep, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m1 : tensor<37x100xf32>, tensor<37x1xf32>) outs(%e : tensor<37x100xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.subf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<37x100xf32>
  %exp = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%sub : tensor<37x100xf32>) outs(%e : tensor<37x100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.exp %in : f32
    linalg.yield %s : f32
  } -> tensor<37x100xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<37x1xf32>) -> tensor<37x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<37x100xf32>) outs(%z1 : tensor<37x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<37x1xf32>
  %r = linalg.generic {indexing_maps = [#all, #keep, #all], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<37x100xf32>, tensor<37x1xf32>) outs(%e : tensor<37x100xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.divf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<37x100xf32>
  return %r : tensor<37x100xf32>
}
