// heddle.payload-of: transpose
//
// The transpose of a matrix.

func.func @transpose(%x: tensor<?x?xf32>, %out: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %result = linalg.transpose ins(%x : tensor<?x?xf32>)
      outs(%out : tensor<?x?xf32>) permutation = [1, 0]
  return %result : tensor<?x?xf32>
}
