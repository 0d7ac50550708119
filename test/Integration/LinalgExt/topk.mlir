// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Small whole numbers have many ties.

// The tiles along the dim merge into the same three slots. Their positions are
// counted from where the tile starts.
// SAME: along: equal
// CHECK-LABEL: func @along(
// CHECK-SAME:    %[[X:.*]]: tensor<37x23xi32>, %[[V:.*]]: tensor<37x3xi32>, %[[I:.*]]: tensor<37x3xi64>)
// CHECK:         scf.for %[[J:.*]] = {{.*}} iter_args(%[[VJ:.*]] = %[[V]], %[[IJ:.*]] = %[[I]])
// CHECK:           scf.for %[[R:[a-z0-9]*]] =
// CHECK:             %[[XT:.*]] = tensor.extract_slice %[[X]][%[[R]], %[[J]]]
// CHECK:             %[[VT:.*]] = tensor.extract_slice %{{.*}}[%[[R]], 0] [%{{.*}}, 3]
// CHECK:             linalg_ext.topk {along} dimension(1) ins(%[[XT]] : {{.*}}) base(%[[J]]) outs(%[[VT]],
func.func @along(%x: tensor<37x23xi32>, %v: tensor<37x3xi32>, %i: tensor<37x3xi64>) -> (tensor<37x3xi32>, tensor<37x3xi64>) {
  %0:2 = linalg_ext.topk {along} dimension(1) ins(%x : tensor<37x23xi32>) outs(%v, %i : tensor<37x3xi32>, tensor<37x3xi64>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  } -> tensor<37x3xi32>, tensor<37x3xi64>
  return %0#0, %0#1 : tensor<37x3xi32>, tensor<37x3xi64>
}

// Tiles of tiles add up where they start. A comparison that is not strict is
// made so; all extents are dynamic, that of the slots too.
// SAME: twice: equal
// CHECK-LABEL: func @twice(
// CHECK:         scf.for %[[J:[a-z0-9]*]] =
// CHECK:           scf.for %[[K:[a-z0-9]*]] =
// CHECK:             %[[B:.*]] = affine.apply {{.*}}(%[[J]], %[[K]])
// CHECK:             linalg_ext.topk {twice} dimension(0) {{.*}} base(%[[B]])
func.func @twice(%x: tensor<?x?xi32>, %v: tensor<?x?xi32>, %i: tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %0:2 = linalg_ext.topk {twice} dimension(0) ins(%x : tensor<?x?xi32>) outs(%v, %i : tensor<?x?xi32>, tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    linalg_ext.yield %c : i1
  } -> tensor<?x?xi32>, tensor<?x?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?x?xi32>
}

// Given indices, and a producer in the loop.
// SAME: indices: equal
// CHECK-LABEL: func @indices(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %{{.*}} = linalg.mul
// CHECK:           %{{.*}} = linalg_ext.topk
// CHECK-NOT:       base
func.func @indices(%x: tensor<23xi32>, %n: tensor<23xi32>, %v: tensor<4xi32>, %i: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %q = linalg.mul ins(%x, %x : tensor<23xi32>, tensor<23xi32>) outs(%x : tensor<23xi32>) -> tensor<23xi32>
  %0:2 = linalg_ext.topk {indices} dimension(0) ins(%q, %n : tensor<23xi32>, tensor<23xi32>) outs(%v, %i : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  } -> tensor<4xi32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

// A consumer of the slots: the whole row is merged in each tile of rows.
// SAME: consumer: equal
// CHECK-LABEL: func @consumer(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.topk dimension(1) ins(%{{.*}} : tensor<?x23xf32>)
// CHECK:           linalg.abs {consumer}
func.func @consumer(%x: tensor<37x23xf32>, %v: tensor<37x3xf32>, %i: tensor<37x3xindex>) -> (tensor<37x3xf32>, tensor<37x3xindex>) {
  %0:2 = linalg_ext.topk dimension(1) ins(%x : tensor<37x23xf32>) outs(%v, %i : tensor<37x3xf32>, tensor<37x3xindex>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<37x3xf32>, tensor<37x3xindex>
  %1 = linalg.abs {consumer} ins(%0#0 : tensor<37x3xf32>) outs(%v : tensor<37x3xf32>) -> tensor<37x3xf32>
  return %1, %0#1 : tensor<37x3xf32>, tensor<37x3xindex>
}

// SAME: memrefs: equal
// CHECK-LABEL: func @memrefs(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.topk {memrefs} {{.*}} base(
func.func @memrefs(%x: memref<?xi32>, %v: memref<?xi32>, %i: memref<?xi32>) {
  linalg_ext.topk {memrefs} dimension(0) ins(%x : memref<?xi32>) outs(%v, %i : memref<?xi32>, memref<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {along} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [8, 5] {interchange = [1, 0, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {twice} in %root : (!transform.any_op) -> !transform.any_op
  %2, %l = transform.structured.fuse_ext %1 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_ext %2 [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {indices} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %3 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {consumer} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %4 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {memrefs} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %5 [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
