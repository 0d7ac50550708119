// heddle.payload-of: batch-matmul
//
// A product of each of a batch, a bias for each column, and GELU.

#all = affine_map<(b, m, n) -> (b, m, n)>
#column = affine_map<(b, m, n) -> (n)>

func.func @batch_gelu(%a: tensor<4x64x48xf32>, %b: tensor<4x48x96xf32>,
                      %bias: tensor<96xf32>, %out: tensor<4x64x96xf32>)
    -> tensor<4x64x96xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106769 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<4x64x96xf32>)
      -> tensor<4x64x96xf32>
  %product = linalg.batch_matmul
      ins(%a, %b : tensor<4x64x48xf32>, tensor<4x48x96xf32>)
      outs(%init : tensor<4x64x96xf32>) -> tensor<4x64x96xf32>
  %biased = linalg.generic {
      indexing_maps = [#all, #column, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%product, %bias : tensor<4x64x96xf32>, tensor<96xf32>)
      outs(%out : tensor<4x64x96xf32>) {
    ^bb0(%p: f32, %c: f32, %o: f32):
      %s = arith.addf %p, %c : f32
      linalg.yield %s : f32
  } -> tensor<4x64x96xf32>
  %result = linalg.generic {
      indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%biased : tensor<4x64x96xf32>) outs(%out : tensor<4x64x96xf32>) {
    ^bb0(%x: f32, %o: f32):
      %scaled = arith.mulf %x, %root : f32
      %erf = math.erf %scaled : f32
      %sum = arith.addf %erf, %one : f32
      %weight = arith.mulf %sum, %half : f32
      %y = arith.mulf %x, %weight : f32
      linalg.yield %y : f32
  } -> tensor<4x64x96xf32>
  return %result : tensor<4x64x96xf32>
}
