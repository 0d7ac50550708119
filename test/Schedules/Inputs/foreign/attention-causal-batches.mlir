// Masked attention of batches with several heads that attention/causal-batches was not
// written for; the values are finite.

// Queries after more keys than there are queries, in f64 and five loops.
func.func @later(%q: tensor<2x3x21x8xf64>, %k: tensor<2x3x37x8xf64>, %v: tensor<2x3x37x8xf64>) -> tensor<2x3x21x8xf64> {
  %z = arith.constant 0.0 : f64
  %inf = arith.constant 0xFFF0000000000000 : f64
  %least = arith.constant -1.0e4 : f64
  %most = arith.constant 1.0e4 : f64
  %finite = linalg.map ins(%v : tensor<2x3x37x8xf64>) outs(%v : tensor<2x3x37x8xf64>) (%in: f64, %old: f64) {
    %x = arith.maxnumf %in, %least : f64
    %y = arith.minnumf %x, %most : f64
    linalg.yield %y : f64
  }
  %e4 = tensor.empty() : tensor<2x3x21x37xf64>
  %f4 = linalg.fill ins(%z : f64) outs(%e4 : tensor<2x3x21x37xf64>) -> tensor<2x3x21x37xf64>
  %s4 = linalg.generic {indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,d,e)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%q, %k : tensor<2x3x21x8xf64>, tensor<2x3x37x8xf64>) outs(%f4 : tensor<2x3x21x37xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %0 = arith.mulf %x, %y : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<2x3x21x37xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s4 : tensor<2x3x21x37xf64>) outs(%e4 : tensor<2x3x21x37xf64>) {
  ^bb0(%in: f64, %old: f64):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %n = arith.constant 16 : index
    %l = arith.addi %i, %n : index
    %c = arith.cmpi sle, %j, %l : index
    %x = arith.select %c, %in, %inf : f64
    linalg.yield %x : f64
  } -> tensor<2x3x21x37xf64>
  %p = linalg.softmax dimension(3) ins(%m : tensor<2x3x21x37xf64>) outs(%e4 : tensor<2x3x21x37xf64>) -> tensor<2x3x21x37xf64>
  %eo = tensor.empty() : tensor<2x3x21x8xf64>
  %fo = linalg.fill ins(%z : f64) outs(%eo : tensor<2x3x21x8xf64>) -> tensor<2x3x21x8xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,e,d)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%p, %finite : tensor<2x3x21x37xf64>, tensor<2x3x37x8xf64>) outs(%fo : tensor<2x3x21x8xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %0 = arith.mulf %x, %y : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<2x3x21x8xf64>
  return %r : tensor<2x3x21x8xf64>
}

// A window of keys; the mask is the first choice, and the softmax has joined dims.
func.func @window(%q: tensor<2x3x45x8xf32>, %k: tensor<2x3x45x8xf32>, %v: tensor<2x3x45x8xf32>) -> tensor<2x3x45x8xf32> {
  %z = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %least = arith.constant -1.0e4 : f32
  %most = arith.constant 1.0e4 : f32
  %finite = linalg.map ins(%v : tensor<2x3x45x8xf32>) outs(%v : tensor<2x3x45x8xf32>) (%in: f32, %old: f32) {
    %x = arith.maxnumf %in, %least : f32
    %y = arith.minnumf %x, %most : f32
    linalg.yield %y : f32
  }
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x45x8xf32> into tensor<6x45x8xf32>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x45x8xf32> into tensor<6x45x8xf32>
  %e3 = tensor.empty() : tensor<6x45x45xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<6x45x45xf32>) -> tensor<6x45x45xf32>
  %s3 = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q3, %k3 : tensor<6x45x8xf32>, tensor<6x45x8xf32>) outs(%f3 : tensor<6x45x45xf32>) -> tensor<6x45x45xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 45, 45] : tensor<6x45x45xf32> into tensor<2x3x45x45xf32>
  %e4 = tensor.empty() : tensor<2x3x45x45xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s4 : tensor<2x3x45x45xf32>) outs(%e4 : tensor<2x3x45x45xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %n = arith.constant 9 : index
    %f = arith.addi %j, %n : index
    %a = arith.cmpi sgt, %j, %i : index
    %b = arith.cmpi slt, %f, %i : index
    %c = arith.ori %a, %b : i1
    %x = arith.select %c, %inf, %in : f32
    linalg.yield %x : f32
  } -> tensor<2x3x45x45xf32>
  %m3 = tensor.collapse_shape %m [[0, 1], [2], [3]] : tensor<2x3x45x45xf32> into tensor<6x45x45xf32>
  %ej = tensor.empty() : tensor<6x45x45xf32>
  %p3 = linalg.softmax dimension(2) ins(%m3 : tensor<6x45x45xf32>) outs(%ej : tensor<6x45x45xf32>) -> tensor<6x45x45xf32>
  %v3 = tensor.collapse_shape %finite [[0, 1], [2], [3]] : tensor<2x3x45x8xf32> into tensor<6x45x8xf32>
  %eo = tensor.empty() : tensor<6x45x8xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<6x45x8xf32>) -> tensor<6x45x8xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<6x45x45xf32>, tensor<6x45x8xf32>) outs(%fo : tensor<6x45x8xf32>) -> tensor<6x45x8xf32>
  %r = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 3, 45, 8] : tensor<6x45x8xf32> into tensor<2x3x45x8xf32>
  return %r : tensor<2x3x45x8xf32>
}

