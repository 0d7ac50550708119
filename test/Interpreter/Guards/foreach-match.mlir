// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Actions of a 'foreach_match' that take away what is visited next. Upstream goes
// on with what is no op any more.

// The action fuses the op into the one that follows.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @next(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %1 = linalg.exp ins(%0 : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %1 : tensor<12x8xf32>
}
transform.named_sequence @match(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
  transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
  transform.yield %op : !transform.any_op
}
// expected-error@below {{this action of 'transform.foreach_match' fused, merged or erased the op to be visited next, or an op around the matched one; find the ops by 'transform.collect_matching' before the first change}}
transform.named_sequence @fuse(%op: !transform.any_op {transform.readonly}) {
  %next = transform.get_consumers_of_result %op[0] : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{'transform.structured.fuse_ext' failed here}}
  %t, %l = transform.structured.fuse_ext %next tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{run from here}}
  %g = transform.foreach_match in %f @match -> @fuse : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// The action unrolls the loop around the op.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @around(%a: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %a[%i] : memref<4xf32>
  }
  return
}
transform.named_sequence @match(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
  transform.match.operation_name %op ["memref.store"] : !transform.any_op
  transform.yield %op : !transform.any_op
}
// expected-error@below {{this action of 'transform.foreach_match' fused, merged or erased the op to be visited next, or an op around the matched one}}
transform.named_sequence @unroll(%op: !transform.any_op {transform.readonly}) {
  %loop = transform.get_parent_op %op {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{'transform.loop.unroll' failed here}}
  transform.loop.unroll %loop {factor = 4} : !transform.any_op
  transform.yield
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note@below {{run from here}}
  %g = transform.foreach_match in %f @match -> @unroll : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
