// heddle.payload-of: elementwise-chain
//
// out = relu((x + y) * x - y) * 0.5 + 1 as six elementwise ops over vectors of
// any length.

#id = affine_map<(i) -> (i)>

func.func @chain(%x: tensor<?xf32>,
                 %y: tensor<?xf32>,
                 %out: tensor<?xf32>)
    -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %tmp = tensor.empty(%n) : tensor<?xf32>
  %sum = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
      outs(%tmp : tensor<?xf32>) -> tensor<?xf32>
  %product = linalg.mul ins(%sum, %x : tensor<?xf32>, tensor<?xf32>)
      outs(%tmp : tensor<?xf32>) -> tensor<?xf32>
  %difference = linalg.sub ins(%product, %y : tensor<?xf32>, tensor<?xf32>)
      outs(%tmp : tensor<?xf32>) -> tensor<?xf32>
  %relu = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%difference : tensor<?xf32>) outs(%tmp : tensor<?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %zero : f32
      linalg.yield %r : f32
  } -> tensor<?xf32>
  %halved = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%relu : tensor<?xf32>) outs(%tmp : tensor<?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.mulf %a, %half : f32
      linalg.yield %r : f32
  } -> tensor<?xf32>
  %shifted = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%halved : tensor<?xf32>) outs(%out : tensor<?xf32>) attrs = {root} {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %a, %one : f32
      linalg.yield %r : f32
  } -> tensor<?xf32>
  return %shifted : tensor<?xf32>
}
