// RUN: heddle-opt %s --apply-schedule --verify-diagnostics -o /dev/null

// A tile size that the payload computes counts as the step of its loop, so that what
// two roots read is computed once in the inner loop.
func.func @sized(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %size: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c2 = arith.constant 2 : index
  %double = arith.muli %size, %c2 : index
  // expected-remark @below {{recompute 1.00}}
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-remark @below {{recompute 1.00}}
  %1 = linalg.abs ins(%0 : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-remark @below {{recompute 1.00}}
  %2 = linalg.floor ins(%0 : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %roots = transform.structured.match ops{["linalg.abs", "linalg.floor"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.structured.match ops{["arith.muli"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.fuse_ext %roots tile_sizes [%size, %size] {joint, explain} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
