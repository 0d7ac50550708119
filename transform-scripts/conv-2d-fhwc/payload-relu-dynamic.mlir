// heddle.payload-of: conv-2d-fhwc
//
// A convolution by windows of 3 x 3, a bias for each channel, and relu6.

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

func.func @conv_relu(%x: tensor<?x?x?x?xf32>, %w: tensor<?x3x3x?xf32>,
    %bias: tensor<?xf32>, %out: tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?x?x?xf32>)
      -> tensor<?x?x?x?xf32>
  %sums = linalg.conv_2d_nhwc_fhwc
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x?x?x?xf32>, tensor<?x3x3x?xf32>)
      outs(%init : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %biased = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %bias : tensor<?x?x?x?xf32>, tensor<?xf32>)
      outs(%out : tensor<?x?x?x?xf32>) {
    ^bb0(%s: f32, %b: f32, %o: f32):
      %t = arith.addf %s, %b : f32
      linalg.yield %t : f32
  } -> tensor<?x?x?x?xf32>
  %result = linalg.generic {
      indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%biased : tensor<?x?x?x?xf32>)
      outs(%out : tensor<?x?x?x?xf32>) {
    ^bb0(%v: f32, %o: f32):
      %p = arith.maximumf %v, %zero : f32
      %q = arith.minimumf %p, %six : f32
      linalg.yield %q : f32
  } -> tensor<?x?x?x?xf32>
  return %result : tensor<?x?x?x?xf32>
}
