// A convolution with channels last.

// Every second pixel, in f16.
func.func @half(%x: tensor<1x9x11x3xf16>, %f: tensor<3x2x3x35xf16>, %o: tensor<1x4x5x35xf16>) -> tensor<1x4x5x35xf16> {
  %v = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x9x11x3xf16>, tensor<3x2x3x35xf16>) outs(%o : tensor<1x4x5x35xf16>) -> tensor<1x4x5x35xf16>
  return %v : tensor<1x4x5x35xf16>
}
