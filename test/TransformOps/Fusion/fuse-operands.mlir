// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// 32 tiles of 64 rows are tiles of 2, 16 tiles of 128 columns are tiles of 8, in
// whichever order the loops are; the roots read each other, and both leave the nest.
// CHECK-LABEL: func @both(
// CHECK-DAG:     %[[ROWS:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK:         %[[NEST:.*]]:2 = scf.for %[[J:.*]] = %{{.*}} to %[[COLUMNS]] step %[[EIGHT]] {{.*}} {
// CHECK:           scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] step %[[TWO]] {{.*}} {
// CHECK:             %[[A:.*]] = tensor.extract_slice %arg0[%[[I]], %[[J]]] [2, 8]
// CHECK:             %[[E:.*]] = linalg.exp ins(%[[A]] :
// CHECK:             %[[B:.*]] = linalg.abs ins(%[[E]] :
// CHECK:             %[[C:.*]] = linalg.add ins(%[[E]], %[[B]] :
// CHECK:           } {inner}
// CHECK:         } {outer}
// CHECK:         return {target} %[[NEST]]#1, %[[NEST]]#0
func.func @both(%a: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %e = tensor.empty() : tensor<64x128xf32>
  %0 = linalg.exp ins(%a : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = linalg.abs ins(%0 : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = linalg.add ins(%0, %1 : tensor<64x128xf32>, tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1, %2 : tensor<64x128xf32>, tensor<64x128xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
  %same, %outer, %inner = transform.structured.fuse_operands %return {tile_nums = [32, 16], tile_interchange = [1, 0], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.annotate %same "target" : !transform.any_op
  transform.annotate %outer "outer" : !transform.any_op
  transform.annotate %inner "inner" : !transform.any_op
}

// -----

// A tile has at least one row, however many there are: the extent is known at run
// time only. The form without types and the number 1 make no loop for the columns.
// CHECK:       #[[$SIZE:.*]] = affine_map<()[s0] -> (1, (s0 + 3) floordiv 4)>
// CHECK-LABEL: func @dynamic(
// CHECK:         %[[ROWS:.*]] = tensor.dim %arg0, %c0
// CHECK:         %[[SIZE:.*]] = affine.max #[[$SIZE]]()[%[[ROWS]]]
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK-NOT:       scf.for
// CHECK:           linalg.exp ins(
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.operation):
  %return = transform.structured.match ops{["func.return"]} in %root : (!pdl.operation) -> !pdl.operation
  %same, %loop = transform.structured.fuse_operands %return {tile_nums = [4, 1], tile_interchange = []}
}
