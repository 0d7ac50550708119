// Attention of several heads as frontends write it: queries scaled before the product and
// keys transposed where the dims are joined; products of four dims and a softmax with
// broadcasts; a softmax over joined dims; heads that are split off the last dim; one batch;
// one head.

func.func @scaled_queries(%q: tensor<2x3x21x9xf32>, %k: tensor<2x3x19x9xf32>, %v: tensor<2x3x19x9xf32>, %mask: tensor<21x19xf32>) -> tensor<2x3x21x9xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %eq = tensor.empty() : tensor<2x3x21x9xf32>
  %qs = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%q : tensor<2x3x21x9xf32>)
      outs(%eq : tensor<2x3x21x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %c8 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x9xf32>
  %q3 = tensor.collapse_shape %qs [[0, 1], [2], [3]] : tensor<2x3x21x9xf32> into tensor<6x21x9xf32>
  %kk = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x19x9xf32> into tensor<6x19x9xf32>
  %et = tensor.empty() : tensor<6x9x19xf32>
  %k3 = linalg.generic {
      indexing_maps = [affine_map<(a,b,c)->(a,c,b)>, affine_map<(a,b,c)->(a,b,c)>],
      iterator_types = ["parallel","parallel","parallel"]}
      ins(%kk : tensor<6x19x9xf32>)
      outs(%et : tensor<6x9x19xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<6x9x19xf32>
  %e3 = tensor.empty() : tensor<6x21x19xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<6x21x19xf32>) -> tensor<6x21x19xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<6x21x9xf32>, tensor<6x9x19xf32>)
      outs(%f3 : tensor<6x21x19xf32>) -> tensor<6x21x19xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 19]
      : tensor<6x21x19xf32> into tensor<2x3x21x19xf32>
  %e4 = tensor.empty() : tensor<2x3x21x19xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4, %mask : tensor<2x3x21x19xf32>, tensor<21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x19xf32>
  %p = linalg.softmax dimension(3) ins(%m : tensor<2x3x21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>) -> tensor<2x3x21x19xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x21x19xf32> into tensor<6x21x19xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x19x9xf32> into tensor<6x19x9xf32>
  %eo = tensor.empty() : tensor<6x21x9xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<6x21x9xf32>) -> tensor<6x21x9xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<6x21x19xf32>, tensor<6x19x9xf32>)
      outs(%fo : tensor<6x21x9xf32>) -> tensor<6x21x9xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 9]
      : tensor<6x21x9xf32> into tensor<2x3x21x9xf32>
  return %r4 : tensor<2x3x21x9xf32>
}

func.func @five_loops(%q: tensor<2x3x21x9xf32>, %k: tensor<2x3x19x9xf32>, %v: tensor<2x3x19x9xf32>) -> tensor<2x3x21x9xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %e4 = tensor.empty() : tensor<2x3x21x19xf32>
  %f4 = linalg.fill ins(%z : f32) outs(%e4 : tensor<2x3x21x19xf32>) -> tensor<2x3x21x19xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,d,e)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel","reduction"]}
      ins(%q, %k : tensor<2x3x21x9xf32>, tensor<2x3x19x9xf32>)
      outs(%f4 : tensor<2x3x21x19xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x21x19xf32>
  %cst = arith.constant dense<0.125> : tensor<2x3x21x19xf32>
  %m = linalg.map { arith.mulf } ins(%s, %cst : tensor<2x3x21x19xf32>, tensor<2x3x21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>)
  %er = tensor.empty() : tensor<2x3x21xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x3x21xf32>) -> tensor<2x3x21xf32>
  %mx = linalg.reduce ins(%m : tensor<2x3x21x19xf32>)
      outs(%fm : tensor<2x3x21xf32>) dimensions = [3] (%a: f32, %b: f32) {
    %0 = arith.maximumf %b, %a : f32
    linalg.yield %0 : f32
  }
  %mb = linalg.broadcast ins(%mx : tensor<2x3x21xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>) dimensions = [3]
  %sub = linalg.map { arith.subf } ins(%m, %mb : tensor<2x3x21x19xf32>, tensor<2x3x21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>)
  %ex = linalg.map { math.exp } ins(%sub : tensor<2x3x21x19xf32>) outs(%e4 : tensor<2x3x21x19xf32>)
  %fz = linalg.fill ins(%z : f32) outs(%er : tensor<2x3x21xf32>) -> tensor<2x3x21xf32>
  %sm = linalg.reduce ins(%ex : tensor<2x3x21x19xf32>)
      outs(%fz : tensor<2x3x21xf32>) dimensions = [3] (%a: f32, %b: f32) {
    %0 = arith.addf %b, %a : f32
    linalg.yield %0 : f32
  }
  %sb = linalg.broadcast ins(%sm : tensor<2x3x21xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>) dimensions = [3]
  %p = linalg.map { arith.divf } ins(%ex, %sb : tensor<2x3x21x19xf32>, tensor<2x3x21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>)
  %eo = tensor.empty() : tensor<2x3x21x9xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<2x3x21x9xf32>) -> tensor<2x3x21x9xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,e,d)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel","reduction"]}
      ins(%p, %v : tensor<2x3x21x19xf32>, tensor<2x3x19x9xf32>)
      outs(%fo : tensor<2x3x21x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x21x9xf32>
  return %r : tensor<2x3x21x9xf32>
}

