// RUN: heddle-opt %s --heddle-separate-results --split-input-file | FileCheck %s

// A caller may write into a result, so no function returns a constant.
// CHECK-LABEL: func @constant(
// CHECK:         %[[CST:.*]] = arith.constant dense<1>
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[CST]])
// CHECK:         return %[[COPY]]
func.func @constant() -> tensor<3xi32> {
  %0 = arith.constant dense<1> : tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Nor a value that is a constant in one branch, or a slice of a constant.
// CHECK-LABEL: func @maybe(
// CHECK:         %[[IF:.*]] = scf.if
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice
// CHECK:         %[[IF_COPY:.*]] = bufferization.alloc_tensor() copy(%[[IF]])
// CHECK:         %[[SLICE_COPY:.*]] = bufferization.alloc_tensor() copy(%[[SLICE]])
// CHECK:         return %[[IF_COPY]], %[[SLICE_COPY]]
func.func @maybe(%a: tensor<3xi32>, %b: i1) -> (tensor<3xi32>, tensor<2xi32>) {
  %0 = scf.if %b -> tensor<3xi32> {
    scf.yield %a : tensor<3xi32>
  } else {
    %one = arith.constant dense<1> : tensor<3xi32>
    scf.yield %one : tensor<3xi32>
  }
  %two = arith.constant dense<2> : tensor<3xi32>
  %1 = tensor.extract_slice %two[1] [2] [1] : tensor<3xi32> to tensor<2xi32>
  return %0, %1 : tensor<3xi32>, tensor<2xi32>
}

// What an op writes over a constant is no constant, and the analysis of one
// function knows that a loop must not write into one.
// CHECK-LABEL: func @written(
// CHECK-NOT:     alloc_tensor
// CHECK:         return %{{.*}}, %{{.*}} : tensor<3xi32>, tensor<3xi32>
func.func @written(%n: index, %v: i32) -> (tensor<3xi32>, tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.constant dense<1> : tensor<3xi32>
  %1 = tensor.insert %v into %0[%c0] : tensor<3xi32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> tensor<3xi32> {
    %3 = tensor.insert %v into %t[%c1] : tensor<3xi32>
    scf.yield %3 : tensor<3xi32>
  }
  return %1, %2 : tensor<3xi32>, tensor<3xi32>
}
