// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A function that calls another one is vectorized by itself: what it calls need
// not be in the target.

func.func private @square(%a: tensor<19x19xf32>, %o: tensor<19x19xf32>) -> tensor<19x19xf32> {
  %r = linalg.matmul ins(%a, %a : tensor<19x19xf32>, tensor<19x19xf32>) outs(%o : tensor<19x19xf32>) -> tensor<19x19xf32>
  return %r : tensor<19x19xf32>
}

// SAME: exponents: equal
// CHECK-LABEL: func @exponents(
// CHECK:         call @square
// CHECK:         math.exp {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @exponents(%a: tensor<19x19xf32>, %o: tensor<19x19xf32>) -> tensor<19x19xf32> attributes {caller} {
  %p = func.call @square(%a, %o) : (tensor<19x19xf32>, tensor<19x19xf32>) -> tensor<19x19xf32>
  %r = linalg.exp ins(%p : tensor<19x19xf32>) outs(%o : tensor<19x19xf32>) -> tensor<19x19xf32>
  return %r : tensor<19x19xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {caller} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.vectorize %0 : !transform.any_op
}
