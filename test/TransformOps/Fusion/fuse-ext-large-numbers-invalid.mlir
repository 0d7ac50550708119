// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule

// Near 2^63, sums of offsets and sizes would overflow, and what overflows
// proves anything.
func.func @extent(%a: tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32> {
  %0 = linalg.exp ins(%a : tensor<9223372036854775807xf32>) outs(%a : tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32>
  // expected-note@below {{this is about 'linalg.abs'}}
  %1 = linalg.abs ins(%0 : tensor<9223372036854775807xf32>) outs(%a : tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32>
  return %1 : tensor<9223372036854775807xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{a size or an offset that 'linalg.abs' depends on is larger than 2^60}}
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// An offset that is a constant.
func.func @offset(%a: tensor<?xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %far = arith.constant 9223372036854775800 : index
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.extract_slice %0[%far] [8] [1] : tensor<?xf32> to tensor<8xf32>
  // expected-note@below {{this is about 'linalg.abs'}}
  %1 = linalg.abs ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{a size or an offset that 'linalg.abs' depends on is larger than 2^60}}
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A size that is asked for after the nest: as a map, it could not be printed
// and read again.
func.func @size_behind(%a: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %min = arith.constant -9223372036854775808 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = arith.muli %n, %min : index
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  // expected-note@below {{this is about 'linalg.abs'}}
  %1 = linalg.abs ins(%0 : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %1, %d : tensor<?xf32>, index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{a size or an offset that 'linalg.abs' depends on is larger than 2^60}}
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
