// An op that names patterns and is among the steps of a loop is read by
// every tool, and refused where the schedule is applied.
//
// RUN: split-file %s %t
// RUN: heddle-opt %t/patterns.mlir | FileCheck %s --check-prefix=READ
// RUN: heddle-opt %t/conversion.mlir | FileCheck %s --check-prefix=READ
// RUN: heddle-opt %t/types.mlir | FileCheck %s --check-prefix=READ
// RUN: not heddle-opt %t/patterns.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PATTERNS
// RUN: not heddle-opt %t/conversion.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONVERSION
// RUN: not heddle-opt %t/types.mlir --apply-schedule 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPES
// RUN: heddle-lsp-server -lit-test < %t/editor.json \
// RUN:   | FileCheck %s --check-prefix=EDITOR
// RUN: heddle-opt %t/placed.mlir --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PLACED

// READ:      transform.foreach %[[OPS:.*]] : !transform.any_op {
// READ-NEXT: ^bb0(%{{.*}}: !transform.any_op):
// READ-NEXT:   transform.apply_{{.*}}
// READ-NEXT: }

//--- patterns.mlir
// PATTERNS: patterns.mlir:6:5: error: expects a transform op as a step, but got 'transform.apply_patterns.canonicalization'; put it into the braces of 'transform.apply_patterns'
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.foreach %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    transform.apply_patterns.canonicalization
  }
  transform.yield
}
}
//--- conversion.mlir
// CONVERSION: conversion.mlir:6:5: error: expects a transform op as a step, but got 'transform.apply_conversion_patterns.vector.vector_to_llvm'; put it into the braces of 'transform.apply_conversion_patterns'
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.foreach %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    transform.apply_conversion_patterns.vector.vector_to_llvm
  }
  transform.yield
}
}
//--- types.mlir
// TYPES: types.mlir:6:5: error: expects a transform op as a step, but got 'transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter'
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.foreach %root : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
  }
  transform.yield
}
}
//--- placed.mlir
// In the braces the op is no dead code.
// PLACED:      transform.apply_patterns to %[[ROOT:.*]] {
// PLACED-NEXT:   transform.apply_patterns.canonicalization{{$}}
// PLACED-NEXT:   transform.apply_patterns.linalg.tiling_canonicalization{{$}}
// PLACED-NEXT: } : !transform.any_op
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.apply_patterns to %root {
    transform.apply_patterns.canonicalization
    transform.apply_patterns.linalg.tiling_canonicalization
  } : !transform.any_op
  transform.yield
}
}
//--- editor.json
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":123,"rootPath":"mlir","capabilities":{},"trace":"off"}}
// -----
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{
  "uri":"test:///schedule.mlir",
  "languageId":"mlir",
  "version":1,
  "text":"module attributes {transform.with_named_sequence} {\n  transform.named_sequence @f(%r: !transform.any_op) {\n    transform.foreach %r : !transform.any_op {\n    ^bb0(%x: !transform.any_op):\n      transform.apply_patterns.canonicalization\n    }\n    transform.yield\n  }\n}"
}}}
// EDITOR: "method": "textDocument/publishDiagnostics",
// EDITOR: "uri": "test:///schedule.mlir"
// EDITOR: "result": null
// -----
{"jsonrpc":"2.0","id":3,"method":"shutdown"}
// -----
{"jsonrpc":"2.0","method":"exit"}
