// The options of a pass are those with which it runs, however they are written.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT:     error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// STRICT:     error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// STRICT:     error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// STRICT:     error: 'transform.apply_registered_pass' runs 'scf-parallel-loop-tiling', which leaves out iterations
// STRICT:     error: 'transform.apply_registered_pass' runs 'arith-int-range-narrowing', which may give 'arith.shrsi' fewer bits
// STRICT-NOT: error: 'transform

// A param.
// CHECK-LABEL: func.func @by_param(
// expected-note@below {{the payload op}}
func.func @by_param(%m: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %no = transform.param.constant false -> !transform.any_param
  %a = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = %no} to %f : (!transform.any_op, !transform.any_param) -> !transform.any_op
  %yes = transform.param.constant true -> !transform.any_param
  // expected-warning@below {{'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration of each loop, and one is not known to have any}}
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = %yes} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}

// -----

// A number.
// CHECK-LABEL: func.func @by_number(
// expected-note@below {{the payload op}}
func.func @by_number(%m: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %a = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = 0} to %f : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{runs 'scf-for-loop-peeling', which runs a first iteration}}
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = 1} to %a : (!transform.any_op) -> !transform.any_op
}

// -----

// A word in the text of another option.
// CHECK-LABEL: func.func @by_text(
// expected-note@below {{the payload op}}
func.func @by_text(%m: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{runs 'scf-for-loop-peeling', which runs a first iteration}}
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"skip-partial" = "true peel-front=true"} to %f : (!transform.any_op) -> !transform.any_op
}

// -----

// The last tile has one iteration of two. The other pass makes whole tiles.
// CHECK-LABEL: func.func @tiled_with_a_step(
// expected-note@below {{the payload op}}
func.func @tiled_with_a_step(%m: memref<10xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i) = (%c0) to (%c10) step (%c2) {
    memref.store %v, %m[%i] : memref<10xi32>
    scf.reduce
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %no = transform.param.constant false -> !transform.any_param
  %a = transform.apply_registered_pass "scf-parallel-loop-tiling" with options = {"parallel-loop-tile-sizes" = [1], "no-min-max-bounds" = %no} to %f : (!transform.any_op, !transform.any_param) -> !transform.any_op
  %yes = transform.param.constant true -> !transform.any_param
  // expected-warning@below {{runs 'scf-parallel-loop-tiling', which leaves out iterations of the last tiles: the step of a loop is not known to be 1}}
  %b = transform.apply_registered_pass "scf-parallel-loop-tiling" with options = {"parallel-loop-tile-sizes" = [3], "no-min-max-bounds" = %yes} to %a : (!transform.any_op, !transform.any_param) -> !transform.any_op
}

// -----

// An amount of up to 40, and 32 bits. Without widths, nothing is narrowed.
// CHECK-LABEL: func.func @narrowed(
// expected-note@below {{the payload op}}
func.func @narrowed(%v: i64) -> i64 {
  %n = arith.constant 40 : i64
  %r = arith.shrsi %v, %n : i64
  return %r : i64
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %a = transform.apply_registered_pass "arith-int-range-narrowing" to %f : (!transform.any_op) -> !transform.any_op
  %widths = transform.param.constant 32 : i64 -> !transform.param<i64>
  // expected-warning@below {{runs 'arith-int-range-narrowing', which may give 'arith.shrsi' fewer bits than the amount by which it shifts}}
  %b = transform.apply_registered_pass "arith-int-range-narrowing" with options = {"int-bitwidths-supported" = [64, %widths]} to %a : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
}
