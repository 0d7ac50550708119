// heddle.kernel: residual-block
// heddle.strategy: rows-and-channels
// heddle.summary: fuses the whole block into loops over rows and channels;
//   what does not depend on the channels is computed once per tile of rows
// heddle.sequence: @residual_block_rows_and_channels
// heddle.payload: payload.mlir
// heddle.payload: payload-f16.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: an elementwise op over (images, rows, columns, channels)
//   whose second operand is a linalg.conv_2d_nhwc_fhwc, or another one that reads
//   it; its result is returned
// heddle.guarantees: the inner convolutions, the pad between them and the
//   shared input are in the row loop, outside the channel loop; the shared
//   input is computed once, on the box that covers both of its uses
// heddle.param: tile_h = 8 in [1, 4096] : rows of the image per tile
// heddle.param: tile_c = 32 in [1, 4096] : channels of the result per tile

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @residual_block_rows_and_channels(
      %root: !transform.any_op {transform.consumed},
      %tile_h: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_h", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_c: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_c", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.expects = [@adds_conv_2d, @follows_residual_sum],
          heddle.picks = [@ends_residual_sum, @ends_residual_chain]} {
    %tiled, %h_loop, %c_loop = transform.structured.fuse_ext %root
        tile_sizes [0, %tile_h, 0, %tile_c]
    transform.yield
  }
}
