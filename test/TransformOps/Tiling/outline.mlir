// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// The name is taken, and so is the next one. The handles name the functions and calls.
// CHECK-LABEL: func.func private @own()
// CHECK:       func.func private @own_0()
// CHECK:       func.func private @own_1(%[[A:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {made} {
// CHECK:         %[[R:.*]] = linalg.exp {op} ins(%[[A]] : tensor<4xf32>) outs(%[[D]] : tensor<4xf32>)
// CHECK:         return %[[R]]
// CHECK:       func.func private @own_2(%{{.*}}: f32) -> f32 attributes {made} {
// CHECK:       func.func @f(%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[S:.*]]: f32)
// CHECK:         %[[E:.*]] = call @own_1(%[[X]], %[[Y]]) {called}
// CHECK:         %[[F:.*]] = call @own_2(%[[S]]) {called}
// CHECK:         return %[[E]], %[[F]]
// expected-remark @below {{applied}}
module {
func.func private @own()
func.func private @own_0()
func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>, %s: f32) -> (tensor<4xf32>, f32) {
  %0 = linalg.exp {op} ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %1 = math.exp %s {op} : f32
  return %0, %1 : tensor<4xf32>, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.structured.outline %0 {func_name = "own"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %1 "made" : !transform.any_op
  transform.annotate %2 "called" : !transform.any_op
}
}

// -----

// One function of a library for all targets. Targets without results are erased.
// CHECK-LABEL: func.func private @negate(memref<4xf32>, memref<4xf32>) attributes {declared}
// CHECK:       func.func @g(%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK-NEXT:    call @negate(%[[X]], %[[Y]])
// CHECK-NEXT:    call @negate(%[[Y]], %[[X]])
// CHECK-NEXT:    return
// expected-remark @below {{applied}}
module {
func.func @g(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.negf {op} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.negf {op} ins(%b : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.structured.outline %0 {func_name = "negate", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %1 "declared" : !transform.any_op
}
}

// -----

// A declaration of the same signature is used.
// CHECK-LABEL: func.func private @library_exp(f32) -> f32 attributes {known}
// CHECK-NEXT:  func.func @h(%[[S:.*]]: f32) -> f32
// CHECK-NEXT:    %[[R:.*]] = call @library_exp(%[[S]])
// CHECK-NEXT:    return %[[R]]
// expected-remark @below {{applied}}
module {
func.func private @library_exp(f32) -> f32 attributes {known}
func.func @h(%s: f32) -> f32 {
  %1 = math.exp %s {op} : f32
  return %1 : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.structured.outline %0 {func_name = "library_exp", libcall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
