// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Each option picks among the roots: 0 the first op, a softmax, 1 an elementwise
// group with one loop, 2 a batch matmul with its epilogue, which is computed in a
// loop. A target that holds another one adds nothing.
// CHECK-LABEL: func @kernel(
// CHECK:         linalg.exp {all, rank_1} ins(
// CHECK:         linalg.softmax {all, reductions}
// CHECK:           %[[M:.*]] = linalg.batch_matmul ins(
// CHECK:           linalg.abs {all, reductions} ins(%[[M]] :
func.func @kernel(%a: tensor<4x8x8xf32>, %b: tensor<8xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x8x8xf32>
  %x = linalg.exp ins(%b : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.softmax dimension(2) ins(%a : tensor<4x8x8xf32>) outs(%e : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %a) -> (tensor<4x8x8xf32>) {
    %m = linalg.batch_matmul ins(%s, %t : tensor<4x8x8xf32>, tensor<4x8x8xf32>) outs(%a : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %n = linalg.abs ins(%m : tensor<4x8x8xf32>) outs(%e : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    scf.yield %n : tensor<4x8x8xf32>
  }
  return %s, %l, %x : tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func", "scf.for"]} in %m : (!transform.any_op) -> !transform.any_op
    %all = transform.heddle.get_fusion_roots %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %all "all" : !transform.any_op
    %number = transform.num_associations %all : (!transform.any_op) -> !transform.param<i64>
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %number, %three : !transform.param<i64>
    %reductions = transform.heddle.get_fusion_roots %f {behind_reductions} : (!transform.any_op) -> !transform.any_op
    transform.annotate %reductions "reductions" : !transform.any_op
    %rank = transform.heddle.get_fusion_roots %f {rank = 1} : (!transform.any_op) -> !transform.any_op
    transform.annotate %rank "rank_1" : !transform.any_op
    %none = transform.heddle.get_fusion_roots %f {rank = 7, heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    transform.annotate %none "none" : !transform.any_op
    transform.yield
  }
}
