// heddle.payload-of: matmul-bias-relu
//
// relu(A * B + bias), the bias along the rows: 256 x 256 x 256.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

func.func @matmul_bias_relu(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>,
                            %bias: tensor<256xf32>, %out: tensor<256x256xf32>)
    -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>)
      -> tensor<256x256xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>)
      outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %biased = linalg.generic {
      indexing_maps = [#tile, #row, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<256x256xf32>, tensor<256xf32>)
      outs(%empty : tensor<256x256xf32>) {
    ^bb0(%p: f32, %w: f32, %o: f32):
      %sum = arith.addf %p, %w : f32
      linalg.yield %sum : f32
  } -> tensor<256x256xf32>
  %relu = linalg.generic {
      indexing_maps = [#tile, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<256x256xf32>)
      outs(%out : tensor<256x256xf32>) attrs = {relu} {
    ^bb0(%x: f32, %o: f32):
      %max = arith.maximumf %x, %zero : f32
      linalg.yield %max : f32
  } -> tensor<256x256xf32>
  return %relu : tensor<256x256xf32>
}
