// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Attention of 5 heads that are split off the projections of 3 batches of 7 tokens, in
// tiles of 2 batches and 4 heads, which divide neither. A tile of each projection is
// computed in the nest. No whole projection, no scores of all heads and no fill of
// either is left, before or after the nest, also without cleanup.

// SAME: split_head: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @split_head(
// CHECK-NOT:     {{linalg.fill|tensor<3x5x7x7xf32>}}
// CHECK:         %[[ALL:.*]] = scf.for %[[B:.*]] = %{{.*}} to %c3 step %c2 iter_args(
// CHECK:           %[[SOME:.*]] = scf.for %[[H:.*]] = %{{.*}} to %c5 step %c4 iter_args(%[[O:.*]] = %
// CHECK-NOT:         linalg.fill {{.*}}tensor<{{(21x20|3x5x7x[47])}}xf32>
// CHECK-COUNT-3:     linalg.matmul ins({{.*}} : tensor<?x20xf32>, tensor<20x?xf32>) outs(
// CHECK-NOT:         linalg.fill {{.*}}tensor<{{(21x20|3x5x7x[47])}}xf32>
// CHECK:             %[[S:.*]] = linalg_ext.batch_matmul ins({{.*}} layout = "nt"
// CHECK:             %[[P:.*]] = linalg.softmax dimension(3) ins(%[[S]] : tensor<?x?x7x7xf32>)
// CHECK-NOT:         linalg.fill {{.*}}tensor<{{(21x20|3x5x7x[47])}}xf32>
// CHECK:             %[[R:.*]] = linalg_ext.batch_matmul ins(%[[P]], %{{.*}} layout = "nn"
// CHECK:             %[[N:.*]] = tensor.insert_slice %[[R]] into %[[O]][%[[B]], %[[H]], 0, 0]
// CHECK-NEXT:        scf.yield %[[N]]
// CHECK-NOT:     {{linalg.fill|linalg.matmul}}
// CHECK:         return %[[ALL]]
func.func @split_head(%x: tensor<21x20xf32>, %wq: tensor<20x20xf32>, %wk: tensor<20x20xf32>, %wv: tensor<20x20xf32>) -> tensor<3x5x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<21x20xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<21x20xf32>) -> tensor<21x20xf32>
  %qm = linalg.matmul ins(%x, %wq : tensor<21x20xf32>, tensor<20x20xf32>) outs(%z2 : tensor<21x20xf32>) -> tensor<21x20xf32>
  %km = linalg.matmul ins(%x, %wk : tensor<21x20xf32>, tensor<20x20xf32>) outs(%z2 : tensor<21x20xf32>) -> tensor<21x20xf32>
  %vm = linalg.matmul ins(%x, %wv : tensor<21x20xf32>, tensor<20x20xf32>) outs(%z2 : tensor<21x20xf32>) -> tensor<21x20xf32>
  %qe = tensor.expand_shape %qm [[0, 1], [2, 3]] output_shape [3, 7, 5, 4] : tensor<21x20xf32> into tensor<3x7x5x4xf32>
  %ke = tensor.expand_shape %km [[0, 1], [2, 3]] output_shape [3, 7, 5, 4] : tensor<21x20xf32> into tensor<3x7x5x4xf32>
  %ve = tensor.expand_shape %vm [[0, 1], [2, 3]] output_shape [3, 7, 5, 4] : tensor<21x20xf32> into tensor<3x7x5x4xf32>
  %e4 = tensor.empty() : tensor<3x5x7x4xf32>
  %q = linalg.transpose ins(%qe : tensor<3x7x5x4xf32>) outs(%e4 : tensor<3x5x7x4xf32>) permutation = [0, 2, 1, 3]
  %k = linalg.transpose ins(%ke : tensor<3x7x5x4xf32>) outs(%e4 : tensor<3x5x7x4xf32>) permutation = [0, 2, 1, 3]
  %v = linalg.transpose ins(%ve : tensor<3x7x5x4xf32>) outs(%e4 : tensor<3x5x7x4xf32>) permutation = [0, 2, 1, 3]
  %es = tensor.empty() : tensor<3x5x7x7xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<3x5x7x7xf32>) -> tensor<3x5x7x7xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<3x5x7x4xf32>, tensor<3x5x7x4xf32>) outs(%zs : tensor<3x5x7x7xf32>) layout = "nt"
  %p = linalg.softmax dimension(3) ins(%s : tensor<3x5x7x7xf32>) outs(%es : tensor<3x5x7x7xf32>) -> tensor<3x5x7x7xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%e4 : tensor<3x5x7x4xf32>) -> tensor<3x5x7x4xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<3x5x7x7xf32>, tensor<3x5x7x4xf32>) outs(%zo : tensor<3x5x7x4xf32>) layout = "nn" {split}
  return %r : tensor<3x5x7x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [2, 4, 0, 0, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
