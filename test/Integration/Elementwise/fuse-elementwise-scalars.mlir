// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

!t = tensor<5x7xf32>

// A named op that reads a fill or a splat constant reads the scalar, also if
// there is nothing else to merge it with.
// SAME: named: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// CHECK-LABEL: func.func @named(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<5x7xf32>, %[[S:[a-z0-9]+]]: f32)
// CHECK:         %[[R0:.*]] = linalg.generic {{.*}} ins(%[[S]], %[[A]] : f32, tensor<5x7xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %{{.*}} = arith.addf %[[X]], %[[Y]]
// CHECK:         %[[THREE:.*]] = arith.constant 3.0
// CHECK:         %[[R1:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<5x7xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %{{.*}} = arith.mulf %[[X]], %[[THREE]]
// CHECK:         return %[[R0]], %[[R1]]
func.func @named(%a: !t, %s: f32) -> (!t, !t) {
  %three = arith.constant dense<3.0> : !t
  %e = tensor.empty() : !t
  %0 = linalg.fill ins(%s : f32) outs(%e : !t) -> !t
  %1 = linalg.add ins(%0, %a : !t, !t) outs(%e : !t) -> !t
  %2 = linalg.mul ins(%a, %three : !t, !t) outs(%e : !t) -> !t
  return %1, %2 : !t, !t
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
}
