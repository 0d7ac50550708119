// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The copy is one panel of the columns of a tile, made before the loop over the
// rows: the vectors are read from it.
// CHECK-LABEL: func.func @panel(
// CHECK-SAME:    %{{.*}}: tensor<?x?xf32>, %[[B:.*]]: tensor<?x?xf32>,
// CHECK:         scf.for %[[N:[^ ]*]] =
// CHECK:           %[[SLICE:.*]] = tensor.extract_slice %[[B]][0, %[[N]]]
// CHECK:           %[[PANEL:.*]] = linalg.copy ins(%[[SLICE]] : {{.*}}) outs(
// CHECK:           scf.for %[[M:[^ ]*]] =
// CHECK:             scf.for %[[K:[^ ]*]] =
// CHECK:               %[[ROW:.*]] = tensor.extract_slice %[[PANEL]][%[[K]], 0]
// CHECK:               linalg.matmul ins(%{{.*}}, %[[ROW]] :
module {
func.func @panel(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 32, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// The second operand is read along its columns, so its copy is transposed.
// CHECK-DAG:   #[[K_N:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @in_read_order(
// CHECK-SAME:    %[[A:.*]]: tensor<19x21xf32>, %[[B:.*]]: tensor<45x21xf32>,
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[B]] : tensor<45x21xf32>) outs(%{{.*}} : tensor<21x45xf32>) permutation = [1, 0]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[K_N]], #{{.*}}], {{.*}} ins(%[[A]], %[[T]] :
module {
func.func @in_read_order(%a: tensor<19x21xf32>, %b: tensor<45x21xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %r = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<19x21xf32>, tensor<45x21xf32>) outs(%c : tensor<19x45xf32>) -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The order can be given, and a handle names what reads the copy and the copy.
// CHECK-LABEL: func.func @given_order(
// CHECK-SAME:    %[[A:.*]]: tensor<19x21xf32>,
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[A]] : {{.*}} permutation = [1, 0] {copy}
// CHECK:         linalg.generic {{.*}} ins(%[[T]], %{{.*}} attrs = {reader}
module {
func.func @given_order(%a: tensor<19x21xf32>, %b: tensor<21x45xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<19x21xf32>, tensor<21x45xf32>) outs(%c : tensor<19x45xf32>) -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {transpose = array<i64: 1, 0>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %1 "reader" : !transform.any_op
  transform.annotate %copy "copy" : !transform.any_op
}
}
