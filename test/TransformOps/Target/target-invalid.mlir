// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'from_machine', 'from_file' or a property of the target}}
  transform.heddle.target %root
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'cores' to be at least 1, but got 0}}
  transform.heddle.target %root {from_machine, cores = 0 : i64}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{has no option "l4_bytes"; it has}}
  transform.heddle.target %root {l4_bytes = 1 : i64}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the target}}
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects builtin.module ops, but found 'func.func'}}
  transform.heddle.target %0 {cores = 1 : i64}
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{cannot read the target 'none.mlir': could not open input file none.mlir}}
  transform.heddle.target %root {from_file = "none.mlir"}
}
}

// -----

// The module in the file names no target.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects a dlti.target_system_spec with the device "CPU", but 'Inputs/no-target.mlir' has none}}
  transform.heddle.target %root {from_file = "Inputs/no-target.mlir"}
}
}
