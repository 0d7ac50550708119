// RUN: heddle-opt %s --split-input-file --apply-schedule --canonicalize --cse \
// RUN:   | FileCheck %s

// Nothing is fused: the tile starts from the fill before the loops. The loops
// come in the order of the interchange, and the one over dim 1 of the size that
// the payload computes.
// CHECK-LABEL: func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<?x16xf32>, %[[B:.*]]: tensor<16x24xf32>, %[[C:.*]]: tensor<?x24xf32>, %[[N:.*]]: index)
// CHECK-DAG:     %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[SIX:.*]] = arith.constant 6 : index
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK:         %[[STEP:.*]] = affine.max #{{.*}}()[%[[N]]]
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %[[SIX]] iter_args(%{{.*}} = %[[F]]) ->
// CHECK:           scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[FOUR]]
// CHECK:             scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %[[STEP]]
// CHECK-NOT:           linalg.fill
// CHECK:               %{{.*}} = linalg.matmul
// CHECK:         {mine = "outer"}
func.func @matmul(%a: tensor<?x16xf32>, %b: tensor<16x24xf32>, %c: tensor<?x24xf32>, %n: index) -> tensor<?x24xf32> {
  %zero = arith.constant 0.0 : f32
  %s = arith.addi %n, %n {size} : index
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<?x24xf32>) -> tensor<?x24xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x24xf32>) outs(%f : tensor<?x24xf32>) -> tensor<?x24xf32>
  return %r : tensor<?x24xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:3 = transform.structured.tile_ext %0 [4, %size, 6] {interchange = [2, 0, 1]} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %outer = transform.param.constant "outer" -> !transform.any_param
  transform.annotate %loops#0 "mine" = %outer : !transform.any_op, !transform.any_param
}

// -----

// Without types, handles are '!pdl.operation'. Of three numbers in the
// interchange, the op has two; two targets get a loop each.
// CHECK-LABEL: func @script(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:     scf.for
func.func @script(%a: tensor<9x8xf32>) -> (tensor<9x8xf32>, tensor<9x8xf32>) {
  %0 = linalg.exp {a} ins(%a : tensor<9x8xf32>) outs(%a : tensor<9x8xf32>) -> tensor<9x8xf32>
  %1 = linalg.abs {a} ins(%0 : tensor<9x8xf32>) outs(%a : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %0, %1 : tensor<9x8xf32>, tensor<9x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.operation):
  %0 = transform.structured.match attributes {a} in %root : (!pdl.operation) -> !pdl.operation
  %tiled, %loop = transform.structured.tile_ext %0 [4] {interchange = [2, 0, 1]}
}

// -----

// On memrefs: subviews, and the op itself is gone. A size that the payload
// computes is at least 1.
// CHECK-LABEL: func @memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<9x8xf32>, %[[M:.*]]: memref<9xf32>, %{{.*}}: memref<9xf32>, %{{.*}}: memref<9xf32>, %[[N:.*]]: index)
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         %[[STEP:.*]] = arith.maxsi %{{.*}}, %[[ONE]]
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[STEP]] {
// CHECK:           %[[XT:.*]] = memref.subview %[[X]][%[[I]], 0] [%{{.*}}, 8] [1, 1]
// CHECK:           %[[MT:.*]] = memref.subview %[[M]][%[[I]]] [%{{.*}}] [1]
// CHECK:           linalg_ext.softmax dimension(1) ins(%[[XT]] : {{.*}}) outs(%[[XT]], %[[MT]],
// CHECK:         }
// CHECK-NOT:     linalg_ext
func.func @memrefs(%x: memref<9x8xf32>, %m: memref<9xf32>, %l: memref<9xf32>, %z: memref<9xf32>, %n: index) {
  %s = arith.addi %n, %n {size} : index
  linalg_ext.softmax dimension(1) ins(%x : memref<9x8xf32>) outs(%x, %m, %l, %z : memref<9x8xf32>, memref<9xf32>, memref<9xf32>, memref<9xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [%size] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A commutative combiner may run in another order, on memrefs too.
// CHECK-LABEL: func @commutative(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.generic {indexing_maps
func.func @commutative(%a: memref<6x7xf32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : memref<6x7xf32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [3, 2] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
