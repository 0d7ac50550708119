// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The destination is no input.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @number(%a: tensor<64xf32>) -> tensor<64xf32> {
  // expected-note @below {{expects 'operand' to be in [0, 1), but got 1}}
  %r = linalg.exp ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: expects 'operand' to be in [0, 1), but got 1}}
  %1, %2 = transform.heddle.pack_operand %0 operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// One target is fine and stays as it is, because the other is not.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @scalar(%a: tensor<64xf32>, %s: f32) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = linalg.exp {here} ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  // expected-note @below {{operand 0 has no dims, but the type 'f32'}}
  %r = linalg.fill {here} ins(%s : f32) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %e, %r : tensor<64xf32>, tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: operand 0 has no dims, but the type 'f32'}}
  %1, %2 = transform.heddle.pack_operand %0 operand = 0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @order(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-note @below {{expects 'transpose' to be a permutation of 0 to 1, the dims of operand 0}}
  %r = linalg.exp ins(%a : tensor<64x64xf32>) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: expects 'transpose' to be a permutation of 0 to 1, the dims of operand 0}}
  %1, %2 = transform.heddle.pack_operand %0 operand = 0 {transpose = array<i64: 1, 1>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @buffers(%a: memref<64xf32>) {
  // expected-note @below {{it is on buffers: pack its operands before bufferization}}
  linalg.exp ins(%a : memref<64xf32>) outs(%a : memref<64xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the operand cannot be packed: it is on buffers: pack its operands before bufferization}}
  %1, %2 = transform.heddle.pack_operand %0 operand = 0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the target}}
func.func @no_op(%a: tensor<64xf32>) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects structured linalg ops, but found 'func.func'}}
  %1, %2 = transform.heddle.pack_operand %0 operand = 0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
