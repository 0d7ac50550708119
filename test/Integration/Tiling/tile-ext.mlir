// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Tiles of no op divide its extents.

// All three dims, the reduction outermost, from a destination that holds data.
// SAME: matmul: equal
// CHECK-LABEL: func @matmul(
// CHECK-COUNT-3: scf.for %{{.*}} = %{{.*}} to
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul {matmul} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// SAME: matmul_on_memrefs: equal
// CHECK-LABEL: func @matmul_on_memrefs(
// CHECK-COUNT-3: scf.for %{{.*}} = %{{.*}} to
func.func @matmul_on_memrefs(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul {matmul} ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// A tensor op, along an expanded dim.
// SAME: expanded: equal
// CHECK-LABEL: func @expanded(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
func.func @expanded(%a: tensor<?x12xf32>) -> tensor<?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x12xf32>
  %r = tensor.expand_shape %a [[0], [1, 2]] output_shape [%d, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
  return %r : tensor<?x3x4xf32>
}

// Each of the four results of a softmax, on tensors and on memrefs.
// SAME: softmax: equal
// CHECK-LABEL: func @softmax(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
func.func @softmax(%x: tensor<?x?x?xf32>, %m: tensor<?x?xf32>, %l: tensor<?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:4 = linalg_ext.softmax {softmax} dimension(1) ins(%x : tensor<?x?x?xf32>) outs(%x, %m, %l, %m : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// In place over the input.
// SAME: softmax_on_memrefs: equal
// CHECK-LABEL: func @softmax_on_memrefs(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
func.func @softmax_on_memrefs(%x: memref<?x?x?xf32>, %m: memref<?x?xf32>, %l: memref<?x?xf32>, %s: memref<?x?xf32>) {
  linalg_ext.softmax {softmax} dimension(1) ins(%x : memref<?x?x?xf32>) outs(%x, %m, %l, %s : memref<?x?x?xf32>, memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>)
  return
}

// The loops of lower_to_loops, of a stock op.
// SAME: lowered: equal
// CHECK-LABEL: func @lowered(
// CHECK:         memref.store %{{.*}}, %{{.*}}[
func.func @lowered(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul {lowered} ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {matmul} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [4, 5, 3] {interchange = [2, 1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match ops{["tensor.expand_shape"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %1 [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {softmax} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %2 [3, 0, 2] {interchange = [2, 0, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {lowered} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.lower_to_loops %3 : (!transform.any_op) -> ()
}
