// RUN: heddle-opt %s --apply-schedule --canonicalize | FileCheck %s
// RUN: heddle explain %s --memory | FileCheck %s --check-prefix=MEMORY

// Attention over 4096 keys bufferizes without a copy; what it allocates are the
// tiles of one iteration, and the statistics and the accumulator of a tile of
// rows: under a megabyte, where the scores alone would have 64.

// MEMORY: 0 copies
// CHECK-LABEL: func @attention(
// CHECK-NOT:     memref<4096x4096x
// CHECK-NOT:     memref.copy
// CHECK-NOT:     linalg.copy
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:       iter_args
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:         iter_args
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     memref.copy
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @attention(%q: tensor<4096x64xf32>, %k: tensor<4096x64xf32>, %v: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%q, %k : tensor<4096x64xf32>, tensor<4096x64xf32>) outs(%z : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4096x4096xf32>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<4096x4096xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<4096x4096xf32>) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %eo = tensor.empty() : tensor<4096x64xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %r = linalg.matmul {last} ins(%p, %v : tensor<4096x4096xf32>, tensor<4096x64xf32>) outs(%zo : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  return %r : tensor<4096x64xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {last} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [64, 0, 64] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %buffers = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %buffers {copies = 0, peak_bytes = 65536} : !transform.any_op
}
