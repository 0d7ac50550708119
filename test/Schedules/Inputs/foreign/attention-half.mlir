// Attention of several heads in types of 16 bits, as frontends write it.

// All in f16: the sums are carried as means.
func.func @all_half(%q: tensor<3x21x8xf16>, %k: tensor<3x19x8xf16>, %v: tensor<3x19x8xf16>, %out: tensor<3x21x8xf16>) -> tensor<3x21x8xf16> {
  %z = arith.constant 0.0 : f16
  %sc = arith.constant 0.125 : f16
  %e = tensor.empty() : tensor<3x21x19xf16>
  %half = tensor.empty() : tensor<3x21x19xf16>
  %i = linalg.fill ins(%z : f16) outs(%e : tensor<3x21x19xf16>) -> tensor<3x21x19xf16>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<3x21x8xf16>, tensor<3x19x8xf16>) outs(%i : tensor<3x21x19xf16>) -> tensor<3x21x19xf16>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<3x21x19xf16>) outs(%e : tensor<3x21x19xf16>) {
  ^bb0(%x: f16, %old: f16):
    %0 = arith.mulf %x, %sc : f16
    linalg.yield %0 : f16
  } -> tensor<3x21x19xf16>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x21x19xf16>) outs(%e : tensor<3x21x19xf16>) -> tensor<3x21x19xf16>
  %o = linalg.fill ins(%z : f16) outs(%out : tensor<3x21x8xf16>) -> tensor<3x21x8xf16>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x21x19xf16>, tensor<3x19x8xf16>) outs(%o : tensor<3x21x8xf16>) -> tensor<3x21x8xf16>
  return %r : tensor<3x21x8xf16>
}

// All in bf16.
func.func @all_brain(%q: tensor<3x21x8xbf16>, %k: tensor<3x19x8xbf16>, %v: tensor<3x19x8xbf16>, %out: tensor<3x21x8xbf16>) -> tensor<3x21x8xbf16> {
  %z = arith.constant 0.0 : bf16
  %sc = arith.constant 0.125 : bf16
  %e = tensor.empty() : tensor<3x21x19xbf16>
  %half = tensor.empty() : tensor<3x21x19xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<3x21x19xbf16>) -> tensor<3x21x19xbf16>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<3x21x8xbf16>, tensor<3x19x8xbf16>) outs(%i : tensor<3x21x19xbf16>) -> tensor<3x21x19xbf16>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<3x21x19xbf16>) outs(%e : tensor<3x21x19xbf16>) {
  ^bb0(%x: bf16, %old: bf16):
    %0 = arith.mulf %x, %sc : bf16
    linalg.yield %0 : bf16
  } -> tensor<3x21x19xbf16>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x21x19xbf16>) outs(%e : tensor<3x21x19xbf16>) -> tensor<3x21x19xbf16>
  %o = linalg.fill ins(%z : bf16) outs(%out : tensor<3x21x8xbf16>) -> tensor<3x21x8xbf16>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x21x19xbf16>, tensor<3x19x8xbf16>) outs(%o : tensor<3x21x8xbf16>) -> tensor<3x21x8xbf16>
  return %r : tensor<3x21x8xbf16>
}

// Products of f16 that sum in f32, and a softmax in f16.
func.func @half_softmax(%q: tensor<3x21x8xf16>, %k: tensor<3x19x8xf16>, %v: tensor<3x19x8xf16>, %out: tensor<3x21x8xf16>) -> tensor<3x21x8xf16> {
  %z = arith.constant 0.0 : f32
  %sc = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<3x21x19xf32>
  %half = tensor.empty() : tensor<3x21x19xf16>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<3x21x8xf16>, tensor<3x19x8xf16>) outs(%i : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<3x21x19xf32>) outs(%half : tensor<3x21x19xf16>) {
  ^bb0(%x: f32, %old: f16):
    %0 = arith.mulf %x, %sc : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<3x21x19xf16>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x21x19xf16>) outs(%half : tensor<3x21x19xf16>) -> tensor<3x21x19xf16>
  %eo = tensor.empty() : tensor<3x21x8xf32>
  %io = linalg.fill ins(%z : f32) outs(%eo : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x21x19xf16>, tensor<3x19x8xf16>) outs(%io : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %rt = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%r : tensor<3x21x8xf32>) outs(%out : tensor<3x21x8xf16>) {
  ^bb0(%x: f32, %old: f16):
    %1 = arith.truncf %x : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<3x21x8xf16>
  return %rt : tensor<3x21x8xf16>
}

// The same with a softmax in f32, whose weights are rounded.
func.func @wide_softmax(%q: tensor<3x21x8xf16>, %k: tensor<3x19x8xf16>, %v: tensor<3x19x8xf16>, %out: tensor<3x21x8xf16>) -> tensor<3x21x8xf16> {
  %z = arith.constant 0.0 : f32
  %sc = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<3x21x19xf32>
  %half = tensor.empty() : tensor<3x21x19xf16>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<3x21x8xf16>, tensor<3x19x8xf16>) outs(%i : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<3x21x19xf32>) outs(%e : tensor<3x21x19xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.mulf %x, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<3x21x19xf32>
  %p32 = linalg.softmax dimension(2) ins(%m : tensor<3x21x19xf32>) outs(%e : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%p32 : tensor<3x21x19xf32>) outs(%half : tensor<3x21x19xf16>) {
  ^bb0(%x: f32, %old: f16):
    %1 = arith.truncf %x : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<3x21x19xf16>
  %eo = tensor.empty() : tensor<3x21x8xf32>
  %io = linalg.fill ins(%z : f32) outs(%eo : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x21x19xf16>, tensor<3x19x8xf16>) outs(%io : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %rt = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%r : tensor<3x21x8xf32>) outs(%out : tensor<3x21x8xf16>) {
  ^bb0(%x: f32, %old: f16):
    %1 = arith.truncf %x : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<3x21x8xf16>
  return %rt : tensor<3x21x8xf16>
}

// The same in bf16.
func.func @wide_brain(%q: tensor<3x21x8xbf16>, %k: tensor<3x19x8xbf16>, %v: tensor<3x19x8xbf16>, %out: tensor<3x21x8xbf16>) -> tensor<3x21x8xbf16> {
  %z = arith.constant 0.0 : f32
  %sc = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<3x21x19xf32>
  %half = tensor.empty() : tensor<3x21x19xbf16>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<3x21x8xbf16>, tensor<3x19x8xbf16>) outs(%i : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<3x21x19xf32>) outs(%e : tensor<3x21x19xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.mulf %x, %sc : f32
    linalg.yield %0 : f32
  } -> tensor<3x21x19xf32>
  %p32 = linalg.softmax dimension(2) ins(%m : tensor<3x21x19xf32>) outs(%e : tensor<3x21x19xf32>) -> tensor<3x21x19xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%p32 : tensor<3x21x19xf32>) outs(%half : tensor<3x21x19xbf16>) {
  ^bb0(%x: f32, %old: bf16):
    %1 = arith.truncf %x : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<3x21x19xbf16>
  %eo = tensor.empty() : tensor<3x21x8xf32>
  %io = linalg.fill ins(%z : f32) outs(%eo : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x21x19xbf16>, tensor<3x19x8xbf16>) outs(%io : tensor<3x21x8xf32>) -> tensor<3x21x8xf32>
  %rt = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%r : tensor<3x21x8xf32>) outs(%out : tensor<3x21x8xbf16>) {
  ^bb0(%x: f32, %old: bf16):
    %1 = arith.truncf %x : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<3x21x8xbf16>
  return %rt : tensor<3x21x8xbf16>
}
