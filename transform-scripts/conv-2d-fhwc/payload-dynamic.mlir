// heddle.payload-of: conv-2d-fhwc
//
// A convolution of images with channels last, by windows of 3 x 3.

func.func @conv(%x: tensor<?x?x?x?xf32>, %w: tensor<?x3x3x?xf32>,
                %out: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?x?x?xf32>)
      -> tensor<?x?x?x?xf32>
  %result = linalg.conv_2d_nhwc_fhwc
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x3x3x?xf32>)
      outs(%init : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %result : tensor<?x?x?x?xf32>
}
