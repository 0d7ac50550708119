// RUN: heddle-opt %s --apply-schedule --split-input-file --verify-diagnostics | FileCheck %s

// Handles to both ops name the merged op. Targets that are linalg ops are enough:
// the other reader of the collapsed value takes no part.
// CHECK-LABEL: func.func @handles(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>)
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : tensor<2x3xf32>) {{.*}}attrs = {merged, producer, reader}
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[R]]#0
// CHECK:         linalg.ceil ins(%[[C]] :
func.func @handles(%a: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = tensor.empty() : tensor<6xf32>
  %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = linalg.ceil ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  %3 = linalg.negf ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %2, %3 : tensor<6xf32>, tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %producer = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %reader = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %targets = transform.structured.match ops{["linalg.abs", "linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %merged = transform.heddle.fuse_elementwise %targets : (!transform.any_op) -> !transform.any_op
  transform.annotate %producer "producer" : !transform.any_op
  transform.annotate %reader "reader" : !transform.any_op
  transform.annotate %merged "merged" : !transform.any_op
}

// -----

// In a loop, which yields the expanded value too.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<2x3xf32>, tensor<2x3xf32>)
// CHECK-NOT:       linalg.abs
// CHECK:           %[[R:.*]]:2 = linalg.generic
// CHECK:           scf.yield %[[R]]#1, %[[R]]#0
func.func @in_a_loop(%a: tensor<2x3xf32>, %n: index) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
    %e = tensor.empty() : tensor<2x3xf32>
    %f = tensor.empty() : tensor<6xf32>
    %c = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %0 = linalg.abs ins(%c : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    %2 = linalg.negf ins(%1 : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
    scf.yield %2, %1 : tensor<2x3xf32>, tensor<2x3xf32>
  }
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %merged = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
}

// -----

// The producer merges with its other reader, which a matmul waits for, and the
// reader of the reshape waits for the matmul: nothing is gained by moving the
// reshape, so it stays.
// CHECK-LABEL: func.func @nothing_gained(
// CHECK:         %[[R:.*]]:2 = linalg.generic
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[R]]#1,
// CHECK-DAG:     %[[C:.*]] = tensor.collapse_shape %[[R]]#0
// CHECK-DAG:     %[[D:.*]] = tensor.collapse_shape %[[M]]
// CHECK:         linalg.add ins(%[[C]], %[[D]] :
func.func @nothing_gained(%a: tensor<6x6xf32>, %b: tensor<36xf32>) -> tensor<36xf32> {
  %e = tensor.empty() : tensor<6x6xf32>
  %0 = linalg.abs ins(%a : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = linalg.negf ins(%0 : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.matmul ins(%1, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%a : tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = tensor.collapse_shape %0 [[0, 1]] : tensor<6x6xf32> into tensor<36xf32>
  %4 = tensor.collapse_shape %2 [[0, 1]] : tensor<6x6xf32> into tensor<36xf32>
  %5 = linalg.add ins(%3, %4 : tensor<36xf32>, tensor<36xf32>) outs(%b : tensor<36xf32>) -> tensor<36xf32>
  return %5 : tensor<36xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %merged = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
}
