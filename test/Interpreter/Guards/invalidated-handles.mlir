// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused
//
// A handle that was consumed is refused as such by whatever looks at its
// payload first, and that may be a check of Heddle's before the op.

// Upstream would say that the number of sizes is wrong, of an op that is gone.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @vectorize_after_fuse_ext(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  transform.structured.vectorize %op vector_sizes [8, 8] : !transform.any_op
  transform.yield
}
}

// -----

// The tile sizes are looked at together with the loops of the op.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @tile_reduction(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x, %y, %z, %w = transform.structured.tile_reduction_using_for %op by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The name of the op is looked at.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @rewrite(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x = transform.structured.rewrite_in_destination_passing_style %op : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// The ops are counted.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @split(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x, %y = transform.split_handle %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Values of ops that are gone are counted.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @split_values(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor op associated with the consumed handle}}
  // expected-note@below {{op defining the value as result #0}}
  // expected-note@below {{payload value}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated handle}}
  %value = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x, %y = transform.split_handle %value : (!transform.any_value) -> (!transform.any_value, !transform.any_value)
  transform.yield
}
}

// -----

// The body of the op is walked.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @unroll(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  transform.loop.unroll %op {factor = 2} : !transform.any_op
  transform.yield
}
}

// -----

// A check for ops that are unsound looks at the kinds of loops.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @fuse(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x, %y = transform.structured.fuse %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A handle that is a size and not the target.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @size(%a: tensor<12x8xf32>, %s: f32) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%f : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{handle to invalidated ops}}
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{invalidated by this transform op}}
  // expected-note@below {{use a result of 'transform.structured.fuse_ext' in place of the handle that it consumes}}
  %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
  %x, %y = transform.structured.tile_using_for %fill tile_sizes [%op] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
