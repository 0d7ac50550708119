// heddle.kernel: conv-2d
// heddle.strategy: fused
// heddle.summary: register tiles of pixels of a row times channels, with the bias and the
//   activation of a tile before it is stored
// heddle.sequence: @conv_2d_fused
// heddle.payload: payload-relu.mlir
// heddle.payload: payload-relu-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over four dimensions,
//   after a linalg.conv_2d_nhwc_hwcf, named or generic
// heddle.guarantees: pads stay before the nest, where they are computed once
// heddle.guarantees: the sums of a tile are carried by the loops over the window and
//   never stored; no scalar loop
// heddle.param: tile_w = 14 in [1, 4096] : pixels of a row in registers
// heddle.param: tile_f = 32 in [1, 4096] : output channels of that tile; a
//   multiple of the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @conv_2d_fused(
      %roots: !transform.any_op {transform.consumed},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 14 : i64,
          heddle.range = [1, 4096]},
      %tile_f: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_f", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @follows_conv_2d,
          heddle.picks = @ends_conv_2d} {
    %convs, %group = transform.heddle.get_fusion_group %roots
        {without = ["tensor.pad"]}
    %columns = transform.heddle.scale_tile_size %tile_f for %convs
    %tiled, %loops:4 = transform.structured.fuse_ext %roots
        tile_sizes [1, 1, %tile_w, %columns] interchange [0, 3, 1, 2]
        only %group
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %sums, %window:3 = transform.structured.fuse_ext %convs
        tile_sizes [0, 0, 0, 0, 1, 1, 1]
    transform.yield
  }
}
