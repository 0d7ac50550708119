// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
!t = tensor<6x6xf32>

// A value that is read twice through one map is one operand, and so is a
// destination that is read; a constant is not an operand: each merged op has
// two.
// CHECK-LABEL: func.func @two_operands(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>, %[[B:[a-z0-9]+]]: tensor<6x6xf32>)
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[R0:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<6x6xf32>) outs(%[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      %[[M:.*]] = arith.mulf %[[N]], %[[X]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[M]], %{{.*}}
// CHECK-NEXT:      linalg.yield %[[S]]
// CHECK:         %[[R1:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<6x6xf32>) outs(%[[B]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[T:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[T]], %[[O]]
// CHECK-NEXT:      linalg.yield %[[S]]
// CHECK:         return %[[R0]], %[[R1]]
func.func @two_operands(%a: !t, %b: !t) -> (!t, !t) {
  %three = arith.constant dense<3.0> : !t
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.mul ins(%0, %a : !t, !t) outs(%e : !t) -> !t
  %2 = linalg.add ins(%1, %three : !t, !t) outs(%e : !t) -> !t
  %3 = linalg.abs ins(%a : !t) outs(%e : !t) -> !t
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3 : !t) outs(%b : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !t
  return %2, %4 : !t, !t
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.fuse_elementwise %root {max_operands = 2} : (!transform.any_op) -> !transform.any_op
}

// -----

// A value that is read through two maps is two operands: the sum stays apart.
#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
!t = tensor<6x6xf32>
// CHECK-LABEL: func.func @two_maps(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>)
// CHECK:         %[[R0:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<6x6xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      %[[N:.*]] = arith.negf
// CHECK-NEXT:      %{{.*}} = math.absf %[[N]]
// CHECK:         %[[R1:.*]] = linalg.generic {{.*}} ins(%[[R0]], %[[A]] :
// CHECK:         return %[[R1]]
func.func @two_maps(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
  %2 = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %a : !t, !t) outs(%e : !t) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> !t
  return %2 : !t
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.fuse_elementwise %root {max_operands = 2} : (!transform.any_op) -> !transform.any_op
}

// -----

// Across a reshape the value between is no operand, either.
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @reshape_between(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3x4xf32>)
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<2x3x4xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      %[[N:.*]] = arith.negf
// CHECK-NEXT:      %{{.*}} = math.absf %[[N]]
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[R]]
// CHECK:         return %[[C]]
func.func @reshape_between(%a: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %f = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.negf ins(%a : tensor<2x3x4xf32>) outs(%e : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<6x4xf32>) outs(%f : tensor<6x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.absf %x : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.fuse_elementwise %root {max_operands = 2} : (!transform.any_op) -> !transform.any_op
}
