// What upstream's ops can take passes: sizes of 0, params, handles with too
// few or too many ops where the schedule says so.
//
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[FOR:.*]] = scf.for %{{.*}} to %{{.*}} step %[[C4]]
// CHECK-NOT:     scf.for
// CHECK:           %[[ALL:.*]] = scf.forall (%{{.*}}) in (2)
// CHECK:             linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x4xf32>)
// CHECK:           tensor.insert_slice %[[ALL]]
// CHECK:         linalg.abs {last, rest} ins(%[[FOR]] :
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.abs ins(%0 : tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %all = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
  %none = transform.structured.match ops{["linalg.exp"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  // No op at all passes through.
  %n:2 = transform.split_handle %none : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // The third result is empty.
  %few:3 = transform.split_handle %all {fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.annotate %few#1 "last" : !transform.any_op
  // The second op is the rest.
  %some:2 = transform.split_handle %all {overflow_result = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %some#1 "rest" : !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  %four = transform.param.constant 4 : i64 -> !transform.param<i64>
  %t, %l = transform.structured.tile_using_for %some#0 tile_sizes [0, 4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %u, %f = transform.structured.tile_using_forall %t tile_sizes [%four, %zero] : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
