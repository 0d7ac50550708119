// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s
// RUN: heddle explain %s | FileCheck %s --check-prefix=PLAN

// A causal mask that is added to the scores of two heads, the rows in a forall:
// also the scores have to be finite where they are masked.

// SAME: heads: equal: {{.*}}equal as formulas
// PLAN: : carries max, sum, skips masked tiles: assumes that what softmax is multiplied by is finite, and scores neither NaN nor inf at
// CHECK-LABEL: func @heads(
// CHECK:         scf.forall (%{{.*}}, %[[I:.*]]) = (0, 0) to (2, 13) step (1, 4)
// CHECK:           %[[E:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:           %[[L:.*]] = arith.minsi %[[E]], %{{.*}} : index
// CHECK:           scf.for %{{.*}} = %{{.*}} to %{{.*}} step
func.func @heads(%q: tensor<2x13x8xf32>, %k: tensor<2x13x8xf32>, %v: tensor<2x13x8xf32>, %o: tensor<2x13x8xf32>) -> tensor<2x13x8xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e4 : f32
  %high = arith.constant 1.0e4 : f32
  %em = tensor.empty() : tensor<13x13xf32>
  %mask = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%em : tensor<13x13xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %drop = arith.cmpi slt, %i, %j : index
    %c = arith.select %drop, %inf, %zero : f32
    linalg.yield %c : f32
  } -> tensor<13x13xf32>
  %fin = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v : tensor<2x13x8xf32>) outs(%v : tensor<2x13x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    linalg.yield %1 : f32
  } -> tensor<2x13x8xf32>
  %e = tensor.empty() : tensor<2x13x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x13x13xf32>) -> tensor<2x13x13xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x13x8xf32>, tensor<2x13x8xf32>) outs(%z : tensor<2x13x13xf32>) layout = "nt"
  %m = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %mask : tensor<2x13x13xf32>, tensor<13x13xf32>) outs(%e : tensor<2x13x13xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    %2 = arith.addf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<2x13x13xf32>
  %p = linalg.softmax dimension(2) ins(%m : tensor<2x13x13xf32>) outs(%e : tensor<2x13x13xf32>) -> tensor<2x13x13xf32>
  %r = linalg_ext.batch_matmul ins(%p, %fin : tensor<2x13x13xf32>, tensor<2x13x8xf32>) outs(%o : tensor<2x13x8xf32>) layout = "nn" {target}
  return %r : tensor<2x13x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [1, 4, 0, 3] {online, skip_masked, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
