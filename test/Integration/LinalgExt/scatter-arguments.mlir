// RUN: heddle check %s | FileCheck %s

// Indices that are arguments: they are drawn so that they are inside, also of
// dims of the source whose extent is drawn.

// CHECK: of_arguments: equal
func.func @of_arguments(%i: tensor<?x?x2xi64>, %u: tensor<?x?x?xf32>, %s: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg_ext.scatter {tiled} ins(%i, %u : tensor<?x?x2xi64>, tensor<?x?x?xf32>) outs(%s : tensor<?x?x?xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK: of_indices: equal
func.func @of_indices(%i: memref<?x1xindex>, %u: memref<?xi32>, %s: memref<?xi32>) {
  linalg_ext.scatter {tiled} ins(%i, %u : memref<?x1xindex>, memref<?xi32>) outs(%s : memref<?xi32>) {
  ^bb0(%c: i32, %n: i32):
    %d = arith.addi %c, %c : i32
    %r = arith.addi %d, %n : i32
    linalg_ext.yield %r : i32
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
