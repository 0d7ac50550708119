// heddle.kernel: conv-2d-nchw
// heddle.strategy: vectorized
// heddle.summary: register tiles of channels times pixels of a row, carried
//   by the loops over channels and window, which read packed filters
// heddle.sequence: @conv_2d_nchw_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.conv_2d_nchw_fchw on tensors
// heddle.guarantees: buffers; beside the result, one for a copy of tile_f
//   filters
// heddle.guarantees: the loops over input channels and the window carry one
//   vector of tile_f x tile_w and store nothing; the tiles at the edges are
//   masked
// heddle.param: tile_f = 8 in [1, 4096] : channels of the result in registers
// heddle.param: tile_w = 32 in [1, 4096] : pixels of a row; a multiple of the
//   lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @conv_2d_nchw_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_f: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_f", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_conv_2d_nchw} {
    // Each tap of tile_f filters in one piece.
    %packed, %filters = transform.heddle.pack_operand %root operand = 1
        {transpose = array<i64: 1, 2, 3, 0>}
    %start, %group = transform.heddle.get_fusion_group %packed
    %columns = transform.heddle.scale_tile_size %tile_w for %packed
    %tiled, %loops:7 = transform.structured.fuse_ext %packed
        tile_sizes [1, %tile_f, 1, %columns, 1, 1, 1] only %group
    transform.yield
  }
}
