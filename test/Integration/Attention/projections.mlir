// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention with the projections that frontends write before it: 2 batches, 3
// heads, 7 tokens.

#k4 = affine_map<(b, h, i, j, d) -> (b, h, j, d)>
#q4 = affine_map<(b, h, i, j, d) -> (b, h, i, d)>
#s4 = affine_map<(b, h, i, j, d) -> (b, h, i, j)>

// Each head gets its part of the projection by a reshape and a transpose. The nest
// over batches and heads computes all of it; before the loops no fill of a whole
// value is left.
// SAME: split_head: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @split_head(
// CHECK-NOT:     linalg.fill {{.*}}
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK-COUNT-3:     linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<7x12xf32>, tensor<12x?xf32>)
// CHECK:             %[[S:.*]] = linalg_ext.batch_matmul ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%{{.*}}) layout = "nt"
// CHECK:             %[[P:.*]]:4 = linalg_ext.softmax dimension(3) ins(%[[S]] :
// CHECK:             linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}} : {{.*}}) outs(%{{.*}}) layout = "nn"
func.func @split_head(%x: tensor<14x12xf32>, %wq: tensor<12x12xf32>, %wk: tensor<12x12xf32>, %wv: tensor<12x12xf32>) -> tensor<2x3x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<14x12xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %qm = linalg.matmul ins(%x, %wq : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %km = linalg.matmul ins(%x, %wk : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %vm = linalg.matmul ins(%x, %wv : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %qe = tensor.expand_shape %qm [[0, 1], [2, 3]] output_shape [2, 7, 3, 4] : tensor<14x12xf32> into tensor<2x7x3x4xf32>
  %ke = tensor.expand_shape %km [[0, 1], [2, 3]] output_shape [2, 7, 3, 4] : tensor<14x12xf32> into tensor<2x7x3x4xf32>
  %ve = tensor.expand_shape %vm [[0, 1], [2, 3]] output_shape [2, 7, 3, 4] : tensor<14x12xf32> into tensor<2x7x3x4xf32>
  %e4 = tensor.empty() : tensor<2x3x7x4xf32>
  %q = linalg.transpose ins(%qe : tensor<2x7x3x4xf32>) outs(%e4 : tensor<2x3x7x4xf32>) permutation = [0, 2, 1, 3]
  %k = linalg.transpose ins(%ke : tensor<2x7x3x4xf32>) outs(%e4 : tensor<2x3x7x4xf32>) permutation = [0, 2, 1, 3]
  %v = linalg.transpose ins(%ve : tensor<2x7x3x4xf32>) outs(%e4 : tensor<2x3x7x4xf32>) permutation = [0, 2, 1, 3]
  %es = tensor.empty() : tensor<2x3x7x7xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x7x7xf32>) -> tensor<2x3x7x7xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>) outs(%zs : tensor<2x3x7x7xf32>) layout = "nt"
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x3x7x7xf32>) outs(%es : tensor<2x3x7x7xf32>) -> tensor<2x3x7x7xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%e4 : tensor<2x3x7x4xf32>) -> tensor<2x3x7x4xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x3x7x7xf32>, tensor<2x3x7x4xf32>) outs(%zo : tensor<2x3x7x4xf32>) layout = "nn" {split}
  return %r : tensor<2x3x7x4xf32>
}

// All heads share keys and values. Their projections are stop ops: they stay
// before the loops, once.
// SAME: multi_query: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @multi_query(
// CHECK:         %[[K:.*]] = linalg.matmul {stop} ins(
// CHECK:         %[[V:.*]] = linalg.matmul {stop} ins(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:     linalg.matmul {stop} ins
// CHECK:             linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x12xf32>, tensor<12x4xf32>)
// CHECK:             tensor.extract_slice %[[K]][
// CHECK:             %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(2)
// CHECK:             %[[T:.*]] = tensor.extract_slice %[[V]][
// CHECK:             linalg.contract {{.*}} ins(%[[P]]#0, %[[T]] :
// CHECK-NOT:     linalg.matmul ins
// CHECK:         return %{{.*}} : tensor<3x7x4xf32>
func.func @multi_query(%x: tensor<7x12xf32>, %wq: tensor<12x12xf32>, %wk: tensor<12x4xf32>, %wv: tensor<12x4xf32>) -> tensor<3x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<7x4xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<7x4xf32>) -> tensor<7x4xf32>
  %k = linalg.matmul {stop} ins(%x, %wk : tensor<7x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<7x4xf32>) -> tensor<7x4xf32>
  %v = linalg.matmul {stop} ins(%x, %wv : tensor<7x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<7x4xf32>) -> tensor<7x4xf32>
  %e2 = tensor.empty() : tensor<7x12xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<7x12xf32>) -> tensor<7x12xf32>
  %qm = linalg.matmul ins(%x, %wq : tensor<7x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<7x12xf32>) -> tensor<7x12xf32>
  %qe = tensor.expand_shape %qm [[0], [1, 2]] output_shape [7, 3, 4] : tensor<7x12xf32> into tensor<7x3x4xf32>
  %e3 = tensor.empty() : tensor<3x7x4xf32>
  %q = linalg.transpose ins(%qe : tensor<7x3x4xf32>) outs(%e3 : tensor<3x7x4xf32>) permutation = [1, 0, 2]
  %es = tensor.empty() : tensor<3x7x7xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<3x7x7xf32>) -> tensor<3x7x7xf32>
  %s = linalg.contract indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>]
      ins(%q, %k : tensor<3x7x4xf32>, tensor<7x4xf32>) outs(%zs : tensor<3x7x7xf32>) -> tensor<3x7x7xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x7x7xf32>) outs(%es : tensor<3x7x7xf32>) -> tensor<3x7x7xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  %r = linalg.contract indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>] {shared}
      ins(%p, %v : tensor<3x7x7xf32>, tensor<7x4xf32>) outs(%zo : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  return %r : tensor<3x7x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
  %0 = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
  %t:3 = transform.structured.fuse_ext %0 tile_sizes [1, 2, 0, 0, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %stop = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {shared} in %root : (!transform.any_op) -> !transform.any_op
  %u:4 = transform.structured.fuse_ext %1, %stop tile_sizes [1, 4, 0, 3] {online} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
