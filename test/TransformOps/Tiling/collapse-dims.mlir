// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// An operand that lacks the collapsed dims stays as it is, and other handles name the
// new op.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[A:.*]]: tensor<12x4x8xf32>, %[[B:.*]]: tensor<4x8xf32>, %[[C:.*]]: tensor<12xf32>
// CHECK-DAG:     %[[A2:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : tensor<12x4x8xf32> into tensor<12x32xf32>
// CHECK-DAG:     %[[B2:.*]] = tensor.collapse_shape %[[B]] {{\[\[}}0, 1]] : tensor<4x8xf32> into tensor<32xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A2]], %[[B2]], %[[C]] : {{.*}} attrs = {found, made}
// CHECK:         tensor.expand_shape %[[R]] {{\[\[}}0], [1, 2]] output_shape [12, 4, 8]
// expected-remark @below {{applied}}
module {
func.func @rows(%a: tensor<12x4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<12xf32>) -> tensor<12x4x8xf32> {
  %e = tensor.empty() : tensor<12x4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %c : tensor<12x4x8xf32>, tensor<4x8xf32>, tensor<12xf32>) outs(%e : tensor<12x4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %1, %z : f32
    linalg.yield %2 : f32
  } -> tensor<12x4x8xf32>
  return %0 : tensor<12x4x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
  transform.annotate %1 "made" : !transform.any_op
  %2 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.annotate %2 "found" : !transform.any_op
}
}
