// Residual blocks.

// In f64, of odd sizes, with a tanh between two convolutions.
func.func @double(%x: tensor<1x11x7x9xf64>, %f: tensor<5x1x1x9xf64>, %g: tensor<9x1x1x5xf64>, %me: tensor<1x11x7x5xf64>, %e: tensor<1x11x7x9xf64>, %o: tensor<1x11x7x9xf64>) -> tensor<1x11x7x9xf64> {
  %zero = arith.constant 0.0 : f64
  %i = linalg.fill ins(%zero : f64) outs(%me : tensor<1x11x7x5xf64>) -> tensor<1x11x7x5xf64>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x11x7x9xf64>, tensor<5x1x1x9xf64>) outs(%i : tensor<1x11x7x5xf64>) -> tensor<1x11x7x5xf64>
  %t = linalg.tanh ins(%v : tensor<1x11x7x5xf64>) outs(%me : tensor<1x11x7x5xf64>) -> tensor<1x11x7x5xf64>
  %j = linalg.fill ins(%zero : f64) outs(%e : tensor<1x11x7x9xf64>) -> tensor<1x11x7x9xf64>
  %w = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%t, %g : tensor<1x11x7x5xf64>, tensor<9x1x1x5xf64>) outs(%j : tensor<1x11x7x9xf64>) -> tensor<1x11x7x9xf64>
  %r = linalg.add ins(%x, %w : tensor<1x11x7x9xf64>, tensor<1x11x7x9xf64>) outs(%o : tensor<1x11x7x9xf64>) -> tensor<1x11x7x9xf64>
  return %r : tensor<1x11x7x9xf64>
}
// The convolutions are generics.
func.func @generic(%x: tensor<2x9x5x7xf32>, %f: tensor<3x1x1x7xf32>, %g: tensor<7x1x1x3xf32>, %me: tensor<2x9x5x3xf32>, %e: tensor<2x9x5x7xf32>, %o: tensor<2x9x5x7xf32>) -> tensor<2x9x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%me : tensor<2x9x5x3xf32>) -> tensor<2x9x5x3xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %f : tensor<2x9x5x7xf32>, tensor<3x1x1x7xf32>) outs(%i : tensor<2x9x5x3xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<2x9x5x3xf32>
  %t = linalg.tanh ins(%v : tensor<2x9x5x3xf32>) outs(%me : tensor<2x9x5x3xf32>) -> tensor<2x9x5x3xf32>
  %j = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x5x7xf32>) -> tensor<2x9x5x7xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%t, %g : tensor<2x9x5x3xf32>, tensor<7x1x1x3xf32>) outs(%j : tensor<2x9x5x7xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<2x9x5x7xf32>
  %r = linalg.add ins(%x, %w : tensor<2x9x5x7xf32>, tensor<2x9x5x7xf32>) outs(%o : tensor<2x9x5x7xf32>) -> tensor<2x9x5x7xf32>
  return %r : tensor<2x9x5x7xf32>
}
// Any sizes.
func.func @any(%x: tensor<?x?x?x?xf32>, %f: tensor<?x1x1x?xf32>, %g: tensor<?x1x1x?xf32>, %me: tensor<?x?x?x?xf32>, %e: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%me : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<?x?x?x?xf32>, tensor<?x1x1x?xf32>) outs(%i : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %t = linalg.tanh ins(%v : tensor<?x?x?x?xf32>) outs(%me : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %j = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %w = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%t, %g : tensor<?x?x?x?xf32>, tensor<?x1x1x?xf32>) outs(%j : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %r = linalg.add ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
