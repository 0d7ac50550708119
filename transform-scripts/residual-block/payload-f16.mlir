// heddle.payload-of: residual-block
//
// A residual block of 256 and 64 channels (f16 activations, f32 weights): the
// shared input exp(x) goes through three convolutions and is added again.

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>

func.func @resnet_block(%x: tensor<1x56x56x256xf16>,
                        %w0: tensor<64x1x1x256xf32>,
                        %w1: tensor<64x3x3x64xf32>,
                        %w2: tensor<256x1x1x64xf32>)
    -> tensor<1x56x56x256xf16> {
  %zero = arith.constant 0.0 : f16
  %wide = tensor.empty() : tensor<1x56x56x256xf16>
  %narrow = tensor.empty() : tensor<1x56x56x64xf16>
  %shared = linalg.exp {revisited} ins(%x : tensor<1x56x56x256xf16>)
      outs(%wide : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>

  %init0 = linalg.fill ins(%zero : f16) outs(%narrow : tensor<1x56x56x64xf16>)
      -> tensor<1x56x56x64xf16>
  %conv0 = linalg.conv_2d_nhwc_fhwc
      {conv_0, dilations = dense<1> : tensor<2xi64>,
       strides = dense<1> : tensor<2xi64>}
      ins(%shared, %w0 : tensor<1x56x56x256xf16>, tensor<64x1x1x256xf32>)
      outs(%init0 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>
  %padded = tensor.pad %conv0 nofold low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f16
  } : tensor<1x56x56x64xf16> to tensor<1x58x58x64xf16>

  %init1 = linalg.fill ins(%zero : f16) outs(%narrow : tensor<1x56x56x64xf16>)
      -> tensor<1x56x56x64xf16>
  %conv1 = linalg.conv_2d_nhwc_fhwc
      {conv_1, dilations = dense<1> : tensor<2xi64>,
       strides = dense<1> : tensor<2xi64>}
      ins(%padded, %w1 : tensor<1x58x58x64xf16>, tensor<64x3x3x64xf32>)
      outs(%init1 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>

  %init2 = linalg.fill ins(%zero : f16) outs(%wide : tensor<1x56x56x256xf16>)
      -> tensor<1x56x56x256xf16>
  %conv2 = linalg.conv_2d_nhwc_fhwc
      {conv_2, dilations = dense<1> : tensor<2xi64>,
       strides = dense<1> : tensor<2xi64>}
      ins(%conv1, %w2 : tensor<1x56x56x64xf16>, tensor<256x1x1x64xf32>)
      outs(%init2 : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>

  %sum = linalg.generic {
      indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%shared, %conv2 : tensor<1x56x56x256xf16>, tensor<1x56x56x256xf16>)
      outs(%wide : tensor<1x56x56x256xf16>) attrs = {root} {
    ^bb0(%s: f16, %c: f16, %o: f16):
      %add = arith.addf %s, %c : f16
      linalg.yield %add : f16
  } -> tensor<1x56x56x256xf16>
  return %sum : tensor<1x56x56x256xf16>
}
