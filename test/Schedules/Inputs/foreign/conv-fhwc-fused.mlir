// Convolutions with filters first, a bias and a relu.

// In f64, of odd sizes.
func.func @double(%x: tensor<2x5x9x3xf64>, %f: tensor<11x3x3x3xf64>, %bias: tensor<11xf64>, %e: tensor<2x3x7x11xf64>, %o: tensor<2x3x7x11xf64>) -> tensor<2x3x7x11xf64> {
  %zero = arith.constant 0.0 : f64
  %i = linalg.fill ins(%zero : f64) outs(%e : tensor<2x3x7x11xf64>) -> tensor<2x3x7x11xf64>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x5x9x3xf64>, tensor<11x3x3x3xf64>) outs(%i : tensor<2x3x7x11xf64>) -> tensor<2x3x7x11xf64>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<2x3x7x11xf64>, tensor<11xf64>) outs(%e : tensor<2x3x7x11xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %s = arith.addf %x0, %x1 : f64
        linalg.yield %s : f64
    } -> tensor<2x3x7x11xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<2x3x7x11xf64>) outs(%o : tensor<2x3x7x11xf64>) {
      ^bb0(%x0: f64, %y0: f64):
        %c = arith.cmpf ugt, %x0, %zero : f64
        %s = arith.select %c, %x0, %zero : f64
        linalg.yield %s : f64
    } -> tensor<2x3x7x11xf64>
  return %r : tensor<2x3x7x11xf64>
}
// Every second pixel.
func.func @strided(%x: tensor<1x9x11x3xf32>, %f: tensor<35x3x2x3xf32>, %bias: tensor<35xf32>, %e: tensor<1x4x5x35xf32>, %o: tensor<1x4x5x35xf32>) -> tensor<1x4x5x35xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x5x35xf32>) -> tensor<1x4x5x35xf32>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x9x11x3xf32>, tensor<35x3x2x3xf32>) outs(%i : tensor<1x4x5x35xf32>) -> tensor<1x4x5x35xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<1x4x5x35xf32>, tensor<35xf32>) outs(%e : tensor<1x4x5x35xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %s = arith.addf %x0, %x1 : f32
        linalg.yield %s : f32
    } -> tensor<1x4x5x35xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<1x4x5x35xf32>) outs(%o : tensor<1x4x5x35xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %c = arith.cmpf ugt, %x0, %zero : f32
        %s = arith.select %c, %x0, %zero : f32
        linalg.yield %s : f32
    } -> tensor<1x4x5x35xf32>
  return %r : tensor<1x4x5x35xf32>
}
// One pixel per window, of integers.
func.func @integers(%x: tensor<1x5x9x3xi32>, %f: tensor<37x1x1x3xi32>, %bias: tensor<37xi32>, %e: tensor<1x5x9x37xi32>, %o: tensor<1x5x9x37xi32>) -> tensor<1x5x9x37xi32> {
  %zero = arith.constant 0 : i32
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x5x9x37xi32>) -> tensor<1x5x9x37xi32>
  %v = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x5x9x3xi32>, tensor<37x1x1x3xi32>) outs(%i : tensor<1x5x9x37xi32>) -> tensor<1x5x9x37xi32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<1x5x9x37xi32>, tensor<37xi32>) outs(%e : tensor<1x5x9x37xi32>) {
      ^bb0(%x0: i32, %x1: i32, %y0: i32):
        %s = arith.addi %x0, %x1 : i32
        linalg.yield %s : i32
    } -> tensor<1x5x9x37xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<1x5x9x37xi32>) outs(%o : tensor<1x5x9x37xi32>) {
      ^bb0(%x0: i32, %y0: i32):
        %s = arith.maxsi %x0, %zero : i32
        linalg.yield %s : i32
    } -> tensor<1x5x9x37xi32>
  return %r : tensor<1x5x9x37xi32>
}
