// heddle.payload-of: attention
//
// Causal attention of one head, any number of queries and as many keys: a query sees
// the keys up to its own.

#query = affine_map<(i, j, k) -> (i, k)>
#key = affine_map<(i, j, k) -> (j, k)>
#score = affine_map<(i, j, k) -> (i, j)>
#element = affine_map<(i, j) -> (i, j)>

func.func @attention(%q: tensor<?x64xf32>, %k: tensor<?x64xf32>,
                     %v: tensor<?x64xf32>, %out: tensor<?x64xf32>)
    -> tensor<?x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %inf = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = [#query, #key, #score]
      ins(%q, %k : tensor<?x64xf32>, tensor<?x64xf32>)
      outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %masked = linalg.generic {
      indexing_maps = [#element, #element],
      iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.mulf %in, %scale : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sees = arith.cmpi sle, %j, %i : index
    %1 = arith.select %sees, %0, %inf : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%masked : tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%out : tensor<?x64xf32>)
      -> tensor<?x64xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<?x?xf32>, tensor<?x64xf32>)
      outs(%zeros : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
