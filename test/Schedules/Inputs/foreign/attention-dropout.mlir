// Attention of several heads with a bias, and a dropout between softmax and product.

#m = affine_map<(a,b,c)->(a,b,c)>
func.func @dropout(%q: tensor<4x33x16xf32>, %k: tensor<4x29x16xf32>, %v: tensor<4x29x16xf32>, %bias: tensor<4x33x29xf32>, %drop: tensor<4x33x29xi1>) -> tensor<4x33x16xf32> {
  %z = arith.constant 0.0 : f32
  %sc = arith.constant 0.25 : f32
  %keep = arith.constant 1.25 : f32
  %e = tensor.empty() : tensor<4x33x29xf32>
  %eo = tensor.empty() : tensor<4x33x16xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x33x29xf32>) -> tensor<4x33x29xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<4x33x16xf32>, tensor<4x29x16xf32>) outs(%i : tensor<4x33x29xf32>) -> tensor<4x33x29xf32>
  %b = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel","parallel","parallel"]} ins(%s, %bias : tensor<4x33x29xf32>, tensor<4x33x29xf32>) outs(%e : tensor<4x33x29xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %sc : f32
    %1 = arith.addf %0, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x33x29xf32>
  %p = linalg.softmax dimension(2) ins(%b : tensor<4x33x29xf32>) outs(%e : tensor<4x33x29xf32>) -> tensor<4x33x29xf32>
  %d = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel","parallel","parallel"]} ins(%p, %drop : tensor<4x33x29xf32>, tensor<4x33x29xi1>) outs(%e : tensor<4x33x29xf32>) {
  ^bb0(%x: f32, %y: i1, %o: f32):
    %0 = arith.mulf %x, %keep : f32
    %1 = arith.select %y, %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<4x33x29xf32>
  %io = linalg.fill ins(%z : f32) outs(%eo : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  %r = linalg.batch_matmul ins(%d, %v : tensor<4x33x29xf32>, tensor<4x29x16xf32>) outs(%io : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  return %r : tensor<4x33x16xf32>
}