func.func @joined_softmax(%q: tensor<2x3x21x9xf32>, %k: tensor<2x3x19x9xf32>, %v: tensor<2x3x19x9xf32>, %mask: tensor<2x21x19xf32>) -> tensor<2x3x21x9xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x21x9xf32> into tensor<6x21x9xf32>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x19x9xf32> into tensor<6x19x9xf32>
  %e3 = tensor.empty() : tensor<6x21x19xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<6x21x19xf32>) -> tensor<6x21x19xf32>
  %s3 = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q3, %k3 : tensor<6x21x9xf32>, tensor<6x19x9xf32>)
      outs(%f3 : tensor<6x21x19xf32>) -> tensor<6x21x19xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 19]
      : tensor<6x21x19xf32> into tensor<2x3x21x19xf32>
  %e4 = tensor.empty() : tensor<2x3x21x19xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4, %mask : tensor<2x3x21x19xf32>, tensor<2x21x19xf32>)
      outs(%e4 : tensor<2x3x21x19xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.divf %a, %c8 : f32
    %r = arith.addf %t, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x19xf32>
  %m3 = tensor.collapse_shape %m [[0, 1], [2], [3]] : tensor<2x3x21x19xf32> into tensor<6x21x19xf32>
  %p3 = linalg.softmax dimension(2) ins(%m3 : tensor<6x21x19xf32>)
      outs(%e3 : tensor<6x21x19xf32>) -> tensor<6x21x19xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x19x9xf32> into tensor<6x19x9xf32>
  %eo = tensor.empty() : tensor<6x21x9xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<6x21x9xf32>) -> tensor<6x21x9xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<6x21x19xf32>, tensor<6x19x9xf32>)
      outs(%fo : tensor<6x21x9xf32>) -> tensor<6x21x9xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 9]
      : tensor<6x21x9xf32> into tensor<2x3x21x9xf32>
  return %r4 : tensor<2x3x21x9xf32>
}

