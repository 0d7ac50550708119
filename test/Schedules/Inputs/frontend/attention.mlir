// Two heads of attention, with transposed keys and a softmax of five ops.
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1)>
#keep = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
func.func @attention(%q: tensor<2x37x16xf32>, %k: tensor<2x41x16xf32>, %v: tensor<2x41x16xf32>) -> tensor<2x37x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %c0 = arith.constant 0 : i64
  %low = arith.constant 0xFF800000 : f32
  %et = tensor.empty() : tensor<2x16x41xf32>
  %kt = linalg.transpose ins(%k : tensor<2x41x16xf32>) outs(%et : tensor<2x16x41xf32>) permutation = [0, 2, 1]
  %es = tensor.empty() : tensor<2x37x41xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x37x41xf32>) -> tensor<2x37x41xf32>
  %qk = linalg.batch_matmul ins(%q, %kt : tensor<2x37x16xf32>, tensor<2x16x41xf32>) outs(%zs : tensor<2x37x41xf32>) -> tensor<2x37x41xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x37x41xf32>) outs(%es : tensor<2x37x41xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %scale : f32
    linalg.yield %s : f32
  } -> tensor<2x37x41xf32>
  %ei = tensor.empty() : tensor<2x37xi64>
  %ef = tensor.empty() : tensor<2x37xf32>
  %zi = linalg.fill ins(%c0 : i64) outs(%ei : tensor<2x37xi64>) -> tensor<2x37xi64>
  %lf = linalg.fill ins(%low : f32) outs(%ef : tensor<2x37xf32>) -> tensor<2x37xf32>
  %best:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scaled : tensor<2x37x41xf32>) outs(%lf, %zi : tensor<2x37xf32>, tensor<2x37xi64>) {
  ^bb0(%in: f32, %out: f32, %i: i64):
    %place = linalg.index 2 : index
    %ki = arith.index_cast %place : index to i64
    %m = arith.maximumf %in, %out : f32
    %c = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %c, %ki, %i : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<2x37xf32>, tensor<2x37xi64>)
  %max = tensor.expand_shape %best#0 [[0], [1, 2]] output_shape [2, 37, 1] : tensor<2x37xf32> into tensor<2x37x1xf32>
  %er = tensor.empty() : tensor<2x37x1xf32>
  %sub = linalg.generic {indexing_maps = [#all, #keep, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scaled, %max : tensor<2x37x41xf32>, tensor<2x37x1xf32>) outs(%es : tensor<2x37x41xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.subf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x37x41xf32>
  %exp = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sub : tensor<2x37x41xf32>) outs(%es : tensor<2x37x41xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.exp %in : f32
    linalg.yield %s : f32
  } -> tensor<2x37x41xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x37x1xf32>) -> tensor<2x37x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%exp : tensor<2x37x41xf32>) outs(%zr : tensor<2x37x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x37x1xf32>
  %w = linalg.generic {indexing_maps = [#all, #keep, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %sum : tensor<2x37x41xf32>, tensor<2x37x1xf32>) outs(%es : tensor<2x37x41xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.divf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x37x41xf32>
  %eo = tensor.empty() : tensor<2x37x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<2x37x41xf32>, tensor<2x41x16xf32>) outs(%zo : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  return %r : tensor<2x37x16xf32>
}
