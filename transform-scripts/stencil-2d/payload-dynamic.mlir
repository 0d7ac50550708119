// heddle.payload-of: stencil-2d
//
// The mean of the four neighbours of each inner element.

#id = affine_map<(i, j) -> (i, j)>

func.func @stencil(%x: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %quarter = arith.constant 0.25 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %out, %c0 : tensor<?x?xf32>
  %w = tensor.dim %out, %c1 : tensor<?x?xf32>
  %above = tensor.extract_slice %x[0, 1] [%h, %w] [1, 1]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %left = tensor.extract_slice %x[1, 0] [%h, %w] [1, 1]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %right = tensor.extract_slice %x[1, 2] [%h, %w] [1, 1]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %below = tensor.extract_slice %x[2, 1] [%h, %w] [1, 1]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [#id, #id, #id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%above, %left, %right, %below
          : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%out : tensor<?x?xf32>) {
    ^bb0(%a: f32, %l: f32, %r: f32, %b: f32, %o: f32):
      %0 = arith.addf %a, %l : f32
      %1 = arith.addf %0, %r : f32
      %2 = arith.addf %1, %b : f32
      %3 = arith.mulf %2, %quarter : f32
      linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
