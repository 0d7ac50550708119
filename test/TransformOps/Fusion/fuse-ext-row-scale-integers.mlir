// RUN: heddle apply %s | FileCheck %s

// A factor that is computed from an integer: it is finite, unless the integer may be
// above the largest number of the type of floats.
// CHECK: func.func @long(
// CHECK-NOT: assumed_finite
func.func @long(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>, %k: i64) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.uitofp %k : i64 to f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v = arith.addf %m, %eps : f32
    %f = math.rsqrt %v : f32
    %y = arith.mulf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// CHECK: func.func @wide({{.*}}, %arg2: i128 {heddle.assumed_finite = "'online' in line
func.func @wide(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>, %k: i128) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.uitofp %k : i128 to f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v = arith.addf %m, %eps : f32
    %f = math.rsqrt %v : f32
    %y = arith.mulf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
