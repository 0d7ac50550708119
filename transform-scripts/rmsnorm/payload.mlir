// heddle.payload-of: rmsnorm
//
// Each row over its root mean square, then scaled.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#each = affine_map<(i) -> (i)>

func.func @rmsnorm(%x: tensor<256x1024xf32>, %scale: tensor<1024xf32>,
                   %out: tensor<256x1024xf32>) -> tensor<256x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %n = arith.constant 1024.0 : f32
  %rows = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>)
      -> tensor<256xf32>
  %squares = linalg.generic {
      indexing_maps = [#tile, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x1024xf32>) outs(%init : tensor<256xf32>) {
    ^bb0(%v: f32, %s0: f32):
      %q = arith.mulf %v, %v : f32
      %s1 = arith.addf %s0, %q : f32
      linalg.yield %s1 : f32
  } -> tensor<256xf32>
  %factor = linalg.generic {
      indexing_maps = [#each, #each], iterator_types = ["parallel"]}
      ins(%squares : tensor<256xf32>) outs(%rows : tensor<256xf32>) {
    ^bb0(%s: f32, %o: f32):
      %v = arith.divf %s, %n : f32
      %e = arith.addf %v, %epsilon : f32
      %r = math.rsqrt %e : f32
      linalg.yield %r : f32
  } -> tensor<256xf32>
  %result = linalg.generic {
      indexing_maps = [#tile, #row, #column, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %factor, %scale
          : tensor<256x1024xf32>, tensor<256xf32>, tensor<1024xf32>)
      outs(%out : tensor<256x1024xf32>) {
    ^bb0(%v: f32, %f: f32, %g: f32, %o: f32):
      %p = arith.mulf %v, %f : f32
      %s = arith.mulf %p, %g : f32
      linalg.yield %s : f32
  } -> tensor<256x1024xf32>
  return %result : tensor<256x1024xf32>
}
