// Attention of 16 heads, for heddle-bench-attention.

#q = affine_map<(h, i, j, k) -> (h, i, k)>
#k = affine_map<(h, i, j, k) -> (h, j, k)>
#s = affine_map<(h, i, j, k) -> (h, i, j)>
#v = affine_map<(h, i, d, j) -> (h, j, d)>
#p = affine_map<(h, i, d, j) -> (h, i, j)>
#o = affine_map<(h, i, d, j) -> (h, i, d)>
#e = affine_map<(h, i, j) -> (h, i, j)>
func.func @attention(%q: tensor<16x1024x64xf32>, %k: tensor<16x1024x64xf32>, %v: tensor<16x1024x64xf32>, %out: tensor<16x1024x64xf32>) -> tensor<16x1024x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<16x1024x1024xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x1024x1024xf32>) -> tensor<16x1024x1024xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<16x1024x64xf32>, tensor<16x1024x64xf32>) outs(%z : tensor<16x1024x1024xf32>) attrs = {scores} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x1024x1024xf32>
  %scaled = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<16x1024x1024xf32>) outs(%e : tensor<16x1024x1024xf32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<16x1024x1024xf32>
  %p = linalg.softmax dimension(2) ins(%scaled : tensor<16x1024x1024xf32>) outs(%e : tensor<16x1024x1024xf32>) -> tensor<16x1024x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%out : tensor<16x1024x64xf32>) -> tensor<16x1024x64xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<16x1024x1024xf32>, tensor<16x1024x64xf32>) outs(%zeros : tensor<16x1024x64xf32>) attrs = {root} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x1024x64xf32>
  return %r : tensor<16x1024x64xf32>
}
