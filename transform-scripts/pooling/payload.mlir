// heddle.payload-of: pooling
//
// The maximum of each channel in windows of 3 x 3, every second pixel.

func.func @pooling(%x: tensor<1x33x57x128xf32>, %out: tensor<1x16x28x128xf32>)
    -> tensor<1x16x28x128xf32> {
  %minus_inf = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %init = linalg.fill ins(%minus_inf : f32) outs(%out : tensor<1x16x28x128xf32>)
      -> tensor<1x16x28x128xf32>
  %result = linalg.pooling_nhwc_max
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<1x33x57x128xf32>, tensor<3x3xf32>)
      outs(%init : tensor<1x16x28x128xf32>) -> tensor<1x16x28x128xf32>
  return %result : tensor<1x16x28x128xf32>
}
