// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  %r = linalg.exp ins(%x : tensor<37x5xf32>) outs(%x : tensor<37x5xf32>) -> tensor<37x5xf32>
  return %r : tensor<37x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error @below {{expects 'rows' to be at least 1, but got 0 : i64}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  %r = linalg.exp ins(%x : tensor<37x5xf32>) outs(%x : tensor<37x5xf32>) -> tensor<37x5xf32>
  return %r : tensor<37x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %a = transform.param.constant 1 : i64 -> !transform.param<i64>
  %b = transform.param.constant 2 : i64 -> !transform.param<i64>
  %rows = transform.merge_handles %a, %b : !transform.param<i64>
  // expected-error @below {{expects 'rows' to be one integer, but got 2 values}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  %r = linalg.exp ins(%x : tensor<37x5xf32>) outs(%x : tensor<37x5xf32>) -> tensor<37x5xf32>
  return %r : tensor<37x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant "many" -> !transform.any_param
  // expected-error @below {{expects 'rows' to be one integer, but got 1 value of another type}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{this op}}
func.func @f(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  return %x : tensor<37x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 4 : i64 -> !transform.param<i64>
  // expected-error @below {{expects ops with loops over rows, but got 'func.func'}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The plan of the second target is refused, so that the first one is not tiled either.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%x: tensor<37x5xf32>, %m: memref<37x5xf32>) -> tensor<37x5xf32> {
  %r = linalg.exp ins(%x : tensor<37x5xf32>) outs(%x : tensor<37x5xf32>) -> tensor<37x5xf32>
  // expected-note @below {{this is about 'linalg.exp'}}
  linalg.exp ins(%m : memref<37x5xf32>) outs(%m : memref<37x5xf32>)
  return %r : tensor<37x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 4 : i64 -> !transform.param<i64>
  // expected-error @below {{'linalg.exp' has no tensor result to tile: fuse before bufferization}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
}
