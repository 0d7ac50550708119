// heddle.payload-of: elementwise
//
// The exponential of each element, in any number of dimensions.

func.func @exponentials(%x: tensor<?x?x?xf32>, %out: tensor<?x?x?xf32>)
    -> tensor<?x?x?xf32> {
  %result = linalg.exp ins(%x : tensor<?x?x?xf32>)
      outs(%out : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