func.func @projections(%xq: tensor<2x21x24xf32>, %xk: tensor<2x21x24xf32>, %xv: tensor<2x21x24xf32>) -> tensor<2x21x24xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %qe = tensor.expand_shape %xq [[0], [1], [2, 3]] output_shape [2, 21, 3, 8]
      : tensor<2x21x24xf32> into tensor<2x21x3x8xf32>
  %ke = tensor.expand_shape %xk [[0], [1], [2, 3]] output_shape [2, 21, 3, 8]
      : tensor<2x21x24xf32> into tensor<2x21x3x8xf32>
  %ve = tensor.expand_shape %xv [[0], [1], [2, 3]] output_shape [2, 21, 3, 8]
      : tensor<2x21x24xf32> into tensor<2x21x3x8xf32>
  %eq = tensor.empty() : tensor<2x3x21x8xf32>
  %q = linalg.transpose ins(%qe : tensor<2x21x3x8xf32>)
      outs(%eq : tensor<2x3x21x8xf32>) permutation = [0, 2, 1, 3]
  %v = linalg.transpose ins(%ve : tensor<2x21x3x8xf32>)
      outs(%eq : tensor<2x3x21x8xf32>) permutation = [0, 2, 1, 3]
  %ek = tensor.empty() : tensor<2x3x8x21xf32>
  %kt = linalg.transpose ins(%ke : tensor<2x21x3x8xf32>)
      outs(%ek : tensor<2x3x8x21xf32>) permutation = [0, 2, 3, 1]
  %qs = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%q : tensor<2x3x21x8xf32>)
      outs(%eq : tensor<2x3x21x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %c8 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x8xf32>
  %q3 = tensor.collapse_shape %qs [[0, 1], [2], [3]] : tensor<2x3x21x8xf32> into tensor<6x21x8xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x3x8x21xf32> into tensor<6x8x21xf32>
  %e3 = tensor.empty() : tensor<6x21x21xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<6x21x21xf32>) -> tensor<6x21x21xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<6x21x8xf32>, tensor<6x8x21xf32>)
      outs(%f3 : tensor<6x21x21xf32>) -> tensor<6x21x21xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 21]
      : tensor<6x21x21xf32> into tensor<2x3x21x21xf32>
  %er = tensor.empty() : tensor<2x3x21x1xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x3x21x1xf32>) -> tensor<2x3x21x1xf32>
  %ei = tensor.empty() : tensor<2x3x21x1xi64>
  %fi = linalg.fill ins(%zi : i64) outs(%ei : tensor<2x3x21x1xi64>) -> tensor<2x3x21x1xi64>
  %mx:2 = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%s4 : tensor<2x3x21x21xf32>)
      outs(%fm, %fi : tensor<2x3x21x1xf32>, tensor<2x3x21x1xi64>) {
  ^bb0(%a: f32, %mm: f32, %i: i64):
    %0 = linalg.index 3 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %a, %mm : f32
    %3 = arith.cmpf ogt, %a, %mm : f32
    %4 = arith.select %3, %1, %i : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<2x3x21x1xf32>, tensor<2x3x21x1xi64>)
  %es = tensor.empty() : tensor<2x3x21x21xf32>
  %sub = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4, %mx#0 : tensor<2x3x21x21xf32>, tensor<2x3x21x1xf32>)
      outs(%es : tensor<2x3x21x21xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x21xf32>
  %exp = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sub : tensor<2x3x21x21xf32>)
      outs(%es : tensor<2x3x21x21xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x21xf32>
  %fz = linalg.fill ins(%z : f32) outs(%er : tensor<2x3x21x1xf32>) -> tensor<2x3x21x1xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%exp : tensor<2x3x21x21xf32>)
      outs(%fz : tensor<2x3x21x1xf32>) {
  ^bb0(%a: f32, %mm: f32):
    %2 = arith.addf %a, %mm : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x21x1xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%exp, %sum : tensor<2x3x21x21xf32>, tensor<2x3x21x1xf32>)
      outs(%es : tensor<2x3x21x21xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x3x21x21xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x21x21xf32> into tensor<6x21x21xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x21x8xf32> into tensor<6x21x8xf32>
  %eo = tensor.empty() : tensor<6x21x8xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<6x21x8xf32>) -> tensor<6x21x8xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<6x21x21xf32>, tensor<6x21x8xf32>)
      outs(%fo : tensor<6x21x8xf32>) -> tensor<6x21x8xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 3, 21, 8]
      : tensor<6x21x8xf32> into tensor<2x3x21x8xf32>
  %ex = tensor.empty() : tensor<2x21x3x8xf32>
  %rt = linalg.transpose ins(%r4 : tensor<2x3x21x8xf32>)
      outs(%ex : tensor<2x21x3x8xf32>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %rt [[0], [1], [2, 3]] : tensor<2x21x3x8xf32> into tensor<2x21x24xf32>
  return %r : tensor<2x21x24xf32>
}

