// RUN: heddle explain %s | FileCheck %s

// The plan says what the loop carries, and what is assumed: a factor of infinity
// makes NaN of what an element of 0 would, and of a sum of 0.
// CHECK: fused: linalg.generic in loop 0, box {{.*}}, online along dim 2: carries statistic, assumes that the factor of a row and the sum before it are finite
func.func @norm(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = math.rsqrt %sum : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
