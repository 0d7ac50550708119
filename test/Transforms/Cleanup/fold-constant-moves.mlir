// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Constants that are transposed or broadcast become constants.
// CHECK-LABEL: func.func @folded(
// CHECK-DAG:     %[[T:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}7, 7, 7], [8, 8, 8]]> : tensor<2x3xi32>
// CHECK-DAG:     %[[S:.*]] = arith.constant dense<2.000000e+00> : tensor<512x256xf32>
// CHECK-NOT:     linalg.
// CHECK:         return %[[T]], %[[B]], %[[S]]
func.func @folded() -> (tensor<3x2xf32>, tensor<2x3xi32>, tensor<512x256xf32>) {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[7, 8]> : tensor<2xi32>
  %c = arith.constant dense<2.0> : tensor<256xf32>
  %d = tensor.empty() : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xi32>
  %f = tensor.empty() : tensor<512x256xf32>
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%d : tensor<3x2xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%b : tensor<2xi32>) outs(%e : tensor<2x3xi32>) dimensions = [1]
  %2 = linalg.broadcast ins(%c : tensor<256xf32>) outs(%f : tensor<512x256xf32>) dimensions = [0]
  return %0, %1, %2 : tensor<3x2xf32>, tensor<2x3xi32>, tensor<512x256xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.cleanup
}

// -----

// A dynamic result, a value that is no constant and a result that is too large
// stay.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3xf32>, %[[D:.*]]: tensor<3x2xf32>, %[[E:.*]]: tensor<?x2xf32>)
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[A]] :
// CHECK:         %[[B:.*]] = linalg.broadcast ins(%{{.*}} : tensor<2xf32>) outs(%[[E]] :
// CHECK:         %[[L:.*]] = linalg.broadcast ins(%{{.*}} : tensor<2xf32>) outs(%{{.*}} : tensor<513x2xf32>)
// CHECK:         return %[[T]], %[[B]], %[[L]]
func.func @kept(%a: tensor<2x3xf32>, %d: tensor<3x2xf32>, %e: tensor<?x2xf32>) -> (tensor<3x2xf32>, tensor<?x2xf32>, tensor<513x2xf32>) {
  %b = arith.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %f = tensor.empty() : tensor<513x2xf32>
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%d : tensor<3x2xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%b : tensor<2xf32>) outs(%e : tensor<?x2xf32>) dimensions = [0]
  %2 = linalg.broadcast ins(%b : tensor<2xf32>) outs(%f : tensor<513x2xf32>) dimensions = [0]
  return %0, %1, %2 : tensor<3x2xf32>, tensor<?x2xf32>, tensor<513x2xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.cleanup
}
