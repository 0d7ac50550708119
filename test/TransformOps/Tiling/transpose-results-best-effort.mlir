// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Targets that cannot be transposed together all stay, with the reason as a remark, and
// the handle names nothing. Others follow.
// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>, %[[S:.*]]: tensor<4xf32>
// CHECK:         %[[X:.*]] = linalg.exp {first} ins(%[[A]] : tensor<4x6xf32>)
// CHECK:         %[[Y:.*]] = linalg.negf {first} ins(%[[X]] : tensor<4x6xf32>)
// CHECK:         %[[Z:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4x6xf32>) outs(%{{.*}} : tensor<6x4xf32>) attrs = {second, turned}
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[Z]] : tensor<6x4xf32>) outs(%[[S]] : tensor<4xf32>)
// CHECK:         return %[[Y]], %[[R]]
func.func @returned(%a: tensor<4x6xf32>, %s: tensor<4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.exp {first} ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  // expected-note @below {{the target}}
  %1 = linalg.negf {first} ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = linalg.abs {second} ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%2 : tensor<4x6xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %4 = arith.maximumf %x, %y : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  // expected-note @below {{the reader}}
  return %1, %3 : tensor<4x6xf32>, tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{changes nothing: result 0 is read by 'func.return', which has no indexing maps}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] {best_effort} : (!transform.any_op) -> !transform.any_op
  %2 = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
  %3 = transform.heddle.transpose_results %2 permutation = [1, 0] {best_effort} : (!transform.any_op) -> !transform.any_op
  %4 = transform.merge_handles %1, %3 : !transform.any_op
  transform.annotate %4 "turned" : !transform.any_op
}
