// heddle.payload-of: rmsnorm
//
// Each row over its root mean square, then scaled.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#each = affine_map<(i) -> (i)>

func.func @rmsnorm(%x: tensor<?x?xf32>, %scale: tensor<?xf32>,
                   %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %height = tensor.dim %x, %c0 : tensor<?x?xf32>
  %width = tensor.dim %x, %c1 : tensor<?x?xf32>
  %width_int = arith.index_cast %width : index to i32
  %n = arith.sitofp %width_int : i32 to f32
  %rows = tensor.empty(%height) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>)
      -> tensor<?xf32>
  %squares = linalg.generic {
      indexing_maps = [#tile, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
    ^bb0(%v: f32, %s0: f32):
      %q = arith.mulf %v, %v : f32
      %s1 = arith.addf %s0, %q : f32
      linalg.yield %s1 : f32
  } -> tensor<?xf32>
  %factor = linalg.generic {
      indexing_maps = [#each, #each], iterator_types = ["parallel"]}
      ins(%squares : tensor<?xf32>) outs(%rows : tensor<?xf32>) {
    ^bb0(%s: f32, %o: f32):
      %v = arith.divf %s, %n : f32
      %e = arith.addf %v, %epsilon : f32
      %r = math.rsqrt %e : f32
      linalg.yield %r : f32
  } -> tensor<?xf32>
  %result = linalg.generic {
      indexing_maps = [#tile, #row, #column, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %factor, %scale
          : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%out : tensor<?x?xf32>) {
    ^bb0(%v: f32, %f: f32, %g: f32, %o: f32):
      %p = arith.mulf %v, %f : f32
      %s = arith.mulf %p, %g : f32
      linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
