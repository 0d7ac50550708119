// Each schedule is checked by itself. The payload is compiled once, and runs once on
// the inputs that the schedules share. A schedule that is refused leaves the others
// alone; the exit code is that of all of them.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --each -s %t/rows.mlir -s %t/columns.mlir \
// RUN:   | FileCheck %s --check-prefix=TEXT
// RUN: heddle check %t/payload.mlir --each -s %t/rows.mlir -s %t/columns.mlir \
// RUN:   --json | FileCheck %s --check-prefix=JSON
// RUN: sh -c 'heddle check %t/payload.mlir --each -s %t/rows.mlir -s %t/refused.mlir \
// RUN:   -s %t/nothing.mlir; echo code $?' > %t/refused.txt 2> %t/errors.txt
// RUN: FileCheck %s --check-prefix=REFUSED < %t/refused.txt
// RUN: FileCheck %s --check-prefix=ERROR < %t/errors.txt
// RUN: sh -c 'heddle check %t/payload.mlir --each -s %t/nothing.mlir -s %t/wrong.mlir \
// RUN:   -s %t/rows.mlir; echo code $?' > %t/wrong.txt
// RUN: sh -c 'heddle check %t/payload.mlir --each -s %t/rows.mlir -s %t/nothing.mlir; \
// RUN:   echo code $?' | FileCheck %s --check-prefix=UNCHANGED
// RUN: FileCheck %s --check-prefix=WRONG < %t/wrong.txt
// RUN: not heddle check %t/payload.mlir --each 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %t/empty.mlir --each -s %t/nothing.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY

// TEXT:      rows.mlir: matmul: equal: whole numbers bit for bit
// TEXT-NEXT: columns.mlir: matmul: equal: whole numbers bit for bit

// JSON:      "schedules": [
// JSON:          "exitCode": 0,
// JSON-NOT:          "sharedRuns"
// JSON:          "schedule": "rows.mlir"
// JSON:          "exitCode": 0,
// JSON:              "sharedRuns": {{[1-9][0-9]*}},
// JSON:          "schedule": "columns.mlir"

// REFUSED:      rows.mlir: matmul: equal:
// REFUSED-NEXT: refused.mlir: refused
// REFUSED-NEXT: nothing.mlir: matmul: unchanged:
// REFUSED-NEXT: code 2
// ERROR: refused.mlir:{{[0-9]+}}:{{[0-9]+}}: error:

// WRONG:      nothing.mlir: matmul: unchanged:
// WRONG-NEXT: wrong.mlir: matmul: different:
// WRONG-NEXT: rows.mlir: matmul: equal:
// WRONG: code 1

// UNCHANGED:      rows.mlir: matmul: equal:
// UNCHANGED-NEXT: nothing.mlir: matmul: unchanged:
// UNCHANGED-NEXT: code 3

// NONE: heddle: error: expects schedules of '-s' for '--each', but got none
// EMPTY: heddle: error: expects a public function to check, but the payload has none

//--- payload.mlir
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                  %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %fill = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%fill : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- rows.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %matmul tile_sizes [8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- columns.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %matmul tile_sizes [0, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}

//--- refused.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %one, %two = transform.split_handle %matmul
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- wrong.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %1, %l:3 = transform.structured.fuse %0 tile_sizes [32, 32, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- empty.mlir
func.func private @f()
