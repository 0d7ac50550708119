// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The reader becomes a generic before it is merged: as a target, and as what a
// handle names, it stays what it was.
// CHECK-LABEL: func.func @reader_of_reshape(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>)
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<2x3xf32>) {{.*}}attrs = {kept, merged, reader}
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[T:.*]] = arith.negf %[[S]]
// CHECK-NEXT:      linalg.yield %[[T]]
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[R]]
// CHECK:         %[[D:.*]] = linalg.ceil ins(%[[C]] :
// CHECK:         return %[[D]]
func.func @reader_of_reshape(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = tensor.empty() : tensor<6xf32>
  %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = linalg.negf {kept} ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  %3 = linalg.ceil ins(%2 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %3 : tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %reader = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %targets = transform.structured.match ops{["linalg.abs", "linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %merged = transform.heddle.fuse_elementwise %targets : (!transform.any_op) -> !transform.any_op
  transform.annotate %reader "reader" : !transform.any_op
  transform.annotate %merged "merged" : !transform.any_op
}
