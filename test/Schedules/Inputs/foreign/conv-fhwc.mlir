// Convolutions with filters first.

// Every second pixel, in f16.
func.func @half(%x: tensor<1x9x11x3xf16>, %f: tensor<35x3x2x3xf16>, %o: tensor<1x4x5x35xf16>) -> tensor<1x4x5x35xf16> {
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x9x11x3xf16>, tensor<35x3x2x3xf16>) outs(%o : tensor<1x4x5x35xf16>) -> tensor<1x4x5x35xf16>
  return %v : tensor<1x4x5x35xf16>
}
// In f64, of odd sizes.
func.func @double(%x: tensor<2x5x9x3xf64>, %f: tensor<11x3x3x3xf64>, %o: tensor<2x3x7x11xf64>) -> tensor<2x3x7x11xf64> {
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x5x9x3xf64>, tensor<11x3x3x3xf64>) outs(%o : tensor<2x3x7x11xf64>) -> tensor<2x3x7x11xf64>
  return %v : tensor<2x3x7x11xf64>
}
// One pixel per window, of integers.
func.func @integers(%x: tensor<1x5x9x3xi32>, %f: tensor<37x1x1x3xi32>, %o: tensor<1x5x9x37xi32>) -> tensor<1x5x9x37xi32> {
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x5x9x3xi32>, tensor<37x1x1x3xi32>) outs(%o : tensor<1x5x9x37xi32>) -> tensor<1x5x9x37xi32>
  return %v : tensor<1x5x9x37xi32>
}
