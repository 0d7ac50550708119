// heddle.payload-of: pooling
//
// The maximum of each channel in windows of 3 x 3, every second pixel.

func.func @pooling(%x: tensor<?x?x?x?xf32>, %out: tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  %minus_inf = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<3x3xf32>
  %init = linalg.fill ins(%minus_inf : f32) outs(%out : tensor<?x?x?x?xf32>)
      -> tensor<?x?x?x?xf32>
  %result = linalg.pooling_nhwc_max
      {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<?x?x?x?xf32>, tensor<3x3xf32>)
      outs(%init : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %result : tensor<?x?x?x?xf32>
}
