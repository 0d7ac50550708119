// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Past a cast and two reshapes; an op that is no reshape is the source itself.
// expected-remark @below {{applied}}
module {
func.func @f(%a: tensor<2x3x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-remark @below {{the source}}
  %e = linalg.exp ins(%a : tensor<2x3x4xf32>) outs(%a : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %c = tensor.collapse_shape %e [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %d = tensor.cast %c : tensor<6x4xf32> to tensor<?x4xf32>
  %r = linalg.abs ins(%d : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.get_operand_source %0[0] rank = 3
  transform.debug.emit_remark_at %1, "the source" : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<6x4xf32>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %e = linalg.exp ins(%a : tensor<6x4xf32>) outs(%o : tensor<6x4xf32>) -> tensor<6x4xf32>
  %r = linalg.abs ins(%e : tensor<6x4xf32>) outs(%o : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects operand 0 of 'linalg.abs' to come from a result of 3 dims, but got 'tensor<6x4xf32>'}}
  %1 = transform.heddle.get_operand_source %0[0] rank = 3
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %e = linalg.exp ins(%a : tensor<6x4xf32>) outs(%a : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %e : tensor<6x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects operand 0 of 'linalg.exp' to be computed, but it comes from an argument}}
  %1 = transform.heddle.get_operand_source %0[0]
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %e = linalg.exp ins(%a : tensor<6x4xf32>) outs(%a : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %e : tensor<6x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects operand 2 of 'linalg.exp' to exist, but there are 2}}
  %1 = transform.heddle.get_operand_source %0[2]
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects the number of an operand, but got -1}}
  %1 = transform.heddle.get_operand_source %root[-1]
}
