// heddle.payload-of: attention
//
// Causal attention of 8 heads, 256 tokens and 64 features each: a query sees the
// keys up to its own.

#q = affine_map<(h, i, j, d) -> (h, i, d)>
#k = affine_map<(h, i, j, d) -> (h, j, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>

func.func @attention_heads(%q: tensor<8x256x64xf32>, %k: tensor<8x256x64xf32>,
                           %v: tensor<8x256x64xf32>, %out: tensor<8x256x64xf32>)
    -> tensor<8x256x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %inf = arith.constant 0xFF800000 : f32
  %square = tensor.empty() : tensor<8x256x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%square : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %scores = linalg.generic {
      indexing_maps = [#q, #k, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x256x64xf32>, tensor<8x256x64xf32>) outs(%zeros : tensor<8x256x256xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      linalg.yield %t : f32
  } -> tensor<8x256x256xf32>
  %masked = linalg.generic {
      indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<8x256x256xf32>) outs(%square : tensor<8x256x256xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.mulf %a, %scale : f32
      %i = linalg.index 1 : index
      %j = linalg.index 2 : index
      %sees = arith.cmpi sle, %j, %i : index
      %m = arith.select %sees, %p, %inf : f32
      linalg.yield %m : f32
  } -> tensor<8x256x256xf32>
  %weights = linalg.softmax dimension(2) ins(%masked : tensor<8x256x256xf32>)
      outs(%square : tensor<8x256x256xf32>) -> tensor<8x256x256xf32>
  %start = linalg.fill ins(%zero : f32) outs(%out : tensor<8x256x64xf32>) -> tensor<8x256x64xf32>
  %result = linalg.batch_matmul ins(%weights, %v : tensor<8x256x256xf32>, tensor<8x256x64xf32>)
      outs(%start : tensor<8x256x64xf32>) -> tensor<8x256x64xf32>
  return %result : tensor<8x256x64xf32>
}
