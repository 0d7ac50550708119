// heddle.payload-of: transpose
//
// The transpose of a matrix.

func.func @transpose(%x: tensor<512x768xf32>, %out: tensor<768x512xf32>)
    -> tensor<768x512xf32> {
  %result = linalg.transpose ins(%x : tensor<512x768xf32>)
      outs(%out : tensor<768x512xf32>) permutation = [1, 0]
  return %result : tensor<768x512xf32>
}
