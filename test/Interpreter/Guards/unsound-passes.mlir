// Passes on loops that a schedule runs. Those of public reports are in
// test/Integration/Miscompiles.
// RUN: heddle-opt %s --verify-diagnostics --apply-schedule | FileCheck %s
// RUN: not heddle-opt %s --apply-schedule=strict 2>&1 | FileCheck %s --check-prefix=STRICT

// The first iteration runs also where %n is 0.
// CHECK-LABEL: func.func @peeled(
// STRICT: error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// expected-note@below {{the payload op}}
func.func @peeled(%m: memref<?xi32>, %n: index, %v: i32) {
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
  // expected-warning@below {{'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration of each loop, and one is not known to have any}}
  %b = transform.apply_registered_pass "scf-for-loop-peeling" with options = {"peel-front" = true} to %f : (!transform.any_op) -> !transform.any_op
}
