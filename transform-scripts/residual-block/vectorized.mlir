// heddle.kernel: residual-block
// heddle.strategy: vectorized
// heddle.summary: fuses the whole block into a loop over rows, in vectors that
//   read transposed filters
// heddle.sequence: @residual_block_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: an elementwise op over (images, rows, columns, channels)
//   whose second operand is a linalg.conv_2d_nhwc_fhwc, or another one that reads
//   it; its result is returned
// heddle.guarantees: one loop over rows, in which the last convolution and
//   what follows it are computed
// heddle.guarantees: no scalar loop; vectors along the channels carry the sums
//   of the convolutions; those of the last one are never stored
// heddle.param: tile_h = 28 in [1, 4096] : rows per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  // Declared, so that stock tools read this file, too.
  transform.named_sequence private @is_conv_2d_fhwc(
      !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "../common/matchers.mlir"}

  transform.named_sequence @residual_block_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_h: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_h", heddle.default = 28 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@adds_conv_2d, @follows_residual_sum],
          heddle.picks = [@ends_residual_sum, @ends_residual_chain]} {
    %function = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // The filters have their output channels first; vectors read these one after
    // the other, so each filter is transposed once.
    %convs = transform.collect_matching @is_conv_2d_fhwc in %function
        : (!transform.any_op) -> !transform.any_op
    %packed, %filters = transform.heddle.pack_operand %convs operand = 1
    %tiled, %loop = transform.structured.fuse_ext %root
        tile_sizes [0, %tile_h]
        {max_recompute = 2.0 : f64, placement_slack = 2.0 : f64}
    // The sums of the last convolution stay in registers until they are added.
    %conv, %group = transform.heddle.get_fusion_group %tiled
    %width = transform.param.constant 32 : i64 -> !transform.param<i64>
    %columns = transform.heddle.scale_tile_size %width for %conv
    %tiles, %loops:4 = transform.structured.fuse_ext %tiled
        tile_sizes [1, 1, 14, %columns] interchange [0, 3, 1, 2] only %group
    %sums, %window:3 = transform.structured.fuse_ext %conv tile_sizes [0, 0, 0, 0, 1, 1, 1]
    transform.yield
  }
}
