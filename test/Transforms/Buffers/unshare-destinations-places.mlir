// RUN: heddle-opt %s --heddle-unshare-destinations --mlir-print-debuginfo \
// RUN:   --mlir-print-local-scope | FileCheck %s

// Each empty tensor has the location of the op whose destination it is, so that
// reports on memory tell them apart; the last op takes the one that was there.
// CHECK-LABEL: func.func @own_places(
// CHECK:         %[[E0:.*]] = tensor.empty() : tensor<4xf32> loc("first")
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[E0]] : tensor<4xf32>) -> tensor<4xf32> loc("first")
// CHECK-NEXT:    %[[E1:.*]] = tensor.empty() : tensor<4xf32> loc("second")
// CHECK-NEXT:    linalg.negf {{.*}} outs(%[[E1]] : tensor<4xf32>) -> tensor<4xf32> loc("second")
func.func @own_places(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32> loc("empty")
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("first")
  %1 = linalg.negf ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("second")
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// An empty tensor that was not shared keeps its place.
// CHECK-LABEL: func.func @alone(
// CHECK:         tensor.empty() : tensor<4xf32> loc("empty")
func.func @alone(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32> loc("empty")
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("first")
  return %0 : tensor<4xf32>
}
