// heddle.payload-of: stencil-2d
//
// The mean of the four neighbours of each inner element.

#id = affine_map<(i, j) -> (i, j)>

func.func @stencil(%x: tensor<514x1026xf32>, %out: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %quarter = arith.constant 0.25 : f32
  %above = tensor.extract_slice %x[0, 1] [512, 1024] [1, 1]
      : tensor<514x1026xf32> to tensor<512x1024xf32>
  %left = tensor.extract_slice %x[1, 0] [512, 1024] [1, 1]
      : tensor<514x1026xf32> to tensor<512x1024xf32>
  %right = tensor.extract_slice %x[1, 2] [512, 1024] [1, 1]
      : tensor<514x1026xf32> to tensor<512x1024xf32>
  %below = tensor.extract_slice %x[2, 1] [512, 1024] [1, 1]
      : tensor<514x1026xf32> to tensor<512x1024xf32>
  %result = linalg.generic {
      indexing_maps = [#id, #id, #id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%above, %left, %right, %below
          : tensor<512x1024xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>)
      outs(%out : tensor<512x1024xf32>) {
    ^bb0(%a: f32, %l: f32, %r: f32, %b: f32, %o: f32):
      %0 = arith.addf %a, %l : f32
      %1 = arith.addf %0, %r : f32
      %2 = arith.addf %1, %b : f32
      %3 = arith.mulf %2, %quarter : f32
      linalg.yield %3 : f32
  } -> tensor<512x1024xf32>
  return %result : tensor<512x1024xf32>
}
