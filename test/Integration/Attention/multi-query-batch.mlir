// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Multi-query attention of 3 batches, 4 heads and 7 tokens: one head of keys and values
// for all heads of a batch. Their projections are stop ops: they come before the
// loops, once.

// The keys are transposed once for each batch, outside of the loops over heads and
// queries.
// SAME: online: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @online(
// CHECK:         linalg.matmul {stop}
// CHECK:         linalg.matmul {stop}
// CHECK:         scf.for %
// CHECK-NOT:     linalg.matmul
// CHECK:           %[[T:.*]] = linalg.transpose ins(%{{.*}} : tensor<?x7x4xf32>)
// CHECK:           scf.for %
// CHECK:             linalg.matmul ins(
// CHECK:             scf.for %
// CHECK:               scf.for %[[J:[a-z0-9]*]] =
// CHECK:                 %[[K:.*]] = tensor.extract_slice %[[T]][0, 0, %[[J]]]
// CHECK:                 linalg.contract {{.*}} ins(%{{.*}}, %[[K]] :
// CHECK:                 %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(3)
// CHECK:                 linalg.contract {{.*}} {online} ins(%[[P]]#0,
// CHECK:         return
func.func @online(%x: tensor<3x7x12xf32>, %wq: tensor<12x16xf32>, %wk: tensor<12x4xf32>, %wv: tensor<12x4xf32>) -> tensor<3x4x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x7x12xf32> into tensor<21x12xf32>
  %e1 = tensor.empty() : tensor<21x4xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %km = linalg.matmul {stop} ins(%x2, %wk : tensor<21x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %vm = linalg.matmul {stop} ins(%x2, %wv : tensor<21x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %k = tensor.expand_shape %km [[0, 1], [2]] output_shape [3, 7, 4] : tensor<21x4xf32> into tensor<3x7x4xf32>
  %v = tensor.expand_shape %vm [[0, 1], [2]] output_shape [3, 7, 4] : tensor<21x4xf32> into tensor<3x7x4xf32>
  %et = tensor.empty() : tensor<3x4x7xf32>
  %kt = linalg.transpose ins(%k : tensor<3x7x4xf32>) outs(%et : tensor<3x4x7xf32>) permutation = [0, 2, 1]
  %e2 = tensor.empty() : tensor<21x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<21x16xf32>) -> tensor<21x16xf32>
  %qm = linalg.matmul ins(%x2, %wq : tensor<21x12xf32>, tensor<12x16xf32>) outs(%z2 : tensor<21x16xf32>) -> tensor<21x16xf32>
  %qe = tensor.expand_shape %qm [[0, 1], [2, 3]] output_shape [3, 7, 4, 4] : tensor<21x16xf32> into tensor<3x7x4x4xf32>
  %e4 = tensor.empty() : tensor<3x4x7x4xf32>
  %q = linalg.transpose ins(%qe : tensor<3x7x4x4xf32>) outs(%e4 : tensor<3x4x7x4xf32>) permutation = [0, 2, 1, 3]
  %es = tensor.empty() : tensor<3x4x7x7xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, d, j)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>]
      ins(%q, %kt : tensor<3x4x7x4xf32>, tensor<3x4x7xf32>) outs(%zs : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<3x4x7x7xf32>) outs(%es : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%e4 : tensor<3x4x7x4xf32>) -> tensor<3x4x7x4xf32>
  %r = linalg.contract indexing_maps = [affine_map<(b, h, i, c, j) -> (b, h, i, j)>, affine_map<(b, h, i, c, j) -> (b, j, c)>, affine_map<(b, h, i, c, j) -> (b, h, i, c)>] {online}
      ins(%p, %v : tensor<3x4x7x7xf32>, tensor<3x7x4xf32>) outs(%zo : tensor<3x4x7x4xf32>) -> tensor<3x4x7x4xf32>
  return %r : tensor<3x4x7x4xf32>
}

// SAME: whole_rows: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @whole_rows(
// CHECK:         linalg.matmul {stop}
// CHECK:         linalg.matmul {stop}
// CHECK:         scf.for %
// CHECK:           linalg.transpose ins(%{{.*}} : tensor<?x7x4xf32>)
// CHECK:         return
func.func @whole_rows(%x: tensor<3x7x12xf32>, %wq: tensor<12x16xf32>, %wk: tensor<12x4xf32>, %wv: tensor<12x4xf32>) -> tensor<3x4x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x7x12xf32> into tensor<21x12xf32>
  %e1 = tensor.empty() : tensor<21x4xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %km = linalg.matmul {stop} ins(%x2, %wk : tensor<21x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %vm = linalg.matmul {stop} ins(%x2, %wv : tensor<21x12xf32>, tensor<12x4xf32>) outs(%z1 : tensor<21x4xf32>) -> tensor<21x4xf32>
  %k = tensor.expand_shape %km [[0, 1], [2]] output_shape [3, 7, 4] : tensor<21x4xf32> into tensor<3x7x4xf32>
  %v = tensor.expand_shape %vm [[0, 1], [2]] output_shape [3, 7, 4] : tensor<21x4xf32> into tensor<3x7x4xf32>
  %et = tensor.empty() : tensor<3x4x7xf32>
  %kt = linalg.transpose ins(%k : tensor<3x7x4xf32>) outs(%et : tensor<3x4x7xf32>) permutation = [0, 2, 1]
  %e2 = tensor.empty() : tensor<21x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<21x16xf32>) -> tensor<21x16xf32>
  %qm = linalg.matmul ins(%x2, %wq : tensor<21x12xf32>, tensor<12x16xf32>) outs(%z2 : tensor<21x16xf32>) -> tensor<21x16xf32>
  %qe = tensor.expand_shape %qm [[0, 1], [2, 3]] output_shape [3, 7, 4, 4] : tensor<21x16xf32> into tensor<3x7x4x4xf32>
  %e4 = tensor.empty() : tensor<3x4x7x4xf32>
  %q = linalg.transpose ins(%qe : tensor<3x7x4x4xf32>) outs(%e4 : tensor<3x4x7x4xf32>) permutation = [0, 2, 1, 3]
  %es = tensor.empty() : tensor<3x4x7x7xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, d, j)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>]
      ins(%q, %kt : tensor<3x4x7x4xf32>, tensor<3x4x7xf32>) outs(%zs : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<3x4x7x7xf32>) outs(%es : tensor<3x4x7x7xf32>) -> tensor<3x4x7x7xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%e4 : tensor<3x4x7x4xf32>) -> tensor<3x4x7x4xf32>
  %r = linalg.contract indexing_maps = [affine_map<(b, h, i, c, j) -> (b, h, i, j)>, affine_map<(b, h, i, c, j) -> (b, j, c)>, affine_map<(b, h, i, c, j) -> (b, h, i, c)>] {whole_rows}
      ins(%p, %v : tensor<3x4x7x7xf32>, tensor<3x7x4xf32>) outs(%zo : tensor<3x4x7x4xf32>) -> tensor<3x4x7x4xf32>
  return %r : tensor<3x4x7x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match attributes {sym_name = "online"} in %root : (!transform.any_op) -> !transform.any_op
  %stop = transform.structured.match attributes {stop} in %f : (!transform.any_op) -> !transform.any_op
  %0 = transform.structured.match attributes {online} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0, %stop tile_sizes [2, 3, 4, 0, 3] {online} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %g = transform.structured.match attributes {sym_name = "whole_rows"} in %root : (!transform.any_op) -> !transform.any_op
  %stop2 = transform.structured.match attributes {stop} in %g : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {whole_rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1, %stop2 tile_sizes [2, 0, 4] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
