// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// A tile knows where it starts: its diagonal is not that of the matrix.
// SAME: tiles: equal
// CHECK-LABEL: func @tiles(
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK:           scf.for %[[J:[a-z0-9]*]] =
// CHECK:             linalg_ext.diag {tiles} ins(%{{.*}}) offsets(%[[I]], %[[J]])
func.func @tiles(%x: tensor<?xi32>, %y: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg_ext.diag {tiles} ins(%x : tensor<?xi32>) outs(%y : tensor<?x?xi32>) : tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Tiles of tiles, several matrices.
// SAME: twice: equal
// CHECK-LABEL: func @twice(
// CHECK-COUNT-3: scf.for %
// CHECK:         %{{.*}} = linalg_ext.diag {twice}
func.func @twice(%x: tensor<3x11xf32>, %y: tensor<3x11x11xf32>) -> tensor<3x11x11xf32> {
  %0 = linalg_ext.diag {twice} ins(%x : tensor<3x11xf32>) outs(%y : tensor<3x11x11xf32>) : tensor<3x11x11xf32>
  return %0 : tensor<3x11x11xf32>
}

// On memrefs, along the columns alone.
// SAME: memrefs: equal
// CHECK-LABEL: func @memrefs(
// CHECK:         scf.for %[[J:[a-z0-9]*]] =
// CHECK:           linalg_ext.diag {memrefs} ins({{.*}}) offsets(%{{.*}}, %[[J]])
func.func @memrefs(%x: memref<11xf64>, %y: memref<11x11xf64>) {
  linalg_ext.diag {memrefs} ins(%x : memref<11xf64>) outs(%y : memref<11x11xf64>)
  return
}

// Both sides of a product: a scaling of rows, then one of columns. No matrix is
// left.
// SAME: scaled: equal
// CHECK-LABEL: func @scaled(
// CHECK-SAME:    %[[X:.*]]: tensor<5xi32>, %[[Z:.*]]: tensor<7xi32>, %[[A:.*]]: tensor<5x7xi32>, %[[C:.*]]: tensor<5x7xi32>)
// CHECK-NOT:     linalg_ext
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         linalg.generic {{.*}} ins(%[[R]], %[[Z]] : {{.*}}) outs(%[[C]] :
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @scaled(%x: tensor<5xi32>, %z: tensor<7xi32>, %a: tensor<5x7xi32>, %c: tensor<5x7xi32>) -> tensor<5x7xi32> {
  %e = tensor.empty() : tensor<5x5xi32>
  %f = tensor.empty() : tensor<7x7xi32>
  %d = linalg_ext.diag ins(%x : tensor<5xi32>) outs(%e : tensor<5x5xi32>) : tensor<5x5xi32>
  %g = linalg_ext.diag ins(%z : tensor<7xi32>) outs(%f : tensor<7x7xi32>) : tensor<7x7xi32>
  %0 = linalg.matmul ins(%d, %a : tensor<5x5xi32>, tensor<5x7xi32>) outs(%c : tensor<5x7xi32>) -> tensor<5x7xi32>
  %1 = linalg.matmul ins(%0, %g : tensor<5x7xi32>, tensor<7x7xi32>) outs(%c : tensor<5x7xi32>) -> tensor<5x7xi32>
  return %1 : tensor<5x7xi32>
}

// SAME: decomposed: equal
// CHECK-LABEL: func @decomposed(
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @decomposed(%x: tensor<2x?xi16>, %y: tensor<2x?x?xi16>) -> tensor<2x?x?xi16> {
  %0 = linalg_ext.diag ins(%x : tensor<2x?xi16>) outs(%y : tensor<2x?x?xi16>) : tensor<2x?x?xi16>
  return %0 : tensor<2x?x?xi16>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiles} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {twice} in %root : (!transform.any_op) -> !transform.any_op
  %2, %l:2 = transform.structured.fuse_ext %1 tile_sizes [2, 0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_ext %2 [0, 4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {memrefs} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %3 [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {sym_name = "scaled"} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %4 {
    transform.apply_patterns.linalg_ext.scale_by_diag
  } : !transform.any_op
  %5 = transform.structured.match attributes {sym_name = "decomposed"} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %5 {
    transform.apply_patterns.linalg_ext.decompose
  } : !transform.any_op
}
