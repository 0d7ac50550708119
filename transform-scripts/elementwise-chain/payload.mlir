// heddle.payload-of: elementwise-chain
//
// out = relu((x + y) * x - y) * 0.5 + 1 as six elementwise ops over 65,536
// elements.

#id = affine_map<(i) -> (i)>

func.func @chain(%x: tensor<65536xf32>,
                 %y: tensor<65536xf32>,
                 %out: tensor<65536xf32>)
    -> tensor<65536xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %tmp = tensor.empty() : tensor<65536xf32>
  %sum = linalg.add ins(%x, %y : tensor<65536xf32>, tensor<65536xf32>)
      outs(%tmp : tensor<65536xf32>) -> tensor<65536xf32>
  %product = linalg.mul ins(%sum, %x : tensor<65536xf32>, tensor<65536xf32>)
      outs(%tmp : tensor<65536xf32>) -> tensor<65536xf32>
  %difference = linalg.sub
      ins(%product, %y : tensor<65536xf32>, tensor<65536xf32>)
      outs(%tmp : tensor<65536xf32>) -> tensor<65536xf32>
  %relu = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%difference : tensor<65536xf32>) outs(%tmp : tensor<65536xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %zero : f32
      linalg.yield %r : f32
  } -> tensor<65536xf32>
  %halved = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%relu : tensor<65536xf32>) outs(%tmp : tensor<65536xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.mulf %a, %half : f32
      linalg.yield %r : f32
  } -> tensor<65536xf32>
  %shifted = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%halved : tensor<65536xf32>)
      outs(%out : tensor<65536xf32>) attrs = {root} {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %a, %one : f32
      linalg.yield %r : f32
  } -> tensor<65536xf32>
  return %shifted : tensor<65536xf32>
}
