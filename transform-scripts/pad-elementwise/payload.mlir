// heddle.payload-of: pad-elementwise
//
// out = pad(x) * 2 + 1: 1,024 x 1,024 elements with 128 zeros on each side, and
// two elementwise ops on the padded tensor.

#id = affine_map<(i, j) -> (i, j)>

func.func @pad_elementwise(%x: tensor<1024x1024xf32>,
                           %out: tensor<1280x1280xf32>)
    -> tensor<1280x1280xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %padded = tensor.pad %x low[128, 128] high[128, 128] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<1024x1024xf32> to tensor<1280x1280xf32>
  %tmp = tensor.empty() : tensor<1280x1280xf32>
  %scaled = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%padded : tensor<1280x1280xf32>)
      outs(%tmp : tensor<1280x1280xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.mulf %a, %two : f32
      linalg.yield %r : f32
  } -> tensor<1280x1280xf32>
  %shifted = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<1280x1280xf32>)
      outs(%out : tensor<1280x1280xf32>) attrs = {root} {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %a, %one : f32
      linalg.yield %r : f32
  } -> tensor<1280x1280xf32>
  return %shifted : tensor<1280x1280xf32>
}
