// heddle.payload-of: row-reduction
//
// The sum of every row.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @row_sum(%x: tensor<256x1024xf32>, %out: tensor<256xf32>)
    -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<256xf32>)
      -> tensor<256xf32>
  %sum = linalg.generic {
      indexing_maps = [#tile, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x1024xf32>) outs(%init : tensor<256xf32>)
      attrs = {root} {
    ^bb0(%v: f32, %s0: f32):
      %s1 = arith.addf %s0, %v : f32
      linalg.yield %s1 : f32
  } -> tensor<256xf32>
  return %sum : tensor<256xf32>
}
