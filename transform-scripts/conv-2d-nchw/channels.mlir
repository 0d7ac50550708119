// heddle.kernel: conv-2d-nchw
// heddle.strategy: channels
// heddle.summary: conv-2d-nchw/fused with vectors along the channels, for images of
//   few pixels and many channels
// heddle.sequence: @conv_2d_nchw_channels
// heddle.payload: payload-relu.mlir
// heddle.payload: payload-relu-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over four dimensions,
//   after a linalg.conv_2d_nchw_fchw, named or generic
// heddle.guarantees: pads stay before the nest, where they are computed once
// heddle.guarantees: the sums of a tile are carried by the loops over the window;
//   their tile is turned by transposed vectors; no scalar loop
// heddle.param: tile_f = 32 in [1, 4096] : output channels of the tile in
//   registers; a multiple of the lanes of a vector register; half as many if of 64
//   bits each
// heddle.param: tile_w = 14 in [1, 4096] : pixels of a row of that tile

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @conv_2d_nchw_channels(
      %roots: !transform.any_op {transform.consumed},
      %tile_f: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_f", heddle.default = 32 : i64,
          heddle.range = [1, 4096]},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 14 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @follows_conv_2d_nchw,
          heddle.picks = @ends_conv_2d_nchw, heddle.prefers = @has_short_rows} {
    %convs, %ops = transform.heddle.get_fusion_group %roots
    // Each tap of tile_f filters in one piece, and the sums in the same order.
    %packed, %filters = transform.heddle.pack_operand %convs operand = 1
        {transpose = array<i64: 1, 2, 3, 0>}
    %turned = transform.heddle.transpose_results %packed permutation = [0, 2, 3, 1]
        {interchange} : (!transform.any_op) -> !transform.any_op
    %starts, %group = transform.heddle.get_fusion_group %roots
        {without = ["tensor.pad"]}
    %columns = transform.heddle.scale_tile_size %tile_f for %turned
    %tiled, %loops:4 = transform.structured.fuse_ext %roots
        tile_sizes [1, %columns, 1, %tile_w] only %group
    %sums, %window:3 = transform.structured.fuse_ext %turned
        tile_sizes [0, 0, 0, 0, 1, 1, 1]
    transform.yield
  }
}
