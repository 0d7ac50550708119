// Ops on which MLIR's verifier itself crashes are refused before it sees them:
// patterns in a loop, in a sequence that another one runs, and conversions.
//
// RUN: split-file %s %t
// RUN: not heddle apply %t/payload.mlir -s %t/loop.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOOP
// RUN: not heddle explain %t/payload.mlir -s %t/included.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INCLUDED
// RUN: not heddle check %t/payload.mlir -s %t/conversion.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONVERSION

// LOOP:       loop.mlir:6:7: error: expects a transform op as a step, but got 'transform.apply_patterns.tensor.fold_tensor_empty'; put it into the braces of 'transform.apply_patterns'
// INCLUDED:   included.mlir:3:10: error: expects a transform op as a step, but got 'arith.constant'
// CONVERSION: conversion.mlir:3:5: error: expects a transform op as a step, but got 'transform.apply_conversion_patterns.dialect_to_llvm'; put it into the braces of 'transform.apply_conversion_patterns'

//--- payload.mlir
func.func @f() {
  return
}

//--- loop.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.foreach %f : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      transform.apply_patterns.tensor.fold_tensor_empty
    }
    transform.yield
  }
}

//--- included.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @inner(%m: !transform.any_op {transform.readonly}) {
    %c = arith.constant 0 : index
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.include @inner failures(propagate) (%m) : (!transform.any_op) -> ()
    transform.yield
  }
}

//--- conversion.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.apply_conversion_patterns.dialect_to_llvm "math"
    transform.yield
  }
}
