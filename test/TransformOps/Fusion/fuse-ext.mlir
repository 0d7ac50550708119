// RUN: heddle-opt %s --split-input-file | heddle-opt --split-input-file \
// RUN:   | FileCheck %s --check-prefix=SYNTAX
// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The second input form is printed in the first, and the first takes handles of
// the pdl dialect too.
// SYNTAX-LABEL: func.func @second_form(
// SYNTAX:         %[[ROOT:.*]] = transform.structured.match attributes {root}
// SYNTAX:         %[[STOP:.*]] = transform.structured.match attributes {stop}
// SYNTAX:         %{{.*}}, %{{.*}}:2 = transform.structured.fuse_ext %[[ROOT]] tile_sizes [0, 8, 0, 32] stop %[[STOP]] {keep_intermediates = true} : (!pdl.operation, !pdl.operation) -> (!pdl.operation, !pdl.operation, !pdl.operation)
// SYNTAX:         transform.structured.fuse_ext %{{.*}} tile_sizes [2] : (!pdl.operation) -> (!pdl.operation, !pdl.operation)
// CHECK-LABEL:  func.func @second_form(
// CHECK:          linalg.exp {stop} ins(%{{.*}} : tensor<2x16x4x64xf32>)
// CHECK:          scf.for %
// CHECK:            scf.for %
// CHECK:              linalg.log {root} ins(%{{.*}} : tensor<2x8x4x32xf32>)
// CHECK:          linalg.abs {again} ins(%{{.*}} : tensor<2xf32>)
func.func @second_form(%a: tensor<2x16x4x64xf32>, %v: tensor<8xf32>) -> (tensor<2x16x4x64xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<2x16x4x64xf32>
  %0 = linalg.exp {stop} ins(%a : tensor<2x16x4x64xf32>) outs(%e : tensor<2x16x4x64xf32>) -> tensor<2x16x4x64xf32>
  %1 = linalg.log {root} ins(%0 : tensor<2x16x4x64xf32>) outs(%e : tensor<2x16x4x64xf32>) -> tensor<2x16x4x64xf32>
  %f = tensor.empty() : tensor<8xf32>
  %2 = linalg.abs {again} ins(%v : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %1, %2 : tensor<2x16x4x64xf32>, tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !pdl.operation):
  %0 = transform.structured.match attributes {root} in %module : (!pdl.operation) -> !pdl.operation
  %1 = transform.structured.match attributes {stop} in %module : (!pdl.operation) -> !pdl.operation
  %t, %loops:2 = transform.structured.fuse_ext %0, %1 {tile_interchange = [], tile_sizes = [0, 8, 0, 32], keep_intermediates = true}
  %2 = transform.structured.match attributes {again} in %module : (!pdl.operation) -> !pdl.operation
  %u, %loop = transform.structured.fuse_ext %2 tile_sizes [2] : (!pdl.operation) -> (!pdl.operation, !pdl.operation)
}

// -----

