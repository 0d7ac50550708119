// heddle.payload-of: elementwise
//
// The exponential of each element, in any number of dimensions.

func.func @exponentials(%x: tensor<8x64x256xf32>, %out: tensor<8x64x256xf32>)
    -> tensor<8x64x256xf32> {
  %result = linalg.exp ins(%x : tensor<8x64x256xf32>)
      outs(%out : tensor<8x64x256xf32>) -> tensor<8x64x256xf32>
  return %result : tensor<8x64x256xf32>
}
