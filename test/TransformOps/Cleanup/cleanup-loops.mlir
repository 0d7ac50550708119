// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// The first of two nests has one iteration: its loops are folded, and the
// handles that name them keep the loops of the other nest.
// CHECK-LABEL: func.func @one_of_two(
// CHECK-SAME:    %[[A:.*]]: tensor<1x4xf32>, %[[B:.*]]: tensor<8x6xf32>)
// CHECK:         %[[R:.*]] = linalg.exp ins(%[[A]] : tensor<1x4xf32>)
// CHECK:         %[[S:.*]] = scf.for
// CHECK:           %[[I:.*]] = scf.for
// CHECK:             linalg.exp ins(%{{.*}} : tensor<1x?xf32>)
// CHECK:           } {inner}
// CHECK:           scf.yield %[[I]]
// CHECK:         } {outer}
// CHECK:         return %[[R]], %[[S]]
func.func @one_of_two(%a: tensor<1x4xf32>, %b: tensor<8x6xf32>) -> (tensor<1x4xf32>, tensor<8x6xf32>) {
  %e = tensor.empty() : tensor<1x4xf32>
  %f = tensor.empty() : tensor<8x6xf32>
  // expected-note@below {{the loop}}
  %r = linalg.exp ins(%a : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %s = linalg.exp ins(%b : tensor<8x6xf32>) outs(%f : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r, %s : tensor<1x4xf32>, tensor<8x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [1, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  // expected-remark@below {{folds a loop of at most one iteration, which the handles to it no longer name}}
  transform.cleanup
  transform.annotate %loops#0 "outer" : !transform.any_op
  transform.annotate %loops#1 "inner" : !transform.any_op
}

// -----

// The outer loop has one iteration, and its value is the result of the inner
// loop: the handle of the outer loop does not name the inner one.
// CHECK-LABEL: func.func @outer_only(
// CHECK:         %[[S:.*]] = scf.for
// CHECK-NOT:     scf.for
// CHECK:         } {inner, mark}
// CHECK-NEXT:    return %[[S]]
func.func @outer_only(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{the loop}}
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> (f32) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%z = %y) -> (f32) {
      %t = arith.addf %z, %z : f32
      scf.yield %t : f32
    } {mark}
    scf.yield %s : f32
  }
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %inner = transform.structured.match ops{["scf.for"]} attributes {mark} in %root : (!transform.any_op) -> !transform.any_op
  %outer = transform.get_parent_op %inner {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{folds a loop of at most one iteration, which the handles to it no longer name}}
  transform.cleanup
  transform.annotate %outer "outer" : !transform.any_op
  transform.annotate %inner "inner" : !transform.any_op
}

// -----

// A forall of one iteration and a loop of none.
// CHECK-LABEL: func.func @forall_and_none(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[X:.*]]: f32)
// CHECK-NOT:     scf.
// CHECK:         %[[R:.*]] = linalg.exp ins(%[[A]] : tensor<4xf32>)
// CHECK:         return %[[R]], %[[X]]
func.func @forall_and_none(%a: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{the loop}}
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // expected-note@below {{the loop}}
  %s = scf.for %i = %c1 to %c0 step %c1 iter_args(%y = %x) -> (f32) {
    %t = arith.addf %y, %y : f32
    scf.yield %t : f32
  }
  return %r, %s : tensor<4xf32>, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %none = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %forall = transform.structured.fuse_ext %0 tile_sizes [4] {use_forall}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-remark@below {{folds a loop of at most one iteration, which the handles to it no longer name}}
  transform.cleanup
  transform.annotate %forall "forall" : !transform.any_op
  transform.annotate %none "none" : !transform.any_op
}

// -----

// A loop that is replaced by one that carries less stays in its handles. A loop
// whose results nothing uses is erased. Nothing is said of the last loop, whose
// handle is not used later.
// CHECK-LABEL: func.func @carries_less(
// CHECK:         %[[S:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK:         } {kept, mark}
// CHECK:         return %[[S]]
func.func @carries_less(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %z = %x) -> (f32, f32) {
    %t = arith.addf %y, %x : f32
    scf.yield %t, %z : f32, f32
  } {mark}
  // expected-note@below {{the loop}}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%y = %r#0) -> (f32) {
    %t = arith.addf %y, %r#1 : f32
    scf.yield %t : f32
  } {dead}
  %u = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %r#0) -> (f32) {
    %t = arith.addf %y, %r#1 : f32
    scf.yield %t : f32
  }
  return %r#0 : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["scf.for"]} attributes {mark} in %root : (!transform.any_op) -> !transform.any_op
  %dead = transform.structured.match ops{["scf.for"]} attributes {dead} in %root : (!transform.any_op) -> !transform.any_op
  %unused = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{erases a loop, which the handles to it no longer name}}
  transform.cleanup
  transform.annotate %0 "kept" : !transform.any_op
  transform.annotate %dead "dead" : !transform.any_op
}

// -----

// The sequence that simplifies is included, and the handle is its caller's.
// CHECK-LABEL: func.func @included(
// CHECK-NOT:     scf.for
func.func @included(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-note@below {{the loop}}
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @simplify(%func: !transform.any_op {transform.readonly}) {
    // expected-remark@below {{folds a loop of at most one iteration, which the handles to it no longer name}}
    transform.cleanup %func : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @simplify failures(propagate) (%func) : (!transform.any_op) -> ()
    transform.annotate %loop "loop" : !transform.any_op
    transform.yield
  }
}