// All clauses and options of the first form; clauses come in any order and are
// printed in one.
// SYNTAX-LABEL: transform.named_sequence @clauses(
// SYNTAX-SAME:    %[[T:.*]]: !transform.any_op, %[[S:.*]]: !transform.any_op, %[[O:.*]]: !transform.any_op, %[[N:.*]]: !transform.any_op, %[[P:.*]]: !transform.param<i64>
// SYNTAX:         transform.structured.fuse_ext %[[T]] tile_sizes [%[[N]], 0, %[[P]], 4] interchange [1, %[[P]], 2, 3] stop %[[S]] only %[[O]] {apply_cleanup, explain, heddle.may_be_empty, joint, keep_intermediates, max_recompute = 1.500000e+00 : f64, placement_slack = 1.000000e+00 : f64, use_forall} : (!transform.any_op, !transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">)
// SYNTAX:         transform.structured.fuse_ext %[[T]] tile_sizes [4] {joint = false, keep_intermediates = true} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
module attributes {transform.with_named_sequence} {
  transform.named_sequence @clauses(%t: !transform.any_op, %s: !transform.any_op, %o: !transform.any_op, %n: !transform.any_op, %p: !transform.param<i64>) {
    %0:3 = transform.structured.fuse_ext %t only %o stop %s interchange [1, %p, 2, 3] tile_sizes [%n, 0, %p, 4]
      {use_forall, apply_cleanup, joint, explain, keep_intermediates, max_recompute = 1.5, placement_slack = 1.0 : f64, heddle.may_be_empty}
      : (!transform.any_op, !transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">)
    transform.yield
  }
  transform.named_sequence @flags(%t: !transform.any_op {transform.consumed}) {
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {keep_intermediates = true, joint = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// A script of structured.fuse with only the name changed. The handles name the
// tiled op and the loops, outermost first.
// CHECK-LABEL: func.func @upstream_script(
// CHECK:         scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %[[C2:.*]] iter_args
// CHECK:           scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[C4:.*]] iter_args
// CHECK:             tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [4, 2] [1, 1]
// CHECK:             linalg.exp {producer} ins(
// CHECK:             linalg.log {root, tiled}
// CHECK:           } {inner}
// CHECK:         } {outer}
func.func @upstream_script(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.exp {producer} ins(%a : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.log {root} ins(%0 : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %0 = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 4 : i64 -> !transform.param<i64>
    %1, %loops:2 = transform.structured.fuse_ext %0 interchange [1, 0] tile_sizes [%size, 2] {apply_cleanup}
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.op<"scf.for">, !transform.any_op)
    transform.annotate %1 "tiled" : !transform.any_op
    transform.annotate %loops#0 "outer" : !transform.op<"scf.for">
    transform.annotate %loops#1 "inner" : !transform.any_op
    transform.yield
  }
}

// -----

// Sizes from handles: one op for both targets, or one per target in their
// order. Each target gets a nest of its own, and the handles stay aligned.
// CHECK-LABEL: func.func @two_targets(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK:         %[[BOTH:.*]] = arith.remui %[[M]], %[[N]]
// CHECK:         %[[ROWS0:.*]] = arith.muli %[[M]], %[[M]]
// CHECK:         %[[ROWS1:.*]] = arith.muli %[[N]], %[[N]]
// CHECK:         %[[STEP0:.*]] = affine.max #{{.*}}()[%[[ROWS0]]]
// CHECK:         %[[STEP:.*]] = affine.max #{{.*}}()[%[[BOTH]]]
// CHECK:         scf.for %{{.*}} step %[[STEP0]]
// CHECK:           scf.for %{{.*}} step %[[STEP]]
// CHECK:             linalg.exp {root, tiled}
// CHECK:           } {inner}
// CHECK:         } {outer}
// CHECK:         %[[STEP1:.*]] = affine.max #{{.*}}()[%[[ROWS1]]]
// CHECK:         %[[STEPB:.*]] = affine.max #{{.*}}()[%[[BOTH]]]
// CHECK:         scf.for %{{.*}} step %[[STEP1]]
// CHECK:           scf.for %{{.*}} step %[[STEPB]]
// CHECK:             linalg.log {root, tiled}
// CHECK:           } {inner}
// CHECK:         } {outer}
func.func @two_targets(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %m: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = arith.remui %m, %n {both} : index
  %p = arith.muli %m, %m {rows} : index
  %q = arith.muli %n, %n {rows} : index
  %0 = linalg.exp {root} ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.log {root} ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %both = transform.structured.match attributes {both} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.structured.match attributes {rows} in %module : (!transform.any_op) -> !transform.any_op
  %1, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [%rows, %both] : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.annotate %1 "tiled" : !transform.any_op
  transform.annotate %loops#0 "outer" : !transform.any_op
  transform.annotate %loops#1 "inner" : !transform.any_op
}

// -----

// Several targets, one of them the producer of the other: none is computed in
// the nest of the other, whatever their order.
// CHECK-LABEL: func.func @target_feeds_target(
// CHECK:         %[[FIRST:.*]] = scf.for
// CHECK:           linalg.exp {root}
// CHECK:           scf.yield %
// CHECK:         %[[SECOND:.*]] = scf.for
// CHECK:           tensor.extract_slice %[[FIRST]][%{{.*}}] [4] [1]
// CHECK-NOT:       linalg.exp
// CHECK:           linalg.log {root} ins(
// CHECK:           scf.yield %
// CHECK:         return %[[SECOND]]
func.func @target_feeds_target(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.log {root} ins(%0 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Handles that are not consumed stay usable: `stop` names the same ops, and a
// handle to a fused producer names its tiled form.
// CHECK-LABEL: func.func @handles_follow(
// CHECK:         linalg.abs {stopped} ins(%{{.*}} : tensor<8xf32>)
// CHECK:         scf.for %
// CHECK:           linalg.exp {fused} ins(%{{.*}} : tensor<4xf32>)
// CHECK:           linalg.log ins(%{{.*}} : tensor<4xf32>)
func.func @handles_follow(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.abs ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.log ins(%1 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %stop = transform.structured.match ops{["linalg.abs"]} in %module : (!transform.any_op) -> !transform.any_op
  %producer = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %root = transform.structured.match ops{["linalg.log"]} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4] stop %stop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %stop "stopped" : !transform.any_op
  transform.annotate %producer "fused" : !transform.any_op
}

// -----

// Only ops that the handle names are fused; other producers stay before the
// loop.
// CHECK-LABEL: func.func @only_named(
// CHECK:         linalg.abs ins(%{{.*}} : tensor<8xf32>)
// CHECK:         scf.for %
// CHECK:           linalg.exp {only} ins(%{{.*}} : tensor<4xf32>)
// CHECK:           linalg.log {root} ins(%{{.*}} : tensor<4xf32>)
func.func @only_named(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.abs ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp {only} ins(%0 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.log {root} ins(%1 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %only = transform.structured.match attributes {only} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [4] only %only : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Where the author says so, there may be nothing to do, and nothing to stop at.
// CHECK-LABEL: func.func @may_be_empty(
// CHECK:         linalg.abs ins(%{{.*}} : tensor<8xf32>)
// CHECK-NOT:     scf.for
// CHECK:         return %
func.func @may_be_empty(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.abs ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {nowhere} in %module {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  %stop = transform.structured.match attributes {nowhere} in %module {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [4] stop %stop {heddle.may_be_empty} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %tiled {heddle.may_be_empty} : !transform.any_op
}
