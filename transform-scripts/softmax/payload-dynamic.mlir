// heddle.payload-of: softmax
//
// The softmax of every row of any matrix, written out in four linalg.generic:
// the row's maximum, exp(x - max), its sum, and the quotient.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @softmax(%x: tensor<?x?xf32>,
                   %out: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %minus_inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rows = tensor.empty(%m) : tensor<?xf32>
  %tile = tensor.empty(%m, %n) : tensor<?x?xf32>
  %max_init = linalg.fill ins(%minus_inf : f32) outs(%rows : tensor<?xf32>)
      -> tensor<?xf32>
  %max = linalg.generic {
      indexing_maps = [#tile, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>)
      outs(%max_init : tensor<?xf32>) attrs = {row_max} {
    ^bb0(%v: f32, %m0: f32):
      %m1 = arith.maximumf %v, %m0 : f32
      linalg.yield %m1 : f32
  } -> tensor<?xf32>
  %exp = linalg.generic {
      indexing_maps = [#tile, #row, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>)
      outs(%tile : tensor<?x?xf32>) attrs = {row_exp} {
    ^bb0(%v: f32, %mv: f32, %o: f32):
      %d = arith.subf %v, %mv : f32
      %e = math.exp %d : f32
      linalg.yield %e : f32
  } -> tensor<?x?xf32>
  %sum_init = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>)
      -> tensor<?xf32>
  %sum = linalg.generic {
      indexing_maps = [#tile, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<?x?xf32>)
      outs(%sum_init : tensor<?xf32>) attrs = {row_sum} {
    ^bb0(%e: f32, %s0: f32):
      %s1 = arith.addf %e, %s0 : f32
      linalg.yield %s1 : f32
  } -> tensor<?xf32>
  %quotient = linalg.generic {
      indexing_maps = [#tile, #row, #tile],
      iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x?xf32>, tensor<?xf32>)
      outs(%out : tensor<?x?xf32>) attrs = {root} {
    ^bb0(%e: f32, %s: f32, %o: f32):
      %q = arith.divf %e, %s : f32
      linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %quotient : tensor<?x?xf32>
}
