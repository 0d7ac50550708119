// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Heads that are split off their projections, in 4-D, in the loop over the keys:
// 2 batches, 3 heads, 7 tokens. No tile size divides its extent.

// Each tile of keys and of values is projected where it is read; that of the queries
// comes before the loop over the keys.
// SAME: all_inside: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @all_inside(
// CHECK-NOT:     tensor<2x3x7x7xf
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nt"
// CHECK:         %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(3)
// CHECK:         linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}} layout = "nn" {all_inside}
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @all_inside(%x: tensor<14x12xf32>, %wq: tensor<12x12xf32>, %wk: tensor<12x12xf32>, %wv: tensor<12x12xf32>) -> tensor<2x3x7x4xf32> {
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
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x3x7x7xf32>, tensor<2x3x7x4xf32>) outs(%zo : tensor<2x3x7x4xf32>) layout = "nn" {all_inside}
  return %r : tensor<2x3x7x4xf32>
}

// The projections are stop ops: each is computed once, before the loops, and the
// reshapes and transposes of their tiles inside.
// SAME: projected_before: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @projected_before(
// CHECK-COUNT-3: linalg.matmul {stop} ins(
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(3)
// CHECK:         linalg_ext.batch_matmul ins(%[[P]]#0, %{{.*}} layout = "nn" {projected_before}
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @projected_before(%x: tensor<14x12xf32>, %wq: tensor<12x12xf32>, %wk: tensor<12x12xf32>, %wv: tensor<12x12xf32>) -> tensor<2x3x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<14x12xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %qm = linalg.matmul {stop} ins(%x, %wq : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %km = linalg.matmul {stop} ins(%x, %wk : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
  %vm = linalg.matmul {stop} ins(%x, %wv : tensor<14x12xf32>, tensor<12x12xf32>) outs(%z2 : tensor<14x12xf32>) -> tensor<14x12xf32>
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
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x3x7x7xf32>, tensor<2x3x7x4xf32>) outs(%zo : tensor<2x3x7x4xf32>) layout = "nn" {projected_before}
  return %r : tensor<2x3x7x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {all_inside} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [1, 2, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %stop = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {projected_before} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1, %stop tile_sizes [1, 2, 4, 0, 3] {online} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
