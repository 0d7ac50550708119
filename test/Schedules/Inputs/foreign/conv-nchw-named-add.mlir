// The residual that is added to a convolution of stride 2, by a named op.
func.func @named_add(%x: tensor<2x3x9x9xf32>, %w: tensor<20x3x3x3xf32>, %r: tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x20x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x3x9x9xf32>, tensor<20x3x3x3xf32>) outs(%i : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %s = linalg.add ins(%c, %r : tensor<2x20x4x4xf32>, tensor<2x20x4x4xf32>) outs(%e : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  return %s : tensor<2x20x4x4xf32>
}
