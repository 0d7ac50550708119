// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// Nothing takes a flag: not the integers, and not the softmax as long as it is
// one op.
// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    %[[A:.*]]: tensor<8xi32>, %[[X:.*]]: tensor<4x8xf32>
// CHECK:         linalg.map { arith.addi {{.*}}} ins(%[[A]], %[[A]] :
// CHECK:         linalg.softmax dimension(1) ins(%[[X]] :
// expected-remark @below {{refused, payload as it was}}
module {
func.func @nothing(%a: tensor<8xi32>, %x: tensor<4x8xf32>) -> (tensor<8xi32>, tensor<4x8xf32>) {
  %r = linalg.map { arith.addi } ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%a : tensor<8xi32>)
  // expected-note @below {{'linalg.softmax' gets no flag: it has no body that could show one}}
  %s = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %s : tensor<8xi32>, tensor<4x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{adds no flag: no operation on floats in 'builtin.module' takes nnan}}
  transform.heddle.fast_math %root fastmath<nnan> : !transform.any_op
}
}

// -----

// A reduction of vectors has no flags.
// CHECK-LABEL: func.func @reduction(
// CHECK:         %[[R:.*]] = vector.multi_reduction <add>, %{{.*}}, %{{.*}} [1]
// CHECK:         return %[[R]]
// expected-remark @below {{refused, payload as it was}}
module {
func.func @reduction(%a: vector<4x16xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  // expected-note @below {{'vector.multi_reduction' has no flags}}
  %r = vector.multi_reduction <add>, %a, %b [1] : vector<4x16xf32> to vector<4xf32>
  return %r : vector<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{adds no flag: no operation on floats in 'builtin.module' takes reassoc}}
  transform.heddle.fast_math %root fastmath<reassoc> : !transform.any_op
}
}

// -----

// Vectorization starts maxima from infinities.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.fast_math' op expects flags out of nnan, nsz, arcp, contract and reassoc, but got nnan,ninf}}
  transform.heddle.fast_math %root fastmath<nnan,ninf> : !transform.any_op
}

// -----

// Nothing bounds the error of an approximated function.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.fast_math' op expects flags out of nnan, nsz, arcp, contract and reassoc, but got fast}}
  transform.heddle.fast_math %root fastmath<fast> : !transform.any_op
}

// -----

// No flag is no declaration.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.fast_math' op expects flags out of nnan, nsz, arcp, contract and reassoc, but got none}}
  transform.heddle.fast_math %root fastmath<none> : !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{'transform.heddle.fast_math' op has no option "flags"; it has}}
  transform.heddle.fast_math %root fastmath<nnan> {flags = "nsz"} : !transform.any_op
}

// -----

// The param is a yes or a no.
// expected-remark @below {{refused, payload as it was}}
module {
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %two = transform.param.constant 2 : i64 -> !transform.param<i64>
  // expected-error @below {{expects an integer from 0 to 1 after 'if', but got 2 : i64}}
  transform.heddle.fast_math %root fastmath<nnan> if %two : !transform.any_op
}
}

// -----

// It is one for all targets.
// expected-remark @below {{refused, payload as it was}}
module {
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %one = transform.param.constant 1 : i64 -> !transform.param<i64>
  %both = transform.merge_handles %one, %one : !transform.param<i64>
  // expected-error @below {{expects one value after 'if', but got 2}}
  transform.heddle.fast_math %root fastmath<nnan> if %both : !transform.any_op
}
}
