// RUN: split-file %s %t
// RUN: heddle apply %t/payload.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=APPLIED
// RUN: heddle apply %t/payload.mlir --schedule=%t/schedule.mlir -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=APPLIED --input-file=%t/out.mlir
// RUN: not heddle apply %t/payload.mlir -s %t/refused.mlir -o %t/no.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// RUN: not ls %t/no.mlir
// RUN: not heddle apply %t/payload.mlir -s %t/nowhere.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOWHERE
// RUN: not heddle apply %t/missing.mlir -s %t/schedule.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: not heddle apply %t/payload.mlir -s %t/unknown.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// RUN: not heddle apply %t/payload.mlir -s %t/unroll.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLL
// RUN: not heddle apply %t/payload.mlir -s %t/value.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VALUE
// RUN: not heddle apply %t/typo.mlir -s %t/schedule.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PAYLOAD
// RUN: not heddle apply %t/payload.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: not heddle apply %t/payload.mlir -s %t/schedule.mlir -o %t/a/b/c 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTPUT
// RUN: not heddle 2>&1 | FileCheck %s --check-prefix=COMMAND
// RUN: heddle --help | FileCheck %s --check-prefix=HELP
// RUN: heddle apply --help | FileCheck %s --check-prefix=APPLYHELP

// The result holds the payload and not the schedule.
// APPLIED-LABEL: func.func @exp(
// APPLIED-SAME:    %[[A:[a-z0-9]+]]: tensor<16xf32>, %[[O:[a-z0-9]+]]: tensor<16xf32>)
// APPLIED:         %[[R:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[C:.*]] = %[[O]])
// APPLIED:           %[[S:.*]] = tensor.extract_slice %[[A]][%[[I]]] [4] [1]
// APPLIED:           linalg.exp ins(%[[S]] :
// APPLIED:         return %[[R]]
// APPLIED-NOT:   transform

// REFUSED: refused.mlir:3:10: error: expects 'transform.structured.match' to find an op, but found none for 'linalg.expp'; did you mean 'linalg.exp'?

// NOWHERE: error: cannot read the schedule: cannot open input file '{{.*}}nowhere.mlir': No such file or directory

// MISSING: heddle: error: cannot open input file '{{.*}}missing.mlir': No such file or directory

// A name of an op that there is not is answered with one that there is.
// UNKNOWN: unknown.mlir:3:10: error: custom op 'transform.structured.fuse_ex' is unknown
// UNKNOWN: unknown.mlir:3:10: note: did you mean 'transform.structured.fuse_ext'?
// UNROLL: unroll.mlir:3:3: note: did you mean 'transform.loop.unroll'?
// VALUE-NOT: did you mean
// VALUE: value.mlir:3:51: error: custom op 'transform.heddle.fuse_affine_loops' {{.*}} attribute 'maximal' failed to satisfy constraint: a flag: its name alone, or with '= true' or '= false'
// VALUE-NOT: did you mean
// PAYLOAD: typo.mlir:3:8: error: unregistered operation 'linalg.expp' found in dialect ('linalg') that does not allow unknown operations
// PAYLOAD: typo.mlir:3:8: note: did you mean 'linalg.exp'?

// NONE: error: expects a schedule in the payload's module or in a file, but found none; use -s FILE

// OUTPUT: heddle: error: cannot open output file '{{.*}}a/b/c': No such file or directory

// COMMAND: heddle: expects a subcommand; see 'heddle --help'

// HELP: EXAMPLES:
// HELP:   heddle check payload.mlir -s schedule.mlir
// HELP:   apply {{ *}}- Apply a schedule to a payload and print the result
// HELP:   bench {{ *}}- Time the payload without and with schedules

// APPLYHELP: EXAMPLES:
// APPLYHELP:   heddle apply payload.mlir -s schedule.mlir
// APPLYHELP:   --entry=<@name>

//--- unknown.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.fuse_ex %root tile_sizes [4]
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- value.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.heddle.fuse_affine_loops %root {maximal = 3}
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- typo.mlir
// In the generic form the verifier finds it.
func.func @far(%a: f32) {
  %0 = "linalg.expp"(%a) : (f32) -> f32
  return
}
//--- payload.mlir
func.func @exp(%a: tensor<16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%o : tensor<16xf32>)
    -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_for %0 tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- refused.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.expp"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- unroll.mlir
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.unroll %root {factor = 2}
}
