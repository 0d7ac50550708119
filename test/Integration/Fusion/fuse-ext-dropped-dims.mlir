// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Slices and insertions of lower rank. The loop over rows is peeled, and the row
// that is left is one alone: a dimension of size 1 that is kept is before the
// one that is dropped, and upstream's canonicalization drops the first.

// SAME: last_of_three: equal
// CHECK-LABEL: func.func @last_of_three(
// CHECK:         scf.for %
// CHECK:         scf.for %
// CHECK:           %[[N:.*]] = linalg.negf {{.*}} -> tensor<1x?x1xf32>
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[N]][0, 0, 0] {{.*}} to tensor<1x?x1xf32>
// CHECK:           %[[C:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]] : tensor<1x?x1xf32> into tensor<1x?xf32>
// CHECK:           linalg.abs {root} ins(%[[C]] : tensor<1x?xf32>)
func.func @last_of_three(%a: tensor<9x5x4xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5x4xf32>
  %f = tensor.empty() : tensor<9x5xf32>
  %0 = linalg.negf ins(%a : tensor<9x5x4xf32>) outs(%e : tensor<9x5x4xf32>) -> tensor<9x5x4xf32>
  %1 = tensor.extract_slice %0[0, 0, 2] [9, 5, 1] [1, 1, 1] : tensor<9x5x4xf32> to tensor<9x5xf32>
  %2 = linalg.abs {root} ins(%1 : tensor<9x5xf32>) outs(%f : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %2 : tensor<9x5xf32>
}

// The columns are every other one; how many rows there are is not known before
// the run.
// SAME: strided_rows: equal
func.func @strided_rows(%a: tensor<?x10x4xf32>, %f: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %f, %c0 : tensor<?x5xf32>
  %d = tensor.dim %a, %c0 : tensor<?x10x4xf32>
  %m = arith.minsi %n, %d : index
  %1 = tensor.extract_slice %a[0, 1, 3] [%m, 5, 1] [1, 2, 1] : tensor<?x10x4xf32> to tensor<?x5xf32>
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %2 = linalg.abs {root} ins(%1 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %2 : tensor<?x5xf32>
}

// The dimension that is dropped is before one that is kept.
// SAME: middle_of_four: equal
func.func @middle_of_four(%a: tensor<9x5x3x6xf32>) -> tensor<9x5x6xf32> {
  %e = tensor.empty() : tensor<9x5x3x6xf32>
  %f = tensor.empty() : tensor<9x5x6xf32>
  %0 = linalg.negf ins(%a : tensor<9x5x3x6xf32>) outs(%e : tensor<9x5x3x6xf32>) -> tensor<9x5x3x6xf32>
  %1 = tensor.extract_slice %0[0, 0, 1, 0] [9, 5, 1, 6] [1, 1, 1, 1] : tensor<9x5x3x6xf32> to tensor<9x5x6xf32>
  %2 = linalg.abs {root} ins(%1 : tensor<9x5x6xf32>) outs(%f : tensor<9x5x6xf32>) -> tensor<9x5x6xf32>
  return %2 : tensor<9x5x6xf32>
}

// The part is of lower rank than the tensor that it is inserted into, and is
// written where it lies there.
// SAME: insert_last: equal
// CHECK-LABEL: func.func @insert_last(
// CHECK:         scf.for %
// CHECK:         scf.for %
// CHECK:           %[[A:.*]] = linalg.abs {{.*}} -> tensor<1x?x4xf32>
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[A]][0, 0, 2] {{.*}} to tensor<1x?x1xf32>
// CHECK:           %[[C:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]]
// CHECK:           %[[P:.*]] = linalg.negf {{.*}} outs(%[[C]] : tensor<1x?xf32>)
// CHECK:           %[[E:.*]] = tensor.expand_shape %[[P]] {{\[\[}}0], [1, 2]] output_shape [1, %{{.*}}, 1]
// CHECK:           tensor.insert_slice %[[E]] into %[[A]][0, 0, 2]
func.func @insert_last(%a: tensor<9x5xf32>, %b: tensor<9x5x4xf32>) -> tensor<9x5x4xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %f = tensor.empty() : tensor<9x5x4xf32>
  %0 = linalg.negf ins(%a : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  %1 = linalg.abs ins(%b : tensor<9x5x4xf32>) outs(%f : tensor<9x5x4xf32>) -> tensor<9x5x4xf32>
  %2 = tensor.insert_slice %0 into %1[0, 0, 2] [9, 5, 1] [1, 1, 1] : tensor<9x5xf32> into tensor<9x5x4xf32>
  %3 = linalg.exp {root} ins(%2 : tensor<9x5x4xf32>) outs(%f : tensor<9x5x4xf32>) -> tensor<9x5x4xf32>
  return %3 : tensor<9x5x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %roots = transform.structured.match attributes {root} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %roots : !transform.any_op {
    ^bb0(%root: !transform.any_op):
      %tiled, %l:2 = transform.structured.fuse_ext %root tile_sizes [4, 3]
          : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">, !transform.any_op)
      %main, %rest = transform.loop.peel %l#0
          : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    }
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
