// Depthwise convolutions with channels first.

// In f64, of odd sizes.
func.func @double(%x: tensor<2x3x5x9xf64>, %f: tensor<3x3x3xf64>, %o: tensor<2x3x3x7xf64>) -> tensor<2x3x3x7xf64> {
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x3x5x9xf64>, tensor<3x3x3xf64>) outs(%o : tensor<2x3x3x7xf64>) -> tensor<2x3x3x7xf64>
  return %v : tensor<2x3x3x7xf64>
}
// Every second pixel.
func.func @strided(%x: tensor<1x3x9x73xf32>, %f: tensor<3x3x2xf32>, %o: tensor<1x3x4x36xf32>) -> tensor<1x3x4x36xf32> {
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x3x9x73xf32>, tensor<3x3x2xf32>) outs(%o : tensor<1x3x4x36xf32>) -> tensor<1x3x4x36xf32>
  return %v : tensor<1x3x4x36xf32>
}
// Every third pixel, in f16.
func.func @half(%x: tensor<1x5x9x20xf16>, %f: tensor<5x2x2xf16>, %o: tensor<1x5x3x7xf16>) -> tensor<1x5x3x7xf16> {
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<3> : vector<2xi64>}
      ins(%x, %f : tensor<1x5x9x20xf16>, tensor<5x2x2xf16>) outs(%o : tensor<1x5x3x7xf16>) -> tensor<1x5x3x7xf16>
  return %v : tensor<1x5x3x7xf16>
}