func.func @one_batch(%q: tensor<1x4x16x16xf32>, %k: tensor<1x4x33x16xf32>, %v: tensor<1x4x33x16xf32>, %mask: tensor<1x1x16x33xf32>) -> tensor<1x4x16x16xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %et = tensor.empty() : tensor<1x4x16x33xf32>
  %kt = linalg.transpose ins(%k : tensor<1x4x33x16xf32>)
      outs(%et : tensor<1x4x16x33xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x4x16x16xf32> into tensor<4x16x16xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]]
      : tensor<1x4x16x33xf32> into tensor<4x16x33xf32>
  %e3 = tensor.empty() : tensor<4x16x33xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<4x16x33xf32>) -> tensor<4x16x33xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<4x16x16xf32>, tensor<4x16x33xf32>)
      outs(%f3 : tensor<4x16x33xf32>) -> tensor<4x16x33xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [1, 4, 16, 33]
      : tensor<4x16x33xf32> into tensor<1x4x16x33xf32>
  %e4 = tensor.empty() : tensor<1x4x16x33xf32>
  %sc = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4 : tensor<1x4x16x33xf32>)
      outs(%e4 : tensor<1x4x16x33xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %c8 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x33xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,0,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sc, %mask : tensor<1x4x16x33xf32>, tensor<1x1x16x33xf32>)
      outs(%e4 : tensor<1x4x16x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x33xf32>
  %er = tensor.empty() : tensor<1x4x16x1xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%er : tensor<1x4x16x1xf32>) -> tensor<1x4x16x1xf32>
  %ei = tensor.empty() : tensor<1x4x16x1xi64>
  %fi = linalg.fill ins(%zi : i64) outs(%ei : tensor<1x4x16x1xi64>) -> tensor<1x4x16x1xi64>
  %mx:2 = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%m : tensor<1x4x16x33xf32>)
      outs(%fm, %fi : tensor<1x4x16x1xf32>, tensor<1x4x16x1xi64>) {
  ^bb0(%a: f32, %mm: f32, %i: i64):
    %0 = linalg.index 3 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %a, %mm : f32
    %3 = arith.cmpf ogt, %a, %mm : f32
    %4 = arith.select %3, %1, %i : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<1x4x16x1xf32>, tensor<1x4x16x1xi64>)
  %es = tensor.empty() : tensor<1x4x16x33xf32>
  %sub = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%m, %mx#0 : tensor<1x4x16x33xf32>, tensor<1x4x16x1xf32>)
      outs(%es : tensor<1x4x16x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x33xf32>
  %exp = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sub : tensor<1x4x16x33xf32>)
      outs(%es : tensor<1x4x16x33xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x33xf32>
  %fz = linalg.fill ins(%z : f32) outs(%er : tensor<1x4x16x1xf32>) -> tensor<1x4x16x1xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%exp : tensor<1x4x16x33xf32>)
      outs(%fz : tensor<1x4x16x1xf32>) {
  ^bb0(%a: f32, %mm: f32):
    %2 = arith.addf %a, %mm : f32
    linalg.yield %2 : f32
  } -> tensor<1x4x16x1xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%exp, %sum : tensor<1x4x16x33xf32>, tensor<1x4x16x1xf32>)
      outs(%es : tensor<1x4x16x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x33xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<1x4x16x33xf32> into tensor<4x16x33xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x33x16xf32> into tensor<4x33x16xf32>
  %eo = tensor.empty() : tensor<4x16x16xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<4x16x33xf32>, tensor<4x33x16xf32>)
      outs(%fo : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [1, 4, 16, 16]
      : tensor<4x16x16xf32> into tensor<1x4x16x16xf32>
  return %r4 : tensor<1x4x16x16xf32>
}

