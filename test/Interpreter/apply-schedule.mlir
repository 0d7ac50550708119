// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --split-input-file --apply-schedule=keep-schedule \
// RUN:   | FileCheck %s --check-prefix=KEEP

// A named sequence in the payload's module is applied and erased, and with it
// the mark that allowed it to be there.
// CHECK:      module {
// CHECK-NOT:    transform
// CHECK-LABEL:  func.func @named(
// CHECK-SAME:     %[[A:.*]]: tensor<8xf32>
// CHECK:          linalg.exp {seen} ins(%[[A]] :
// CHECK-NOT:    transform
// KEEP:       module attributes {transform.with_named_sequence} {
// KEEP-LABEL:   func.func @named(
// KEEP:           linalg.exp {seen}
// KEEP:         transform.named_sequence @__transform_main(
// KEEP:           transform.annotate %{{.*}} "seen"
module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "seen" : !transform.any_op
    transform.yield
  }
}

// -----

// Bare sequences run in the order in which they stand, and may use handles of
// the pdl dialect.
// CHECK-LABEL: func.func @sequences(
// CHECK:         linalg.exp {first, second}
// CHECK-NOT:   transform
// KEEP-LABEL:  func.func @sequences(
// KEEP:          linalg.exp {first, second}
// KEEP:        transform.sequence  failures(propagate) {
// KEEP:          "first"
// KEEP:        transform.sequence  failures(propagate) {
// KEEP:          "second"
func.func @sequences(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.operation):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!pdl.operation) -> !pdl.operation
  transform.annotate %0 "first" : !pdl.operation
}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.operation):
  %0 = transform.structured.match attributes {first} in %root : (!pdl.operation) -> !pdl.operation
  transform.annotate %0 "second" : !pdl.operation
}

// -----

// A schedule in a nested module is found, may include other sequences of that
// module, and the module goes with it.
// CHECK:       module attributes {test.kept} {
// CHECK-LABEL:   func.func @nested(
// CHECK:           linalg.exp {from_library}
// CHECK-NOT:     module
// CHECK:       }
module attributes {test.kept} {
  func.func @nested(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @mark(%op: !transform.any_op {transform.readonly}) {
      transform.annotate %op "from_library" : !transform.any_op
      transform.yield
    }
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
      %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
      transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
      transform.yield
    }
  }
}

// -----

// What may find nothing says so, and the schedule goes on.
// CHECK-LABEL: func.func @may_be_empty(
// CHECK:         linalg.exp {seen}
func.func @may_be_empty(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.log"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  transform.annotate %0 "never" : !transform.any_op
  %1 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.annotate %1 "seen" : !transform.any_op
}

// -----

// The payload's root itself keeps its attributes, gets those that the schedule
// gives it, and stays the same op.
// CHECK: module @root attributes {test.given, test.had} {
// CHECK:   func.func private @callee()
module @root attributes {test.had} {
  func.func private @callee()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    transform.annotate %root "test.given" : !transform.any_op
  }
}
