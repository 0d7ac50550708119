// heddle.kernel: conv-2d-fhwc
// heddle.strategy: vectorized
// heddle.summary: register tiles of pixels of a row times channels, carried by
//   the loops over the window, which read transposed filters
// heddle.sequence: @conv_2d_fhwc_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.conv_2d_nhwc_fhwc on tensors
// heddle.guarantees: buffers; beside the result, one for a copy of tile_f filters
// heddle.guarantees: the loops over the window and the input channels carry
//   one vector of tile_w x tile_f and store nothing
// heddle.param: tile_w = 14 in [1, 4096] : pixels of a row in registers
// heddle.param: tile_f = 32 in [1, 4096] : output channels of that tile; a
//   multiple of the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @conv_2d_fhwc_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 14 : i64,
          heddle.range = [1, 4096]},
      %tile_f: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_f", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_conv_2d_fhwc} {
    // The channels of a vector are far apart in the filters, so these are
    // transposed for each column of tiles.
    %conv, %filters = transform.heddle.pack_operand %root operand = 1
    %start, %group = transform.heddle.get_fusion_group %conv
    %columns = transform.heddle.scale_tile_size %tile_f for %conv
    %tiled, %loops:7 = transform.structured.fuse_ext %conv
        tile_sizes [1, 1, %tile_w, %columns, 1, 1, 1]
        interchange [0, 3, 1, 2, 4, 5, 6] only %group
    transform.yield
  }
}
