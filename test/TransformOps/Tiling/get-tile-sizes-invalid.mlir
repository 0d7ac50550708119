// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The op has two dims.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects a dim in [-2, 2), but got 2}}
    %s = transform.heddle.get_tile_sizes %op [2] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// An elementwise op has no dims m and n.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects more than 0 dims of kind 'm', but 'linalg.exp' has 0}}
    %s = transform.heddle.get_tile_sizes %op ["m"] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// A matmul has one dim m.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects more than 1 dims of kind 'm', but 'linalg.matmul' has 1}}
    %s:2 = transform.heddle.get_tile_sizes %op ["m", "m"] {at_most = 4} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
    transform.yield
  }
}

// -----

// One dim by its kind and by its number.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects each dim once, but dim 2 is named twice}}
    %s:2 = transform.heddle.get_tile_sizes %op ["k", -1] {at_most = 4} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
    transform.yield
  }
}

// -----

// No size is known to divide a dynamic extent.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>) -> tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{dim 0 is dynamic: no size is known to divide it}}
    %s = transform.heddle.get_tile_sizes %op [0] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// The dim that is not listed makes tiles of unknown size.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>) -> tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the bytes of a tile are not known: an extent is dynamic}}
    %s = transform.heddle.get_tile_sizes %op [1] {max_bytes = 64} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// A row is read and written.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects tiles of at most 63 B, but with a size of 1 for each dim a tile touches 64 B}}
    %s = transform.heddle.get_tile_sizes %op [0] {max_bytes = 63} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// An encoding may say anything about where elements are.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32, "sparse">) -> tensor<8xf32, "sparse"> {
    // expected-note @below {{the target}}
    %0 = linalg.exp ins(%a : tensor<8xf32, "sparse">) outs(%a : tensor<8xf32, "sparse">) -> tensor<8xf32, "sparse">
    return %0 : tensor<8xf32, "sparse">
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the target cannot be tiled: it has an operand with a tensor encoding that is no memory space}}
    %s = transform.heddle.get_tile_sizes %op [0] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

// A function cannot be tiled.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the target}}
  func.func private @f()
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op that can be tiled, but got 'func.func'}}
    %s = transform.heddle.get_tile_sizes %f [0] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects a bound: 'at_most' or 'max_bytes'}}
  %s = transform.heddle.get_tile_sizes %m [0]  : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'at_most' to be at least 1, but got 0}}
  %s = transform.heddle.get_tile_sizes %m [0] {at_most = 0} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'max_bytes' to be at least 1, but got -1}}
  %s = transform.heddle.get_tile_sizes %m [0] {max_bytes = -1} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects one result per dim, that is 2, but got 1}}
  %s = transform.heddle.get_tile_sizes %m [0, 1] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects a dim}}
  %s = transform.heddle.get_tile_sizes %m [] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'dims' to be "m" or "n" or "k" or "batch" or "image" or "channel" or "depth" or "window" or "input_channel", but got "rows"}}
  %s = transform.heddle.get_tile_sizes %m ["rows"] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects numbers and kinds of dims, but got unit}}
  %s = transform.heddle.get_tile_sizes %m [unit] {at_most = 4} : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{has no option "at_mots"; it has "at_most", "dims", "max_bytes", "partial_tiles"}}
  %s = transform.heddle.get_tile_sizes %m [0] {at_mots = 4} : (!transform.any_op) -> !transform.param<i64>
}
