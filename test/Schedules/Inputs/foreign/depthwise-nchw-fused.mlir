// Depthwise convolutions with channels first, a bias and a relu.

// In f64, of odd sizes.
func.func @double(%x: tensor<2x3x5x9xf64>, %f: tensor<3x3x3xf64>, %bias: tensor<3xf64>, %e: tensor<2x3x3x7xf64>, %o: tensor<2x3x3x7xf64>) -> tensor<2x3x3x7xf64> {
  %zero = arith.constant 0.0 : f64
  %i = linalg.fill ins(%zero : f64) outs(%e : tensor<2x3x3x7xf64>) -> tensor<2x3x3x7xf64>
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x3x5x9xf64>, tensor<3x3x3xf64>) outs(%i : tensor<2x3x3x7xf64>) -> tensor<2x3x3x7xf64>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<2x3x3x7xf64>, tensor<3xf64>) outs(%e : tensor<2x3x3x7xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %s = arith.addf %x0, %x1 : f64
        linalg.yield %s : f64
    } -> tensor<2x3x3x7xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<2x3x3x7xf64>) outs(%o : tensor<2x3x3x7xf64>) {
      ^bb0(%x0: f64, %y0: f64):
        %c = arith.cmpf ugt, %x0, %zero : f64
        %s = arith.select %c, %x0, %zero : f64
        linalg.yield %s : f64
    } -> tensor<2x3x3x7xf64>
  return %r : tensor<2x3x3x7xf64>
}
// Every second pixel.
func.func @strided(%x: tensor<1x3x9x73xf32>, %f: tensor<3x3x2xf32>, %bias: tensor<3xf32>, %e: tensor<1x3x4x36xf32>, %o: tensor<1x3x4x36xf32>) -> tensor<1x3x4x36xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x4x36xf32>) -> tensor<1x3x4x36xf32>
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x3x9x73xf32>, tensor<3x3x2xf32>) outs(%i : tensor<1x3x4x36xf32>) -> tensor<1x3x4x36xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<1x3x4x36xf32>, tensor<3xf32>) outs(%e : tensor<1x3x4x36xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %s = arith.addf %x0, %x1 : f32
        linalg.yield %s : f32
    } -> tensor<1x3x4x36xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<1x3x4x36xf32>) outs(%o : tensor<1x3x4x36xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %c = arith.cmpf ugt, %x0, %zero : f32
        %s = arith.select %c, %x0, %zero : f32
        linalg.yield %s : f32
    } -> tensor<1x3x4x36xf32>
  return %r : tensor<1x3x4x36xf32>
}
// Every third pixel, of integers.
func.func @integers(%x: tensor<1x5x9x12xi32>, %f: tensor<5x1x1xi32>, %bias: tensor<5xi32>, %e: tensor<1x5x3x4xi32>, %o: tensor<1x5x3x4xi32>) -> tensor<1x5x3x4xi32> {
  %zero = arith.constant 0 : i32
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x5x3x4xi32>) -> tensor<1x5x3x4xi32>
  %v = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<3> : vector<2xi64>}
      ins(%x, %f : tensor<1x5x9x12xi32>, tensor<5x1x1xi32>) outs(%i : tensor<1x5x3x4xi32>) -> tensor<1x5x3x4xi32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v, %bias : tensor<1x5x3x4xi32>, tensor<5xi32>) outs(%e : tensor<1x5x3x4xi32>) {
      ^bb0(%x0: i32, %x1: i32, %y0: i32):
        %s = arith.addi %x0, %x1 : i32
        linalg.yield %s : i32
    } -> tensor<1x5x3x4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<1x5x3x4xi32>) outs(%o : tensor<1x5x3x4xi32>) {
      ^bb0(%x0: i32, %y0: i32):
        %s = arith.maxsi %x0, %zero : i32
        linalg.yield %s : i32
    } -> tensor<1x5x3x4xi32>
  return %r : tensor<1x5x3x4xi32>
}
