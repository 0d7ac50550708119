// heddle.kernel: depthwise-conv-nchw
// heddle.strategy: vectorized
// heddle.summary: register tiles of rows times pixels of one channel, carried by the
//   loops over the window
// heddle.sequence: @depthwise_conv_nchw_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.depthwise_conv_2d_nchw_chw on tensors, named or generic
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: the sums of a tile are carried by the loops over the window
// heddle.param: tile_h = 4 in [1, 4096] : rows of the tile in registers
// heddle.param: tile_w = 32 in [1, 4096] : pixels of a row of that tile; a
//   multiple of the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @depthwise_conv_nchw_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_h: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_h", heddle.default = 4 : i64,
          heddle.range = [1, 4096]},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_depthwise_conv_2d_nchw} {
    %start, %group = transform.heddle.get_fusion_group %root
    %columns = transform.heddle.scale_tile_size %tile_w for %root
    %tiled, %loops:6 = transform.structured.fuse_ext %root
        tile_sizes [1, %tile_h, %columns, 1, 1, 1]
        interchange [0, 3, 1, 2, 4, 5] only %group
    transform.yield
  }
}
