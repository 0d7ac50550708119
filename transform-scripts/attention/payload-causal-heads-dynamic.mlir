// heddle.payload-of: attention
//
// Causal attention of any number of heads, tokens and features: a query sees the
// keys up to its own.

#q = affine_map<(h, i, j, d) -> (h, i, d)>
#k = affine_map<(h, i, j, d) -> (h, j, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>

func.func @attention_heads(%q: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>,
                           %v: tensor<?x?x?xf32>, %out: tensor<?x?x?xf32>)
    -> tensor<?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %inf = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %q, %c0 : tensor<?x?x?xf32>
  %n = tensor.dim %q, %c1 : tensor<?x?x?xf32>
  %square = tensor.empty(%h, %n, %n) : tensor<?x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%square : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %scores = linalg.generic {
      indexing_maps = [#q, #k, #s],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%zeros : tensor<?x?x?xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  %masked = linalg.generic {
      indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<?x?x?xf32>) outs(%square : tensor<?x?x?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.mulf %a, %scale : f32
      %i = linalg.index 1 : index
      %j = linalg.index 2 : index
      %sees = arith.cmpi sle, %j, %i : index
      %m = arith.select %sees, %p, %inf : f32
      linalg.yield %m : f32
  } -> tensor<?x?x?xf32>
  %weights = linalg.softmax dimension(2) ins(%masked : tensor<?x?x?xf32>)
      outs(%square : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %result = linalg.batch_matmul ins(%weights, %v : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%start : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
