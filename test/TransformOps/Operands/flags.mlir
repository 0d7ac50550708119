// RUN: heddle-opt %s --split-input-file --verify-diagnostics
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule -o /dev/null

// `= false` means no, in the printed and in the generic form. `explain` says so
// with remarks.
func.func @no(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
  %0, %loop = transform.structured.fuse_ext %op tile_sizes [4] {explain = false, joint = false}
  %1, %inner = "transform.structured.fuse_ext"(%0) {explain = false, static_tile_sizes = array<i64: 2>, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
