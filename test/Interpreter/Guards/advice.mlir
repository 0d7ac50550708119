// Errors of upstream's ops, with what to do about them.
//
// RUN: split-file %s %t
// RUN: not heddle apply %t/payload.mlir -s %t/old-handle.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HANDLE
// RUN: not heddle apply %t/payload.mlir -s %t/consumed.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// RUN: not heddle apply %t/payload.mlir -s %t/param.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARAM
// RUN: not heddle apply %t/payload.mlir -s %t/undeclared.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNDECLARED --implicit-check-not=error
// RUN: sed s/@cleanup/@clean_up/ %t/undeclared.mlir > %t/nowhere.mlir
// RUN: not heddle apply %t/payload.mlir -s %t/nowhere.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOWHERE --implicit-check-not=note
// RUN: not heddle apply %t/payload.mlir -s %t/absent.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ABSENT
// RUN: not heddle apply %t/payload.mlir -s %t/included.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INCLUDED
// RUN: not heddle apply %t/kinds.mlir -s %t/absent.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KINDS

//--- payload.mlir
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.abs ins(%1 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
//--- old-handle.mlir
// HANDLE: old-handle.mlir:8:8: error: op uses a handle invalidated by a previously executed transform op
// HANDLE: old-handle.mlir:7:8: note: use a result of 'transform.heddle.bufferize' in place of the handle that it consumes
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
  %g = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.annotate %g "before" : !transform.any_op
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
//--- consumed.mlir
// CONSUMED: consumed.mlir:4:1: error: argument #0 is consumed in the body but is not marked as such
// CONSUMED: consumed.mlir:4:1: note: declare the argument as {transform.consumed} in place of {transform.readonly}
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
//--- param.mlir
// PARAM: param.mlir:6:11: error: 'transform.structured.fuse_ext' op operand #0 must be TransformHandleTypeInterface instance, but got '!transform.param<i64>'
// PARAM: param.mlir:6:11: note: a param is a number; the op takes a handle to payload ops here
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %size = transform.param.constant 4 : i64 -> !transform.param<i64>
  %t, %l= transform.structured.fuse_ext %size tile_sizes [4] : (!transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
//--- undeclared.mlir
// UNDECLARED: undeclared.mlir:6:3: error: expects a sequence '@cleanup' in this file, but there is none
// UNDECLARED: undeclared.mlir:6:3: note: declare it to take it from a library: transform.named_sequence private @cleanup(%func: !transform.any_op {transform.readonly}) attributes {heddle.library = "common/cleanup.mlir"}
// NOWHERE: error: expects a sequence '@clean_up' in this file, but there is none
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  transform.include @cleanup failures(propagate) (%root) : (!transform.any_op) -> ()
  transform.yield
}
}
//--- absent.mlir
// heddle.expects: one linalg.matmul
//   on tensors
// heddle.expects: nothing else
// ABSENT: absent.mlir:10:8: error: expects 'transform.structured.match' to find an op, but found none for 'linalg.matmul'
// ABSENT: note: looked in this 'builtin.module'; it has 2 'linalg.exp', 1 'linalg.abs'
// ABSENT: absent.mlir:1:1: note: the schedule expects one linalg.matmul on tensors
// ABSENT: absent.mlir:3:1: note: the schedule expects nothing else
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
//--- included.mlir
// INCLUDED: included.mlir:10:3: error: op uses a handle invalidated by a previously executed transform op
// INCLUDED: included.mlir:9:3: note: 'transform.include' consumes the handle; look the op up again after it
module attributes {transform.with_named_sequence} {
transform.named_sequence @use(%op: !transform.any_op {transform.consumed}) {
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %abs = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.include @use failures(propagate) (%abs) : (!transform.any_op) -> ()
  transform.annotate %abs "after" : !transform.any_op
  transform.yield
}
}
//--- kinds.mlir
// Only eight kinds of ops are named.
// KINDS: note: looked in this 'builtin.module'; it has 1 'linalg.abs', 1 'linalg.ceil', 1 'linalg.erf', 1 'linalg.exp', 1 'linalg.floor', 1 'linalg.log', 1 'linalg.negf', 1 'linalg.sqrt' and 2 other kinds of ops
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.log ins(%0 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.negf ins(%1 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %3 = linalg.abs ins(%2 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %4 = linalg.ceil ins(%3 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %5 = linalg.floor ins(%4 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %6 = linalg.tanh ins(%5 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %7 = linalg.sqrt ins(%6 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %8 = linalg.erf ins(%7 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %9 = linalg.square ins(%8 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %9 : tensor<8xf32>
}
