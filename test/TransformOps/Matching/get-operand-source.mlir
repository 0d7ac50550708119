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

// With scaled, past a rounding, and the mask of a dropout: times a constant, or 0. A
// quotient of two tensors, a transpose and a bare copy are no scale.
// expected-remark @below {{applied}}
module {
func.func @f(%a: tensor<6x4xf32>, %mask: tensor<6x4xi1>, %h: tensor<6x4xf16>, %o: tensor<6x4xf16>) -> (tensor<6x4xf16>, tensor<6x4xf16>) {
  %zero = arith.constant 0.0 : f16
  %two = arith.constant 2.0 : f32
  // expected-remark @below {{the source}}
  %e = linalg.exp ins(%a : tensor<6x4xf32>) outs(%a : tensor<6x4xf32>) -> tensor<6x4xf32>
  %n = linalg.map ins(%e : tensor<6x4xf32>) outs(%h : tensor<6x4xf16>) (%x: f32, %old: f16) {
    %0 = arith.mulf %two, %x : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  }
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%n, %mask : tensor<6x4xf16>, tensor<6x4xi1>) outs(%h : tensor<6x4xf16>) {
  ^bb0(%x: f16, %m: i1, %old: f16):
    %0 = arith.select %m, %zero, %x : f16
    linalg.yield %0 : f16
  } -> tensor<6x4xf16>
  %r = linalg.abs ins(%d : tensor<6x4xf16>) outs(%o : tensor<6x4xf16>) -> tensor<6x4xf16>
  // expected-remark @below {{the quotient}}
  %q = linalg.div ins(%d, %r : tensor<6x4xf16>, tensor<6x4xf16>) outs(%o : tensor<6x4xf16>) -> tensor<6x4xf16>
  %s = linalg.negf ins(%q : tensor<6x4xf16>) outs(%o : tensor<6x4xf16>) -> tensor<6x4xf16>
  return %r, %s : tensor<6x4xf16>, tensor<6x4xf16>
}
func.func @turned(%a: tensor<4x4xf32>, %h: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %e = linalg.exp ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @below {{the transpose}}
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%e : tensor<4x4xf32>) outs(%h : tensor<4x4xf16>) {
  ^bb0(%x: f32, %old: f16):
    %1 = arith.truncf %x : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<4x4xf16>
  %s = linalg.floor ins(%n : tensor<4x4xf16>) outs(%h : tensor<4x4xf16>) -> tensor<4x4xf16>
  return %s : tensor<4x4xf16>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.get_operand_source %0[0] rank = 2 {scaled}
  transform.debug.emit_remark_at %1, "the source" : !transform.any_op
  %2 = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %3 = transform.heddle.get_operand_source %2[0] {scaled}
  transform.debug.emit_remark_at %3, "the quotient" : !transform.any_op
  %4 = transform.structured.match ops{["linalg.floor"]} in %root : (!transform.any_op) -> !transform.any_op
  %5 = transform.heddle.get_operand_source %4[0] {scaled}
  transform.debug.emit_remark_at %5, "the transpose" : !transform.any_op
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
