// The same with channels last and a bias after it.
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d3)>
func.func @depthwise_last(%x: tensor<1x14x14x35xf32>, %f: tensor<3x3x35xf32>, %bias: tensor<35xf32>) -> tensor<1x14x14x35xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %pad = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x14x14x35xf32> to tensor<1x16x16x35xf32>
  %e = tensor.empty() : tensor<1x14x14x35xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x14x35xf32>) -> tensor<1x14x14x35xf32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%pad, %f : tensor<1x16x16x35xf32>, tensor<3x3x35xf32>) outs(%z : tensor<1x14x14x35xf32>) -> tensor<1x14x14x35xf32>
  %biased = linalg.generic {indexing_maps = [#channel, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%bias, %conv : tensor<35xf32>, tensor<1x14x14x35xf32>) outs(%e : tensor<1x14x14x35xf32>) {
  ^bb0(%b: f32, %in: f32, %out: f32):
    %s = arith.addf %b, %in : f32
    linalg.yield %s : f32
  } -> tensor<1x14x14x35xf32>
  %low = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%biased : tensor<1x14x14x35xf32>) outs(%e : tensor<1x14x14x35xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %zero : f32
    %t = arith.minimumf %a, %six : f32
    linalg.yield %t : f32
  } -> tensor<1x14x14x35xf32>
  return %low : tensor<1x14x14x35xf32>
}
