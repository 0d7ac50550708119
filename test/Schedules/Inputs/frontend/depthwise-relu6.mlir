// A depthwise convolution that starts from its bias, channels first, and relu6.
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
func.func @depthwise(%x: tensor<1x35x14x14xf32>, %f: tensor<35x1x3x3xf32>, %bias: tensor<35xf32>) -> tensor<1x35x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %pad = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x35x14x14xf32> to tensor<1x35x16x16xf32>
  %e = tensor.empty() : tensor<1x35x14x14xf32>
  %start = linalg.generic {indexing_maps = [#channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%bias : tensor<35xf32>) outs(%e : tensor<1x35x14x14xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x35x14x14xf32>
  %filters = tensor.collapse_shape %f [[0, 1], [2], [3]] : tensor<35x1x3x3xf32> into tensor<35x3x3xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%pad, %filters : tensor<1x35x16x16xf32>, tensor<35x3x3xf32>) outs(%start : tensor<1x35x14x14xf32>) -> tensor<1x35x14x14xf32>
  %low = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%conv : tensor<1x35x14x14xf32>) outs(%e : tensor<1x35x14x14xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.cmpf ult, %in, %zero : f32
    %s = arith.select %c, %zero, %in : f32
    %d = arith.cmpf ugt, %s, %six : f32
    %t = arith.select %d, %six, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x35x14x14xf32>
  return %low : tensor<1x35x14x14xf32>
}
