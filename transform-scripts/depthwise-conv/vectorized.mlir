// heddle.kernel: depthwise-conv
// heddle.strategy: vectorized
// heddle.summary: register tiles of pixels of a row times channels; the window
//   is unrolled
// heddle.sequence: @depthwise_conv_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.depthwise_conv_2d_nhwc_hwc on tensors, with windows
//   of 3 x 3
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: the nine taps of a window are added up in one vector of
//   tile_w x tile_c
// heddle.param: tile_w = 2 in [1, 4096] : pixels of a row in registers
// heddle.param: tile_c = 64 in [1, 4096] : channels of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @depthwise_conv_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_w: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_w", heddle.default = 2 : i64,
          heddle.range = [1, 4096]},
      %tile_c: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_c", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_depthwise_conv_2d} {
    %start, %group = transform.heddle.get_fusion_group %root
    %columns = transform.heddle.scale_tile_size %tile_c for %root
    %tiled, %loops:6 = transform.structured.fuse_ext %root
        tile_sizes [1, 1, %tile_w, %columns, 1, 1] only %group
    transform.loop.unroll %loops#5 {factor = 3} : !transform.any_op
    transform.loop.unroll %loops#4 {factor = 3} : !transform.any_op
    transform.yield
  }
}
