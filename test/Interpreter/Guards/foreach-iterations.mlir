// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Iterations of a 'foreach' whose op an earlier one took away. Upstream goes on
// with what is no op any more.

// The consumer comes first, and takes the producer with it.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @fused(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  // expected-note@below {{the op that is gone}}
  %0 = linalg.exp {producer} ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %1 = linalg.exp {consumer} ins(%0 : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %1 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %first = transform.structured.match attributes {consumer} in %root : (!transform.any_op) -> !transform.any_op
  %second = transform.structured.match attributes {producer} in %root : (!transform.any_op) -> !transform.any_op
  %ops = transform.merge_handles %first, %second : !transform.any_op
  // expected-error@below {{iteration 0 of 'transform.foreach' fused, merged or erased the op of iteration 1; look for one op after the other in the body, or apply the step to all of them at once}}
  transform.foreach %ops : !transform.any_op {
  ^bb0(%op: !transform.any_op):
    %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
  transform.yield
}
}

// -----

// Equal ops are merged; the handle is of a type that looks at its op.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @merged(%a: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<12x8xf32>) {
  %e = tensor.empty() : tensor<12x8xf32>
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  // expected-note@below {{the op that is gone}}
  %1 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0, %1 : tensor<12x8xf32>, tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %ops = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.op<"linalg.exp">
  // expected-error@below {{iteration 0 of 'transform.foreach' fused, merged or erased the op of iteration 1}}
  transform.foreach %ops : !transform.op<"linalg.exp"> {
  ^bb0(%op: !transform.op<"linalg.exp">):
    transform.cleanup
  }
  transform.yield
}
}
