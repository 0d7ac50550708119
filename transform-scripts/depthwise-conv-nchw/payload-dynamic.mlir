// heddle.payload-of: depthwise-conv-nchw
//
// Each channel of an image filtered by itself, by windows of 3 x 3.

func.func @depthwise(%x: tensor<?x?x?x?xf32>, %w: tensor<?x3x3xf32>,
                     %out: tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?x?x?xf32>)
      -> tensor<?x?x?x?xf32>
  %result = linalg.depthwise_conv_2d_nchw_chw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x3x3xf32>)
      outs(%init : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %result : tensor<?x?x?x?xf32>
}
