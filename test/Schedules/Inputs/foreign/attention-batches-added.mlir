// Attention of any number of batches, heads, rows, keys and features, and a residual: where
// there are no keys, the result is not zero.

func.func @any_added(%q: tensor<?x?x?x?xf32>, %k: tensor<?x?x?x?xf32>, %v: tensor<?x?x?x?xf32>, %mask: tensor<?x?x?x?xf32>, %residual: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x?x?xf32>
  %h = tensor.dim %q, %c1 : tensor<?x?x?x?xf32>
  %s = tensor.dim %q, %c2 : tensor<?x?x?x?xf32>
  %d = tensor.dim %q, %c3 : tensor<?x?x?x?xf32>
  %t = tensor.dim %k, %c2 : tensor<?x?x?x?xf32>
  %bh = arith.muli %b, %h : index
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  %ek = tensor.empty(%b, %h, %d, %t) : tensor<?x?x?x?xf32>
  %kt = linalg.transpose ins(%k : tensor<?x?x?x?xf32>)
      outs(%ek : tensor<?x?x?x?xf32>) permutation = [0, 1, 3, 2]
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  %e3 = tensor.empty(%bh, %s, %t) : tensor<?x?x?xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%f3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [%b, %h, %s, %t]
      : tensor<?x?x?xf32> into tensor<?x?x?x?xf32>
  %e4 = tensor.empty(%b, %h, %s, %t) : tensor<?x?x?x?xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4, %mask : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
      outs(%e4 : tensor<?x?x?x?xf32>) {
  ^bb0(%a: f32, %bb: f32, %o: f32):
    %x = arith.divf %a, %c8 : f32
    %r = arith.addf %x, %bb : f32
    linalg.yield %r : f32
  } -> tensor<?x?x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%m : tensor<?x?x?x?xf32>)
      outs(%e4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  %eo = tensor.empty(%bh, %s, %d) : tensor<?x?x?xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%fo : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [%b, %h, %s, %d]
      : tensor<?x?x?xf32> into tensor<?x?x?x?xf32>
  %e5 = tensor.empty(%b, %h, %s, %d) : tensor<?x?x?x?xf32>
  %sum = linalg.add ins(%r4, %residual : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
      outs(%e5 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %sum : tensor<?x?x?x?xf32>
}