func.func @one_head(%q: tensor<3x1x17x5xf32>, %k: tensor<3x1x9x5xf32>, %v: tensor<3x1x9x5xf32>, %mask: tensor<3x1x17x9xf32>) -> tensor<3x1x17x5xf32> {
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFF800000 : f32
  %c8 = arith.constant 8.0 : f32
  %et = tensor.empty() : tensor<3x1x5x9xf32>
  %kt = linalg.transpose ins(%k : tensor<3x1x9x5xf32>)
      outs(%et : tensor<3x1x5x9xf32>) permutation = [0, 1, 3, 2]
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<3x1x17x5xf32> into tensor<3x17x5xf32>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<3x1x5x9xf32> into tensor<3x5x9xf32>
  %e3 = tensor.empty() : tensor<3x17x9xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<3x17x9xf32>) -> tensor<3x17x9xf32>
  %s3 = linalg.batch_matmul ins(%q3, %k3 : tensor<3x17x5xf32>, tensor<3x5x9xf32>)
      outs(%f3 : tensor<3x17x9xf32>) -> tensor<3x17x9xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [3, 1, 17, 9]
      : tensor<3x17x9xf32> into tensor<3x1x17x9xf32>
  %e4 = tensor.empty() : tensor<3x1x17x9xf32>
  %sc = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%s4 : tensor<3x1x17x9xf32>)
      outs(%e4 : tensor<3x1x17x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %c8 : f32
    linalg.yield %r : f32
  } -> tensor<3x1x17x9xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,0,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sc, %mask : tensor<3x1x17x9xf32>, tensor<3x1x17x9xf32>)
      outs(%e4 : tensor<3x1x17x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x1x17x9xf32>
  %er = tensor.empty() : tensor<3x1x17x1xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%er : tensor<3x1x17x1xf32>) -> tensor<3x1x17x1xf32>
  %ei = tensor.empty() : tensor<3x1x17x1xi64>
  %fi = linalg.fill ins(%zi : i64) outs(%ei : tensor<3x1x17x1xi64>) -> tensor<3x1x17x1xi64>
  %mx:2 = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%m : tensor<3x1x17x9xf32>)
      outs(%fm, %fi : tensor<3x1x17x1xf32>, tensor<3x1x17x1xi64>) {
  ^bb0(%a: f32, %mm: f32, %i: i64):
    %0 = linalg.index 3 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %a, %mm : f32
    %3 = arith.cmpf ogt, %a, %mm : f32
    %4 = arith.select %3, %1, %i : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<3x1x17x1xf32>, tensor<3x1x17x1xi64>)
  %es = tensor.empty() : tensor<3x1x17x9xf32>
  %sub = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%m, %mx#0 : tensor<3x1x17x9xf32>, tensor<3x1x17x1xf32>)
      outs(%es : tensor<3x1x17x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x1x17x9xf32>
  %exp = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%sub : tensor<3x1x17x9xf32>)
      outs(%es : tensor<3x1x17x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<3x1x17x9xf32>
  %fz = linalg.fill ins(%z : f32) outs(%er : tensor<3x1x17x1xf32>) -> tensor<3x1x17x1xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>],
      iterator_types = ["parallel","parallel","parallel","reduction"]}
      ins(%exp : tensor<3x1x17x9xf32>)
      outs(%fz : tensor<3x1x17x1xf32>) {
  ^bb0(%a: f32, %mm: f32):
    %2 = arith.addf %a, %mm : f32
    linalg.yield %2 : f32
  } -> tensor<3x1x17x1xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,0)>, affine_map<(a,b,c,d)->(a,b,c,d)>],
      iterator_types = ["parallel","parallel","parallel","parallel"]}
      ins(%exp, %sum : tensor<3x1x17x9xf32>, tensor<3x1x17x1xf32>)
      outs(%es : tensor<3x1x17x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x1x17x9xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<3x1x17x9xf32> into tensor<3x17x9xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<3x1x9x5xf32> into tensor<3x9x5xf32>
  %eo = tensor.empty() : tensor<3x17x5xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<3x17x5xf32>) -> tensor<3x17x5xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<3x17x9xf32>, tensor<3x9x5xf32>)
      outs(%fo : tensor<3x17x5xf32>) -> tensor<3x17x5xf32>
  %r4 = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [3, 1, 17, 5]
      : tensor<3x17x5xf32> into tensor<3x1x17x5xf32>
  return %r4 : tensor<3x1x17x5xf32>
}
