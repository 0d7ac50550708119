// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// A Winograd transform is not tiled itself.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @output(%v: tensor<6x6x3x3x2x2xf32>, %o: tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32> {
    // expected-note@below {{this is about 'linalg.winograd_output_transform'}}
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x3x3x2x2xf32>) outs(%o : tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32>
    return %0 : tensor<2x12x12x2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.winograd_output_transform"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.winograd_output_transform' is tiled by what it is made of: decompose it first with transform.structured.decompose_winograd_op}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
