// heddle.payload-of: pad-elementwise
//
// out = pad(x) * 2 + 1 with any extents and any amounts of padding.

#id = affine_map<(i, j) -> (i, j)>

func.func @pad_elementwise(%x: tensor<?x?xf32>, %before: index, %behind: index)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %padded = tensor.pad %x low[%before, %behind] high[%behind, %before] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %m = tensor.dim %padded, %c0 : tensor<?x?xf32>
  %n = tensor.dim %padded, %c1 : tensor<?x?xf32>
  %tmp = tensor.empty(%m, %n) : tensor<?x?xf32>
  %scaled = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%padded : tensor<?x?xf32>) outs(%tmp : tensor<?x?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.mulf %a, %two : f32
      linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %shifted = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<?x?xf32>)
      outs(%tmp : tensor<?x?xf32>) attrs = {root} {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %a, %one : f32
      linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %shifted : tensor<?x?xf32>
}
