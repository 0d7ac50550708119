// RUN: not heddle-opt %s --linalg-fuse-elementwise-ext=max-ops=0 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not heddle-opt %s --linalg-fuse-elementwise-ext=max-operands=-3 2>&1 | FileCheck %s --check-prefix=OPERANDS
// RUN: not heddle-opt %s --linalg-fuse-elementwise-ext=max-recompute=0.5 2>&1 | FileCheck %s --check-prefix=RECOMPUTE
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=max-recompute=5 | FileCheck %s --check-prefix=FEW
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=max-recompute=6 | FileCheck %s --check-prefix=MANY

// Values that mean nothing are refused as the transform op does, and a bound on
// recomputation is kept.
// OPS: error: expects 'max_ops' of at least 1, but got 0
// OPERANDS: error: expects 'max_operands' of at least 1, but got -3
// RECOMPUTE: error: expects 'max_recompute' of at least 1.0, but got 0.50

// FEW-LABEL: func.func @columns(
// FEW:         %[[E:.*]] = linalg.exp ins(
// FEW:         linalg.broadcast ins(%[[E]] :
// MANY-LABEL: func.func @columns(
// MANY-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// MANY:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// MANY:           %{{.*}} = math.exp %{{.*}} : f32
// MANY:         return %[[R]]
func.func @columns(%a: tensor<4xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%f : tensor<4x6xf32>) dimensions = [1]
  return %1 : tensor<4x6xf32>
}