// Earlier keys alone: no tile of keys for the first tiles of queries.
func.func @earlier_keys(%q: tensor<1x3x23x5xf32>, %k: tensor<1x3x29x5xf32>, %v: tensor<1x3x29x5xf32>) -> tensor<1x3x23x5xf32> {
  %z = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %least = arith.constant -1.0e4 : f32
  %most = arith.constant 1.0e4 : f32
  %finite = linalg.map ins(%v : tensor<1x3x29x5xf32>) outs(%v : tensor<1x3x29x5xf32>) (%in: f32, %old: f32) {
    %x = arith.maxnumf %in, %least : f32
    %y = arith.minnumf %x, %most : f32
    linalg.yield %y : f32
  }
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x3x23x5xf32> into tensor<3x23x5xf32>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<1x3x29x5xf32> into tensor<3x29x5xf32>
  %e3 = tensor.empty() : tensor<3x23x29xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<3x23x29xf32>) -> tensor<3x23x29xf32>
  %s3 = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q3, %k3 : tensor<3x23x5xf32>, tensor<3x29x5xf32>) outs(%f3 : tensor<3x23x29xf32>) -> tensor<3x23x29xf32>
  %s4 = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [1, 3, 23, 29] : tensor<3x23x29xf32> into tensor<1x3x23x29xf32>
  %e4 = tensor.empty() : tensor<1x3x23x29xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>, affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s4 : tensor<1x3x23x29xf32>) outs(%e4 : tensor<1x3x23x29xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %n = arith.constant 9 : index
    %f = arith.addi %j, %n : index
    %c = arith.cmpi sle, %f, %i : index
    %x = arith.select %c, %in, %inf : f32
    linalg.yield %x : f32
  } -> tensor<1x3x23x29xf32>
  %p = linalg.softmax dimension(3) ins(%m : tensor<1x3x23x29xf32>) outs(%e4 : tensor<1x3x23x29xf32>) -> tensor<1x3x23x29xf32>
  %p3 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<1x3x23x29xf32> into tensor<3x23x29xf32>
  %v3 = tensor.collapse_shape %finite [[0, 1], [2], [3]] : tensor<1x3x29x5xf32> into tensor<3x29x5xf32>
  %eo = tensor.empty() : tensor<3x23x5xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<3x23x5xf32>) -> tensor<3x23x5xf32>
  %r3 = linalg.batch_matmul ins(%p3, %v3 : tensor<3x23x29xf32>, tensor<3x29x5xf32>) outs(%fo : tensor<3x23x5xf32>) -> tensor<3x23x5xf32>
  %r = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [1, 3, 23, 5] : tensor<3x23x5xf32> into tensor<1x3x23x5xf32>
  return %r : tensor<1x3x23x5xf32>
}
