// heddle.payload-of: depthwise-conv-nchw
//
// Each channel of an image filtered by itself, by windows of 3 x 3.

func.func @depthwise(%x: tensor<1x16x18x34xf32>, %w: tensor<16x3x3xf32>,
                     %out: tensor<1x16x16x32xf32>)
    -> tensor<1x16x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<1x16x16x32xf32>)
      -> tensor<1x16x16x32xf32>
  %result = linalg.depthwise_conv_2d_nchw_chw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x16x18x34xf32>, tensor<16x3x3xf32>)
      outs(%init : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  return %result : tensor<1x16x16x32xf32>
}
