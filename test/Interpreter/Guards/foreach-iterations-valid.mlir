// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Iterations that take away nothing but their own op: with a param beside the
// op, nested, and with results.

// CHECK-LABEL: func @each(
// CHECK-SAME:      %[[A:.*]]: tensor<12x8xf32>)
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[FOUR:.*]] = scf.for %[[I:.*]] = %{{.*}} iter_args(%{{.*}} = %[[E]])
// CHECK:           %[[TA:.*]] = tensor.extract_slice %[[A]][%[[I]], 0] [4, 8]
// CHECK:           linalg.exp ins(%[[TA]] : tensor<4x8xf32>)
// CHECK:         } {inner}
// CHECK:         %[[SIX:.*]] = scf.for %[[J:.*]] = %{{.*}} iter_args(%{{.*}} = %[[E]])
// CHECK:           %[[TB:.*]] = tensor.extract_slice %[[FOUR]][%[[J]], 0] [6, 8]
// CHECK:           linalg.exp ins(%[[TB]] : tensor<6x8xf32>)
// CHECK:         } {inner}
// CHECK:         return %[[SIX]]
module attributes {transform.with_named_sequence} {
func.func @each(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %1 = linalg.exp ins(%0 : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %1 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %four = transform.param.constant 4 : i64 -> !transform.param<i64>
  %six = transform.param.constant 6 : i64 -> !transform.param<i64>
  %sizes = transform.merge_handles %four, %six : !transform.param<i64>
  %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %functions : !transform.any_op {
  ^bb0(%function: !transform.any_op):
    %ops = transform.structured.match ops{["linalg.exp"]} in %function : (!transform.any_op) -> !transform.any_op
    %loops = transform.foreach %ops, %sizes : !transform.any_op, !transform.param<i64> -> !transform.any_op {
    ^bb0(%op: !transform.any_op, %size: !transform.param<i64>):
      %t, %l = transform.structured.tile_ext %op [%size] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
      transform.yield %l : !transform.any_op
    }
    transform.annotate %loops "inner" : !transform.any_op
  }
  transform.yield
}
}
