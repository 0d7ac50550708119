// RUN: heddle-opt %s --verify-diagnostics --test-apply-schedule-refused -o /dev/null

// 15 loops of several iterations that carry a tensor.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @rank_15(%a: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>, %b: tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32> {
  %x = linalg.exp ins(%a : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) outs(%b : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  // expected-note@below {{is in a nest of 15 loops that carry values; bufferization gets through at most 14}}
  %r = linalg.abs {root} ins(%x : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) outs(%b : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
  return %r : tensor<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
}
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  %r = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %t, %l:15 = transform.structured.fuse_ext %r tile_sizes [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{the payload cannot be bufferized: is in a nest of 15 loops that carry values; bufferization gets through at most 14}}
  %g = transform.heddle.bufferize %f : (!transform.any_op) -> !transform.any_op
}
}
