// RUN: heddle-opt %s --heddle-structure-tensors | FileCheck %s

// An op that names no destination does not write into its operands.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[X:.*]]: tensor<?x8xf32>, %[[Y:.*]]: tensor<?x8xf32>)
// CHECK:         %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK:         %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x8xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[E]] :
func.func @sum(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = arith.addf %x, %y : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Two results have two destinations.
// CHECK-LABEL: func.func @product(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<8xi32>
// CHECK:         %[[F:.*]] = tensor.empty() : tensor<8xi32>
// CHECK:         linalg.generic {{.*}} outs(%[[E]], %[[F]] :
func.func @product(%x: tensor<8xi32>, %y: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %low, %high = arith.mulsi_extended %x, %y : tensor<8xi32>
  return %low, %high : tensor<8xi32>, tensor<8xi32>
}

// A destination that an author wrote stays.
// CHECK-LABEL: func.func @written(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[X]] :
func.func @written(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.negf %a : f32
    linalg.yield %b : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
