// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Ops that tile_ext tiles through models of Heddle's own: reshapes, linalg.map, a topk with
// indices that are given.

// A tile of a collapsed dim is whole rows of the source.
// SAME: collapsed: equal
// CHECK-LABEL: func @collapsed(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
func.func @collapsed(%a: tensor<5x7x11xf32>) -> tensor<35x11xf32> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<5x7x11xf32> into tensor<35x11xf32>
  return %r : tensor<35x11xf32>
}

// The last dim is in no group; the group is dynamic.
// SAME: collapsed_dynamic: equal
// CHECK-LABEL: func @collapsed_dynamic(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
func.func @collapsed_dynamic(%a: tensor<?x7x?xf32>) -> tensor<?x?xf32> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] {columns} : tensor<?x7x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A dynamic group, along a dim of its inside.
// SAME: expanded_dynamic: equal
// CHECK-LABEL: func @expanded_dynamic(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           tensor.expand_shape %{{.*}} {{\[\[}}0, 1]]
func.func @expanded_dynamic(%n: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?x3xf32>
  %f = tensor.collapse_shape %n [[0, 1]] {kept} : tensor<?x3xf32> into tensor<?xf32>
  %r = tensor.expand_shape %f [[0, 1]] output_shape [%d, 3] {rows} : tensor<?xf32> into tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// All of the group in each tile: the loop is over another dim.
// SAME: expanded_whole: equal
// CHECK-LABEL: func @expanded_whole(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]]
func.func @expanded_whole(%a: tensor<?x24xf32>) -> tensor<?x2x3x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x24xf32>
  %r = tensor.expand_shape %a [[0], [1, 2, 3]] output_shape [%d, 2, 3, 4] {rows} : tensor<?x24xf32> into tensor<?x2x3x4xf32>
  return %r : tensor<?x2x3x4xf32>
}

// SAME: map: equal
// CHECK-LABEL: func @map(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.map { arith.mulf } ins(%
func.func @map(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.map ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {both}
    (%x: f32, %y: f32, %o: f32) {
      %0 = arith.mulf %x, %y : f32
      linalg.yield %0 : f32
    }
  return %r : tensor<?x?xf32>
}

// SAME: map_on_memrefs: equal
// CHECK-LABEL: func @map_on_memrefs(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.map { arith.mulf } ins(%
func.func @map_on_memrefs(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.map ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>) {both}
    (%x: f32, %y: f32, %o: f32) {
      %0 = arith.mulf %x, %y : f32
      linalg.yield %0 : f32
    }
  return
}

// The indices of a tile come from their own tensor: no base is counted.
// SAME: topk: equal
// CHECK-LABEL: func @topk(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.topk {both} dimension(1) ins(%{{.*}}, %{{.*}} : tensor<?x?xi32>, tensor<?x?xi64>) outs(
func.func @topk(%x: tensor<?x?xi32>, %n: tensor<?x?xi64>, %v: tensor<?x3xi32>, %i: tensor<?x3xi64>) -> (tensor<?x3xi32>, tensor<?x3xi64>) {
  %0:2 = linalg_ext.topk {both} dimension(1) ins(%x, %n : tensor<?x?xi32>, tensor<?x?xi64>) outs(%v, %i : tensor<?x3xi32>, tensor<?x3xi64>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  } -> tensor<?x3xi32>, tensor<?x3xi64>
  return %0#0, %0#1 : tensor<?x3xi32>, tensor<?x3xi64>
}

// SAME: topk_on_memrefs: equal
// CHECK-LABEL: func @topk_on_memrefs(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.topk {both} dimension(0)
func.func @topk_on_memrefs(%x: memref<?x?xi32>, %n: memref<?x?xi64>, %v: memref<3x?xi32>, %i: memref<3x?xi64>) {
  linalg_ext.topk {both} dimension(0) ins(%x, %n : memref<?x?xi32>, memref<?x?xi64>) outs(%v, %i : memref<3x?xi32>, memref<3x?xi64>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match attributes {sym_name = "collapsed"} in %root : (!transform.any_op) -> !transform.any_op
  %0 = transform.structured.match ops{["tensor.collapse_shape"]} in %f : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [14] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {columns} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %1 [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %2 [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {both} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %3 [4, 3] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
