// heddle.kernel: pooling
// heddle.strategy: vectorized
// heddle.summary: register tiles of pixels of a row times channels, carried
//   by the loops over the window
// heddle.sequence: @pooling_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a pooling of images with channels last, such as
//   linalg.pooling_nhwc_max
// heddle.guarantees: buffers, without a copy or an allocation where the
//   result is written into an argument
// heddle.guarantees: the loops over the window carry one vector of tile_w x
//   tile_c and store nothing; the tiles at the edges are masked
// heddle.param: tile_w = 4 in [1, 4096] : pixels of a row in registers
// heddle.param: tile_c = 64 in [1, 4096] : channels; a multiple of the lanes of
//   a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @pooling_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 4 : i64,
          heddle.range = [1, 4096]},
      %tile_c: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_c", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_pooling_2d} {
    %start, %group = transform.heddle.get_fusion_group %root
    %columns = transform.heddle.scale_tile_size %tile_c for %root
    %tiled, %loops:6 = transform.structured.fuse_ext %root
        tile_sizes [1, 1, %tile_w, %columns, 1, 1]
        interchange [0, 3, 1, 2, 4, 5] only %group
    transform.yield
  }
}
