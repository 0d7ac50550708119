// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// Both products get the dims of the softmax between them; the transpose of joined keys
// follows the product that reads it. No reshape is left.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME:    %[[Q:.*]]: tensor<2x3x5x7xf32>, %[[K:.*]]: tensor<2x3x4x7xf32>, %[[V:.*]]: tensor<2x3x4x7xf32>)
// CHECK-NOT:     tensor.collapse_shape
// CHECK-NOT:     tensor.expand_shape
// CHECK:         %[[KT:.*]] = linalg.transpose ins(%[[K]] : {{.*}} permutation = [0, 1, 3, 2]
// CHECK:         %[[ZEROS:.*]] = linalg.fill ins({{.*}} -> tensor<2x3x5x4xf32>
// CHECK:         %[[S:.*]] = linalg.generic {{.*}}["parallel", "parallel", "parallel", "parallel", "reduction"]{{.*}} ins(%[[Q]], %[[KT]] : {{.*}}) outs(%[[ZEROS]]
// CHECK:         %[[P:.*]] = linalg.softmax dimension(3) ins(%[[S]]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}}["parallel", "parallel", "parallel", "parallel", "reduction"]{{.*}} ins(%[[P]], %[[V]] :
// CHECK-NOT:     tensor.expand_shape
// CHECK:         return %[[R]]
// expected-remark @below {{applied}}
module {
func.func @joined(%q: tensor<2x3x5x7xf32>, %k: tensor<2x3x4x7xf32>, %v: tensor<2x3x4x7xf32>) -> tensor<2x3x5x7xf32> {
  %z = arith.constant 0.0 : f32
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x4x7xf32> into tensor<6x4x7xf32>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x4x7xf32> into tensor<6x4x7xf32>
  %et = tensor.empty() : tensor<6x7x4xf32>
  %kt = linalg.transpose ins(%k3 : tensor<6x4x7xf32>) outs(%et : tensor<6x7x4xf32>) permutation = [0, 2, 1]
  %es = tensor.empty() : tensor<6x5x4xf32>
  %fs = linalg.fill ins(%z : f32) outs(%es : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  %s = linalg.batch_matmul ins(%q3, %kt : tensor<6x5x7xf32>, tensor<6x7x4xf32>) outs(%fs : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  // The softmax is one of joined dims.
  %p = linalg.softmax dimension(2) ins(%s : tensor<6x5x4xf32>) outs(%es : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  %p4 = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 4] : tensor<6x5x4xf32> into tensor<2x3x5x4xf32>
  %p3 = tensor.collapse_shape %p4 [[0, 1], [2], [3]] : tensor<2x3x5x4xf32> into tensor<6x5x4xf32>
  %eo = tensor.empty() : tensor<6x5x7xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %r = linalg.batch_matmul {last} ins(%p3, %v3 : tensor<6x5x4xf32>, tensor<6x4x7xf32>) outs(%fo : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %r4 = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [2, 3, 5, 7] : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  return %r4 : tensor<2x3x5x7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.batch_matmul"]} attributes {last} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.fold_reshapes %0 rank = 4
  // The handle names the new op.
  %2 = transform.structured.generalize %1 : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Dynamic dims of one origin; the values have their own, and stay reshaped.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[W:.*]]: tensor<?x?x?x?xf32>, %[[V:.*]]: tensor<?x?x?x?xf32>)
// CHECK:         %[[V3:.*]] = tensor.collapse_shape %[[V]]
// CHECK:         %[[V4:.*]] = tensor.expand_shape %[[V3]]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[W]], %[[V4]] :
// CHECK:         return %[[R]]
// expected-remark @below {{applied}}
module {
func.func @dynamic(%w: tensor<?x?x?x?xf32>, %v: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = tensor.dim %w, %c0 : tensor<?x?x?x?xf32>
  %h = tensor.dim %w, %c1 : tensor<?x?x?x?xf32>
  %n = tensor.dim %w, %c2 : tensor<?x?x?x?xf32>
  %d = tensor.dim %v, %c3 : tensor<?x?x?x?xf32>
  %bh = arith.muli %b, %h : index
  %w3 = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  // expected-note @below {{the reshape}}
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  %eo = tensor.empty(%bh, %n, %d) : tensor<?x?x?xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // expected-note @below {{the target}}
  %r = linalg.batch_matmul ins(%w3, %v3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%fo : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r4 = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [%b, %h, %n, %d] : tensor<?x?x?xf32> into tensor<?x?x?x?xf32>
  return %r4 : tensor<?x?x?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.batch_matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{operand 1 of the target is still reshaped: the reshape is not of the first of 4 dims, or its sizes are not known to be equal}}
  %1 = transform.heddle.fold_reshapes %0 rank = 4
}
}

// -----

// Reshapes of the last dim, and those of other ranks, stay.
// CHECK-LABEL: func.func @others(
// CHECK:         %[[A:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]]
// CHECK:         %[[R:.*]] = linalg.matmul ins(%[[A]],
// CHECK:         tensor.expand_shape %[[R]] {{\[}}[0, 1], [2]]
// expected-remark @below {{applied}}
module {
func.func @others(%a: tensor<4x2x3xf32>, %b: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> tensor<2x2x5xf32> {
  // expected-note @below {{the reshape}}
  %a2 = tensor.collapse_shape %a [[0], [1, 2]] : tensor<4x2x3xf32> into tensor<4x6xf32>
  // expected-note @below {{the target}}
  %r = linalg.matmul ins(%a2, %b : tensor<4x6xf32>, tensor<6x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  %r3 = tensor.expand_shape %r [[0, 1], [2]] output_shape [2, 2, 5] : tensor<4x5xf32> into tensor<2x2x5xf32>
  return %r3 : tensor<2x2x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{operand 0 of the target is still reshaped: the reshape is not of the first of 5 dims, or its sizes are not known to be equal}}
  %1 = transform.heddle.fold_reshapes %0 rank = 5
}
}

// -----

// No product.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the target}}
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects a product or a convolution of linalg}}
  %1 = transform.heddle.fold_reshapes %0 rank = 4
}
}

// -----

// On buffers.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: memref<4x4xf32>) {
  // expected-note @below {{the target}}
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{is not on tensors}}
  %1 = transform.heddle.fold_reshapes %0 rank = 4
}
}

// -----

// An encoding.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x4xf32, 1>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-note @below {{the target}}
  %r = linalg.matmul ins(%a, %a : tensor<4x4xf32, 1>, tensor<4x4xf32, 1>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{has an operand with an encoding, which a reshape would drop}}
  %1 = transform.heddle.fold_reshapes %0 rank = 4
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'rank' >= 2, but got 1}}
  %1 = transform.heddle.fold_reshapes %root rank = 1
}
