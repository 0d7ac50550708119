// heddle.payload-of: transformer-block
//
// A block of a transformer: 256 tokens, width 512, 8 heads of 64, hidden width
// 2,048. RMSnorm, attention, residual sum, RMSnorm, two layers with a GELU between
// them, residual sum.

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
#q = affine_map<(h, i, j, d) -> (i, h, d)>
#k = affine_map<(h, i, j, d) -> (j, h, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#cube = affine_map<(h, i, j) -> (h, i, j)>
#p = affine_map<(h, i, d, j) -> (h, i, j)>
#v = affine_map<(h, i, d, j) -> (j, h, d)>
#o = affine_map<(h, i, d, j) -> (i, h, d)>
func.func @transformer_block(%x: tensor<256x512xf32>,
    %gamma1: tensor<512xf32>,
    %wq: tensor<512x512xf32>,
    %wk: tensor<512x512xf32>,
    %wv: tensor<512x512xf32>,
    %wo: tensor<512x512xf32>,
    %gamma2: tensor<512xf32>,
    %w1: tensor<512x2048xf32>,
    %b1: tensor<2048xf32>,
    %w2: tensor<2048x512xf32>,
    %out: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106781 : f32
  %scale = arith.constant 0.125000 : f32
  %width = arith.constant 512.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %rows = tensor.empty() : tensor<256xf32>
  %tokens = tensor.empty() : tensor<256x512xf32>
  %every = tensor.empty() : tensor<256x8x64xf32>
  %square = tensor.empty() : tensor<8x256x256xf32>
  %wide = tensor.empty() : tensor<256x2048xf32>
  // Attention of 8 heads on normalized rows.
  %start1 = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %squares1 = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x512xf32>) outs(%start1 : tensor<256xf32>) {
    ^bb0(%v: f32, %s: f32):
      %q = arith.mulf %v, %v : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
  } -> tensor<256xf32>
  %factor1 = linalg.generic {indexing_maps = [#one, #one],
      iterator_types = ["parallel"]}
      ins(%squares1 : tensor<256xf32>) outs(%rows : tensor<256xf32>) {
    ^bb0(%s: f32, %o: f32):
      %m = arith.divf %s, %width : f32
      %e = arith.addf %m, %epsilon : f32
      %f = math.rsqrt %e : f32
      linalg.yield %f : f32
  } -> tensor<256xf32>
  %normal1 = linalg.generic {indexing_maps = [#all, #row, #column, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %factor1, %gamma1 : tensor<256x512xf32>, tensor<256xf32>, tensor<512xf32>)
      outs(%tokens : tensor<256x512xf32>) {
    ^bb0(%v: f32, %f: f32, %g: f32, %o: f32):
      %a = arith.mulf %v, %f : f32
      %b = arith.mulf %a, %g : f32
      linalg.yield %b : f32
  } -> tensor<256x512xf32>
  %zeros_q = linalg.fill ins(%zero : f32) outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  %product_q = linalg.matmul ins(%normal1, %wq : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%zeros_q : tensor<256x512xf32>) -> tensor<256x512xf32>
  %head_q = tensor.expand_shape %product_q [[0], [1, 2]]
      output_shape [256, 8, 64] : tensor<256x512xf32> into tensor<256x8x64xf32>
  %zeros_k = linalg.fill ins(%zero : f32) outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  %product_k = linalg.matmul ins(%normal1, %wk : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%zeros_k : tensor<256x512xf32>) -> tensor<256x512xf32>
  %head_k = tensor.expand_shape %product_k [[0], [1, 2]]
      output_shape [256, 8, 64] : tensor<256x512xf32> into tensor<256x8x64xf32>
  %zeros_v = linalg.fill ins(%zero : f32) outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  %product_v = linalg.matmul ins(%normal1, %wv : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%zeros_v : tensor<256x512xf32>) -> tensor<256x512xf32>
  %head_v = tensor.expand_shape %product_v [[0], [1, 2]]
      output_shape [256, 8, 64] : tensor<256x512xf32> into tensor<256x8x64xf32>
  %zeros_s = linalg.fill ins(%zero : f32) outs(%square : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%head_q, %head_k : tensor<256x8x64xf32>, tensor<256x8x64xf32>) outs(%zeros_s : tensor<8x256x256xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %r = arith.addf %c, %p : f32
      linalg.yield %r : f32
  } -> tensor<8x256x256xf32>
  %scaled = linalg.generic {indexing_maps = [#cube, #cube],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<8x256x256xf32>) outs(%square : tensor<8x256x256xf32>) {
    ^bb0(%v: f32, %o: f32):
      %p = arith.mulf %v, %scale : f32
      linalg.yield %p : f32
  } -> tensor<8x256x256xf32>
  %weights = linalg.softmax dimension(2) ins(%scaled : tensor<8x256x256xf32>)
      outs(%square : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %zeros_h = linalg.fill ins(%zero : f32) outs(%every : tensor<256x8x64xf32>) -> tensor<256x8x64xf32>
  %mixed = linalg.generic {indexing_maps = [#p, #v, #o],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%weights, %head_v : tensor<8x256x256xf32>, tensor<256x8x64xf32>) outs(%zeros_h : tensor<256x8x64xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %r = arith.addf %c, %p : f32
      linalg.yield %r : f32
  } -> tensor<256x8x64xf32>
  %merged = tensor.collapse_shape %mixed [[0], [1, 2]] : tensor<256x8x64xf32> into tensor<256x512xf32>
  %zeros_o = linalg.fill ins(%zero : f32) outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  %product_o = linalg.matmul ins(%merged, %wo : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%zeros_o : tensor<256x512xf32>) -> tensor<256x512xf32>
  %sum1 = linalg.add ins(%product_o, %x : tensor<256x512xf32>, tensor<256x512xf32>)
      outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  // Two layers with a GELU between them.
  %start2 = linalg.fill ins(%zero : f32) outs(%rows : tensor<256xf32>) -> tensor<256xf32>
  %squares2 = linalg.generic {indexing_maps = [#all, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%sum1 : tensor<256x512xf32>) outs(%start2 : tensor<256xf32>) {
    ^bb0(%v: f32, %s: f32):
      %q = arith.mulf %v, %v : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
  } -> tensor<256xf32>
  %factor2 = linalg.generic {indexing_maps = [#one, #one],
      iterator_types = ["parallel"]}
      ins(%squares2 : tensor<256xf32>) outs(%rows : tensor<256xf32>) {
    ^bb0(%s: f32, %o: f32):
      %m = arith.divf %s, %width : f32
      %e = arith.addf %m, %epsilon : f32
      %f = math.rsqrt %e : f32
      linalg.yield %f : f32
  } -> tensor<256xf32>
  %normal2 = linalg.generic {indexing_maps = [#all, #row, #column, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%sum1, %factor2, %gamma2 : tensor<256x512xf32>, tensor<256xf32>, tensor<512xf32>)
      outs(%tokens : tensor<256x512xf32>) {
    ^bb0(%v: f32, %f: f32, %g: f32, %o: f32):
      %a = arith.mulf %v, %f : f32
      %b = arith.mulf %a, %g : f32
      linalg.yield %b : f32
  } -> tensor<256x512xf32>
  %zeros_1 = linalg.fill ins(%zero : f32) outs(%wide : tensor<256x2048xf32>) -> tensor<256x2048xf32>
  %product_1 = linalg.matmul ins(%normal2, %w1 : tensor<256x512xf32>, tensor<512x2048xf32>)
      outs(%zeros_1 : tensor<256x2048xf32>) -> tensor<256x2048xf32>
  %gelu = linalg.generic {indexing_maps = [#all, #column, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%product_1, %b1 : tensor<256x2048xf32>, tensor<2048xf32>) outs(%wide : tensor<256x2048xf32>) {
    ^bb0(%p: f32, %b: f32, %o: f32):
      %v = arith.addf %p, %b : f32
      %a = arith.mulf %v, %root : f32
      %e = math.erf %a : f32
      %t = arith.addf %e, %one : f32
      %h = arith.mulf %v, %half : f32
      %g = arith.mulf %h, %t : f32
      linalg.yield %g : f32
  } -> tensor<256x2048xf32>
  %zeros_2 = linalg.fill ins(%zero : f32) outs(%tokens : tensor<256x512xf32>) -> tensor<256x512xf32>
  %product_2 = linalg.matmul ins(%gelu, %w2 : tensor<256x2048xf32>, tensor<2048x512xf32>)
      outs(%zeros_2 : tensor<256x512xf32>) -> tensor<256x512xf32>
  %sum2 = linalg.add ins(%product_2, %sum1 : tensor<256x512xf32>, tensor<256x512xf32>)
      outs(%out : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %sum2 : tensor<256x512xf32>
}
