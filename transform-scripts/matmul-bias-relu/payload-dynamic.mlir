// heddle.payload-of: matmul-bias-relu
//
// relu(A * B + bias), the bias along the rows: any size.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

func.func @matmul_bias_relu(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                            %bias: tensor<?xf32>, %out: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %out, %c0 : tensor<?x?xf32>
  %n = tensor.dim %out, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  %biased = linalg.generic {
      indexing_maps = [#tile, #row, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<?x?xf32>, tensor<?xf32>)
      outs(%empty : tensor<?x?xf32>) {
    ^bb0(%p: f32, %w: f32, %o: f32):
      %sum = arith.addf %p, %w : f32
      linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %relu = linalg.generic {
      indexing_maps = [#tile, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<?x?xf32>)
      outs(%out : tensor<?x?xf32>) attrs = {relu} {
    ^bb0(%x: f32, %o: f32):
      %max = arith.maximumf %x, %zero : f32
      linalg.yield %max : f32
  } -> tensor<?x?xf32>
  return %relu : tensor<?x?xf32>
}
