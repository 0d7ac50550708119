// A residual block in another order.

// The convolution is the first operand of the sum.
func.func @first(%x: tensor<1x11x7x9xf32>, %f: tensor<5x1x1x9xf32>, %g: tensor<9x1x1x5xf32>, %me: tensor<1x11x7x5xf32>, %e: tensor<1x11x7x9xf32>, %o: tensor<1x11x7x9xf32>) -> tensor<1x11x7x9xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%me : tensor<1x11x7x5xf32>) -> tensor<1x11x7x5xf32>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x11x7x9xf32>, tensor<5x1x1x9xf32>) outs(%i : tensor<1x11x7x5xf32>) -> tensor<1x11x7x5xf32>
  %t = linalg.tanh ins(%v : tensor<1x11x7x5xf32>) outs(%me : tensor<1x11x7x5xf32>) -> tensor<1x11x7x5xf32>
  %j = linalg.fill ins(%zero : f32) outs(%e : tensor<1x11x7x9xf32>) -> tensor<1x11x7x9xf32>
  %w = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%t, %g : tensor<1x11x7x5xf32>, tensor<9x1x1x5xf32>) outs(%j : tensor<1x11x7x9xf32>) -> tensor<1x11x7x9xf32>
  %r = linalg.add ins(%w, %x : tensor<1x11x7x9xf32>, tensor<1x11x7x9xf32>) outs(%o : tensor<1x11x7x9xf32>) -> tensor<1x11x7x9xf32>
  return %r : tensor<1x11x7x9xf32>
}
