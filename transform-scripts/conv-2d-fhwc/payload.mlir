// heddle.payload-of: conv-2d-fhwc
//
// A convolution of images with channels last, by windows of 3 x 3.

func.func @conv(%x: tensor<1x18x30x16xf32>, %w: tensor<64x3x3x16xf32>,
                %out: tensor<1x16x28x64xf32>) -> tensor<1x16x28x64xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<1x16x28x64xf32>)
      -> tensor<1x16x28x64xf32>
  %result = linalg.conv_2d_nhwc_fhwc
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x18x30x16xf32>, tensor<64x3x3x16xf32>)
      outs(%init : tensor<1x16x28x64xf32>) -> tensor<1x16x28x64xf32>
  return %result : tensor<1x16x28x64xf32>
}
