// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// The producer of an op that may be fused is not among the ops of the handle.
func.func @only(%a: tensor<9xf32>) -> tensor<9xf32> {
  // expected-remark @below {{not fused: it is not among the ops of 'only'}}
  %0 = linalg.exp ins(%a : tensor<9xf32>) outs(%a : tensor<9xf32>) -> tensor<9xf32>
  // expected-remark @below {{fused in loop 0, box [i0 : min(i0, 5) + 4], tile 4, recompute 1.00, 16 bytes}}
  %1 = linalg.log ins(%0 : tensor<9xf32>) outs(%0 : tensor<9xf32>) -> tensor<9xf32>
  // expected-remark @below {{fused in loop 0, box [i0 : min(i0, 5) + 4], tile 4, recompute 1.00, 16 bytes, root}}
  %2 = linalg.abs ins(%1 : tensor<9xf32>) outs(%1 : tensor<9xf32>) -> tensor<9xf32>
  return %2 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-note @below {{the ops of 'only'}}
  %only = transform.structured.match ops{["linalg.log"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] only %only {explain} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
