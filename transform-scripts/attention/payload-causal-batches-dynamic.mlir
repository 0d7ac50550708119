// heddle.payload-of: attention
//
// Causal attention of 2 batches of 8 heads, any number of tokens and 64 features each, with a mask
// to add, as frontends write it: a query sees the keys up to its own.

func.func @attention_causal_batches(%q: tensor<2x8x?x64xf32>, %k: tensor<2x8x?x64xf32>, %v: tensor<2x8x?x64xf32>, %mask: tensor<2x1x?x?xf32>) -> tensor<2x8x?x64xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %q, %c2 : tensor<2x8x?x64xf32>
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %et = tensor.empty(%n) : tensor<2x8x64x?xf32>
  %kt = linalg.transpose ins(%k : tensor<2x8x?x64xf32>)
      outs(%et : tensor<2x8x64x?xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]]
      : tensor<2x8x?x64xf32> into tensor<16x?x64xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]]
      : tensor<2x8x64x?xf32> into tensor<16x64x?xf32>
  %e3 = tensor.empty(%n, %n) : tensor<16x?x?xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<16x?x?xf32>) -> tensor<16x?x?xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<16x?x64xf32>, tensor<16x64x?xf32>)
      outs(%f3 : tensor<16x?x?xf32>) -> tensor<16x?x?xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 8, %n, %n]
      : tensor<16x?x?xf32> into tensor<2x8x?x?xf32>
  %e4 = tensor.empty(%n, %n) : tensor<2x8x?x?xf32>
  %sc = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4 : tensor<2x8x?x?xf32>)
      outs(%e4 : tensor<2x8x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %c8 : f32
    linalg.yield %r : f32
  } -> tensor<2x8x?x?xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,0,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sc, %mask : tensor<2x8x?x?xf32>, tensor<2x1x?x?xf32>)
      outs(%e4 : tensor<2x8x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %biased = arith.addf %a, %b : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %sees = arith.cmpi sle, %j, %i : index
    %r = arith.select %sees, %biased, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x8x?x?xf32>
  %er = tensor.empty(%n) : tensor<2x8x?x1xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x8x?x1xf32>) -> tensor<2x8x?x1xf32>
  %ei = tensor.empty(%n) : tensor<2x8x?x1xi64>
  %fi = linalg.fill ins(%zi : i64) outs(%ei : tensor<2x8x?x1xi64>) -> tensor<2x8x?x1xi64>
  %mx:2 = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%m : tensor<2x8x?x?xf32>)
      outs(%fm, %fi : tensor<2x8x?x1xf32>, tensor<2x8x?x1xi64>) {
  ^bb0(%a: f32, %mm: f32, %i: i64):
    %0 = linalg.index 3 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %a, %mm : f32
    %3 = arith.cmpf ogt, %a, %mm : f32
    %4 = arith.select %3, %1, %i : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<2x8x?x1xf32>, tensor<2x8x?x1xi64>)
  %es = tensor.empty(%n, %n) : tensor<2x8x?x?xf32>
  %sub = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%m, %mx#0 : tensor<2x8x?x?xf32>, tensor<2x8x?x1xf32>)
      outs(%es : tensor<2x8x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x8x?x?xf32>
  %exp = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sub : tensor<2x8x?x?xf32>)
      outs(%es : tensor<2x8x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x8x?x?xf32>
  %fz = linalg.fill ins(%z : f32) outs(%er : tensor<2x8x?x1xf32>) -> tensor<2x8x?x1xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%exp : tensor<2x8x?x?xf32>)
      outs(%fz : tensor<2x8x?x1xf32>) {
  ^bb0(%a: f32, %mm: f32):
    %2 = arith.addf %a, %mm : f32
    linalg.yield %2 : f32
  } -> tensor<2x8x?x1xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%exp, %sum : tensor<2x8x?x?xf32>, tensor<2x8x?x1xf32>)
      outs(%es : tensor<2x8x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x8x?x?xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]]
      : tensor<2x8x?x?xf32> into tensor<16x?x?xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]]
      : tensor<2x8x?x64xf32> into tensor<16x?x64xf32>
  %eo = tensor.empty(%n) : tensor<16x?x64xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<16x?x64xf32>) -> tensor<16x?x64xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<16x?x?xf32>, tensor<16x?x64xf32>)
      outs(%fo : tensor<16x?x64xf32>) -> tensor<16x?x64xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 8, %n, 64]
      : tensor<16x?x64xf32> into tensor<2x8x?x64xf32>
  return %r4 : tensor<2x8x?x64xf32>
}
