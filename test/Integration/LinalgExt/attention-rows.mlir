// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention by tiles of query rows: the scores of a tile exist, those of all
// rows never. Where the kv dim of the last product is tiled too, softmax stays
// in the loop over rows, for whole rows.

// Two heads and two batches, a causal mask between the scores and softmax, keys
// that are not transposed, half precision with sums in f32.
// SAME: heads: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @heads(
// CHECK-NOT:     tensor<2x2x13x13x
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-COUNT-2:   scf.for %
// CHECK:           linalg_ext.batch_matmul {{.*}} layout = "nt"
// CHECK:           arith.cmpi sle,
// CHECK:           linalg_ext.softmax dimension(3)
// CHECK:           linalg_ext.batch_matmul {{.*}} layout = "nn" {values}
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @heads(%q: tensor<2x2x13x8xf16>, %k: tensor<2x2x13x8xf16>, %v: tensor<2x2x13x8xf32>, %o: tensor<2x2x13x8xf32>) -> tensor<2x2x13x8xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x2x13x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x13x13xf32>) -> tensor<2x2x13x13xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x2x13x8xf16>, tensor<2x2x13x8xf16>) outs(%z : tensor<2x2x13x13xf32>) layout = "nt"
  %m = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<2x2x13x13xf32>) outs(%e : tensor<2x2x13x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %keep = arith.cmpi sle, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<2x2x13x13xf32>
  %p = linalg.softmax dimension(3) ins(%m : tensor<2x2x13x13xf32>) outs(%e : tensor<2x2x13x13xf32>) -> tensor<2x2x13x13xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x2x13x13xf32>, tensor<2x2x13x8xf32>) outs(%o : tensor<2x2x13x8xf32>) layout = "nn" {values}
  return %r : tensor<2x2x13x8xf32>
}

// Dynamic sizes, the destination of the last product added once, its kv dim
// tiled inside.
// SAME: rows_and_values: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_and_values(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %{{.*}} = linalg.matmul ins(
// CHECK:           linalg_ext.softmax dimension(1)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:         linalg_ext
// CHECK:             linalg.matmul {last}
func.func @rows_and_values(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {last} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The columns of the values alone are tiled: the weights are the same for each
// tile, and computed once.
// SAME: columns: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @columns(
// CHECK:         %[[P:.*]]:4 = linalg_ext.softmax dimension(1)
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:       linalg_ext
// CHECK:           linalg.matmul {only} ins(%[[P]]#0, %{{.*}} :
// CHECK-NOT:     linalg_ext
// CHECK:         return %{{.*}} : tensor<7x10xf32>
func.func @columns(%q: tensor<7x5xf32>, %k: tensor<5x9xf32>, %v: tensor<9x10xf32>, %z: tensor<7x9xf32>, %o: tensor<7x10xf32>) -> tensor<7x10xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<7x5xf32>, tensor<5x9xf32>) outs(%z : tensor<7x9xf32>) -> tensor<7x9xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<7x9xf32>) outs(%z : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.matmul {only} ins(%p, %v : tensor<7x9xf32>, tensor<9x10xf32>) outs(%o : tensor<7x10xf32>) -> tensor<7x10xf32>
  return %r : tensor<7x10xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
  %0 = transform.structured.match attributes {values} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [1, 1, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {last} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {only} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
