// Masks of attention that attention/causal-heads was not written for; the values are finite.

// Queries after more keys than there are queries, in f64, and an initial value.
func.func @later(%q: tensor<3x21x8xf64>, %k: tensor<3x37x8xf64>, %v: tensor<3x37x8xf64>, %out: tensor<3x21x8xf64>) -> tensor<3x21x8xf64> {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<3x21x37xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<3x21x37xf64>) -> tensor<3x21x37xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j, t) -> (h, i, t)>, affine_map<(h, i, j, t) -> (h, j, t)>, affine_map<(h, i, j, t) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x21x8xf64>, tensor<3x37x8xf64>) outs(%z : tensor<3x21x37xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %c, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3x21x37xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<3x21x37xf64>) outs(%e : tensor<3x21x37xf64>) {
  ^bb0(%in: f64, %old: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %n = arith.constant 16 : index
    %l = arith.addi %i, %n : index
    %c = arith.cmpi sle, %j, %l : index
    %r = arith.select %c, %in, %inf : f64
    linalg.yield %r : f64
  } -> tensor<3x21x37xf64>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x21x37xf64>) outs(%e : tensor<3x21x37xf64>) -> tensor<3x21x37xf64>
  %least = arith.constant -1.0e4 : f64
  %most = arith.constant 1.0e4 : f64
  %finite = linalg.map ins(%v : tensor<3x37x8xf64>) outs(%v : tensor<3x37x8xf64>) (%in: f64, %old: f64) {
    %x = arith.maxnumf %in, %least : f64
    %y = arith.minnumf %x, %most : f64
    linalg.yield %y : f64
  }
  %r = linalg.batch_matmul ins(%p, %finite : tensor<3x21x37xf64>, tensor<3x37x8xf64>) outs(%out : tensor<3x21x8xf64>) -> tensor<3x21x8xf64>
  return %r : tensor<3x21x8xf64>
}

// A window of keys; the mask is the first choice.
func.func @window(%q: tensor<3x45x8xf32>, %k: tensor<3x45x8xf32>, %v: tensor<3x45x8xf32>, %out: tensor<3x45x8xf32>) -> tensor<3x45x8xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3x45x45xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x45x45xf32>) -> tensor<3x45x45xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j, t) -> (h, i, t)>, affine_map<(h, i, j, t) -> (h, j, t)>, affine_map<(h, i, j, t) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x45x8xf32>, tensor<3x45x8xf32>) outs(%z : tensor<3x45x45xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x45x45xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<3x45x45xf32>) outs(%e : tensor<3x45x45xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %n = arith.constant 9 : index
    %f = arith.addi %j, %n : index
    %a = arith.cmpi sgt, %j, %i : index
    %b = arith.cmpi slt, %f, %i : index
    %c = arith.ori %a, %b : i1
    %r = arith.select %c, %inf, %in : f32
    linalg.yield %r : f32
  } -> tensor<3x45x45xf32>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x45x45xf32>) outs(%e : tensor<3x45x45xf32>) -> tensor<3x45x45xf32>
  %least = arith.constant -1.0e4 : f32
  %most = arith.constant 1.0e4 : f32
  %finite = linalg.map ins(%v : tensor<3x45x8xf32>) outs(%v : tensor<3x45x8xf32>) (%in: f32, %old: f32) {
    %x = arith.maxnumf %in, %least : f32
    %y = arith.minnumf %x, %most : f32
    linalg.yield %y : f32
  }
  %r = linalg.batch_matmul ins(%p, %finite : tensor<3x45x45xf32>, tensor<3x45x8xf32>) outs(%out : tensor<3x45x8xf32>) -> tensor<3x45x8xf32>
  return %r : tensor<3x45x8xf32>
}

// The later keys.
func.func @later_keys(%q: tensor<3x23x5xf32>, %k: tensor<3x41x5xf32>, %v: tensor<3x41x5xf32>, %out: tensor<3x23x5xf32>) -> tensor<3x23x5xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3x23x41xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x23x41xf32>) -> tensor<3x23x41xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j, t) -> (h, i, t)>, affine_map<(h, i, j, t) -> (h, j, t)>, affine_map<(h, i, j, t) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x23x5xf32>, tensor<3x41x5xf32>) outs(%z : tensor<3x23x41xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x23x41xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<3x23x41xf32>) outs(%e : tensor<3x23x41xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sge, %j, %i : index
    %r = arith.select %c, %in, %inf : f32
    linalg.yield %r : f32
  } -> tensor<3x23x41xf32>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x23x41xf32>) outs(%e : tensor<3x23x41xf32>) -> tensor<3x23x41xf32>
  %least = arith.constant -1.0e4 : f32
  %most = arith.constant 1.0e4 : f32
  %finite = linalg.map ins(%v : tensor<3x41x5xf32>) outs(%v : tensor<3x41x5xf32>) (%in: f32, %old: f32) {
    %x = arith.maxnumf %in, %least : f32
    %y = arith.minnumf %x, %most : f32
    linalg.yield %y : f32
  }
  %r = linalg.batch_matmul ins(%p, %finite : tensor<3x23x41xf32>, tensor<3x41x5xf32>) outs(%out : tensor<3x23x5xf32>) -> tensor<3x23x5xf32>
  return %r : tensor<3x23x5xf32>
}
// Earlier keys alone: no tile of keys for the first tiles of queries.
func.func @earlier_keys(%q: tensor<3x23x5xf32>, %k: tensor<3x29x5xf32>, %v: tensor<3x29x5xf32>, %out: tensor<3x23x5xf32>) -> tensor<3x23x5xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3x23x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x23x29xf32>) -> tensor<3x23x29xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j, t) -> (h, i, t)>, affine_map<(h, i, j, t) -> (h, j, t)>, affine_map<(h, i, j, t) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x23x5xf32>, tensor<3x29x5xf32>) outs(%z : tensor<3x23x29xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x23x29xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<3x23x29xf32>) outs(%e : tensor<3x23x29xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c9 = arith.constant 9 : index
    %k9 = arith.addi %j, %c9 : index
    %c = arith.cmpi sle, %k9, %i : index
    %r = arith.select %c, %in, %inf : f32
    linalg.yield %r : f32
  } -> tensor<3x23x29xf32>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x23x29xf32>) outs(%e : tensor<3x23x29xf32>) -> tensor<3x23x29xf32>
  %least = arith.constant -1.0e4 : f32
  %most = arith.constant 1.0e4 : f32
  %finite = linalg.map ins(%v : tensor<3x29x5xf32>) outs(%v : tensor<3x29x5xf32>) (%in: f32, %old: f32) {
    %x = arith.maxnumf %in, %least : f32
    %y = arith.minnumf %x, %most : f32
    linalg.yield %y : f32
  }
  %r = linalg.batch_matmul ins(%p, %finite : tensor<3x23x29xf32>, tensor<3x29x5xf32>) outs(%out : tensor<3x23x5xf32>) -> tensor<3x23x5xf32>
  return %r : tensor<3x23x5xf32>
}
