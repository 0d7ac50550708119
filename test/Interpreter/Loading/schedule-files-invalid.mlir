// What can be wrong with a schedule file. Errors stand on the file's line.
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/does-not-exist.mlir" \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/does-not-parse.mlir" \
// RUN:   | FileCheck %s --check-prefix=SYNTAX
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/no-schedule.mlir" \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/mark-by-entry.mlir entry=@main" \
// RUN:   | FileCheck %s --check-prefix=ENTRY
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/mark-first.mlir entry=main" \
// RUN:   | FileCheck %s --check-prefix=UNNAMED
// RUN: not heddle-opt %s 2>&1 \
// RUN:   --apply-schedule="schedule=%S/../Inputs/mark-by-entry.mlir entry=typo" \
// RUN:   | FileCheck %s --check-prefix=TYPO
// RUN: not heddle-opt %s --apply-schedule=shedule=x 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

// MISSING: does-not-exist.mlir:0:0: error: cannot read the schedule: cannot open input file '{{.*}}does-not-exist.mlir': No such file or directory
// SYNTAX:  does-not-parse.mlir:3:3: error: {{.*}}transform.structured.no_such_op
// NONE:    no-schedule.mlir:0:0: error: expects a 'transform.named_sequence' or a top-level 'transform.sequence' in the schedule file, but found neither
// ENTRY:   mark-by-entry.mlir:1:1: error: schedule has no entry point '@main'; it has '@mark', '@__transform_main', '@typo'
// UNNAMED: mark-first.mlir:0:0: error: schedule has no entry point '@main'; it has no named sequence and 1 top-level sequence
// TYPO:    mark-by-entry.mlir:12:10: error: expects 'transform.structured.match' to find an op, but found none for 'linalg.xep'; did you mean 'linalg.exp'?
// OPTION:  no such option shedule
func.func @payload(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
